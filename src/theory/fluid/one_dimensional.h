#pragma once

#include <optional>
#include <vector>

#include "clausius/theory/value.h"
#include "theory/transport/transport.h"

/// Fluids whose state depends on one coordinate, or changes slowly with time, in local equilibrium
/// with the equation of state of compressibility_factor().
namespace clausius {

/// A fluid of one species at rest under gravity between a floor and a ceiling: dP/dz = −m g n with
/// P = n k_BT Z(n). For an ideal gas this is the barometric formula, n ∝ exp(−m g z/k_BT). The
/// walls hold the additional particles of wall_shift(). Valid if the density changes little over a
/// diameter.
class Atmosphere {
 public:
  /// The box: per area of the floor, and the height accessible to the centres.
  struct Column {
    double particles = 0;     ///< per area of the floor
    double height = 0;        ///< accessible to the centres
    double perimeter = 0;     ///< of the walls at the sides, per area of the floor
    double whole_number = 0;  ///< particles in all; 0: infinitely many
  };
  /// @param weight m·g of one particle, > 0
  /// @throws std::domain_error if the fluid would freeze at the floor
  Atmosphere(int dimensions, const Column& column, double diameter, double weight, double kt);

  /// Number density at the height z above the lowest place of a centre, except for the layers at
  /// walls.
  [[nodiscard]] double density(double z) const;
  /// Mean height of all particles, those in the layers included. Its uncertainty is that of the
  /// shape of the layers.
  [[nodiscard]] TheoryValue mean_height() const { return mean_height_; }
  static std::string source() {
    return "hydrostatic equilibrium, dP/dz = -m g n, with the adsorption at the walls";
  }

 private:
  double step_;
  std::vector<double> density_;  // at multiples of step_
  TheoryValue mean_height_;
};

/// k_BT of a fluid of one species whose box changes slowly from the edges `from` to the edges `to`
/// without heat exchange: its energy loss is the work on the walls, D/2 d(k_BT) = −Σ F_k dL_k, with
/// the forces of fluid_between_walls() on the axes between walls. For an ideal gas of points T
/// V^(2/d) is constant. Empty if those forces are not known.
/// @param dof degrees of freedom D that share the energy
std::optional<TheoryValue> adiabatic_temperature(int d, double particles, double diameter,
                                                 double dof, double kt,
                                                 const std::vector<double>& from,
                                                 const std::vector<double>& to,
                                                 const std::vector<bool>& walls);

/// A dilute gas without collisions between two thermal walls across one axis, a distance `width`
/// apart: each particle flies from one to the other. Its mean energy corresponds to k_BT = √(k_BT₁
/// k_BT₂).
TheoryValue collisionless_kt(double kt, double other_kt);
/// Energy per area and time carried from the wall at `kt` to the one at `other_kt`:
/// (d + 1)/2 (k_BT₁ − k_BT₂) N/A /(τ₁ + τ₂), τᵢ = width √(π m/2k_BTᵢ).
TheoryValue collisionless_heat_flux(int dimensions, double per_area, double mass, double width,
                                    double kt, double other_kt);

/// A shock that moves into a gas at rest, ahead of a piston with constant speed.
struct Shock {
  double speed = 0;  ///< speed of the front
  /// Behind the front, where the gas moves with the piston.
  double density = 0, kt = 0, pressure = 0;
  static std::string source() { return "Rankine-Hugoniot: mass, momentum and energy are kept"; }
};
/// Conservation laws at the front: with ρ, P, k_BT before it and ρ₁, P₁, k_BT₁ behind, in the frame
/// of the front (Rankine 1870, Hugoniot 1889), P = ρ k_BT Z(ρ),
///   ρ₁ (u − w) = ρ u,  P₁ − P = m ρ u w,  d/2 (k_BT₁ − k_BT) = ½ (P + P₁)(1/ρ − 1/ρ₁).
/// Empty if the gas behind would freeze.
/// @param piston speed w of the piston into the gas, > 0
std::optional<Shock> shock_before_piston(const SphereGas& gas, double piston);

}  // namespace clausius
