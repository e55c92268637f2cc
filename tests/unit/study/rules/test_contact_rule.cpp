#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "clausius/study/config.h"
#include "clausius/study/runner.h"
#include "sanitized.h"
#include "study/file/catalogue.h"

using namespace clausius;

namespace {

/// A capsule that rocks on a wall, and others far away that rest.
std::string rocking_capsule(int others) {
  std::string study = R"(
box.size = [100.0, 100.0, 100.0]
box.boundary = "wall"
[[species]]
name = "rod"
shape = "capsule"
shaft = 4.0
[collisions]
wall_restitution = 0.5
[initial]
placement = "listed"
[[initial.particle]]
species = "rod"
position = [3.0, 1.3, 3.0]
velocity = [0.0, -1.0, 0.0]
orientation = [0.0, 0.0, 0.01, 0.9999499987499375]
angular_velocity = [0.0, 0.0, 0.0]
)";
  for (int one = 0; one < others; ++one)
    study += "[[initial.particle]]\nspecies = \"rod\"\nposition = [" +
             std::to_string(30 + 10 * one) +
             ".0, 80.0, 80.0]\nvelocity = [0.0, 0.0, 0.0]\n"
             "orientation = [0.0, 0.0, 0.0, 1.0]\nangular_velocity = [0.0, 0.0, 0.0]\n";
  return study + "[run]\nequilibrate = 0\nduration = 10\n";
}

}  // namespace

TEST_CASE("Bodies far away don't change what the contact rule does to a body") {
  const StudyResult alone = run_study(parse_study(rocking_capsule(0), "alone", {}), RunHooks{});
  CHECK(alone.counters.wall_collisions > 2);
  for (const int others : {1, 5}) {
    const StudyResult beside =
        run_study(parse_study(rocking_capsule(others), "beside", {}), RunHooks{});
    CHECK(beside.counters.wall_collisions == alone.counters.wall_collisions);
    CHECK(beside.counters.elastic_by_duration_rule == alone.counters.elastic_by_duration_rule);
    CHECK(beside.final.velocity[0] == alone.final.velocity[0]);
  }
}

TEST_CASE("In a dilute gas of bodies hardly any collision is made elastic by the contact rule") {
  const StudyResult result = run_study(parse_study(R"(
box.packing_fraction = 1e-4
[[species]]
name = "rods"
count = 200
shape = "capsule"
[collisions]
restitution = 0.9
[run]
equilibrate = 0
measure = 10
)",
                                                   "dilute", {}),
                                       RunHooks{});
  CHECK(result.counters.collisions == 1000);
  CHECK(result.counters.elastic_by_duration_rule < 30);
}

TEST_CASE(
    "Disks that do not bounce come to rest in a hopper of polygons, at a cost that is steady") {
  if (kAddressSanitizer) return;  // beds on a floor do the same there, in less time
  // Most of them are at rest at 20.
  const StudyResult result = run_study(parse_study(R"(
[box]
dimensions = 2
size = [16, 24]
boundary = "wall"
gravity = [0, -1]
[collisions]
restitution = 0
wall_restitution = 0
[[obstacle]]
kind = "polygon"
vertices = [[0, 6], [6.3, 4], [6.3, 3.5], [0, 3.5]]
[[obstacle]]
kind = "polygon"
vertices = [[16, 6], [16, 3.5], [9.7, 3.5], [9.7, 4]]
[[species]]
name = "grain"
count = 40
region_low = [1, 8]
region_high = [15, 23]
[run]
equilibrate = 0
duration = 26
samples = 13
)",
                                                   "hopper", {}),
                                       RunHooks{});
  CHECK(result.finished());
  CHECK(result.passed());
  const auto history = std::find_if(result.tables.begin(), result.tables.end(),
                                    [](const Table& table) { return table.name == "history"; });
  REQUIRE(history != result.tables.end());
  const auto column = [&](std::string_view name) {
    const auto found = std::find_if(history->columns.begin(), history->columns.end(),
                                    [&](const Table::Column& one) { return one.name == name; });
    REQUIRE(found != history->columns.end());
    return std::get<std::vector<double>>(found->values);
  };
  const std::vector<double> collisions = column("collisions_per_particle");
  const std::vector<double> temperature = column("temperature");
  REQUIRE(collisions.size() == 14);
  // Temperatures of grains that hop at the scale of the contact duration.
  for (const std::size_t at : {11, 12, 13}) CHECK(temperature[at] < 0.01);
  const double before = collisions[12] - collisions[11], last = collisions[13] - collisions[12];
  CHECK(before > 100);
  CHECK(last < 2 * before);
}
