#include "theory/transport/transport.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "theory/velocities/relaxation_spectrum.h"

namespace clausius {

double packing_fraction(const SphereGas& gas) {
  const int d = gas.dimensions;
  return kPi / (2 * d) * gas.density * portable::pow(gas.diameter, d);
}

namespace {

std::string source(int d) {
  return "Chapman & Enskog, contact value from " + compressibility_factor(d, 0).source;
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

// Enskog's coefficient times `ratio`, to within `doubt` of the product. In dilute gases, where
// collisions are not correlated, the doubt decreases with the density.
TheoryValue correlated(TheoryValue enskog, const SphereGas& gas, double ratio, double doubt,
                       const std::string& source) {
  constexpr double kDilute = 0.1;
  enskog.value *= ratio;
  enskog.uncertainty = enskog.value * doubt * std::min(1.0, packing_fraction(gas) / kDilute);
  enskog.source += ", " + source;
  return enskog;
}

// What correlated collisions add to a coefficient of spheres, relative to Enskog's, at the packing
// fraction φ_f of freezing; proportional to a power of φ, and known to within `doubt` of it.
struct CorrelatedPart {
  double at_freezing, power, doubt;
};
// Fits to simulations with this program: 16 runs of 500 spheres at each of seven packing fractions
// from 0.3 to 0.49, over 20 000 collisions per particle, and four of 2048 spheres at three of them.
constexpr CorrelatedPart kOfViscosity{0.97, 10.5, 0.1}, kOfBulk{1.15, 16, 0.2},
    kOfConductivity{0.045, 4, 0.3};

TheoryValue correlated(const TheoryValue& enskog, const SphereGas& gas,
                       const CorrelatedPart& part) {
  if (gas.dimensions == 2) return enskog;
  constexpr double kSimulated = 0.02;  // relative error of the simulations
  const double more =
      part.at_freezing *
      portable::pow(packing_fraction(gas) / freezing_packing_fraction(3), part.power);
  return correlated(enskog, gas, 1 + more,
                    portable::hypot(kSimulated, part.doubt * more / (1 + more)),
                    "correlated collisions by a fit to simulations with clausius");
}

}  // namespace

const SonineFactors& transport_sonine_factors(int d) {
  constexpr int kOrder = 10;  // seven digits
  static const SonineFactors spheres = sonine_factors(3, kOrder), disks = sonine_factors(2, kOrder);
  return d == 3 ? spheres : disks;
}

double first_viscosity(const SphereGas& gas) {
  return (gas.dimensions == 3 ? 5.0 / 16 : 0.5) * gas.mass * scale(gas);
}

double first_conductivity(const SphereGas& gas) {
  return (gas.dimensions == 3 ? 75.0 / 64 : 2.0) * scale(gas);
}

TheoryValue diffusion_coefficient(const SphereGas& gas) {
  const double first = (gas.dimensions == 3 ? 3.0 / 8 : 0.5) / gas.density * scale(gas);
  return enskog(gas, transport_sonine_factors(gas.dimensions).diffusion * first / contact(gas),
                kDiffusionCorrelated);
}

TheoryValue shear_viscosity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double kinetic = transport_sonine_factors(gas.dimensions).viscosity * first_viscosity(gas) *
                         kinetic_factor(gas, portable::pow(2, d) / (d + 2));
  return enskog(gas, kinetic + d / (d + 2) * collisional(gas), kOtherCorrelated);
}

TheoryValue bulk_viscosity(const SphereGas& gas) {
  return enskog(gas, collisional(gas), kOtherCorrelated);
}

TheoryValue thermal_conductivity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double kinetic = transport_sonine_factors(gas.dimensions).conductivity *
                         first_conductivity(gas) *
                         kinetic_factor(gas, 3 * portable::pow(2, d - 1) / (d + 2));
  return enskog(gas, kinetic + d / 2 * collisional(gas) / gas.mass, kOtherCorrelated);
}

TheoryValue correlated_diffusion_coefficient(const SphereGas& gas) {
  if (gas.dimensions == 2) return diffusion_coefficient(gas);
  // In powers of the density relative to that of close packing, √2/σ³.
  const double x = gas.density * portable::pow(gas.diameter, 3) / std::sqrt(2.0);
  constexpr double kSimulated = 0.01;  // relative error of the fit
  return correlated(diffusion_coefficient(gas), gas,
                    1 + x * (0.054034 + x * (6.3656 - x * 10.9425)), kSimulated,
                    "simulations fitted by Erpenbeck & Wood (1991)");
}

TheoryValue correlated_shear_viscosity(const SphereGas& gas) {
  return correlated(shear_viscosity(gas), gas, kOfViscosity);
}

TheoryValue correlated_bulk_viscosity(const SphereGas& gas) {
  return correlated(bulk_viscosity(gas), gas, kOfBulk);
}

TheoryValue correlated_thermal_conductivity(const SphereGas& gas) {
  return correlated(thermal_conductivity(gas), gas, kOfConductivity);
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

// In equilibrium ⟨(change)²⟩ of a collision is twice what the autocorrelation loses. Velocities
// change by the normal relative one, ⟨v_n²⟩ ∝ D/(D + 1); energies by its product with the normal
// sum, ⟨v_n² V_n²⟩ ∝ (1 − 2/N) D²/((D + 1)(D + 3)); relative to their variances, ∝ 1 − 1/N and ∝
// (1 − 1/N)² (D − d)/(D + 2).
MemoryFactors finite_memory_factors(int d, double particles) {
  const double dof = d * (particles - 1), returned = particles / (particles - 1);
  return {returned * dof / (dof + 1), returned * dof * (dof + 2) / ((dof + 1) * (dof + 3))};
}

double uncertain_memory(int d, double particles) { return (d == 2 ? 1.0 : 0.5) / particles; }

double finite_diffusion_loss(double kt, double viscosity, double edge) {
  return 2.837297 * kt / (6 * kPi * viscosity * edge);
}

}  // namespace clausius
