#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "clausius/study/runner.h"
#include "clausius/study/snapshot.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

/// Two species, of which a pair has steps, and more keys.
std::string with_steps(const std::string& steps, const std::string& more = "",
                       const std::string& box = "size = [9, 9, 9]") {
  return fmt::format(R"(
[box]
{}
[[species]]
name = "large"
count = 60
[[species]]
name = "small"
count = 40
diameter = 0.6
mass = 0.5
[[collisions.pair]]
species = ["small", "large"]
steps = {}
{})",
                     box, steps, more);
}

}  // namespace

TEST_CASE("Steps of a pair are those of its species, both ways, and of no other", "[study]") {
  const StudyConfig study = parse(with_steps("[[1.2, -1.0], [1.7, 0.5]]"));
  for (const Gas<3>& gas : {make_gas<3>(study), make_gas<3>(parse(study.resolved_toml))}) {
    REQUIRE(gas.has_steps());
    CHECK(gas.problems().empty());
    CHECK(gas.steps_of(0, 0).empty());
    CHECK(gas.steps_of(1, 1).empty());
    for (const auto& steps : {gas.steps_of(0, 1), gas.steps_of(1, 0)}) {
      REQUIRE(steps.size() == 2);
      CHECK(steps[0].range == 1.2);
      CHECK(steps[0].energy == -1);
      CHECK(steps[1].range == 1.7);
      CHECK(steps[1].energy == 0.5);
    }
  }
  const std::string text = with_steps("[[1.2, -1.0]]");
  CHECK_FALSE(make_gas<3>(parse(text.substr(0, text.find("[[collisions")))).has_steps());
}

TEST_CASE("What is wrong with the steps of a pair is said, with what to write", "[study]") {
  CHECK(faults(with_steps("[[1.2, -1.0]]")).empty());
  CHECK_THAT(
      faults(with_steps("[[0.8, -1.0]]")),
      Catch::Contains("study.toml:14:9: collisions.pair[0].steps: the range 0.8 of step 1 is "
                      "not above 0.8, the contact distance; allowed: ranges that increase"));
  CHECK_THAT(faults(with_steps("[[1.2, -1.0], [1.1, 0.5]]")),
             Catch::Contains("the range 1.1 of step 2 is not above 1.2, that of the step before"));
  CHECK_THAT(faults(with_steps("[[1.2]]")), Catch::Contains("collisions.pair[0].steps"));
  CHECK_THAT(faults(with_steps("[[4.4, -1.0]]")),
             Catch::Contains("at least 9.9 (2.25 ranges of the potential on a periodic axis)"));
  CHECK_THAT(faults(with_steps("[[1.2, -1.0]]", "", "pressure = 0.1")),
             Catch::Contains("box.pressure: the equation of state with a potential of steps"));
  CHECK_THAT(faults(with_steps("[[1.2, -1.0]]", "[run]\ntransport = true\n")),
             Catch::Contains("run.transport: known for hard particles only; allowed: false with "
                             "steps of a [[collisions.pair]]"));
}

TEST_CASE("The energy of a gas with a potential is kept, with its potential energy", "[study]") {
  const StudyResult result = run_study(
      parse(with_steps("[[1.2, -1.0], [1.7, 0.5]]", "[run]\nequilibrate = 5\nmeasure = 30\n")));
  CHECK(result.counters.passed_steps > 100);
  CHECK(result.counters.reflected_by_steps > 10);
  CHECK(result.energy_final == Approx(result.energy_initial).epsilon(1e-11));
  bool found = false;
  for (const Observable& one : result.observables)
    if (one.name == "potential_energy") {
      found = true;
      CHECK(one.value != 0);
      CHECK(one.error.value_or(1) < 0.1);
    }
  CHECK(found);
}
