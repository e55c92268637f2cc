#include "theory/transport.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "theory/relaxation_spectrum.h"

namespace clausius {
namespace {

// Factors of all orders over the first Sonine approximation; ten polynomials give seven digits.
const SonineFactors& sonine(const SphereGas& gas) {
  constexpr int kOrder = 10;
  static const SonineFactors spheres = sonine_factors(3, kOrder), disks = sonine_factors(2, kOrder);
  return gas.dimensions == 3 ? spheres : disks;
}

std::string source(int d) {
  return "Chapman & Enskog, contact value from " + compressibility_factor(d, 0).source;
}

double packing_fraction(const SphereGas& gas) {
  const int d = gas.dimensions;
  return kPi / (2 * d) * gas.density * portable::pow(gas.diameter, d);
}

double contact(const SphereGas& gas) {
  return contact_value(gas.dimensions, packing_fraction(gas));
}

// Contribution of correlated collisions to Enskog's coefficients, relative to them, to first order
// in φ: measured with this program up to φ = 0.25, for spheres also by Erpenbeck & Wood (1991).
constexpr double kDiffusionCorrelated = 0.8, kOtherCorrelated = 0.2;

TheoryValue enskog(const SphereGas& gas, double value, double correlated) {
  return {value, source(gas.dimensions), value * correlated * packing_fraction(gas)};
}

// √(k_BT/πm)/σ^{d−1}, which all coefficients contain.
double scale(const SphereGas& gas) {
  return std::sqrt(gas.kt / (kPi * gas.mass)) / portable::pow(gas.diameter, gas.dimensions - 1);
}

// First Sonine approximation of the dilute gas.
double first_viscosity(const SphereGas& gas) {
  return (gas.dimensions == 3 ? 5.0 / 16 : 0.5) * gas.mass * scale(gas);
}

// The kinetic contribution increases with density by 1 + a φχ, squared, because the distance
// between the centres is crossed instantaneously. Chapman & Cowling § 16.5; d dimensions: Garzó &
// Dufty, Phys. Rev. E 59 (1999) 5895, at e = 1.
double kinetic_factor(const SphereGas& gas, double a) {
  const double factor = 1 + a * packing_fraction(gas) * contact(gas);
  return factor * factor / contact(gas);
}

// The part of the viscosities that is transferred across the distance of the centres at contact;
// first order is exact within Enskog's theory.
double collisional(const SphereGas& gas) {
  const int d = gas.dimensions;
  const double phi = packing_fraction(gas);
  return portable::pow(2, 2 * d + 2) / (kPi * (d + 2)) * phi * phi * contact(gas) *
         first_viscosity(gas);
}

}  // namespace

TheoryValue diffusion_coefficient(const SphereGas& gas) {
  const double first = (gas.dimensions == 3 ? 3.0 / 8 : 0.5) / gas.density * scale(gas);
  return enskog(gas, sonine(gas).diffusion * first / contact(gas), kDiffusionCorrelated);
}

TheoryValue correlated_diffusion_coefficient(const SphereGas& gas) {
  TheoryValue value = diffusion_coefficient(gas);
  if (gas.dimensions == 2) return value;
  // In powers of ρσ³, and of the density relative to that of close packing, √2/σ³.
  const double rho = gas.density * portable::pow(gas.diameter, 3), x = rho / std::sqrt(2.0);
  const double ruckenstein = 1 + 0.94605 * portable::pow(rho, 1.5) +
                             1.4022 * portable::pow(rho, 3) - 5.6898 * portable::pow(rho, 5) +
                             2.6626 * portable::pow(rho, 7);
  const double erpenbeck = 1 + x * (0.054034 + x * (6.3656 - x * 10.9425));
  // Relative error of the simulations to which both are fitted.
  constexpr double kSimulated = 0.01;
  value.uncertainty =
      value.value * portable::hypot(ruckenstein - erpenbeck, kSimulated * (ruckenstein - 1));
  value.value *= ruckenstein;
  value.source += ", simulations fitted by Ruckenstein & Liu (1997), Erpenbeck & Wood (1991)";
  return value;
}

TheoryValue shear_viscosity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double kinetic = sonine(gas).viscosity * first_viscosity(gas) *
                         kinetic_factor(gas, portable::pow(2, d) / (d + 2));
  return enskog(gas, kinetic + d / (d + 2) * collisional(gas), kOtherCorrelated);
}

TheoryValue bulk_viscosity(const SphereGas& gas) {
  return enskog(gas, collisional(gas), kOtherCorrelated);
}

TheoryValue thermal_conductivity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double first = (gas.dimensions == 3 ? 75.0 / 64 : 2.0) * scale(gas);
  const double kinetic =
      sonine(gas).conductivity * first * kinetic_factor(gas, 3 * portable::pow(2, d - 1) / (d + 2));
  return enskog(gas, kinetic + d / 2 * collisional(gas) / gas.mass, kOtherCorrelated);
}

double half_square_displacement(double time, double diffusion, double kt_over_mass) {
  const double forgotten = diffusion / kt_over_mass;
  return diffusion * (time + forgotten * portable::expm1(-time / forgotten));
}

TheoryValue tracer_diffusion_coefficient(const Mixture& mixture, double kt, std::size_t species) {
  const Eigen::MatrixXd rates = collision_rates(mixture, kt);
  const double mass = mixture.components.at(species).mass;
  double friction = 0;
  for (std::size_t b = 0; b < mixture.components.size(); ++b) {
    const double other = mixture.components[b].mass;
    friction += 2.0 / mixture.dimensions * 2 * other / (mass + other) *
                rates(static_cast<Eigen::Index>(species), static_cast<Eigen::Index>(b));
  }
  return {kt / (mass * friction),
          "Enskog's friction (first Sonine approximation), contact value from " +
              compressibility_factor(mixture).source};
}

// Momentum that a particle gives away is returned by the N − 1 others. For N velocities that add up
// to zero and share a fixed energy of D degrees of freedom, the sums in the Green–Kubo integrals
// are smaller than for independent Maxwellian ones: ⟨v²⟩ by 1 − 1/N, ⟨(Σ v_x v_y)²⟩ by (1 − 1/N)
// D/(D + 2), ⟨(Σ v² v_x)²⟩ as below, from covariances δ_ij − 1/N.
SonineFactors finite_transport_factors(int d, double particles) {
  const double n = particles, dof = d * (n - 1);
  const double one = 1 - 1 / n;
  return {one, one * dof / (dof + 2),
          (one * one * one - (n - 1) / (n * n * n)) * dof * dof / ((dof + 2) * (dof + 4))};
}

double finite_diffusion_loss(double kt, double viscosity, double edge) {
  return 2.837297 * kt / (6 * kPi * viscosity * edge);
}

}  // namespace clausius
