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

// Relative change of the energy of a gas, in units of 1e-15.
double drift(const std::string& species, const std::string& more, double measure,
             std::uint64_t seed = 1) {
  const StudyResult result = run_study(parse(fmt::format(
      "seed = {}\nbox.packing_fraction = 0.05\n{}\n{}\n[run]\nequilibrate = 0\nmeasure = {}\n"
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
  for (const double mass : {2.0, 20.0}) {
    int up = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const double change = drift(two(mass), "", 1e6, seed);  // 5e6 collisions
      CHECK(std::abs(change) < 500);
      up += change > 0 ? 1 : 0;
    }
    CHECK(up > 0);
    CHECK(up < 10);
  }
}
