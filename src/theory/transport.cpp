#include "clausius/theory/transport.h"

#include <fmt/format.h>

#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/core/elementary.h"
#include "clausius/theory/enskog.h"

namespace clausius {
namespace {

// Factors of all orders over the first Sonine approximation.
struct SonineFactors {
  double diffusion, viscosity, conductivity;
};
SonineFactors sonine(const SphereGas& gas) {
  return gas.dimensions == 3 ? SonineFactors{1.018954, 1.016034, 1.025218} : SonineFactors{1, 1, 1};
}

std::string source(int d) {
  return fmt::format("Chapman & Enskog{}, contact value from {}",
                     d == 3 ? "" : " (first Sonine approximation)",
                     compressibility_factor(d, 0).source);
}

double packing_fraction(const SphereGas& gas) {
  const int d = gas.dimensions;
  return kPi / (2 * d) * gas.density * portable::pow(gas.diameter, d);
}

double contact(const SphereGas& gas) {
  return contact_value(gas.dimensions, packing_fraction(gas));
}

// √(k_BT/πm)/σ^{d−1}, which all coefficients contain.
double scale(const SphereGas& gas) {
  return std::sqrt(gas.kt / (kPi * gas.mass)) / portable::pow(gas.diameter, gas.dimensions - 1);
}

// First Sonine approximation of the dilute gas.
double first_viscosity(const SphereGas& gas) {
  return (gas.dimensions == 3 ? 5.0 / 16 : 0.5) * gas.mass * scale(gas);
}

// What is carried along while flying grows with density by 1 + a φχ, squared: the distance between
// the centres is travelled in no time. Chapman & Cowling § 16.5; d dimensions: Garzó & Dufty, Phys.
// Rev. E 59 (1999) 5895, at e = 1.
double kinetic_factor(const SphereGas& gas, double a) {
  const double factor = 1 + a * packing_fraction(gas) * contact(gas);
  return factor * factor / contact(gas);
}

// The part of the viscosities that is carried across the gap between centres at contact; first
// order is exact within Enskog's theory.
double collisional(const SphereGas& gas) {
  const int d = gas.dimensions;
  const double phi = packing_fraction(gas);
  return portable::pow(2, 2 * d + 2) / (kPi * (d + 2)) * phi * phi * contact(gas) *
         first_viscosity(gas);
}

}  // namespace

TheoryValue diffusion_coefficient(const SphereGas& gas) {
  const double first = (gas.dimensions == 3 ? 3.0 / 8 : 0.5) / gas.density * scale(gas);
  return {sonine(gas).diffusion * first / contact(gas), source(gas.dimensions)};
}

TheoryValue shear_viscosity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double kinetic = sonine(gas).viscosity * first_viscosity(gas) *
                         kinetic_factor(gas, portable::pow(2, d) / (d + 2));
  return {kinetic + d / (d + 2) * collisional(gas), source(gas.dimensions)};
}

TheoryValue bulk_viscosity(const SphereGas& gas) {
  return {collisional(gas), source(gas.dimensions)};
}

TheoryValue thermal_conductivity(const SphereGas& gas) {
  const double d = gas.dimensions;
  const double first = (gas.dimensions == 3 ? 75.0 / 64 : 2.0) * scale(gas);
  const double kinetic =
      sonine(gas).conductivity * first * kinetic_factor(gas, 3 * portable::pow(2, d - 1) / (d + 2));
  return {kinetic + d / 2 * collisional(gas) / gas.mass, source(gas.dimensions)};
}

double half_square_displacement(double time, double diffusion, double kt_over_mass) {
  const double forgotten = diffusion / kt_over_mass;
  return diffusion * (time + forgotten * portable::expm1(-time / forgotten));
}

TheoryValue mutual_diffusion_coefficient(const Mixture& mixture, double kt) {
  const MixtureComponent& first = mixture.components.at(0);
  const MixtureComponent& second = mixture.components.at(1);
  const int d = mixture.dimensions;
  const double sigma = (first.diameter + second.diameter) / 2;
  const double inv_mass = 1 / first.mass + 1 / second.mass;
  const double value =
      (d == 3 ? 3.0 / 8 : 0.5) * std::sqrt(kt * inv_mass / (2 * kPi)) /
      (mixture.number_density() * portable::pow(sigma, d - 1) * contact_values(mixture)(0, 1));
  return {value, "Chapman & Enskog (first Sonine approximation), contact value from " +
                     compressibility_factor(mixture).source};
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

double finite_diffusion_loss(double kt, double viscosity, double edge) {
  return 2.837297 * kt / (6 * kPi * viscosity * edge);
}

}  // namespace clausius
