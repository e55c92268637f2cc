#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "measure/velocities/species_law.h"
#include "statistics/goodness_of_fit.h"
#include "statistics/histogram.h"

namespace clausius {

/// Tests of the velocities of one species against the exact law of a finite elastic gas. Only
/// instants far enough apart to be independent are used, and the reduced scatter of the counts by
/// energy conservation is taken into account, so that the p-values are uniform if the law holds.
///
/// - speeds: χ² over pooled bins, with all particles of each instant. As the energy of all N
///   particles is fixed, that of N_s of them scatters less by the factor 1 − N_s/N, which takes
///   N_s/N from the degrees of freedom.
/// - components: Kolmogorov–Smirnov with one component of every 8th particle (others each time):
///   for so small a part of the gas neither energy nor momentum is fixed.
template <int Dim>
class VelocityTests {
 public:
  /// @param share N_s/N, the fraction of all particles
  VelocityTests(FiniteVelocityLaw law, double share);

  /// Takes all particles of the species at one instant.
  /// @param velocities in any unit
  /// @param inv_scale 1/√(k_BT/m) in it
  void add(std::span<const Vec<Dim>> velocities, double inv_scale);

  /// Empty if there are too few data for a test.
  [[nodiscard]] std::optional<GoodnessOfFit> speed_test() const;
  [[nodiscard]] std::optional<GoodnessOfFit> component_test() const;
  [[nodiscard]] std::int64_t instants() const { return instants_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(speeds_, components_, instants_);
  }

 private:
  FiniteVelocityLaw law_;
  double share_;
  Histogram speeds_, components_;
  std::int64_t instants_ = 0;
};

/// Number of a particle's own collisions after which its velocity is decorrelated, to better than 1
/// %: the slowest modes of a dilute gas decay like exp(−0.5 c). Ten times more wastes data, ten
/// times less treats correlated samples as independent.
inline constexpr double kForgottenAfter = 10;

}  // namespace clausius
