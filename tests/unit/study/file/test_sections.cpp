#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

/// Key and message of each fault, in order of the alphabet; where they stand does not count.
std::vector<std::string> sorted(const std::vector<Problem>& problems) {
  std::vector<std::string> all;
  all.reserve(problems.size());
  for (const Problem& one : problems) all.push_back(one.key + ": " + one.message);
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::string> faults_of(const StudySections& sections) {
  try {
    make_study(sections);
  } catch (const InputError& error) {
    for (const Problem& one : error.problems()) {
      CHECK(one.file.empty());
      CHECK(one.line == 0);
    }
    return sorted(error.problems());
  }
  return {};
}

std::vector<std::string> faults_of(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return sorted(error.problems());
  }
  return {};
}

StudySections simple() {
  StudySections sections;
  sections.given_packing_fraction = 0.1;
  sections.species = {{.name = "gas", .count = 100}};
  return sections;
}

const std::string kSimple =
    "[box]\npacking_fraction = 0.1\n[[species]]\nname = 'gas'\ncount = 100\n";

}  // namespace

TEST_CASE("a study made in code is the one that a file makes") {
  CHECK(make_study(simple()).resolved_toml == parse(kSimple).resolved_toml);

  StudySections rich;
  rich.title = "A gas";
  rich.seed = 7;
  rich.dimensions = 2;
  rich.size = {20, 30};
  rich.periodic = {false, true};
  rich.gravity = {-0.1, 0};
  rich.species = {{.name = "a", .count = 20, .mass = 2, .velocities = Velocities::equal_speed},
                  {.name = "b",
                   .count = 10,
                   .diameter = 0.5,
                   .density = 3,
                   .region_low = {0, 0},
                   .region_high = {10, 30},
                   .bitmap = Bitmap::from_text("##\n#.\n")}};
  rich.general_restitution = 0.9;
  rich.contact_duration = 0;
  rich.pairs = {{.species = {"a", "b"}, .restitution = 0.8}};
  rich.walls.resize(2);
  rich.walls[0].face = 0;
  rich.walls[0].temperature = 1.5;
  rich.walls[0].accommodation = 0.5;
  rich.walls[1].face = 1;
  rich.walls[1].amplitude = 0.2;
  rich.walls[1].frequency = 0.3;
  rich.obstacles.resize(2);
  rich.obstacles[0].kind = ObstacleKind::ball;
  rich.obstacles[0].centre = {5, 5};
  rich.obstacles[0].radius = 1;
  rich.obstacles[1].kind = ObstacleKind::plate;
  rich.obstacles[1].axis = 0;
  rich.obstacles[1].position = 12;
  rich.obstacles[1].hole = {{10}, {14}};
  rich.drives = {{.kind = DriveType::andersen, .temperature = 2, .rate = 0.3}};
  rich.windows = {{.name = "fast", .speed_low = 2}};
  rich.labels = {{.name = "none"}, {.name = "some", .window = 0, .count = 5}};
  rich.relabels = {{.from = 0, .to = 1, .by = 1, .probability = 0.5},
                   {.from = 1, .to = 0, .rate = 0.1}};
  rich.equilibrate = 3;
  rich.duration = 4;
  rich.until = UntilConfig{"temperature_ratio", 0.1, false};
  rich.engine.scheduler = Scheduler::heap;
  rich.checks = {{.observable = "energy_balance", .tolerance = 1e-9}};
  rich.series = {"collisions.restitution", {"1.0", "0.9"}, {{.observable = "temperature_ratio"}}};
  const StudyConfig made = make_study(rich, "rich");
  CHECK(made.name == "rich");
  CHECK(made.resolved_toml == parse(R"(
title = "A gas"
seed = 7
[box]
dimensions = 2
size = [20, 30]
boundary = ["wall", "periodic"]
gravity = [-0.1, 0]
[[species]]
name = "a"
count = 20
mass = 2
velocities = "equal-speed"
[[species]]
name = "b"
count = 10
diameter = 0.5
density = 3
region_low = [0, 0]
region_high = [10, 30]
bitmap = "##\n#.\n"
[collisions]
restitution = 0.9
contact_duration = 0
[[collisions.pair]]
species = ["a", "b"]
restitution = 0.8
[[wall]]
face = "x-low"
temperature = 1.5
accommodation = 0.5
[[wall]]
face = "x-high"
amplitude = 0.2
frequency = 0.3
[[obstacle]]
kind = "ball"
centre = [5, 5]
radius = 1
[[obstacle]]
kind = "plate"
axis = "x"
position = 12
hole = [[10], [14]]
[[drive]]
kind = "andersen"
temperature = 2
rate = 0.3
[[window]]
name = "fast"
speed_low = 2
[[label]]
name = "none"
[[label]]
name = "some"
window = "fast"
count = 5
[[relabel]]
from = "none"
to = "some"
by = "some"
probability = 0.5
[[relabel]]
from = "some"
to = "none"
rate = 0.1
[run]
equilibrate = 3
duration = 4
until = "temperature_ratio within 0.1"
scheduler = "heap"
[[check]]
observable = "energy_balance"
tolerance = 1e-9
[series]
key = "collisions.restitution"
values = [1.0, 0.9]
[[series.fit]]
observable = "temperature_ratio"
)")
                                  .resolved_toml);
  CHECK(series_case(made, "0.9").general_restitution == 0.9);
  CHECK(changed_study(made, {{"seed", "8"}}).seed == 8);
}

