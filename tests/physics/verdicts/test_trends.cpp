#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using clausius::testing::column;
using clausius::testing::named;

// What changes over a run is not reported as an average.

namespace {

StudyResult run(const std::string& text) { return run_study(parse(text)); }

std::string cooling(const std::string& more) {
  return "box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 500\n"
         "[collisions]\nrestitution = 0.8\n[run]\nequilibrate = 0\nmeasure = 20\n" +
         more;
}

}  // namespace

TEST_CASE("a gas that cools has a first and a last temperature, and no mean with an error",
          "[trends]") {
  const StudyResult result = run(cooling(""));
  for (const char* name :
       {"temperature", "collision_rate", "mean_free_time", "pressure_virial", "cooling_rate"}) {
    INFO(name);
    const Observable one = named(result, name);
    CHECK(one.changes());
    CHECK_FALSE(one.error);
  }
  const Observable temperature = named(result, "temperature");
  CHECK(temperature.trend->first.value == Approx(1));
  // ln T falls by (1 − e²)/3 per collision of a particle, somewhat less for Sonine's correction.
  CHECK(std::log(temperature.trend->last.value) == Approx(-0.36 / 3 * 20).epsilon(0.05));
  // The rate falls with the root of the temperature.
  const Trend rate = *named(result, "collision_rate").trend;
  const auto relative = [](const StretchValue& one) { return *one.error / one.value; };
  CHECK(std::abs(rate.last.value / rate.first.value / std::sqrt(temperature.trend->last.value) -
                 1) < 5 * std::hypot(relative(rate.first), relative(rate.last)));
  // Its theory is that for the temperatures that the gas had.
  CHECK(named(result, "collision_rate").z());
  for (const char* name : {"compressibility_factor", "mean_free_path", "cooling_rate_reduced"}) {
    INFO(name);
    CHECK_FALSE(named(result, name).changes());
    CHECK(named(result, name).error);
  }
  // A number that was expected of the mean over the run is judged by its scatter between runs.
  for (const double part : {1.0, 1.1}) {
    const double expected = part * named(result, "collision_rate").value;
    const StudyResult judged =
        run(cooling("") +
            fmt::format("[[check]]\nobservable = \"collision_rate\"\nexpected = {}\n", expected));
    CHECK(judged.checks.back().passed == (part == 1));
    CHECK(judged.checks.back().not_checked.empty());
  }
  REQUIRE(result.species.size() == 1);
  CHECK(result.species[0].temperature == Approx(temperature.value));
  CHECK(result.species[0].trend->last.value == Approx(temperature.trend->last.value));
}

TEST_CASE("a gas in equilibrium, and a driven one, are steady", "[trends]") {
  for (const std::string& gas :
       {std::string("[run]\n"),
        std::string("[collisions]\nrestitution = 0.9\n[[drive]]\n"
                    "kind = \"rescale\"\ntemperature = 1.0\ninterval = 0.5\n"
                    "[run]\n")}) {
    const StudyResult result =
        run("box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 500\n" + gas +
            "equilibrate = 20\nmeasure = 40\n");
    for (const Observable& one : result.observables) {
      INFO(one.name);
      CHECK_FALSE(one.changes());
    }
    CHECK(named(result, "collision_rate").error);
  }
}

TEST_CASE("replicas of a gas that cools have no mean temperature either", "[trends]") {
  const StudyResult result = run(cooling("replicas = 4\n"));
  const Observable temperature = named(result, "temperature");
  CHECK(temperature.changes());
  CHECK_FALSE(temperature.error);
  CHECK(temperature.trend->first.value == Approx(1));
  CHECK(*temperature.trend->last.error > 0);
  CHECK(named(result, "cooling_rate_reduced").error);
}

TEST_CASE("rotation that begins at rest is told by its first and last temperature", "[trends]") {
  const StudyResult result =
      run("box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 1500\n"
          "shape = \"capsule\"\nshaft = 1.0\nangular_velocities = \"rest\"\n"
          "[run]\nequilibrate = 0\nmeasure = 12\nsamples = 60\n");
  const Observable ratio = named(result, "rotational_temperature_ratio");
  CHECK(ratio.changes());
  CHECK(ratio.trend->first.value < 0.3);
  CHECK(ratio.trend->last.value == Approx(1).epsilon(0.15));
  CHECK_FALSE(ratio.z());
  CHECK_FALSE(result.species[0].rotational_trend->steady);
}

TEST_CASE("between sliding walls temperature and pressure are those beside the flow", "[trends]") {
  const auto couette = [](double speed) {
    return run(
        fmt::format("[box]\nsize = [10, 40, 10]\nboundary = [\"periodic\", \"wall\", "
                    "\"periodic\"]\n[[species]]\nname = \"a\"\ncount = 800\n"
                    "[[wall]]\nface = \"y-low\"\ntemperature = 1\nvelocity = [-{0}, 0, 0]\n"
                    "[[wall]]\nface = \"y-high\"\ntemperature = 1\nvelocity = [{0}, 0, 0]\n"
                    "[run]\nequilibrate = 60\nmeasure = 120\n",
                    speed));
  };
  const StudyResult fast = couette(2.0);
  REQUIRE(fast.flow_energy);
  // A linear profile with ±1.6 at the walls has ½ m 800 · 1.6²/3.
  CHECK(*fast.flow_energy == Approx(340).epsilon(0.5));
  const Observable temperature = named(fast, "temperature");
  CHECK(std::abs(temperature.value - 1.31) < 0.05 + 4 * *temperature.error);  // 1.72 with the flow
  // On a wall presses what is between the walls.
  const Observable virial = named(fast, "pressure_virial"), wall = named(fast, "pressure_wall");
  CHECK(std::abs(virial.value - wall.value) <
        0.04 * wall.value + 4 * std::hypot(*virial.error, *wall.error));
  CHECK_FALSE(couette(0.0).flow_energy);
}

