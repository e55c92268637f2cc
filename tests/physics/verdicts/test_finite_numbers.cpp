#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "theory/transport/transport.h"

using namespace clausius;

namespace {

/// Runs a study with many seeds; the deviations from theory of each of the observables must be
/// compatible with chance: in their mean and in the sum of their squares.
void check_by_chance(const std::string& text, const std::vector<std::string>& names, int seeds) {
  constexpr double kRare = 1e-5;
  std::map<std::string, std::vector<double>> deviations;
  for (int seed = 1; seed <= seeds; ++seed) {
    const StudyResult result =
        run_study(parse_study("seed = " + std::to_string(seed) + "\n" + text, "few.toml", {}), {});
    for (const Observable& one : result.observables)
      if (one.z()) deviations[one.name].push_back(*one.z());
  }
  // A few large blocks make the errors of one run uncertain by a fifth.
  constexpr double kOfErrors = 1.25;
  for (const std::string& name : names) {
    const std::vector<double>& z = deviations[name];
    // Sometimes an error rests on too few events for a z.
    const auto count = static_cast<double>(z.size());
    REQUIRE(count >= 0.9 * seeds);
    double sum = 0, squares = 0;
    for (const double one : z) {
      sum += one;
      squares += one * one;
    }
    INFO(name << ": Σz/√n = " << sum / std::sqrt(count) << ", χ² = " << squares << " of " << count);
    const double most = quantile(complement(boost::math::normal(), kRare / 2));
    CHECK(std::abs(sum) / std::sqrt(count) < kOfErrors * most);
    CHECK(squares <
          kOfErrors * kOfErrors * quantile(complement(boost::math::chi_squared(count), kRare)));
  }
}

const std::vector<std::string> kRates{"collision_rate",   "collision_rate_a",
                                      "collision_rate_b", "mean_free_path_a",
                                      "mean_free_path_b", "compressibility_factor"};
std::vector<std::string> with_contacts() {
  std::vector<std::string> names = kRates;
  for (const std::string pair : {"a_a", "a_b", "b_b"}) names.push_back("contact_value_" + pair);
  return names;
}

std::string two(int a, const std::string& of_a, int b, const std::string& of_b) {
  return "[[species]]\nname = 'a'\ncount = " + std::to_string(a) + "\n" + of_a +
         "[[species]]\nname = 'b'\ncount = " + std::to_string(b) + "\n" + of_b;
}
std::string measured(int collisions) {
  return "[run]\nequilibrate = 20\nmeasure = " + std::to_string(collisions) +
         "\nsamples = 100\nstructure = true\n";
}

}  // namespace

TEST_CASE("Ten spheres of two masses collide pair by pair", "[slow]") {
  check_by_chance(
      "[box]\nsize = [4.0, 4.0, 4.0]\n" + two(5, "", 5, "mass = 20.0\n") + measured(4000),
      with_contacts(), 40);
}

TEST_CASE("Few spheres of two sizes collide pair by pair", "[slow]") {
  check_by_chance("[box]\npacking_fraction = 0.03\n" +
                      two(6, "", 3, "mass = 3.0\ndiameter = 1.6\n") + measured(4000),
                  with_contacts(), 40);
}

TEST_CASE("Few disks of two sizes collide pair by pair", "[slow]") {
  check_by_chance("[box]\ndimensions = 2\npacking_fraction = 0.08\n" +
                      two(6, "", 3, "mass = 2.0\ndiameter = 2.0\n") + measured(4000),
                  with_contacts(), 40);
}

TEST_CASE("Few particles of two species between walls collide pair by pair", "[slow]") {
  const std::string run = "[run]\nequilibrate = 20\nmeasure = 4000\nsamples = 100\n";
  std::vector<std::string> names = kRates;
  names.emplace_back("pressure_wall");
  check_by_chance(
      "[box]\nboundary = 'wall'\npacking_fraction = 0.005\n" + two(5, "", 4, "mass = 5.0\n") + run,
      names, 40);
  check_by_chance("[box]\nboundary = 'wall'\npacking_fraction = 0.01\n" +
                      two(5, "", 4, "mass = 3.0\ndiameter = 1.6\n") + run,
                  names, 40);
  check_by_chance(
      "[box]\ndimensions = 2\nboundary = ['wall', 'periodic']\n"
      "packing_fraction = 0.02\n" +
          two(5, "", 4, "mass = 3.0\ndiameter = 1.6\n") + run,
      names, 40);
}

TEST_CASE("Few disks forget their velocities as they must", "[slow]") {
  const int seeds = 40;
  std::vector<double> velocity, energy;
  double of_velocity = 0, of_energy = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const StudyResult result = run_study(
        parse_study(
            "seed = " + std::to_string(seed) +
                "\n[box]\ndimensions = 2\npacking_fraction = 0.001\n[[species]]\nname = "
                "'a'\ncount = 8\n[run]\nequilibrate = 40\nmeasure = 4000\ntransport = true\n",
            "few.toml", {}),
        {});
    for (const Table& table : result.tables) {
      if (table.name != "self_diffusion") continue;
      // The first step, an eighth of the time between collisions: later decay is not exact.
      velocity.push_back(testing::column(table, "velocity_memory")[0]);
      energy.push_back(testing::column(table, "energy_memory")[0]);
      of_velocity = testing::column(table, "velocity_memory_theory")[0];
      of_energy = testing::column(table, "energy_memory_theory")[0];
    }
  }
  const auto check = [&](const std::vector<double>& values, double theory) {
    double mean = 0, square = 0;
    for (const double one : values) mean += one / seeds;
    for (const double one : values) square += (one - mean) * (one - mean);
    const double error = std::sqrt(square / (seeds - 1.0) / seeds);
    INFO(mean << " ± " << error << ", theory " << theory);
    // By then partners have met again around the box a little.
    const double later = uncertain_memory(2, 8) / 4 * std::abs(theory * std::log(theory));
    CHECK(std::abs(mean - theory) < 4.5 * error + later);
    CHECK(error < 0.01);
  };
  REQUIRE(std::ssize(velocity) == seeds);
  check(velocity, of_velocity);
  check(energy, of_energy);
}
