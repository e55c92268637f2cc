#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// The static structure factor S(k) = ⟨|Σ exp(ik·r)|²⟩/N of a periodic gas, for all particles and
/// for each species, for 48 wave vectors along each axis that fit into the box; axes of equal
/// length are averaged. The longest waves are all there, from that of the length of the box on; if
/// there are more than 48 up to kσ = 15 of the largest diameter, the shorter half is spread over
/// the rest.
template <int Dim>
class StructureFactor {
 public:
  StructureFactor(const Box<Dim>& box, const std::vector<SphereSpecies>& species,
                  std::vector<double> count);

  /// Takes an equal-time sample. @return number of factors exp(ik·r) computed, as a measure of cost
  std::int64_t sample(const State<Dim>& state);

  /// S(k) of all particles (no species) or of one species; empty: not known.
  using Theory = std::function<std::optional<double>(std::optional<std::size_t>, double)>;

  /// `structure_factor_small_k`: for all particles, averaged over the longest waves of all axes.
  [[nodiscard]] std::vector<Observable> observables(const Theory& theory,
                                                    const std::string& source) const;
  /// `structure_factor`; species "all" for all particles.
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const Theory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sums_);
  }

 private:
  struct Axes {  // axes of one length
    std::vector<int> axes;
    double wave_number;  // 2π over the length
    std::size_t stride;  // of the shorter waves, in multiples of it
    [[nodiscard]] double at(std::size_t wave) const;
  };
  [[nodiscard]] std::size_t kinds() const { return count_.size() > 1 ? count_.size() + 1 : 1; }
  [[nodiscard]] std::size_t bin(std::size_t kind, std::size_t group, std::size_t wave) const;
  /// Factor that converts the sum over the axes of the group to S(k).
  [[nodiscard]] double weight(std::size_t kind, std::size_t group) const;

  std::vector<double> count_;
  double largest_ = 0;  // largest diameter
  std::vector<Axes> groups_;
  BlockedSums sums_;  // sums of |Σ exp(ik·r)|²; one block per sample
};

}  // namespace clausius
