#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "clausius/measure/collision_statistics.h"
#include "clausius/measure/units.h"

using namespace clausius;

namespace {

const Observable& named(const std::vector<Observable>& all, const std::string& name) {
  for (const Observable& one : all)
    if (one.name == name) return one;
  throw std::runtime_error(name + " is missing");
}

// Collisions whose statistics are known: free times of rate 2 at speed 3, normal speeds from the
// angle of impact.
template <int Dim>
CollisionRecord<Dim> random_collision(std::mt19937_64& random, double impact_power) {
  std::exponential_distribution<double> wait(2);
  std::uniform_real_distribution<double> uniform(0, 1);
  CollisionRecord<Dim> collision;
  collision.second = 1;
  collision.first_free_time = wait(random);
  collision.second_free_time = wait(random);
  const double u = std::pow(uniform(random), impact_power);
  const double impact = Dim == 3 ? std::sqrt(u) : u;
  collision.normal = Vec<Dim>::Unit(0);
  // Both of speed 3, relative speed 6.
  collision.first_before[0] = 3 * std::sqrt(1 - impact * impact);
  collision.first_before[1] = 3 * impact;
  collision.second_before = -collision.first_before;
  return collision;
}

template <int Dim>
std::vector<Observable> statistics_of(double impact_power) {
  CollisionStatistics<Dim> statistics({{1, 2}});
  statistics.set_scales({0.7}, {2.2});  // any estimate will do
  std::mt19937_64 random(5);
  for (int interval = 0; interval < 50; ++interval) {
    for (int k = 0; k < 2000; ++k) statistics.add(random_collision<Dim>(random, impact_power));
    statistics.end_interval();
  }
  return statistics.observables({"gas"}, unit_names(false, Dim), 1, 1e9, true);
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("Statistics of collisions of known laws", "", ((int Dim), Dim), 2, 3) {
  const auto all = statistics_of<Dim>(1);
  for (const char* name : {"free_time_ratio", "free_path_ratio"}) {
    const Observable& ratio = named(all, name);
    // Exponential: 2, and 200 000 flights know it to 2/√n (x²/2 − 2x + 1 has variance 1).
    CHECK(ratio.value == Approx(2).margin(4 * *ratio.error));
    CHECK(*ratio.error == Approx(2 / std::sqrt(200000.0)).epsilon(0.35));
  }
  // μ = 1: v_n² = 36 (1 − b²), mean 18 in three dimensions, 24 in two.
  const Observable& energy = named(all, "mean_collision_energy");
  CHECK(energy.value == Approx(Dim == 3 ? 18 : 24).margin(4 * *energy.error));
  CHECK(*energy.error < 0.05);
  CHECK(named(all, "impact_chi2_p").value > 1e-3);
  CHECK(named(statistics_of<Dim>(1.05), "impact_chi2_p").value < 1e-6);
}

TEST_CASE("Walls end flights but are no collisions of the statistics") {
  CollisionStatistics<3> statistics({{1, 1}});
  statistics.set_scales({1}, {1});
  CollisionRecord<3> wall;
  wall.second = CollisionRecord<3>::kWall;
  statistics.add(wall);
  statistics.end_interval();
  CHECK(statistics.observables({"gas"}, unit_names(false, 3), 1, 10, true).empty());
}
