#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

// The energy of an elastic gas changes by rounding alone, as a random walk: no constant that is
// rounded once may favour one side in every collision.

namespace {

// Relative change of the energy of a gas, in units of 1e-15. Between walls, because ten particles
// in a periodic box have all their images to look at, which takes ten times as long.
double drift(const std::string& species, const std::string& more, double measure,
             std::uint64_t seed = 1) {
  const StudyResult result =
      run_study(parse(fmt::format("seed = {}\nbox.packing_fraction = 0.2\nbox.boundary = "
                                  "\"wall\"\n{}\n{}\n[run]\nequilibrate = 0\nmeasure = {}\n"
                                  "samples = 10\n",
                                  seed, species, more, measure)));
  return (result.energy_final / result.energy_initial - 1) / 1e-15;
}

std::string two(double mass, const std::string& shape = "") {
  return fmt::format(
      "[[species]]\nname = \"a\"\ncount = 5\n{}[[species]]\nname = \"b\"\ncount = 5\nmass = {}\n{}",
      shape, mass, shape);
}

}  // namespace

TEST_CASE("the energy of mixtures has no drift", "[energy]") {
  // Before masses had shares that add up to one, 2e5 collisions of masses 1:2 gave 1.7e-12.
  for (const double mass : {2.0, 3.3, 20.0, 47.0})
    CHECK(std::abs(drift(two(mass), "", 40000)) < 200);
  CHECK(std::abs(drift("[[species]]\nname = \"a\"\ncount = 10\nmass = 3.0\n", "", 40000)) < 200);
}

TEST_CASE("the energy of rough spheres has no drift", "[energy]") {
  const std::string rough = "[collisions]\ntangential_restitution = 1.0\n";
  for (const double mass : {1.0, 2.0, 3.3}) CHECK(std::abs(drift(two(mass), rough, 20000)) < 200);
}

TEST_CASE("the energy of bodies of unequal masses has no drift", "[energy]") {
  const std::string capsule = "shape = \"capsule\"\nshaft = 1.0\n";
  for (const double mass : {1.0, 2.0, 3.3})
    CHECK(std::abs(drift(two(mass, capsule), "", 4000)) < 200);
}

TEST_CASE("over millions of collisions the energy walks to either side", "[energy][slow]") {
  // With lines of centres of a fixed length, 1e7 collisions changed the energy by -8e-13 (1:2) and
  // -1e-12 (1:20).
  constexpr int kSeeds = 8;
  for (const double mass : {2.0, 20.0}) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const double change = drift(two(mass), "", 2e6, seed);
      CHECK(std::abs(change) < 1000);
      sum += change;
    }
    CHECK(std::abs(sum) / kSeeds < 300);
  }
}

TEST_CASE("the energy of rough spheres walks to either side", "[energy]") {
  // 5e5 collisions of equal spheres changed it by -6e-13 where 5/7 was multiplied by, rounded.
  const std::string rough = "[collisions]\ntangential_restitution = 1.0\n";
  for (const double mass : {1.0, 2.0}) {
    double sum = 0;
    for (const std::uint64_t seed : {1, 2, 3}) sum += drift(two(mass), rough, 1e5, seed);
    CHECK(std::abs(sum) / 3 < 100);
  }
}
