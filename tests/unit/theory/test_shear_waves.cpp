#include <catch2/catch.hpp>
#include <cmath>

#include "theory/transport/shear_waves.h"

using namespace clausius;

namespace {

/// The strength of a wave by small steps of time in a gas that cools by Haff's law: damped by
/// viscosity, ν ∝ √T, and kept up by the noise of the momentary temperature.
double strength_by_steps(double damping, double fallen) {
  constexpr int kSteps = 200000;
  double energy = 1, kt = 1;
  const double end = std::exp(-fallen);
  // Steps of equal Δln T: dt = −d ln T/(2√T/τ') with the rate 2/τ' = 1 at T = 1.
  const double fall = fallen / kSteps;
  for (int step = 0; step < kSteps; ++step) {
    const double dt = fall / std::sqrt(kt);
    const double decay = damping * std::sqrt(kt) * dt;
    energy += decay * (kt - energy);
    kt *= 1 - fall;
  }
  CHECK(kt == Approx(end).epsilon(1e-3));
  return energy / kt;
}

}  // namespace

TEST_CASE("Shear waves of a cooling gas grow as in small steps of fluctuating hydrodynamics") {
  for (const double damping : {0.05, 0.4, 1.0, 3.0})
    for (const double fallen : {0.5, 3.0})
      CHECK(shear_wave_strength(damping, fallen) ==
            Approx(strength_by_steps(damping, fallen)).epsilon(2e-3));
  // Long waves are left behind by the temperature, short ones follow it with a delay.
  CHECK(shear_wave_strength(0, 2) == Approx(std::exp(2)));
  CHECK(shear_wave_strength(50, 10) == Approx(50.0 / 49));
}

TEST_CASE("The energy of the growing shear waves is their sum over the wave vectors") {
  CHECK(energy_of_shear_waves(2, 100, 1.5, 3) == 0);
  // Waves along axes have the damping 0.3, along diagonals 0.6, from corner to corner 0.9.
  const double axes = shear_wave_strength(0.3, 2) - 1, diagonals = shear_wave_strength(0.6, 2) - 1;
  CHECK(energy_of_shear_waves(2, 100, 0.3, 2) == Approx((4 * axes + 4 * diagonals) / 200));
  const double corners = shear_wave_strength(0.9, 2) - 1;
  CHECK(energy_of_shear_waves(3, 100, 0.3, 2) ==
        Approx(2 * (6 * axes + 12 * diagonals + 8 * corners) / 300));
}
