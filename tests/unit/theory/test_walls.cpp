#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/walls.h"

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
