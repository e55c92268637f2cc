#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/theory/equation_of_state.h"
#include "theory/one_dimensional.h"
#include "theory/walls.h"

using namespace clausius;

TEST_CASE("without walls the fluid between walls is the bulk") {
  const auto fluid = fluid_between_walls(3, 500, 2, {20, 25, 30}, {false, false, false}).value();
  const double phi = 500 * std::numbers::pi / 6 * 8 / 15000;
  CHECK(fluid.bulk_density == Approx(500.0 / 15000));
  const double z = finite_compressibility_factor(3, phi, 500).value;
  CHECK(fluid.force[0] == Approx(z * 500 / 20));
  CHECK(fluid.force[2] == Approx(z * 500 / 30));
  CHECK(fluid.collision_virial == Approx(3 * 500 * (z - 1)));
}

TEST_CASE("the forces on walls are those of the second virial coefficient in a dilute gas") {
  // βF = −N Σ ln a_k + ½N² I/Πa², I = ∫ Π(a_k − |s_k|) over the unit ball
  const double n = 40;
  const std::vector<double> a{19, 24, 29};
  const auto integral = [](const std::vector<double>& e) {
    const double pi = std::numbers::pi;
    return 4 * pi / 3 * e[0] * e[1] * e[2] - pi / 2 * (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) +
           8.0 / 15 * (e[0] + e[1] + e[2]) - 1.0 / 6;
  };
  const auto excess = [&](const std::vector<double>& e) {
    return 0.5 * n * n * integral(e) / std::pow(e[0] * e[1] * e[2], 2);
  };
  const auto fluid = fluid_between_walls(3, n, 1, {20, 25, 30}, {true, true, true}).value();
  for (std::size_t k = 0; k < 3; ++k) {
    auto wide = a, narrow = a;
    wide[k] += 1e-3;
    narrow[k] -= 1e-3;
    const double expected = n / a[k] - (excess(wide) - excess(narrow)) / 2e-3;
    // third virial coefficient: (N/V)² · 2.74 ~ 2e-5; finite N: B₂N/V/N
    CHECK(fluid.force[k] == Approx(expected).epsilon(1.5e-4));
  }
}

TEST_CASE("no theory of narrow slits or crystals") {
  CHECK_FALSE(fluid_between_walls(3, 10, 1, {4, 20, 20}, {true, false, false}));
  CHECK_FALSE(fluid_between_walls(3, 1000, 1, {10, 10, 10}, {true, true, true}));
  CHECK(fluid_between_walls(2, 100, 1, {20, 20}, {true, false}));
}

TEST_CASE("A shock before a piston: of an ideal gas in closed form") {
  for (const int d : {2, 3}) {
    const double gamma = (d + 2.0) / d, kt = 1.3, mass = 2, density = 0.7;
    for (const double piston : {0.1, 1.0, 20.0}) {
      const auto shock = shock_before_piston({density, 1e-6, mass, kt, d}, piston);
      REQUIRE(shock);
      const double sound = std::sqrt(gamma * kt / mass);
      const double part = (gamma + 1) / 4 * piston;
      CHECK(shock->speed == Approx(part + std::hypot(part, sound)).epsilon(1e-9));
      const double mach_sq = shock->speed * shock->speed / (sound * sound);
      CHECK(shock->density ==
            Approx(density * (gamma + 1) * mach_sq / ((gamma - 1) * mach_sq + 2)).epsilon(1e-9));
      CHECK(shock->pressure ==
            Approx(density * kt * (1 + 2 * gamma / (gamma + 1) * (mach_sq - 1))).epsilon(1e-9));
      CHECK(shock->kt == Approx(shock->pressure / shock->density).epsilon(1e-9));
    }
  }
}

TEST_CASE("A weak shock in a dense gas goes with the speed of sound") {
  const SphereGas gas{0.4, 1, 1, 1, 3};
  const auto shock = shock_before_piston(gas, 1e-4);
  REQUIRE(shock);
  // m c² = ∂P/∂ρ at constant entropy = k_BT (∂(ρZ)/∂ρ + 2Z²/d).
  const double phi = gas.density * std::numbers::pi / 6;
  const double z = compressibility_factor(3, phi).value;
  const double sound = std::sqrt(1 / reduced_compressibility(3, phi) + 2 * z * z / 3);
  CHECK(shock->speed == Approx(sound).epsilon(3e-4));
  CHECK_FALSE(shock_before_piston({0.9, 1, 1, 1, 3}, 5));  // it would freeze
}
