#pragma once

#include <span>

#include "clausius/theory/value.h"

/// Laws of the velocities of one particle in equilibrium. `d` is the number of dimensions (2 or 3),
/// `kt` = k_B T, `dof` the number D of quadratic degrees of freedom of the whole isolated gas: d(N
/// − 1) in a periodic box with zero total momentum, dN between walls, dN − (periodic axes) in a box
/// that has both.
namespace clausius {

/// Maxwell and Boltzmann's law, for infinitely many particles.
class MaxwellLaw {
 public:
  /// @throws std::invalid_argument unless d is 2 or 3 and mass and kt are positive.
  MaxwellLaw(int d, double mass, double kt);

  [[nodiscard]] double component_pdf(double v) const;  ///< density of one Cartesian component
  [[nodiscard]] double component_cdf(double v) const;
  [[nodiscard]] double speed_pdf(double v) const;  ///< 0 for v < 0
  [[nodiscard]] double speed_cdf(double v) const;
  [[nodiscard]] double mean_speed() const;
  /// ⟨ln f⟩ of the velocity density f: −(d/2)(ln(2π k_BT/m) + 1); −4.25682 for d = 3, k_BT = m.
  [[nodiscard]] double h() const;
  [[nodiscard]] static std::string source();

 private:
  int d_;
  double thermal_speed_;  // √(k_BT/m)
};

/// The exact microcanonical law of one particle among finitely many: the point √m v of all
/// particles is uniform on a sphere in D dimensions, and one particle's velocity is a projection of
/// it: p(v_x) ∝ (1 − v_x²/v_max²)^((D−3)/2), p(v) ∝ v^(d−1) (1 − v²/v_max²)^((D−d)/2−1).
class FiniteVelocityLaw {
 public:
  /// @param v_max see max_speed()
  /// @throws std::invalid_argument unless d is 2 or 3, dof > d (otherwise the speed is fixed and
  /// has no density) and v_max > 0.
  FiniteVelocityLaw(int d, double dof, double v_max);

  [[nodiscard]] double component_pdf(double v) const;  ///< density of one Cartesian component
  [[nodiscard]] double component_cdf(double v) const;
  [[nodiscard]] double speed_pdf(double v) const;
  [[nodiscard]] double speed_cdf(double v) const;
  [[nodiscard]] double mean_speed() const;
  [[nodiscard]] double h() const;  ///< ⟨ln f⟩
  [[nodiscard]] static std::string source();

 private:
  int d_;
  double dof_;
  double v_max_;
  double log_component_norm_, log_speed_norm_;
};

/// The largest speed that a particle of `mass` can have in an isolated gas of `energy`: √(2E/m)
/// between walls, √(2E(1 − m/M)/m) along periodic axes, where the others (`total_mass` M, including
/// the particle) must balance its momentum; √(2E(N−1)/(mN)) for equal masses.
double max_speed(double energy, double mass);
double max_speed_periodic(double energy, double mass, double total_mass);

/// ⟨v_x⁴⟩/⟨v_x²⟩² of one component in a finite gas: 3D/(D + 2).
double component_kurtosis(double dof);
/// ⟨v⁴⟩/⟨v²⟩² in a finite gas: (d + 2)/d · D/(D + 2); 5/3 and 2 in its limit.
double speed_kurtosis(int d, double dof);
/// The second Sonine coefficient of a finite elastic gas in equilibrium: −2/(D + 2).
TheoryValue equilibrium_kurtosis_a2(double dof);

/// Mean kinetic energy of a particle of `mass` in a periodic box with zero total momentum:
/// (d/2) k_BT (1 − m/M), with k_BT = 2E/(d(N − 1)).
TheoryValue mean_energy_periodic(int d, double kt, double mass, double total_mass);

/// ⟨ln f⟩ in equilibrium, over the particles of all species (`counts` particles of `masses`).
/// @throws std::invalid_argument unless both have the same size, not zero.
TheoryValue equilibrium_h(int d, double kt, std::span<const double> masses,
                          std::span<const double> counts);

}  // namespace clausius
