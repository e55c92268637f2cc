#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "clausius/study/runner.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// Runs a gas on a lattice until one particle in ten has collided.
std::int64_t collisions_on_lattice(const std::string& box, const std::string& species,
                                   double count) {
  const std::string text = fmt::format(
      "[box]\n{}\n[[species]]\nname = \"gas\"\ncount = {:.0f}\n{}\n[initial]\nplacement = "
      "\"lattice\"\n[run]\nequilibrate = 0\nmeasure = 0.1\nsamples = 1\n",
      box, count, species);
  return run_study(parse(text)).counters.collisions;
}

// Runs two spheres that pass each other, or follow each other, endlessly.
void run_pair(const std::string& first, const std::string& second) {
  (void)run_study(parse(fmt::format(R"(
[box]
size = [10.0, 10.0, 10.0]
[[species]]
name = "a"
[initial]
placement = "listed"
[[initial.particle]]
species = "a"
position = [2.0, 5.0, 5.0]
velocity = {}
[[initial.particle]]
species = "a"
position = [6.0, 8.0, 5.0]
velocity = {}
[run]
equilibrate = 0
measure = 1
samples = 1
)",
                                    first, second)));
}

}  // namespace

TEST_CASE("a lattice is not given up before its particles have reached each other",
          "[study][long]") {
  const double count = GENERATE(1e3, 3e4, 2e5);
  const auto expected = static_cast<std::int64_t>(0.05 * count);
  CHECK(collisions_on_lattice("packing_fraction = 0.1", "", count) == expected);
  CHECK(collisions_on_lattice("dimensions = 2\npacking_fraction = 0.1", "", count) == expected);
}

TEST_CASE("a lattice between walls, of bodies, or very dilute is not given up too soon",
          "[study][long]") {
  const std::string walls = "packing_fraction = 0.1\nboundary = \"wall\"";
  CHECK(collisions_on_lattice(walls, "", 2e5) == 10000);
  CHECK(collisions_on_lattice("packing_fraction = 1e-5", "", 2e5) == 10000);
  const std::string capsule = "shape = \"capsule\"\nshaft = 1.0";
  CHECK(collisions_on_lattice("packing_fraction = 0.02", capsule, 1e5) == 5000);
}

TEST_CASE(
    "a lattice from a start file is not given up before its particles have reached each other",
    "[study]") {
  const std::string file =
      (std::filesystem::temp_directory_path() / "clausius-lattice-start.xyz").string();
  const std::string gas = R"(
box.dimensions = 2
box.size = [600.0, 600.0]
[[species]]
name = "gas"
count = 90000
[run]
equilibrate = 0
measure = 0.1
samples = 1
[initial]
)";
  {
    std::ofstream out(file);
    write_xyz(out, make_initial_state(parse(gas + "placement = \"lattice\"\n")));
  }
  const std::string text = gas + fmt::format("placement = \"file\"\nfile = \"{}\"\n", file);
  CHECK(run_study(parse(text)).counters.collisions == 4500);
  std::filesystem::remove(file);
}

TEST_CASE("a million particles on a lattice collide at last", "[study][slow]") {
  CHECK(collisions_on_lattice("packing_fraction = 0.1", "", 1e6) == 50000);
  CHECK(collisions_on_lattice("dimensions = 2\npacking_fraction = 0.3", "", 1e6) == 50000);
}

TEST_CASE("a gas whose particles never collide is given up", "[study]") {
  using Catch::Contains;
  const auto never = Contains("no two particles ever collide");
  CHECK_THROWS_WITH(run_pair("[1.0, 0.0, 0.0]", "[-1.0, 0.0, 0.0]"), never);
  CHECK_THROWS_WITH(run_pair("[1.0, 0.0, 0.0]", "[1.0, 0.0, 0.0]"), never);
  CHECK_THROWS_WITH(run_pair("[0.0, 0.0, 0.0]", "[0.0, 0.0, 0.0]"),
                    Contains("no two particles can ever collide"));
}

TEST_CASE("collisions of a gas at rest can be counted if something sets it in motion", "[study]") {
  const auto run = [](const std::string& more) {
    return run_study(parse(fmt::format(R"(
[box]
size = [20.0, 10.0, 10.0]
boundary = ["wall", "periodic", "periodic"]
{}
[[species]]
name = "gas"
count = 100
velocities = "rest"
[run]
equilibrate = 0
measure = 0.2
samples = 1
)",
                                       more)))
        .counters.collisions;
  };
  CHECK(run("gravity = [-0.1, 0.0, 0.0]") == 10);
  CHECK(run("[[drive]]\nkind = \"random-kicks\"\nstrength = 1.0\ninterval = 0.1") == 10);
  CHECK(run("[[wall]]\nface = \"x-low\"\nvelocity = [0.5, 0.0, 0.0]\nend = 4.0") == 10);
}
