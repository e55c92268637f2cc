#include "theory/transport/rarefied_flow.h"

#include <boost/math/interpolators/barycentric_rational.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"

namespace clausius {

namespace {

constexpr double kSlip = 1.1113, kTemperatureJump = 2.1271;  // mean free paths
constexpr double kRootPi = 1.7724538509055159;
constexpr double kFreeFlight = 2 / kRootPi;  // both fluxes for Kn → ∞

// The flux in units of the free path's, with slip at both walls: a Kn/(1 + 2 b Kn).
struct SlipLaw {
  double slope, slip;
  [[nodiscard]] double operator()(double knudsen) const {
    return slope * knudsen / (1 + 2 * slip * knudsen);
  }
};
constexpr SlipLaw kShearSlip{kRootPi * 1.270042427, kSlip};
constexpr SlipLaw kHeatSlip{1.25 * kRootPi * 1.922284066, kTemperatureJump};

// By what a flux exceeds the law of slip, from Kn → 0 to free flight.
class Excess {
 public:
  struct Point {
    double knudsen, flux;
  };
  Excess(const SlipLaw& law, const std::vector<Point>& points) : excess_(curve(law, points)) {}
  [[nodiscard]] double operator()(double knudsen) const { return excess_(knudsen / (1 + knudsen)); }

 private:
  using Curve = boost::math::barycentric_rational<double>;
  static Curve curve(const SlipLaw& law, const std::vector<Point>& points) {
    std::vector<double> place{0}, value{1};
    for (const Point& one : points) {
      place.push_back(one.knudsen / (1 + one.knudsen));
      value.push_back(one.flux / law(one.knudsen));
    }
    place.push_back(1);
    value.push_back(kFreeFlight * 2 * law.slip / law.slope);
    return {std::move(place), std::move(value)};
  }
  Curve excess_;
};

// −P_xy/(p₀ U/v₀) of walls at ±U, where k = √π/2 Kn.
const Excess& shear_excess() {
  constexpr double kUnit = 2 / kRootPi;
  static const Excess excess(kShearSlip, {{0.1 * kUnit, 0.2030},
                                          {0.2 * kUnit, 0.3384},
                                          {0.4 * kUnit, 0.5088},
                                          {1 * kUnit, 0.7374},
                                          {2 * kUnit, 0.8775},
                                          {4 * kUnit, 0.9779},
                                          {10 * kUnit, 1.0578},
                                          {20 * kUnit, 1.0903}});
  return excess;
}

// q/(p₀ v₀ τ) of walls at T₀(1 ± τ).
const Excess& heat_excess() {
  static const Excess excess(kHeatSlip, {{0.1128, 0.3246},
                                         {0.2834, 0.5492},
                                         {0.5642, 0.7170},
                                         {1.128, 0.8577},
                                         {2.257, 0.9609},
                                         {5.642, 1.046},
                                         {11.28, 1.083},
                                         {56.42, 1.118}});
  return excess;
}

double knudsen_number(const SphereGas& gas, double width) {
  const double dilute = std::sqrt(2.0) * kPi * gas.density * gas.diameter * gas.diameter;
  return 1 / (dilute * contact_value(3, packing_fraction(gas)) * width);
}

constexpr double kInterpolated = 0.005;  // relative uncertainty
constexpr double kOfDensity = 1;         // relative uncertainty per packing fraction
constexpr double kDensest = 0.02;

TheoryValue rarefied(const SphereGas& gas, double value, double nonlinear,
                     const std::string& publication) {
  const double relative = portable::hypot(
      portable::hypot(kInterpolated, kOfDensity * packing_fraction(gas)), nonlinear);
  return {value, "linearised Boltzmann equation between diffuse walls, " + publication,
          relative * std::abs(value)};
}

Prediction rarefied_only() {
  return Prediction::outside("gases with a packing fraction below 0.02 between thermal walls");
}

}  // namespace

Prediction rarefied_shear_stress(const SphereGas& gas, double width, double relative_speed) {
  // Heat of friction raises the temperature, in the mean of a wide gap by 0.18 s² if s is the speed
  // in units of √(2 k_BT/m), and the viscosity by half of that; with the jumps at the walls a
  // little more.
  constexpr double kFastest = 0.4, kHeated = 0.1;
  const double speed = 0.5 * std::abs(relative_speed) / std::sqrt(2 * gas.kt / gas.mass);
  if (packing_fraction(gas) > kDensest) return rarefied_only();
  if (speed > kFastest)
    return Prediction::outside("walls that slide past each other at most 0.8 √(2 k_BT/m) fast");
  const double knudsen = knudsen_number(gas, width);
  const double gradient = relative_speed / (width * (1 + 2 * kSlip * knudsen));
  const double heated = kHeated * speed * speed;
  return rarefied(gas,
                  shear_viscosity(gas).value * gradient * shear_excess()(knudsen) * (1 + heated),
                  heated, "Sone, Takata & Ohwada (1990)");
}

Prediction rarefied_heat_flux(const SphereGas& gas, double width, double difference) {
  constexpr double kLargest = 0.4;
  const double part = 0.5 * difference / gas.kt;  // τ
  if (packing_fraction(gas) > kDensest) return rarefied_only();
  if (std::abs(part) > kLargest)
    return Prediction::outside("walls whose temperatures differ by at most 0.8 of their mean");
  const double knudsen = knudsen_number(gas, width);
  const double gradient = difference / (width * (1 + 2 * kTemperatureJump * knudsen));
  const double linear = thermal_conductivity(gas).value * gradient * heat_excess()(knudsen);
  // In free flight the flux is 3/8 τ² smaller than to first order, in a dense gas τ²/24.
  constexpr double kFree = 3.0 / 8, kDense = 1.0 / 24, kBetween = 0.1;
  const double free = kHeatSlip(knudsen) * heat_excess()(knudsen) / kFreeFlight;
  const double second = part * part * (free * kFree + (1 - free) * kDense);
  return rarefied(gas, linear * (1 - second), kBetween * part * part, "Ohwada, Aoki & Sone (1989)");
}

}  // namespace clausius
