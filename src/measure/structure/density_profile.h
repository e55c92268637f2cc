#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/velocities/blocked_histogram.h"
#include "statistics/blocked_sums.h"

namespace clausius {

/// Number density across the box along each axis: uniform along a periodic axis, which is tested;
/// layered between walls, where the density at contact is that of an ideal gas with the pressure on
/// the wall.
template <int Dim>
class DensityProfile {
 public:
  DensityProfile(const Box<Dim>& box, std::vector<SphereSpecies> species,
                 std::vector<double> count);

  /// Takes an equal-time sample. @return number of coordinates read, as a measure of cost
  std::int64_t sample(const State<Dim>& state);

  /// `density_chi2_p`: χ² test of uniformity along the periodic axes, the least over axes and
  /// species (Bonferroni). For one species between walls `wall_contact_density`, the density at the
  /// walls averaged over their area: the value there of a cubic fitted to the bins within 0.6
  /// diameters.
  [[nodiscard]] std::vector<Observable> observables(const UnitNames& units,
                                                    const Prediction& wall_contact_density) const;

  /// Density of a species at a position along an axis; empty: not known.
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
  // Particles by the distance of their surface from the walls; one block per sample.
  BlockedSums at_walls_;
};

}  // namespace clausius
