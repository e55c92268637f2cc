#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>

#include "clausius/study/runner.h"
#include "report/summary.h"

using namespace clausius;

namespace {

/// Runs the study and checks the properties of every gas: energy decreases only as predicted,
/// momentum is conserved, nothing overlaps.
StudyResult run_soundly(const std::string& text, const std::vector<Override>& overrides = {}) {
  StudyResult result = run_study(parse_study(text, "extreme.toml", overrides), {});
  INFO(text);
  CHECK_FALSE(result.interrupted);
  CHECK(std::abs(result.energy_balance_error) < 1e-12);
  CHECK(result.momentum_drift.value_or(0) < 1e-12);
  CHECK(result.overlap_max_depth < 1e-9);
  for (const Observable& one : result.observables) {
    INFO(one.name);
    CHECK_FALSE(std::isnan(one.value));
  }
  return result;
}

const std::string kGas = R"(
[box]
packing_fraction = 0.1
[[species]]
name = "a"
count = 500
[run]
equilibrate = 2
measure = 10
samples = 20
)";

/// Ten by ten spheres on a lattice in a cube of edge 10, velocities as given.
template <class Velocity>
std::string listed(const Velocity& velocity, const std::string& run) {
  std::string text =
      "[box]\nsize = [10, 10, 10]\n[[species]]\nname = \"a\"\n[initial]\nplacement = \"listed\"\n";
  for (int i = 0; i < 100; ++i) {
    const int layer = i / 25;
    const int row = i / 5 % 5;
    const Vec<3> r(i % 5 * 2 + 1, row * 2 + 1, layer * 2 + 1);
    const Vec<3> v = velocity(i, r);
    text += fmt::format(
        "[[initial.particle]]\nspecies = \"a\"\nposition = [{}, {}, {}]\nvelocity = [{}, {}, {}]\n",
        r[0], r[1], r[2], v[0], v[1], v[2]);
  }
  return text + "[run]\nequilibrate = 0\n" + run;
}

}  // namespace

TEST_CASE("Perfectly and almost perfectly inelastic gases") {
  for (const char* e : {"0", "1e-6", "0.999999"})
    for (const char* d : {"2", "3"})
      run_soundly(kGas, {{"collisions.restitution", e}, {"box.dimensions", d}});
  run_soundly(kGas, {{"collisions.restitution", "0"},
                     {"species[0].shape", "\"capsule\""},
                     {"species[0].count", "100"}});
}

TEST_CASE("From almost empty to crystals") {
  for (const char* phi : {"1e-6", "1e-4", "0.4"})
    run_soundly(kGas, {{"box.packing_fraction", phi}});
  for (const char* phi : {"0.6", "0.73"})
    run_soundly(kGas, {{"box.packing_fraction", phi}, {"initial.placement", "\"lattice\""}});
}

TEST_CASE("Very few particles") {
  for (const char* count : {"2", "3"})
    for (const char* d : {"2", "3"})
      run_soundly(kGas, {{"species[0].count", count},
                         {"box.dimensions", d},
                         {"box.packing_fraction", "0.01"},
                         {"run.measure", "100"}});
  const StudyResult alone = run_soundly(
      "[box]\nsize = [10, 10, 10]\nboundary = \"wall\"\n[[species]]\nname = \"a\"\ncount = 1\n"
      "[run]\nequilibrate = 0\nduration = 1000\nsamples = 10\n");
  CHECK(alone.measurement.collisions == 0);
  CHECK(alone.measurement.wall_collisions > 100);
}

TEST_CASE("Masses a milliard to one, diameters a thousand to one, edges six decades apart") {
  const std::string mixture = R"(
[box]
packing_fraction = 0.1
[[species]]
name = "big"
count = 20
mass = 1e9
[[species]]
name = "small"
count = 1000
[run]
equilibrate = 1
measure = 5
)";
  run_soundly(mixture);
  run_soundly(R"(
[box]
size = [2500, 2500, 2500]
[[species]]
name = "big"
count = 1
diameter = 1000
mass = 1000
[[species]]
name = "small"
count = 2000
[run]
equilibrate = 0
duration = 3000
)");
  run_soundly(R"(
[box]
size = [4e6, 4, 4]
[[species]]
name = "a"
count = 500
[run]
equilibrate = 0
duration = 3000
)");
}

