#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/engine/options.h"
#include "clausius/engine/state.h"
#include "core/numbers.h"
#include "engine/limits.h"

namespace clausius {

/// Collects what is wrong with the members of a gas, of its start and of the options of its engine.
class Problems {
 public:
  /// "WRONG; allowed: ALLOWED" about `member`, e.g. "gas.species[0].mass".
  void add(std::string member, std::string_view wrong, std::string_view allowed) {
    all_.push_back({"", 0, 0, std::move(member), fmt::format("{}; allowed: {}", wrong, allowed)});
  }
  /// Refuses a value that is not within the limits, not finite, or of such a magnitude that its
  /// powers are no numbers.
  void check(std::string member, double value, const Limits& limits) {
    if (!limits.accept(value) || !is_tractable(value))
      add(std::move(member), fmt::format("{} is out of range", short_text(value)), limits.words);
  }
  /// Checks each component.
  template <class Vector>
  void check_all(const std::string& member, const Vector& values, const Limits& limits) {
    for (Eigen::Index k = 0; k < values.size(); ++k)
      check(fmt::format("{}[{}]", member, k), values[k], limits);
  }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] std::vector<Problem> take() { return std::move(all_); }

 private:
  std::vector<Problem> all_;
};

/// Refuses a start that is none of the gas.
template <int Dim>
void check_start(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems);

/// Refuses options by which the gas cannot be moved.
template <int Dim>
void check_options(const Gas<Dim>& gas, const EngineOptions& options, Problems& problems);

/// All that is wrong with a gas, its start and the way in which it is to be moved. Overlaps are
/// looked for only where nothing else is wrong.
template <int Dim>
std::vector<Problem> find_problems(const Gas<Dim>& gas, const State<Dim>& start,
                                   const EngineOptions& options);

}  // namespace clausius
