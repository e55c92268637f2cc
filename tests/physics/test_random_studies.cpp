#include <catch2/catch.hpp>
#include <chrono>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"
#include "physics/random_study.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Time after which a study is considered endless: valid ones take seconds at most.
constexpr std::chrono::minutes kPatience{10};

/// Runs a study, with its audits, and returns what was wrong; empty if it ran to its end and
/// passed.
std::string fault_of(const StudyConfig& study) {
  RunHooks hooks;
  hooks.deadline = std::chrono::steady_clock::now() + kPatience;
  try {
    const StudyResult result = run_study(study, hooks);
    if (result.interrupted) return "did not come to its end";
    for (const CheckResult& check : result.checks)
      if (check.failed()) return check.name + " failed";
    return "";
  } catch (const SimulationError& error) {
    return error.what();
  }
}

/// Runs random studies of successive seeds until `wanted` of them have run to their end. A study
/// that the program refuses, or cannot place, is replaced by another.
void run_random_studies(std::uint64_t first_seed, int wanted) {
  int ran = 0, refused = 0;
  for (std::uint64_t seed = first_seed; ran < wanted; ++seed) {
    const RandomStudy study(seed);
    INFO(study.text());
    try {
      const std::string fault = fault_of(parse_study(study.text(), "random.toml", {}));
      INFO(fault);
      CHECK(fault.empty());
      ++ran;
    } catch (const InputError&) {
      ++refused;
    }
    REQUIRE(refused <= 20 + wanted / 2);
  }
}

StudyResult result_of(const std::string& text) {
  return run_study(parse_study(text, "study.toml", {}), {});
}

}  // namespace

TEST_CASE("Random studies run to their end, and every audit passes") { run_random_studies(1, 40); }

TEST_CASE("A thousand random studies run to their end, and every audit passes", "[slow]") {
  run_random_studies(1000, 1000);
}

TEST_CASE("A drive that leaves a gas at rest changes no momentum") {
  // One particle at a time keeps its momentum, except for the rounding of the drawn velocity.
  const StudyResult result = result_of(
      "[box]\nsize = [5.0, 5.0, 5.0]\n[[species]]\nname = 'a'\ncount = 1\nmass = 2.2\n"
      "velocities = 'rest'\n[[drive]]\nkind = 'andersen'\ntemperature = 1\nrate = 0.3\ninterval "
      "= 0.3\n[run]\nequilibrate = 0\nduration = 3\naudit_every = 10\n");
  CHECK(*result.momentum_drift < 1e-12);
  CHECK(result.passed());
}

TEST_CASE("Disks in a sheared box are grown without overlaps across its edges") {
  const StudyResult result = result_of(
      "[box]\ndimensions = 2\npacking_fraction = 0.6\nshear_rate = 0.2\n[[species]]\nname = "
      "'a'\ncount = 100\n[run]\nequilibrate = 0\nduration = 0.1\naudit_every = 1\n");
  CHECK(result.passed());
}

TEST_CASE("A gas that drives bring from rest has a contact duration") {
  const StudyResult result = result_of(
      "[box]\ndimensions = 2\nsize = [16.0, 16.0]\n[[species]]\nname = 'a'\ncount = "
      "120\nvelocities = 'rest'\n[collisions]\nrestitution = 0.1\n[[drive]]\nkind = "
      "'random-kicks'\nstrength = 0.2\ninterval = 0.3\n[run]\nequilibrate = 0\nduration = 10\n");
  CHECK(result.measurement.elastic_by_duration_rule > 0);
  CHECK(result.passed());
}

TEST_CASE("What a swinging wall presses hops on it") {
  const StudyResult result = result_of(
      "[box]\nsize = [10.0, 10.0, 10.0]\nboundary = ['wall', 'periodic', 'periodic']\n"
      "[[species]]\nname = 'a'\ncount = 20\n[[wall]]\nface = 'x-low'\nrestitution = 0\n"
      "amplitude = 0.1\nfrequency = 0.5\n[run]\nequilibrate = 0\nduration = 20\n");
  CHECK(result.passed());
  CHECK(result.measurement.wall_collisions > 20);
  CHECK(result.measurement.wall_collisions < 100000);
}

TEST_CASE("Bodies at rest on an elastic floor hop, too") {
  const StudyResult result = result_of(
      "[box]\ndimensions = 2\nsize = [9.0, 10.0]\nboundary = ['periodic', 'wall']\ngravity = "
      "[0.0, 0.02]\n[[species]]\nname = 'a'\ncount = 4\nshape = 'capsule'\nshaft = 0\nvelocities = "
      "'rest'\n[initial]\nplacement = 'lattice'\n[run]\nequilibrate = 0\nduration = 10\n");
  CHECK(result.passed());
  CHECK(result.measurement.wall_collisions < 10000);
}

TEST_CASE("A disk that glides along a face leaves it at the corner") {
  const StudyResult result = result_of(
      "[box]\ndimensions = 2\nsize = [12.0, 20.0]\n[[species]]\nname = 'a'\ncount = 14\n"
      "temperature = 2\n[collisions]\nrestitution = 0.99\n[[obstacle]]\nkind = "
      "'polygon'\nvertices = [[3.7, 6.2], [6.6, 7.2], [4.7, 9.1]]\nrestitution = 0\n"
      "[run]\nequilibrate = 0\nduration = 300\n");
  CHECK(result.passed());
}
