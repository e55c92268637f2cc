#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "physics/beside_theory.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

StudyResult nonadditive(int dimensions, double contact, double phi, int seed, int count,
                        int measure, const std::string& run = "") {
  return run_study(
      parse(fmt::format(R"(
seed = {}
[box]
dimensions = {}
packing_fraction = {}
[[species]]
name = "large"
count = {}
[[species]]
name = "small"
count = {}
diameter = 0.6
mass = 0.3
[[collisions.pair]]
species = ["large", "small"]
diameter = {}
[run]
equilibrate = 20
measure = {}
{})",
                        seed, dimensions, phi, count / 2, count / 2, contact, measure, run)));
}

void check_mixture(int dimensions, double contact, double phi, int count, int measure,
                   double sharpness) {
  INFO(dimensions << " dimensions, contact distance " << contact << ", φ " << phi);
  const StudyResult result =
      nonadditive(dimensions, contact, phi, 5, count, measure, "structure = true");
  CHECK(result.audits > 0);
  for (const char* name :
       {"compressibility_factor", "second_virial_coefficient", "collision_rate",
        "collision_rate_large", "collision_rate_small", "mean_free_path_large",
        "contact_value_large_large", "contact_value_large_small", "contact_value_small_small"})
    check(result, name, sharpness);
  // Not 4 or 2 as in a fluid of one diameter.
  const double n = 1 + 0.6 * 0.6 * (dimensions == 3 ? 0.6 : 1);
  const double b = dimensions == 3 ? 2 * (1 + 2 * contact * contact * contact + 0.216) / n
                                   : 1 + 2 * contact * contact + 0.36;
  CHECK(named(result, "second_virial_coefficient").theory.value() ==
        Approx(dimensions == 3 ? b : b / n).epsilon(1e-12));
}

}  // namespace

TEST_CASE("Dilute nonadditive mixtures have their second virial coefficient and rates") {
  for (const double contact : {1.1, 0.5}) {
    check_mixture(3, contact, 0.005, 500, 1500, 0.02);
    check_mixture(2, contact, 0.005, 500, 1500, 0.02);
  }
}

TEST_CASE("Nonadditive mixtures are as close to their theory as it says, long", "[slow]") {
  for (const auto& [contact, phi] : {std::pair{1.3, 0.02}, {1.0, 0.04}, {0.6, 0.06}, {0.2, 0.08}}) {
    check_mixture(3, contact, phi, 4000, 800, 0.006);
    check_mixture(2, contact, 1.5 * phi, 4000, 800, 0.006);
  }
}
