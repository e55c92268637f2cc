#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "theory/fluid/one_dimensional.h"
#include "theory/transport/rarefied_flow.h"

using namespace clausius;

namespace {

constexpr SphereGas kThin{1e-5, 1, 1, 1, 3};
constexpr double kSmall = 1e-3;  // relative difference between the walls

double width_for(double knudsen) {
  return 1 / (std::numbers::sqrt2 * std::numbers::pi * kThin.density * knudsen);
}
// −P_xy/(p₀ U/v₀) of walls at ±U and q/(p₀ v₀ τ) of walls at T₀(1 ± τ), v₀ = √2.
TheoryValue shear(double knudsen) {
  const double speed = kSmall * std::numbers::sqrt2;
  return *rarefied_shear_stress(kThin, width_for(knudsen), 2 * speed) * (1e5 / kSmall);
}
TheoryValue heat(double knudsen) {
  return *rarefied_heat_flux(kThin, width_for(knudsen), 2 * kSmall) *
         (1e5 / (kSmall * std::numbers::sqrt2));
}

}  // namespace

TEST_CASE("A rarefied gas between diffuse walls: the published curves") {
  const double to_knudsen = 2 / std::sqrt(std::numbers::pi);
  const std::vector<std::pair<double, double>> stress{{0.1, .2030}, {0.2, .3384}, {0.4, .5088},
                                                      {1, .7374},   {2, .8775},   {4, .9779},
                                                      {10, 1.0578}, {20, 1.0903}, {1e7, 1.1284}};
  for (const auto& [k, value] : stress) {
    CHECK(shear(k * to_knudsen).value == Approx(value).epsilon(5e-4));
    CHECK(shear(k * to_knudsen).uncertainty == Approx(0.005 * value).epsilon(0.01));
  }
  const std::vector<std::pair<double, double>> flux{{.1128, .3246}, {.2834, .5492}, {.5642, .7170},
                                                    {1.128, .8577}, {2.257, .9609}, {5.642, 1.046},
                                                    {11.28, 1.083}, {56.42, 1.118}, {1e7, 1.1284}};
  for (const auto& [knudsen, value] : flux)
    CHECK(heat(knudsen).value == Approx(value).epsilon(5e-4));
}

TEST_CASE("A rarefied gas between diffuse walls: from conduction with jumps to free flight") {
  // Kn → 0: Newton's and Fourier's laws.
  const double thin = width_for(1e-4);
  CHECK(rarefied_shear_stress(kThin, thin, kSmall)->value ==
        Approx(shear_viscosity(kThin).value * kSmall / thin).epsilon(3e-4));
  CHECK(rarefied_heat_flux(kThin, thin, kSmall)->value ==
        Approx(thermal_conductivity(kThin).value * kSmall / thin).epsilon(5e-4));
  // Kn → ∞, also to second order in the difference.
  const double wide = width_for(1e6), difference = 0.5;
  CHECK(rarefied_heat_flux(kThin, wide, difference)->value ==
        Approx(collisionless_heat_flux(3, kThin.density * wide, 1, wide, 1.25, 0.75).value)
            .epsilon(2e-3));
  // Between the points the curves rise steadily, and slip ever less describes them.
  for (double knudsen = 0.01; knudsen < 1e3; knudsen *= 1.1) {
    CHECK(shear(1.1 * knudsen).value > shear(knudsen).value);
    CHECK(heat(1.1 * knudsen).value > heat(knudsen).value);
  }
  CHECK(rarefied_heat_flux(kThin, wide, -difference)->value < 0);
}

TEST_CASE("A rarefied gas between diffuse walls: its range") {
  CHECK_FALSE(rarefied_heat_flux({0.1, 1, 1, 1, 3}, 20, 0.1).outside().empty());
  CHECK_FALSE(rarefied_heat_flux(kThin, 20, 0.9).outside().empty());
  CHECK_FALSE(rarefied_shear_stress(kThin, 20, 1.2).outside().empty());
  CHECK(rarefied_shear_stress(kThin, 20, 1).has_value());
}