TEST_CASE("run.until refuses what is not steady, and fails where its error is not reached",
          "[trends]") {
  const StudyResult cools = run(cooling("until = \"collision_rate within 1 %\"\n"));
  REQUIRE(cools.checks.back().name == "run.until");
  CHECK_THAT(cools.checks.back().not_checked, Catch::Contains("collision_rate is not steady"));
  CHECK_THAT(cools.why_not_judged(), Catch::Contains("run.until"));
  CHECK_FALSE(cools.passed());
  const auto rate = [](const char* error) {
    return run(
        fmt::format("box.packing_fraction = 0.05\n[[species]]\nname = \"a\"\ncount = 200\n"
                    "[run]\nequilibrate = 10\nmeasure = 50\n"
                    "until = \"collision_rate within {}\"\n",
                    error));
  };
  const StudyResult late = rate("0.01 %");
  CHECK(late.checks.back().failed());
  CHECK_FALSE(late.passed());
  CHECK(rate("5 %").passed());
}

TEST_CASE("a gas that is compressed has the adiabatic temperature, also by a fast wall",
          "[trends]") {
  for (const double speed : {0.02, 0.1, 0.4}) {
    INFO(speed);
    double squares = 0;
    for (int seed = 1; seed <= 6; ++seed) {
      const StudyResult result = run(fmt::format(
          "seed = {}\n[box]\nsize = [40.0, 13.0, 13.0]\nboundary = [\"wall\", \"periodic\", "
          "\"periodic\"]\n[[species]]\nname = \"a\"\ncount = 300\n"
          "[[wall]]\nface = \"x-high\"\nvelocity = [-{}, 0, 0]\nbegin = 10\nend = {}\n"
          "[run]\nequilibrate = 0\nduration = {}\n[[check]]\nobservable = "
          "\"adiabatic_temperature\"\n",
          seed, speed, 10 + 20 / speed, 70 + 20 / speed));
      // The theory of the fastest wall is known too badly to confirm anything.
      CHECK(result.passed() == (speed < 0.3));
      const Observable one = named(result, "adiabatic_temperature");
      REQUIRE(one.z());
      squares += *one.z() * *one.z();
      CHECK(named(result, "temperature").trend->last.value == Approx(one.value));
    }
    CHECK(squares < 23);  // χ² of 6, p = 1e-3
    CHECK(squares > 0.4);
  }
}

TEST_CASE("a gas follows the adiabat of pressure and temperature over volume", "[trends]") {
  const StudyResult result =
      run("[box]\nsize = [40.0, 16.0, 16.0]\nboundary = [\"wall\", \"periodic\", "
          "\"periodic\"]\n[[species]]\nname = \"a\"\ncount = 600\n"
          "[[wall]]\nface = \"x-high\"\nvelocity = [-0.01, 0, 0]\n"
          "[run]\nequilibrate = 0\nduration = 1600\nsamples = 400\n");
  const auto values = [&](const std::string& name) {
    return column(result.tables, "compression", name);
  };
  const std::vector<double> volume = values("volume"), temperature = values("temperature"),
                            theory = values("temperature_theory"),
                            ideal = values("temperature_ideal"), pressure = values("pressure"),
                            error = values("pressure_error"), of_theory = values("pressure_theory");
  REQUIRE(volume.size() == 41);
  CHECK(volume.front() == 40 * 16 * 16);
  CHECK(volume.back() == Approx(24 * 16 * 16));
  CHECK(temperature.back() == Approx(named(result, "adiabatic_temperature").value));
  CHECK(theory.back() == Approx(*named(result, "adiabatic_temperature").theory));
  // The particles have a volume of their own, which an ideal gas has not.
  CHECK(ideal.back() == Approx(std::pow(40.0 / 24, 2.0 * 600 / (3 * 600 - 2))));
  CHECK(theory.back() > 1.05 * ideal.back());
  double squares = 0;
  for (std::size_t k = 1; k + 1 < volume.size(); ++k) {
    squares += std::pow((pressure[k] - of_theory[k]) / error[k], 2);
    CHECK(error[k] < 0.1 * pressure[k]);
  }
  // χ² of 39 at p = 1e-4, with errors that all rows together tell to a tenth.
  CHECK(squares > 12);
  CHECK(squares < 95);
  // In all, pressure times change of volume is the work: half a stretch at both ends is missing.
  CHECK(std::isnan(pressure.front()));
  CHECK(std::isnan(pressure.back()));
}
