#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/study/runner.h"
#include "engine/hits/tangential_laws.h"
#include "study/run/setup.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

const std::string kBox = "[box]\npacking_fraction = 0.05\nboundary = 'wall'\n";
const std::string kGas = kBox +
                         "[[species]]\nname = 'a'\ncount = 30\n[[species]]\nname = 'b'\n"
                         "count = 30\nmass = 2.0\n";
const std::string kShort = "[run]\nequilibrate = 0\nmeasure = 5\nsamples = 5\n";

Gas<3> gas_of(const std::string& text) {
  const StudyConfig study = parse(text);
  CHECK(parse(study.resolved_toml).resolved_toml == study.resolved_toml);
  Gas<3> gas = make_gas<3>(study);
  CHECK(gas.problems().empty());
  return gas;
}

void check_law(const TangentialLaw& law, double restitution, double friction) {
  CHECK(law.restitution == restitution);
  CHECK(law.friction == friction);
}

}  // namespace

TEST_CASE("Friction of pairs, walls and obstacles follows from the keys", "[study][friction]") {
  const Gas<3> gas = gas_of(
      kGas +
      "[collisions]\nfriction = 0.3\nwall_friction = 0.4\nwall_tangential_restitution = 0.2\n"
      "[[collisions.pair]]\nspecies = ['a', 'b']\nfriction = 0.1\ntangential_restitution = 0.5\n"
      "[[collisions.pair]]\nspecies = ['b', 'b']\nfriction = 0.0\n"
      "[[wall]]\nface = 'x-low'\nfriction = 0.7\nvelocity = [0.0, 1.0, 0.0]\n"
      "[[wall]]\nface = 'x-high'\nfriction = 0.0\n"
      "[[obstacle]]\nkind = 'ball'\ncentre = [3, 3, 3]\nradius = 1\nfriction = 0.6\n");
  // Friction alone sticks without rebound, friction of 0 is smooth.
  check_law(tangential_law(gas, 0, 0), 0, 0.3);
  check_law(tangential_law(gas, 1, 0), 0.5, 0.1);
  check_law(tangential_law(gas, 1, 1), -1, kInfinity);
  check_law(tangential_law(gas, gas.boundary.law_of(0), 0), 0.2, 0.7);
  check_law(tangential_law(gas, gas.boundary.law_of(1), 1), -1, kInfinity);
  check_law(tangential_law(gas, gas.boundary.law_of(2), 0), 0.2, 0.4);
  check_law(tangential_law(gas, gas.boundary.law_of(6), 1), 0.2, 0.6);
  CHECK(has_friction(gas));
  CHECK(!is_elastic(gas));
  CHECK(rotational_degrees(gas, 0) == 3);
}

TEST_CASE("Friction of one wall makes the particles rough, and all that follows",
          "[study][friction]") {
  const std::string wall = "[[wall]]\nface = 'y-high'\nfriction = 0.2\n";
  const StudyConfig study = parse(kGas + wall);
  CHECK(study.is_rough());
  CHECK(study.pairs_are_elastic());
  CHECK(study.species[0].inertia == 0.4);
  const Gas<3> gas = gas_of(kGas + wall);
  check_law(tangential_law(gas, 0, 1), -1, kInfinity);
  check_law(tangential_law(gas, gas.boundary.law_of(3), 0), 0, 0.2);
  check_law(tangential_law(gas, gas.boundary.law_of(2), 0), -1, kInfinity);
  CHECK(rotational_degrees(gas, 1) == 3);
  CHECK(!is_elastic(gas));
  CHECK(has_friction(gas));
}

TEST_CASE("Friction of 0 leaves a gas smooth, no key leaves it as rough as it is",
          "[study][friction]") {
  const std::string rough = "[collisions]\ntangential_restitution = 0.5\n";
  CHECK(!parse(kGas + "[collisions]\nfriction = 0.0\n").is_rough());
  CHECK(!parse(kGas + rough + "friction = 0.0\n").is_rough());
  CHECK(!parse(kGas + "[collisions]\nwall_friction = 0.0\n").is_rough());
  const Gas<3> gas = gas_of(kGas + rough);
  check_law(tangential_law(gas, 0, 1), 0.5, kInfinity);
  CHECK(!has_friction(gas));
}

