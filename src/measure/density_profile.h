#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/blocked_histogram.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// The number density across the box along each axis: even along a periodic one, which is tested;
/// between walls in layers, the density at contact being that of an ideal gas with the pressure
/// on the wall.
template <int Dim>
class DensityProfile {
 public:
  DensityProfile(const Box<Dim>& box, std::vector<SphereSpecies> species,
                 std::vector<double> count);

  /// An equal-time sample. @return how many coordinates it took, the cost
  std::int64_t sample(const State<Dim>& state);

  /// `density_chi2_p`: χ² of evenness along the periodic axes, the least over axes and species
  /// (Bonferroni). Of one species between walls `wall_contact_density`, the density at the walls,
  /// mean over their area: the cubic through what is within 0.6 diameters of them, there.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Prediction& wall_contact_density) const;

  /// Density of a species at a place along an axis; empty: not known.
  using Theory = std::function<std::optional<double>(std::size_t, int, double)>;
  /// `density_profile`
  [[nodiscard]] Table table(const std::vector<std::string>& names, const UnitNames& units,
                            const Theory& theory) const;

  template <class Archive>
  void serialize(Archive& archive) {
    for (BlockedHistogram& one : profiles_) archive(one);
    archive(at_walls_);
  }

 private:
  [[nodiscard]] const BlockedHistogram& profile(std::size_t species, int axis) const {
    return profiles_[species * Dim + static_cast<std::size_t>(axis)];
  }

  Box<Dim> box_;
  std::vector<SphereSpecies> species_;
  std::vector<double> count_;
  std::vector<BlockedHistogram> profiles_;  // species × axes
  BlockedSums at_walls_;  // particles by the distance of their surface from the walls; a block a
                          // sample
};

}  // namespace clausius
