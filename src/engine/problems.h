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

/// Collects the faults of the members of a gas, of its start and of the options of its engine.
class Problems {
 public:
  /// Adds "WRONG; allowed: ALLOWED" about `member`, e.g. "gas.species[0].mass".
  void add(std::string member, std::string_view wrong, std::string_view allowed) {
    all_.push_back({"", 0, 0, std::move(member), fmt::format("{}; allowed: {}", wrong, allowed)});
  }
  /// Refuses a value outside the limits, not finite, or of such magnitude that its powers overflow
  /// or underflow.
  void check(std::string member, double value, const Limits& limits) {
    if (!limits.accept(value) || !(is_tractable(value) || limits.or_infinite))
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

/// Refuses a start that does not fit the gas.
template <int Dim>
void check_start(const Gas<Dim>& gas, const State<Dim>& start, Problems& problems);

/// Refuses options with which the gas cannot be moved.
template <int Dim>
void check_options(const Gas<Dim>& gas, const EngineOptions& options, Problems& problems);

/// All faults of a gas, its start and its engine options. Overlaps are searched only if there are
/// no other faults.
template <int Dim>
std::vector<Problem> find_problems(const Gas<Dim>& gas, const State<Dim>& start,
                                   const EngineOptions& options);

}  // namespace clausius
