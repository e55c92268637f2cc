#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/theory/equation_of_state.h"
#include "theory/fluid/one_dimensional.h"
#include "theory/transport/walls.h"

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

TEST_CASE("Dense fluids between walls have the pressure of simulations") {
  // Runs of 2·10⁷ collisions, other ones than those that the surface tension was adjusted to: boxes
  // with walls on all sides, and slits.
  struct Case {
    int d;
    bool closed;
    double phi, particles, z, z_error, pressure, pressure_error;
  };
  const Case cases[] = {{2, true, 0.3, 300, 2.08820, 0.00050, 0.82842, 0.00020},
                        {2, true, 0.45, 150, 3.47029, 0.00055, 2.12416, 0.00033},
                        {2, true, 0.55, 500, 5.18950, 0.00081, 3.77993, 0.00060},
                        {2, true, 0.6, 150, 6.68420, 0.00125, 5.51073, 0.00105},
                        {2, false, 0.35, 200, 2.41475, 0.00048, 1.11002, 0.00038},
                        {2, false, 0.58, 250, 5.90800, 0.00169, 4.49524, 0.00172},
                        {3, true, 0.15, 300, 2.03318, 0.00021, 0.64812, 0.00006},
                        {3, true, 0.25, 600, 3.34987, 0.00081, 1.76730, 0.00042},
                        {3, true, 0.3, 250, 4.50999, 0.00055, 2.98705, 0.00038},
                        {3, true, 0.35, 800, 5.76758, 0.00077, 4.26591, 0.00062},
                        {3, false, 0.25, 500, 3.15326, 0.00048, 1.59622, 0.00084},
                        {3, false, 0.38, 700, 6.36776, 0.00247, 4.86242, 0.00253}};
  double chi2 = 0;
  for (const Case& one : cases) {
    const double volume = one.particles * std::numbers::pi / (2 * one.d * one.phi);
    const double edge = std::pow(volume, 1.0 / one.d);
    std::vector<double> edges{1.2 * edge, edge / 1.2};
    if (one.closed && one.d == 3) edges = {1.2 * edge, edge, edge / 1.2};
    if (!one.closed) {
      edges.assign(static_cast<std::size_t>(one.d), edge * std::pow(1.3, -1.0 / (one.d - 1)));
      edges[0] = 1.3 * edge;
    }
    std::vector<bool> walls(static_cast<std::size_t>(one.d), one.closed);
    walls[0] = true;
    const auto fluid = fluid_between_walls(one.d, one.particles, 1, edges, walls).value();
    double force = 0, uncertainty = 0, area = 0;
    for (std::size_t k = 0; k < walls.size(); ++k) {
      if (!walls[k]) continue;
      force += fluid.force[k];
      uncertainty += fluid.force_uncertainty[k];
      area += volume / edges[k];
    }
    const double z = 1 + fluid.collision_virial / (one.d * one.particles);
    const double z_uncertainty = fluid.virial_uncertainty / (one.d * one.particles);
    INFO(one.d << " dimensions, phi " << one.phi << ": Z " << z << " ± " << z_uncertainty
               << ", pressure " << force / area << " ± " << uncertainty / area);
    CHECK(z_uncertainty < 0.006 * z);
    const double of_z = (one.z - z) / std::hypot(one.z_error, z_uncertainty);
    const double of_pressure =
        (one.pressure - force / area) / std::hypot(one.pressure_error, uncertainty / area);
    CHECK(std::abs(of_z) < 3.5);
    CHECK(std::abs(of_pressure) < 3.5);
    chi2 += of_z * of_z + of_pressure * of_pressure;
  }
  CHECK(chi2 < 50);  // 24 numbers, pairs of them correlated
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
