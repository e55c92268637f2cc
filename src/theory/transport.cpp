#include "clausius/theory/transport.h"

#include <boost/math/constants/constants.hpp>
#include <cmath>

#include "clausius/theory/equation_of_state.h"

namespace clausius {
namespace {

constexpr double kPi = boost::math::constants::pi<double>();

std::string source() {
  return "Chapman & Enskog, contact value from " + compressibility_factor(3, 0).source;
}

double contact(const SphereGas& gas) {
  return contact_value(3, kPi / 6 * gas.density * std::pow(gas.diameter, 3));
}

// ρ B₂: half the volume excluded to others, per volume of the gas.
// Density dependence of all coefficients: Chapman & Cowling § 16.5.
double excluded(const SphereGas& gas) {
  return 2 * kPi / 3 * gas.density * std::pow(gas.diameter, 3);
}

// The part of the viscosities that is carried across the gap between centres at contact; first
// order is exact within Enskog's theory.
double collisional(const SphereGas& gas) {
  return 4.0 / 9 * contact(gas) * std::pow(gas.density * gas.diameter * gas.diameter, 2) *
         std::sqrt(kPi * gas.mass * gas.kt);
}

}  // namespace

TheoryValue diffusion_coefficient(const SphereGas& gas) {
  const double dilute = 1.018954 * 3 / (8 * gas.density * gas.diameter * gas.diameter) *
                        std::sqrt(gas.kt / (kPi * gas.mass));
  return {dilute / contact(gas), source()};
}

TheoryValue shear_viscosity(const SphereGas& gas) {
  const double dilute =
      1.016034 * 5 / (16 * gas.diameter * gas.diameter) * std::sqrt(gas.mass * gas.kt / kPi);
  const double chi = contact(gas);
  const double kinetic = 1 + 2.0 / 5 * excluded(gas) * chi;
  return {dilute / chi * kinetic * kinetic + 3.0 / 5 * collisional(gas), source()};
}

TheoryValue bulk_viscosity(const SphereGas& gas) { return {collisional(gas), source()}; }

TheoryValue thermal_conductivity(const SphereGas& gas) {
  const double dilute =
      1.025218 * 75 / (64 * gas.diameter * gas.diameter) * std::sqrt(gas.kt / (kPi * gas.mass));
  const double chi = contact(gas);
  const double kinetic = 1 + 3.0 / 5 * excluded(gas) * chi;
  return {dilute / chi * kinetic * kinetic + 3.0 / 2 * collisional(gas) / gas.mass, source()};
}

double finite_diffusion_loss(double kt, double viscosity, double edge) {
  return 2.837297 * kt / (6 * kPi * viscosity * edge);
}

}  // namespace clausius
