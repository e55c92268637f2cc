#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/theory/transport.h"

using namespace clausius;

TEST_CASE("Transport coefficients of dilute spheres") {
  const SphereGas gas{1e-9, 1, 1, 1};
  CHECK(gas.density * diffusion_coefficient(gas).value == Approx(0.215581).margin(5.1e-7));
  CHECK(shear_viscosity(gas).value == Approx(0.17914).margin(5.1e-6));
  CHECK(thermal_conductivity(gas).value == Approx(0.67783).margin(5.1e-6));
  CHECK(bulk_viscosity(gas).value == Approx(0).margin(1e-12));
}

TEST_CASE("Transport coefficients after Enskog") {
  const SphereGas thin{0.1, 1, 1, 1}, dense{0.5, 1, 1, 1};
  CHECK(diffusion_coefficient(thin).value == Approx(1.8835).epsilon(0).margin(5.1e-5));
  CHECK(shear_viscosity(thin).value == Approx(0.19337).epsilon(0).margin(5.1e-6));
  CHECK(bulk_viscosity(thin).value == Approx(0.00902).epsilon(0).margin(5.1e-6));
  CHECK(thermal_conductivity(thin).value == Approx(0.78835).epsilon(0).margin(5.1e-6));
  CHECK(diffusion_coefficient(dense).value == Approx(0.1990).epsilon(0).margin(5.1e-5));
  CHECK(shear_viscosity(dense).value == Approx(0.5569).epsilon(0).margin(5.1e-5));
  CHECK(bulk_viscosity(dense).value == Approx(0.4268).epsilon(0).margin(5.1e-5));
  CHECK(thermal_conductivity(dense).value == Approx(2.385).epsilon(0).margin(5.1e-4));
}

TEST_CASE("Transport coefficients scale with size, mass and temperature") {
  const SphereGas gas{0.3, 1, 1, 1}, scaled{0.3 / 8, 2, 3, 5};
  CHECK(diffusion_coefficient(scaled).value ==
        Approx(diffusion_coefficient(gas).value * 2 * std::sqrt(5.0 / 3)));
  CHECK(shear_viscosity(scaled).value == Approx(shear_viscosity(gas).value * std::sqrt(15.0) / 4));
  CHECK(thermal_conductivity(scaled).value ==
        Approx(thermal_conductivity(gas).value * std::sqrt(5.0 / 3) / 4));
}

TEST_CASE("Periodic images slow diffusion") {
  CHECK(finite_diffusion_loss(1, 0.5, 10) == Approx(2.837297 / (6 * M_PI * 5)));
}
