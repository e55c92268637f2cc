#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "clausius/study/config.h"
#include "clausius/study/runner.h"

// Gases that are not in the homogeneous, steady state of their theory are reported.

using namespace clausius;

namespace {

StudyResult run(const std::string& text) {
  return run_study(parse_study(text, "steadiness", {}), RunHooks{});
}

bool warns(const StudyResult& result, const std::string& of) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [&](const std::string& one) { return one.find(of) != std::string::npos; });
}

std::string unequal_masses(const std::string& hotter) {
  return "box.packing_fraction = 0.05\n[[species]]\nname = \"heavy\"\ncount = 300\nmass = 1000\n"
         "temperature = " +
         hotter +
         "\n[[species]]\nname = \"light\"\ncount = 300\n[run]\nequilibrate = 2\nmeasure = 40\n";
}

}  // namespace

TEST_CASE("Species whose temperatures have not met are named, and their theory does not judge") {
  const StudyResult apart = run(unequal_masses("3"));
  CHECK(warns(apart, "the temperature of heavy has not reached that of the others"));
  for (const char* name : {"temperature_heavy", "temperature_ratio", "collision_rate_light"}) {
    INFO(name);
    const Observable* one = find_observable(apart.observables, name);
    REQUIRE(one != nullptr);
    CHECK(one->theory);
    CHECK_FALSE(one->z());
  }
  CHECK_FALSE(warns(run(unequal_masses("1")), "has not reached that of the others"));
}

TEST_CASE("A gas that relaxes while it is measured says what drifts") {
  const std::string gas =
      "box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 1000\n"
      "velocities = \"equal-speed\"\n[run]\nmeasure = 3\n";
  CHECK(warns(run(gas + "equilibrate = 0\n"), "which they have not reached since the start"));
  const StudyResult relaxed = run(gas + "equilibrate = 10\n");
  CHECK_FALSE(warns(relaxed, "have not reached"));
  CHECK_FALSE(warns(relaxed, "drifts"));
}

TEST_CASE("A slow drift of the pressure is noticed, though it has few independent values") {
  // Layers of a lattice with room between them: the rate falls from 140 to 40 as they dissolve. (Of
  // spheres of one diameter the order would be named.)
  const auto spheres = [](const char* density, const char* placement) {
    return run(std::string("box.packing_fraction = ") + density + "\n[initial]\nplacement = \"" +
               placement +
               "\"\n[[species]]\nname = \"a\"\ncount = 100\n[[species]]\nname = \"b\"\ncount = "
               "100\ndiameter = 0.999\n[run]\nmeasure = 100\n");
  };
  CHECK(warns(spheres("0.55", "lattice"), "the pressure drifts"));
  CHECK_FALSE(warns(spheres("0.45", "random"), "drifts"));
  CHECK_FALSE(warns(spheres("0.01", "random"), "drifts"));
}

TEST_CASE("Species that exchange their energy more slowly than the run lasts are named") {
  const auto heavy = [](const char* measured) {
    return run(std::string("box.packing_fraction = 0.1\n[[species]]\nname = \"a\"\ncount = 100\n"
                           "[[species]]\nname = \"b\"\ncount = 100\nmass = 1000\n[run]\n"
                           "equilibrate = 10\nmeasure = ") +
               measured + "\n");
  };
  const StudyResult brief = heavy("100");
  CHECK(warns(brief, "the species exchange their energy in"));
  const Observable* rate = find_observable(brief.observables, "collision_rate_b");
  REQUIRE(rate != nullptr);
  CHECK(rate->theory);
  CHECK_FALSE(rate->z());
  CHECK(heavy("4000").warnings.empty());
}

TEST_CASE("A crystal that has not melted when the measured part begins is named") {
  const auto disks = [](const char* placement) {
    return run(std::string("box.dimensions = 2\nbox.packing_fraction = 0.69\n[initial]\n"
                           "placement = \"") +
               placement +
               "\"\n[[species]]\nname = \"a\"\ncount = 1000\n[run]\nequilibrate = 20\n"
               "measure = 100\n");
  };
  CHECK(warns(disks("lattice"), "ordered as in a crystal"));
  CHECK_FALSE(warns(disks("random"), "ordered as in a crystal"));
}

TEST_CASE("A dense start that had too little time to relax is named; by default it has enough") {
  const auto spheres = [](const char* placement, const char* phi, const char* schedule) {
    return run(std::string("box.packing_fraction = ") + phi + "\n[initial]\nplacement = \"" +
               placement + "\"\n[[species]]\nname = \"a\"\ncount = 500\n[run]\nmeasure = 20\n" +
               schedule);
  };
  CHECK(warns(spheres("lattice", "0.45", "equilibrate = 20\n"), "set run.equilibrate = 113"));
  CHECK(spheres("lattice", "0.45", "equilibrate = 40\n").warnings.empty());
  CHECK(spheres("lattice", "0.45", "").warnings.empty());
  CHECK(warns(spheres("random", "0.48", "equilibrate = 20\n"), "set run.equilibrate = 71"));
  CHECK(spheres("random", "0.48", "").warnings.empty());
  CHECK(spheres("random", "0.42", "equilibrate = 5\n").warnings.empty());
}

TEST_CASE("Species that are not mixed are named") {
  for (const bool apart : {true, false}) {
    const std::string left = apart ? "region_low = [0, 0]\nregion_high = [19, 40]\n" : "";
    const std::string right = apart ? "region_low = [20, 0]\nregion_high = [39, 40]\n" : "";
    const StudyResult result =
        run("box.dimensions = 2\nbox.size = [40, 40]\n[[species]]\nname = \"left\"\ncount = 200\n" +
            left + "[[species]]\nname = \"right\"\ncount = 200\n" + right +
            "[run]\nequilibrate = 1\nmeasure = 5\n");
    CHECK(warns(result, "left is not mixed with the others") == apart);
  }
}
