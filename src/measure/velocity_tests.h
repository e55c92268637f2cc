#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "measure/species_law.h"
#include "statistics/goodness_of_fit.h"
#include "statistics/histogram.h"

namespace clausius {

/// Tests of the velocities of one species against the exact law of a finite elastic gas. Only
/// instants far enough apart to be independent are taken, and what the conserved energy takes from
/// the scatter of the counts is allowed for, so that the p-values are uniform where the law holds.
///
/// - speeds: χ² over pooled bins, with all particles of each instant. The energy of all N particles
///   being fixed, that of N_s of them scatters less by the factor 1 − N_s/N, which takes N_s/N from
///   the degrees of freedom.
/// - components: Kolmogorov–Smirnov with one component of every 8th particle (others each time): of
///   so small a part of the gas neither energy nor momentum are fixed.
template <int Dim>
class VelocityTests {
 public:
  /// `share` = N_s/N of all particles.
  VelocityTests(FiniteVelocityLaw law, double share);

  /// Takes all particles of the species at one instant.
  /// @param velocities in any unit
  /// @param inv_scale 1/√(k_BT/m) in it
  void add(std::span<const Vec<Dim>> velocities, double inv_scale);

  /// Empty where too little is known to test anything.
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

/// How many of its own collisions a particle has forgotten its velocity by, to better than 1 %: the
/// slowest modes of a dilute gas decay like exp(−0.5 c). Ten times more wastes data, ten times less
/// lets correlated samples pass for independent ones.
inline constexpr double kForgottenAfter = 10;

}  // namespace clausius
