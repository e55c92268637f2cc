#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "clausius/study/runner.h"
#include "named.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using clausius::testing::named;

// Gases of which an assumption of a theory does not hold, and their nearest neighbours of which it
// does: the first are not judged by that theory, the second are.

namespace {

StudyResult run(const std::string& text) { return run_study(parse(text)); }

std::string doubt_of(const StudyResult& result, const std::string& observable) {
  return named(result, observable).theory_doubt;
}

}  // namespace

TEST_CASE("rough spheres on their way to the cooling state are not judged by its theory",
          "[assumptions]") {
  const auto rough = [](double tangential, const std::string& more = "") {
    return run(
        fmt::format("box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 300\n{}"
                    "[collisions]\nrestitution = 0.9\ntangential_restitution = {}\n"
                    "[run]\nequilibrate = 20\nmeasure = 10\nsamples = 40\n",
                    more, tangential));
  };
  const StudyResult slow = rough(-0.9);  // nearly smooth: spins change slowly
  for (const char* name : {"collision_rate", "cooling_rate", "rotational_temperature_ratio"})
    CHECK_THAT(doubt_of(slow, name), Catch::Contains("on its way to"));
  CHECK(doubt_of(slow, "energy_lost_fraction").empty());  // holds in every state
  CHECK(doubt_of(rough(0.5), "cooling_rate").empty());
  const std::string heavy = "[[species]]\nname = \"b\"\ncount = 300\nmass = 4.0\n";
  CHECK_THAT(doubt_of(rough(-0.9, heavy), "cooling_rate"), Catch::Contains("on its way to"));
}

TEST_CASE("a gas on one side of a plate is not judged by the theory of a uniform one",
          "[assumptions]") {
  const auto gas = [](double high) {
    return run(fmt::format(R"(
[box]
size = [40.0, 20.0, 20.0]
boundary = "wall"
[[species]]
name = "gas"
count = 800
diameter = 0.1
region_low = [0.0, 0.0, 0.0]
region_high = [{}, 20.0, 20.0]
[run]
equilibrate = 0
duration = 2.0
samples = 20
)",
                           high));
  };
  CHECK_THAT(doubt_of(gas(20.0), "pressure_wall"),
             Catch::Contains("the density is uneven along x"));
  CHECK(doubt_of(gas(40.0), "pressure_wall").empty());
}

TEST_CASE("a rotation that hardly exchanges energy is named", "[assumptions]") {
  const auto trimers = [](double bend, double temperature, const std::string& spin) {
    return run(fmt::format(R"(
box.packing_fraction = 0.05
[[species]]
name = "bent"
count = 60
shape = "clump"
spheres = [[-0.5, 0.0, 0.0, 0.25], [0.0, {}, 0.0, 0.25], [0.5, 0.0, 0.0, 0.25]]
temperature = {}
angular_velocities = "{}"
[run]
equilibrate = 20
measure = 20
samples = 40
)",
                           bend, temperature, spin));
  };
  CHECK_THAT(doubt_of(trimers(0.001, 1.5, "rest"), "rotational_temperature_ratio"),
             Catch::Contains("about the axis x hardly exchanges energy"));
  CHECK(doubt_of(trimers(0.001, 1.0, "maxwell"), "rotational_temperature_ratio").empty());
  CHECK(doubt_of(trimers(0.3, 1.5, "rest"), "rotational_temperature_ratio").empty());
}

TEST_CASE("conductivity and viscosity in the middle are judged in gaps of many free paths only",
          "[assumptions]") {
  const auto between = [](double count, const std::string& walls) {
    return run(
        fmt::format("[box]\nsize = [20.0, 10.0, 10.0]\nboundary = [\"wall\", \"periodic\", "
                    "\"periodic\"]\n[[species]]\nname = \"gas\"\ncount = {:.0f}\n{}"
                    "[run]\nequilibrate = 20\nmeasure = 400\nsamples = 400\n",
                    count, walls));
  };
  const std::string hot =
      "[[wall]]\nface = \"x-low\"\ntemperature = 1.5\n[[wall]]\nface = \"x-high\"\ntemperature = "
      "0.7\n";
  const std::string sliding =
      "[[wall]]\nface = \"x-low\"\ntemperature = 1.0\nvelocity = [0.0, -0.5, 0.0]\n[[wall]]\nface "
      "= \"x-high\"\ntemperature = 1.0\nvelocity = [0.0, 0.5, 0.0]\n";
  CHECK_THAT(doubt_of(between(100, hot), "middle_conductivity_x"),
             Catch::Contains("mean free paths wide along x"));
  CHECK_THAT(doubt_of(between(100, sliding), "middle_viscosity_x"),
             Catch::Contains("mean free paths wide along x"));
  CHECK_THAT(doubt_of(between(400, hot), "middle_conductivity_x"),
             !Catch::Contains("mean free paths"));
}

TEST_CASE("the temperature between the rescalings of a heated gas has no theory", "[assumptions]") {
  const auto rescaled = [](const std::string& box) {
    return run(box + R"(
[[species]]
name = "gas"
count = 100
[[drive]]
kind = "rescale"
temperature = 1.0
interval = 0.5
[run]
equilibrate = 5
measure = 20
samples = 40
)");
  };
  const StudyResult sheared = rescaled("[box]\nnumber_density = 0.3\nshear_rate = 0.2\n");
  CHECK_FALSE(named(sheared, "temperature").theory);
  const StudyResult at_rest = rescaled("[box]\nnumber_density = 0.3\n");
  CHECK(named(at_rest, "temperature").theory == 1.0);
}

TEST_CASE("the floor bears the weight less what thermal walls at the sides carry",
          "[assumptions]") {
  // A hot wall drives inelastic disks around in a circle and carries a part of their weight, by the
  // friction of diffuse reflection.
  const StudyResult result = run(R"(
[box]
dimensions = 2
size = [20.0, 25.0]
boundary = "wall"
gravity = [0.0, -1.0]
[[species]]
name = "grain"
count = 200
[collisions]
restitution = 0.8
[[wall]]
face = "x-high"
temperature = 10.0
[run]
equilibrate = 100
duration = 400.0
)");
  const Observable floor = named(result, "pressure_y_low");
  REQUIRE(floor.theory);
  REQUIRE(floor.z());
  CHECK(std::abs(*floor.z()) < 4);
  const double without = (200.0 + 20 * named(result, "pressure_y_high").value) / 20;
  const double error = (floor.value - *floor.theory) / *floor.z();
  CHECK(std::abs(floor.value - without) > 8 * error);
}

TEST_CASE("the pressure on a floor has no theory beside obstacles", "[assumptions]") {
  const StudyResult result = run(R"(
[box]
dimensions = 2
size = [20.0, 20.0]
boundary = "wall"
gravity = [0.0, -0.2]
[[species]]
name = "disk"
count = 50
[[obstacle]]
kind = "ball"
centre = [10.0, 5.0]
radius = 3.0
[run]
equilibrate = 5
measure = 20
)");
  CHECK_FALSE(named(result, "pressure_y_low").theory);
}