TEST_CASE("What makes no sense of friction is refused", "[study][friction]") {
  CHECK_THAT(faults(kGas + "[collisions]\nfriction = -0.1\n"),
             Catch::Contains("collisions.friction: -0.1 is out of range; allowed: a number from 0 "
                             "up"));
  CHECK_THAT(faults(kGas + "[collisions]\nfriction = 0.1\ntangential_restitution = -1.0\n"),
             Catch::Contains("collisions.tangential_restitution: -1 (smooth) beside friction; "
                             "allowed: a number above -1, up to 1, or friction of 0"));
  CHECK_THAT(faults(kGas + "[collisions]\nfriction = 0.1\n[[collisions.pair]]\n"
                           "species = ['a', 'b']\ntangential_restitution = -1.0\n"),
             Catch::Contains("collisions.pair[0].tangential_restitution: -1 (smooth) beside"));
  CHECK_THAT(faults(kGas + "[[wall]]\nface = 'x-low'\ntemperature = 1.0\nfriction = 0.2\n"),
             Catch::Contains("wall[0].friction: has no effect where all reflections are diffuse"));
  CHECK_THAT(faults(kGas + "[[wall]]\nface = 'x-low'\nfriction = 0.0\nvelocity = [0, 1, 0]\n"),
             Catch::Contains("wall[0].velocity[1]: 1 is along the wall, which has no effect on a "
                             "smooth one"));
  CHECK_THAT(faults(kGas + "[collisions]\nfriction = 0.1\n[run]\ntransport = true\n"),
             Catch::Contains("rough particles"));
}

TEST_CASE("Capsules and clumps with friction: what hits take adds up", "[study][friction]") {
  for (const char* shape :
       {"shape = 'capsule'\nshaft = 1.0\n",
        "shape = 'clump'\nspheres = [[-0.3, 0.0, 0.0, 0.4], [0.4, 0.2, 0.0, 0.3]]\n"}) {
    const StudyConfig study =
        parse(kBox + "[[species]]\nname = 'a'\ncount = 30\n" + shape +
              "[[species]]\nname = 'b'\ncount = 10\ninertia = 0.3\ndiameter = 0.8\n[collisions]\n"
              "restitution = 0.9\nfriction = 0.2\nwall_friction = 0.1\n" +
              kShort);
    const StudyResult result = run_study(study);
    REQUIRE(result.tangential_loss);
    CHECK(result.tangential_loss->sliding > 0);
    CHECK(result.tangential_loss->sticking > 0);
    CHECK(result.predicted_dissipation >
          result.tangential_loss->sliding + result.tangential_loss->sticking);
    CHECK(result.energy_balance_error < 1e-12);
    std::map<std::string, double> value;
    for (const Observable& one : result.observables) value[one.name] = one.value;
    CHECK(value.at("sliding_fraction") > 0.1);
    CHECK(value.at("sliding_fraction") < 0.9);
    CHECK(value.at("normal_loss_fraction") + value.at("sliding_loss_fraction") +
              value.at("sticking_loss_fraction") ==
          Approx(1).epsilon(1e-12));
    // The moment of inertia that is given is that of the ball, also beside bodies.
    CHECK(study.species[1].properties.moments[0] == Approx(0.3 * 0.16));
  }
}

TEST_CASE("A run with friction: what hits take adds up, and theory is beside it",
          "[study][friction]") {
  const StudyConfig study = parse(
      kGas + "[collisions]\nrestitution = 0.9\nfriction = 0.2\nwall_friction = 0.1\n" + kShort);
  const StudyResult result = run_study(study);
  REQUIRE(result.tangential_loss);
  CHECK(result.tangential_loss->sliding > 0);
  CHECK(result.tangential_loss->sticking > 0);
  CHECK(result.predicted_dissipation >
        result.tangential_loss->sliding + result.tangential_loss->sticking);
  CHECK(result.energy_balance_error < 1e-12);
  std::map<std::string, double> value;
  for (const Observable& one : result.observables) value[one.name] = one.value;
  CHECK(value.at("sliding_fraction") > 0.2);
  CHECK(value.at("sliding_fraction") < 0.8);
  CHECK(value.at("normal_loss_fraction") + value.at("sliding_loss_fraction") +
            value.at("sticking_loss_fraction") ==
        Approx(1).epsilon(1e-12));
  // All of it was measured, from the start on.
  CHECK(value.at("sliding_loss_fraction") ==
        Approx(result.tangential_loss->sliding / result.predicted_dissipation).epsilon(1e-12));
}
