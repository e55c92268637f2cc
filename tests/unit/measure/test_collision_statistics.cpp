#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "clausius/measure/results.h"
#include "clausius/theory/enskog.h"
#include "measure/collisions/flights_and_impacts.h"
#include "named.h"

using namespace clausius;
using clausius::testing::named;

namespace {

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
  FlightsAndImpacts<Dim> statistics({{1, 2}});
  statistics.set_scales({0.7}, {2.2}, 1, 1e9);  // any estimate will do
  std::mt19937_64 random(5);
  for (int interval = 0; interval < 50; ++interval) {
    for (int k = 0; k < 2000; ++k) statistics.add(random_collision<Dim>(random, impact_power));
    statistics.end_interval();
  }
  return statistics.observables({"gas"}, unit_names(false, Dim), free_time_ratio(Dim),
                                free_path_ratio(Dim));
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
  // sin θ = b/σ, b²/σ² (2D: b/σ) uniform.
  const Observable& angle = named(all, "mean_collision_angle");
  CHECK(*angle.theory == Approx(Dim == 3 ? 0.785398163397 : 0.570796326795));
  CHECK(std::abs(angle.z().value()) < 4);
  CHECK(*angle.error < 0.003);
  CHECK(named(all, "impact_chi2_p").value > 1e-3);
  const auto uneven = statistics_of<Dim>(1.05);
  CHECK(named(uneven, "impact_chi2_p").value < 1e-6);
  CHECK(std::abs(named(uneven, "mean_collision_angle").z().value()) > 4.5);
}

TEMPLATE_TEST_CASE_SIG("Normal speeds of few and of many that share an energy", "",
                       ((int Dim), Dim), 2, 3) {
  // The energy of a pair along the line of centres is a beta variate of 1 and (D − 1)/2, of many
  // k_BT times an exponential one; `power` 1 is the law.
  const auto p_value = [](double dof, double power) {
    FlightsAndImpacts<Dim> statistics({{1, 2}});
    const double kt = 3;
    statistics.set_scales({1}, {1}, kt, dof);
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> uniform(0, 1);
    CollisionRecord<Dim> collision;
    collision.second = 1;
    collision.normal = Vec<Dim>::Unit(0);
    for (int interval = 0; interval < 50; ++interval) {
      for (int k = 0; k < 1000; ++k) {
        const double part = 1 - std::pow(uniform(random), 2 * power / (dof - 1));
        // ½ μ v_n² with μ = 1 and v_n = 2 v; it is the part of D k_BT/2.
        collision.first_before[0] = 0.5 * std::sqrt(dof * kt * part);
        collision.second_before = -collision.first_before;
        statistics.add(collision);
      }
      statistics.end_interval();
    }
    const auto all = statistics.observables({"gas"}, unit_names(false, Dim), free_time_ratio(Dim),
                                            free_path_ratio(Dim));
    const Observable& energy = named(all, "mean_collision_energy");
    if (power == 1) CHECK(energy.value == Approx(*energy.theory).margin(4 * *energy.error));
    const Table normals = statistics.tables({"gas"}).back();
    CHECK(normals.name == "normal_speeds");
    const auto& density = std::get<std::vector<double>>(normals.columns[1].values);
    const auto& theory = std::get<std::vector<double>>(normals.columns[3].values);
    if (power == 1) CHECK(density[3] == Approx(theory[3]).epsilon(0.1));
    return named(all, "normal_speed_chi2_p").value;
  };
  for (const double dof : {6.0, 1e6}) {
    CHECK(p_value(dof, 1) > 1e-3);
    CHECK(p_value(dof, 1.1) < 1e-6);
  }
}

TEST_CASE("Walls end flights but are no collisions of the statistics") {
  FlightsAndImpacts<3> statistics({{1, 1}});
  statistics.set_scales({1}, {1}, 1, 10);
  CollisionRecord<3> wall;
  wall.second = CollisionRecord<3>::kWall;
  statistics.add(wall);
  statistics.end_interval();
  CHECK(statistics.observables({"gas"}, unit_names(false, 3), {}, {}).empty());
}