TEST_CASE("Speeds over twelve decades, one that moves among many at rest") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> decade(-6, 6);
  std::normal_distribution<double> normal;
  const auto wild = [&](int /*i*/, const Vec<3>& /*r*/) {
    const Vec<3> direction(normal(random), normal(random), normal(random));
    return Vec<3>(std::pow(10, decade(random)) * direction.normalized());
  };
  run_soundly(listed(wild, "measure = 200\n"));
  const auto cue = [](int i, const Vec<3>&) {
    return Vec<3>(i == 0 ? Vec<3>(1, 0.3, 0.2) : Vec<3>::Zero());
  };
  CHECK(run_soundly(listed(cue, "measure = 50\n")).measurement.collisions == 2500);
}

TEST_CASE("All heading to one point; a lattice that moves as a whole") {
  const auto inwards = [](int, const Vec<3>& r) { return Vec<3>(0.1 * (Vec<3>(5, 5, 5) - r)); };
  CHECK(run_soundly(listed(inwards, "duration = 30\n")).measurement.collisions > 100);
  const auto together = [](int, const Vec<3>&) { return Vec<3>(1, 0.5, 0.25); };
  const StudyResult moving = run_soundly(listed(together, "duration = 1000\n"));
  CHECK(moving.measurement.collisions == 0);
}

TEST_CASE("Extremes by steps") {
  const std::vector<Override> by_steps{{"run.mode", "\"time-step\""}};
  const auto with = [&](std::vector<Override> overrides) {
    overrides.insert(overrides.end(), by_steps.begin(), by_steps.end());
    return overrides;
  };
  for (const char* e : {"0", "1e-6"}) run_soundly(kGas, with({{"collisions.restitution", e}}));
  for (const char* phi : {"1e-4", "0.4"})
    run_soundly(kGas, with({{"box.packing_fraction", phi}, {"species[0].count", "100"}}));
  run_soundly(kGas, with({{"box.packing_fraction", "0.73"}, {"initial.placement", "\"lattice\""}}));
  for (const char* count : {"2", "3"})
    run_soundly(kGas, with({{"species[0].count", count}, {"box.packing_fraction", "0.01"}}));
  const auto inwards = [](int, const Vec<3>& r) { return Vec<3>(0.1 * (Vec<3>(5, 5, 5) - r)); };
  CHECK(run_soundly(listed(inwards, "duration = 30\n"), by_steps).measurement.collisions > 100);
  const auto cue = [](int i, const Vec<3>&) {
    return Vec<3>(i == 0 ? Vec<3>(1, 0.3, 0.2) : Vec<3>::Zero());
  };
  run_soundly(listed(cue, "duration = 30\n"), by_steps);
}

TEST_CASE("Extremes of bodies") {
  const std::vector<Override> capsules{{"species[0].shape", "\"capsule\""},
                                       {"species[0].count", "60"}};
  const auto with = [&](std::vector<Override> overrides) {
    overrides.insert(overrides.begin(), capsules.begin(), capsules.end());
    return overrides;
  };
  for (const char* phi : {"1e-6", "0.4"}) run_soundly(kGas, with({{"box.packing_fraction", phi}}));
  for (const char* shaft : {"1e-6", "100"})
    run_soundly(kGas, with({{"species[0].shaft", shaft}, {"box.packing_fraction", "3e-4"}}));
  for (const char* count : {"2", "3"})
    run_soundly(kGas, with({{"species[0].count", count}, {"box.packing_fraction", "0.01"}}));
  for (const char* temperature : {"1e-12", "1e12"})
    run_soundly(kGas, with({{"species[0].temperature", temperature}}));
  run_soundly(R"(
[box]
packing_fraction = 0.05
[[species]]
name = "heavy"
count = 20
shape = "capsule"
mass = 1e9
[[species]]
name = "light"
count = 200
[run]
equilibrate = 1
measure = 5
)");
}

TEST_CASE("A soak: a milliard collisions, audited every hundred million", "[slow]") {
  const auto measured = [](const char* per_particle) {
    return run_soundly(kGas, {{"box.packing_fraction", "0.3"},
                              {"species[0].count", "4000"},
                              {"run.audit_every", "100000000"},
                              {"run.measure", per_particle}});
  };
  measured("1000");
  const std::size_t before = peak_memory_bytes();
  const StudyResult soak = measured("500000");
  CHECK(soak.counters.collisions > 1000000000);
  CHECK(soak.audits == 11);
  CHECK(soak.energy_balance_error < 1e-13);
  CHECK(*soak.momentum_drift < 1e-13);
  CHECK(peak_memory_bytes() - before < 4000000);
}

TEST_CASE("A milliard time units") {
  const StudyResult result = run_soundly(R"(
[box]
size = [10, 10, 10]
[[species]]
name = "a"
count = 3
temperature = 1e-8
[run]
equilibrate = 0
duration = 1e9
samples = 10
)");
  CHECK(result.final.time == 1e9);
  CHECK(result.measurement.collisions > 1000);
}
