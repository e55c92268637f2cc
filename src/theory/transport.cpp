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

// Twice the second virial coefficient times density: volume excluded per particle.
double excluded(const SphereGas& gas) {
  return 2 * kPi / 3 * gas.density * std::pow(gas.diameter, 3);
}

double dilute_viscosity(const SphereGas& gas) {
  return 1.016034 * 5 / (16 * gas.diameter * gas.diameter) * std::sqrt(gas.mass * gas.kt / kPi);
}

}  // namespace

TheoryValue diffusion_coefficient(const SphereGas& gas) {
  const double dilute = 1.018954 * 3 / (8 * gas.density * gas.diameter * gas.diameter) *
                        std::sqrt(gas.kt / (kPi * gas.mass));
  return {dilute / contact(gas), source()};
}

// Density dependence: Chapman & Cowling § 16.5; the last coefficient includes higher Sonine orders.
TheoryValue shear_viscosity(const SphereGas& gas) {
  const double b = excluded(gas), chi = contact(gas);
  return {dilute_viscosity(gas) * (1 / chi + 0.8 * b + 0.7614 * b * b * chi), source()};
}

TheoryValue bulk_viscosity(const SphereGas& gas) {
  const double b = excluded(gas);
  return {dilute_viscosity(gas) * 1.002 * b * b * contact(gas), source()};
}

TheoryValue thermal_conductivity(const SphereGas& gas) {
  const double b = excluded(gas), chi = contact(gas);
  const double dilute =
      1.025218 * 75 / (64 * gas.diameter * gas.diameter) * std::sqrt(gas.kt / (kPi * gas.mass));
  return {dilute * (1 / chi + 1.2 * b + 0.7574 * b * b * chi), source()};
}

double finite_diffusion_loss(double kt, double viscosity, double edge) {
  return 2.837297 * kt / (6 * kPi * viscosity * edge);
}

}  // namespace clausius
