#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/elementary.h"
#include "measure/gas_theory/gas_theory.h"
#include "theory/fluid/polydispersity.h"

using namespace clausius;

namespace {

double moment(const std::vector<double>& numbers, int power) {
  double sum = 0;
  for (const double x : numbers) sum += portable::pow(x, power);
  return sum / static_cast<double>(numbers.size());
}

double moment(const Quadrature& rule, int power) {
  double sum = 0;
  for (std::size_t k = 0; k < rule.nodes.size(); ++k)
    sum += rule.weights[k] * portable::pow(rule.nodes[k], power);
  return sum;
}

Gas<3> gas_of(const std::vector<SphereSpecies>& species, double edge) {
  Gas<3> gas;
  gas.box.size = Vec<3>::Constant(edge);
  gas.species = species;
  const auto kinds = static_cast<Eigen::Index>(species.size());
  gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
  gas.wall_restitution.assign(species.size(), 1);
  return gas;
}

}  // namespace

TEST_CASE("Gauss quadrature of a list of numbers has its moments") {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> draw(0.2, 0.3);
  std::vector<double> numbers(501);
  for (double& one : numbers) one = draw(random);
  for (const int n : {1, 2, 5, 8}) {
    const Quadrature rule = gauss_quadrature(numbers, n);
    REQUIRE(rule.nodes.size() == static_cast<std::size_t>(n));
    for (int power = 0; power <= 2 * n - 1; ++power)
      CHECK(moment(rule, power) == Approx(moment(numbers, power)).epsilon(1e-10));
    CHECK(std::abs(moment(rule, 2 * n) / moment(numbers, 2 * n) - 1) > 1e-11);
  }
}

TEST_CASE("Gauss quadrature of few different numbers is the numbers") {
  const std::vector<double> numbers{2, 1, 2, 2, 5, 1};
  const Quadrature rule = gauss_quadrature(numbers, 8);
  REQUIRE(rule.nodes.size() == 3);
  const double nodes[] = {1, 2, 5}, parts[] = {2 / 6., 3 / 6., 1 / 6.};
  for (int k = 0; k < 3; ++k) {
    CHECK(rule.nodes[static_cast<std::size_t>(k)] == Approx(nodes[k]).epsilon(1e-12));
    CHECK(rule.weights[static_cast<std::size_t>(k)] == Approx(parts[k]).epsilon(1e-12));
  }
  CHECK(gauss_quadrature(std::vector<double>(4, 0.7), 8).nodes == std::vector<double>{0.7});
}

TEST_CASE("Particles of two diameters have the theory of a mixture, one by one too") {
  // Half of them with the diameter 1 and the mass 1, half twice as wide and eight times as heavy.
  std::vector<double> diameters(4000, 1);
  for (std::size_t i = 0; i < diameters.size(); i += 2) diameters[i] = 2;
  const double edge = 35;
  const GasTheory mixture(gas_of({{1, 1}, {2, 8}}, edge), {2000, 2000}, true);
  SphereSpecies many{1, 1};
  many.least = 1;
  many.greatest = 2;
  const GasTheory theory(gas_of({many}, edge), {4000}, true, {}, {diameters});
  CHECK(theory.compressibility_factor()->value ==
        Approx(mixture.compressibility_factor()->value).epsilon(2e-4));
  CHECK(theory.collision_rate(1)->value == Approx(mixture.collision_rate(1)->value).epsilon(2e-4));
  CHECK(theory.mean_free_path()->value == Approx(mixture.mean_free_path()->value).epsilon(3e-4));
  CHECK_FALSE(theory.shear_viscosity(1));
  CHECK_FALSE(theory.diffusion_coefficient(1));
}

// Equal spheres have an equation of state of their own, which differs from that of mixtures by as
// much as its uncertainty.
TEST_CASE("Hardly different particles have the theory of equal ones") {
  SphereSpecies many{1, 1};
  many.least = 1 - 1e-6;
  many.greatest = 1 + 1e-6;
  std::vector<double> diameters(300, 1);
  for (std::size_t i = 0; i < diameters.size(); ++i) diameters[i] += i % 2 == 0 ? 1e-6 : -1e-6;
  for (const double edge : {8.0, 20.0}) {
    const GasTheory one(gas_of({{1, 1}}, edge), {300}, true);
    const GasTheory theory(gas_of({many}, edge), {300}, true, {}, {diameters});
    CHECK(theory.compressibility_factor()->value ==
          Approx(one.compressibility_factor()->value).epsilon(4e-3));
    CHECK(theory.collision_rate(2)->value == Approx(one.collision_rate(2)->value).epsilon(4e-3));
    CHECK(theory.mean_free_path()->value == Approx(one.mean_free_path()->value).epsilon(4e-3));
  }
}