TEST_CASE("bodies and listed particles made in code") {
  StudySections sections;
  sections.size = {10, 10, 10};
  sections.species = {{.name = "rod", .shape_kind = ShapeKind::capsule, .shaft = 2},
                      {.name = "pair",
                       .shape_kind = ShapeKind::clump,
                       .spheres = {{0, 0, 0, 0.5}, {1, 0, 0, 0.5}}}};
  sections.placement = Placement::listed;
  sections.listed = {{.species = "rod", .position = {2, 2, 2}, .velocity = {1, 0, 0}},
                     {.species = "pair",
                      .position = {7, 7, 7},
                      .velocity = {0, 0, 0},
                      .angular_velocity = {0, 0, 1}}};
  CHECK(make_study(sections).resolved_toml == parse(R"(
[box]
size = [10, 10, 10]
[[species]]
name = "rod"
shape = "capsule"
shaft = 2
[[species]]
name = "pair"
shape = "clump"
spheres = [[0, 0, 0, 0.5], [1, 0, 0, 0.5]]
[initial]
placement = "listed"
[[initial.particle]]
species = "rod"
position = [2, 2, 2]
velocity = [1, 0, 0]
[[initial.particle]]
species = "pair"
position = [7, 7, 7]
velocity = [0, 0, 0]
angular_velocity = [0, 0, 1]
)")
                                                  .resolved_toml);
}

TEST_CASE("what is refused in a file is refused in code, in the same words, all at once") {
  StudySections sections = simple();
  sections.species.push_back({.name = "gas", .count = -3, .mass = -1});
  sections.general_restitution = 1.2;
  sections.wall_restitution = -1;
  sections.gravity = {0, 0, 1};
  sections.drives = {{.kind = DriveType::andersen, .temperature = 1, .rate = -2}};
  sections.samples = 0;
  sections.transport = true;
  sections.walls.resize(1);
  sections.walls[0].amplitude = 1;
  sections.checks = {{.observable = "nothing"}};
  const std::vector<std::string> in_code = faults_of(sections);
  CHECK(in_code.size() >= 10);
  const auto position = kSimple.find("[[species]]");
  const std::string with_gravity =
      kSimple.substr(0, position) + "gravity = [0.0, 0.0, 1.0]\n" + kSimple.substr(position);
  CHECK(in_code == faults_of(with_gravity + R"(
[[species]]
name = "gas"
count = -3
mass = -1.0
[collisions]
restitution = 1.2
wall_restitution = -1.0
[[drive]]
kind = "andersen"
temperature = 1
rate = -2.0
[run]
samples = 0
transport = true
[[wall]]
face = "x-low"
amplitude = 1
[[check]]
observable = "nothing"
)"));
}

TEST_CASE("names and numbers that no file can say are refused") {
  StudySections sections = simple();
  sections.labels = {{.name = "a"}, {.name = "b", .species = 9}};
  CHECK(faults_of(sections).front().find("label[1].species: \"#9\" is not a species") == 0);
  sections = simple();
  sections.species[0].velocities = static_cast<Velocities>(77);
  CHECK(faults_of(sections).front().find("species[0].velocities: ") == 0);
  sections = simple();
  sections.general_restitution = std::numeric_limits<double>::quiet_NaN();
  CHECK(faults_of(sections).front().find("collisions.restitution: ") == 0);
  sections = simple();
  sections.series = {"seed", {"1", "]"}};
  CHECK(faults_of(sections).front().find("series.values: ") == 0);
  CHECK(faults_of(StudySections()).size() >= 2);  // neither particles nor the size of the box
  // What follows from a study cannot be given.
  STATIC_REQUIRE_FALSE(std::is_convertible_v<StudyConfig, StudySections>);
}
