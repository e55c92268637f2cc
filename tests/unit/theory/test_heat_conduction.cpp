#include <catch2/catch.hpp>
#include <cmath>

#include "theory/transport/heat_conduction.h"
#include "theory/transport/transport.h"

using clausius::HeatConduction;

TEST_CASE("Heat between two walls: a dilute gas has T^(3/2) on a straight line") {
  // So many mean free paths apart that there is hardly a jump.
  const double width = 1e5, density = 0.01;
  const HeatConduction gas(density * width, 1, 1, width, 2, 1);
  REQUIRE(gas.is_valid());
  CHECK(gas.kt(0) == Approx(2).epsilon(1e-2));
  CHECK(gas.kt(width) == Approx(1).epsilon(1e-2));
  const double low = std::pow(gas.kt(0), 1.5), high = std::pow(gas.kt(width), 1.5);
  CHECK(std::pow(gas.kt(0.5 * width), 1.5) == Approx(0.5 * (low + high)).epsilon(2e-3));
  // One pressure, and all particles.
  CHECK(gas.density(0) * gas.kt(0) == Approx(gas.density(width) * gas.kt(width)).epsilon(0.02));
  double sum = 0;
  for (int k = 0; k < 1000; ++k) sum += gas.density((k + 0.5) * width / 1000) / 1000;
  CHECK(sum == Approx(density).epsilon(1e-3));
  // Fourier's law in the middle.
  const double x = 0.5 * width, step = 0.02 * width;
  const double slope = (gas.kt(x + step) - gas.kt(x - step)) / (2 * step);
  const double conductivity =
      clausius::thermal_conductivity({gas.density(x), 1, 1, gas.kt(x), 3}).value;
  CHECK(gas.flux() == Approx(-conductivity * slope).epsilon(1e-2));
}

TEST_CASE("Heat between two walls: the temperature jumps at each, more in a thin gas") {
  const HeatConduction gas(0.1 * 100, 1, 1, 100, 1, 2);
  REQUIRE(gas.is_valid());
  CHECK(gas.flux() < 0);
  const double slope = (gas.kt(2) - gas.kt(0)) / 2;
  // λ = 1/(√2 π n χ) at the density there, a little less than without χ.
  const double path = 1 / (std::sqrt(2.0) * 3.14159265 * gas.density(0));
  CHECK(gas.kt(0) - 1 < 2.127 * path * slope);
  CHECK(gas.kt(0) - 1 > 0.6 * 2.127 * path * slope);
  CHECK_FALSE(HeatConduction(0.001 * 100, 1, 1, 100, 1, 2).is_valid());
}
