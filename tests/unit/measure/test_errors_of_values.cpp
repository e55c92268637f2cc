#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/study/runner.h"
#include "measure/velocities/blocked_histogram.h"
#include "measure/walls/wall_stores.h"
#include "named.h"
#include "statistics/moments.h"

using namespace clausius;
using clausius::testing::named;

namespace {

StudyResult run(const std::string& text, int seed = 1) {
  return run_study(parse_study(text, "errors.toml", {{"seed", std::to_string(seed)}}), {});
}

}  // namespace

TEST_CASE("The pressure of a gas on a thermostat has the error that its temperature gives it") {
  for (const char* replicas : {"1", "3"}) {
    const StudyResult result = run(std::string(R"(
[box]
packing_fraction = 0.1
[[species]]
name = "gas"
count = 100
[[drive]]
kind = "andersen"
temperature = 1.0
rate = 0.5
[run]
equilibrate = 20
measure = 150
samples = 100
replicas = )") + replicas);
    const Observable &pressure = named(result, "pressure_virial"),
                     &temperature = named(result, "temperature"),
                     &rate = named(result, "collision_rate");
    CHECK(*pressure.error / pressure.value > 0.5 * *temperature.error / temperature.value);
    CHECK(*rate.error / rate.value > 0.25 * *temperature.error / temperature.value);
    // Theory is that for the temperature measured, with which the pressure goes up and down.
    REQUIRE(pressure.error_beside_theory);
    CHECK(*pressure.error_beside_theory < 0.5 * *pressure.error);
    CHECK(pressure.total_error() < *pressure.error);
    CHECK(std::abs(*pressure.z()) < 5);
  }
}

TEST_CASE("Walls give a gas momentum in single hits, and take it back") {
  const StudyResult result = run(R"(
[box]
packing_fraction = 0.02
boundary = "wall"
[[species]]
name = "gas"
count = 200
[run]
equilibrate = 20
measure = 100
samples = 100
)");
  // By the virial theorem the errors of the two pressures differ by what Σ p r changes from the
  // beginning to the end, of a variance of 2 N m k_BT Σ L²/12.
  const Observable &walls = named(result, "pressure_wall"),
                   &virial = named(result, "pressure_virial");
  const double volume = 200 * std::numbers::pi / 6 / 0.02, edge = std::cbrt(volume);
  const double of_ends =
      std::sqrt(2 * 200 * 3 * edge * edge / 12) / (3 * volume * result.measurement.simulated_time);
  CHECK(*walls.error < 2 * std::hypot(*virial.error, of_ends));
}

TEST_CASE(
    "With few collisions the pressures on the faces are those of the start, however long it "
    "lasts") {
  const StudyResult result = run(R"(
[box]
size = [20.0, 20.0, 20.0]
boundary = "wall"
[[species]]
name = "gas"
count = 100
diameter = 0.05
[[obstacle]]
kind = "ball"
centre = [10.0, 10.0, 10.0]
radius = 0.1
[run]
equilibrate = 0
duration = 300.0
)");
  // Each pressure scatters by √(2 (1 − 1/3)/N) of itself from run to run.
  const Observable& pressure = named(result, "pressure_y_low");
  CHECK(*pressure.error / pressure.value > 0.5 * std::sqrt(2 * 2.0 / 3 / 100));
}

TEST_CASE("A constant fraction of the energy lost is judged as exact") {
  const std::string text = R"(
[box]
packing_fraction = 0.05
[[species]]
name = "a"
count = 60
[collisions]
restitution = 0.9
contact_duration = 0
[run]
equilibrate = 1
measure = 3
[[check]]
observable = "energy_lost_fraction"
expected = 0.19
[[check]]
observable = "energy_lost_fraction"
)";
  for (int seed = 1; seed <= 5; ++seed) {
    const StudyResult result = run(text, seed);
    CHECK_FALSE(named(result, "energy_lost_fraction").error);
    for (const CheckResult& check : result.checks) CHECK(check.passed);
  }
  std::string wrong = text;
  wrong.replace(wrong.find("0.19"), 4, "0.1901");
  int failed = 0;
  for (const CheckResult& check : run(wrong).checks) failed += check.failed() ? 1 : 0;
  CHECK(failed == 1);
}

TEST_CASE("The error of a coefficient of transport does not follow its value") {
  const std::string text = R"(
[box]
packing_fraction = 0.3
[[species]]
name = "gas"
count = 60
[run]
equilibrate = 10
measure = 100
samples = 50
transport = true
)";
  const StudyResult one = run(text, 1), other = run(text, 2);
  for (const char* name : {"shear_viscosity", "bulk_viscosity", "thermal_conductivity"}) {
    CHECK(named(one, name).value != Approx(named(other, name).value).epsilon(1e-3));
    CHECK(*named(one, name).error == Approx(*named(other, name).error).epsilon(0.02));
  }
}

TEST_CASE("The error of a flow into a store is that of the flow out of it") {
  RandomStream random(7, Stream::analysis);
  RunningMoments deviations;
  for (int run = 0; run < 300; ++run) {
    StoredFlow flow;
    flow.stores.push_back(random.normal());
    for (int i = 0; i < 60; ++i) {
      const double out = 1 + 0.1 * random.normal();
      flow.stores.push_back(random.normal());
      flow.flows.push_back(out + flow.stores[flow.stores.size() - 1] -
                           flow.stores[flow.stores.size() - 2]);
      flow.durations.push_back(0.5);
    }
    deviations.add((flow.rate() - 2) / flow.error()->value);
  }
  CHECK(std::abs(deviations.mean()) < 4 * deviations.standard_error());
  CHECK(deviations.variance() == Approx(1).margin(0.35));
}

TEST_CASE("A density whose long waves last long is not uneven") {
  // The amplitude of the longest wave decays over 20 instants: as many samples as counts would be
  // far too many.
  RandomStream random(3, Stream::analysis);
  int small = 0, tests = 0;
  for (int run = 0; run < 100; ++run) {
    BlockedHistogram histogram(0, 1, 20);
    double wave = 0;
    for (int instant = 0; instant < 640; ++instant) {
      wave = 0.95 * wave + std::sqrt(1 - 0.95 * 0.95) * 0.2 * random.normal();
      for (int i = 0; i < 100;) {
        const double x = random.uniform();
        if (random.uniform() * 2 > 1 + wave * std::cos(2 * std::numbers::pi * x)) continue;
        histogram.add(x);
        ++i;
      }
      histogram.end_instant();
    }
    const auto p = histogram.test_of_evenness();
    if (!p) continue;
    ++tests;
    if (*p < 0.01) ++small;
  }
  CHECK(tests > 50);
  CHECK(small <= 8);
}
