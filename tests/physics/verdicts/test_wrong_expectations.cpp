#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "named.h"
#include "study/results/checks.h"

using namespace clausius;
using clausius::testing::named;

namespace {

// An expectation that must be caught if it is wrong by `part` of the value.
struct Expectation {
  std::string observable;
  double part = 0.01;
};

struct JudgedGas {
  std::string name, text;
  std::vector<Expectation> expected;
};

std::string species(const std::string& name, int count, const std::string& more = "") {
  return fmt::format("[[species]]\nname = \"{}\"\ncount = {}\n{}\n", name, count, more);
}

std::string run(int measure, int equilibrate = 20, int samples = 400,
                const std::string& more = "") {
  return fmt::format("[run]\nequilibrate = {}\nmeasure = {}\nsamples = {}\n{}\n", equilibrate,
                     measure, samples, more);
}

std::string box(double packing_fraction, const std::string& more = "") {
  return fmt::format("[box]\npacking_fraction = {}\n{}\n", packing_fraction, more);
}

// Studies of at most ten seconds, with what can be known that well in such a time.
std::vector<JudgedGas> kinds() {
  const std::string collisions = "[collisions]\n", drive = "[[drive]]\n";
  return {
      {"fluid",
       box(0.3) + species("a", 1000) + run(3000),
       {{"collision_rate"}, {"mean_free_path"}, {"compressibility_factor"}, {"pressure_virial"}}},
      {"disks",
       box(0.4, "dimensions = 2") + species("a", 1000) + run(3000),
       {{"collision_rate"}, {"compressibility_factor"}, {"pressure_virial"}}},
      {"two masses",
       box(0.2) + species("light", 300) + species("heavy", 300, "mass = 4.0") + run(6000, 20, 2000),
       {{"collision_rate_light"},
        {"collision_rate_heavy"},
        {"temperature_light"},
        {"temperature_heavy"},
        {"temperature_ratio"}}},
      {"walls",
       box(0.02, "boundary = \"wall\"") + species("a", 500) + run(4000),
       {{"collision_rate"}, {"pressure_virial"}, {"pressure_wall"}}},
      {"thermostat",
       box(0.1) + species("a", 500) + drive +
           "kind = \"andersen\"\ntemperature = 1.0\nrate = 2.0\n" + run(5000),
       {{"temperature"}, {"collision_rate"}, {"pressure_virial"}}},
      {"cooling",
       box(0.02) + species("a", 4000) + collisions + "restitution = 0.95\n" + run(80, 10, 100),
       {{"energy_lost_fraction"}, {"cooling_rate_reduced", 0.025}}},
      {"kicked",
       box(0.02) + species("a", 1000) + collisions + "restitution = 0.8\n" + drive +
           "kind = \"random-kicks\"\nstrength = 0.3\ninterval = 0.1\n" + run(500),
       {{"energy_lost_fraction"}, {"compressibility_factor"}}},
      {"sheared",
       "[box]\nnumber_density = 0.3\nshear_rate = 0.2\n" + species("a", 1000) + drive +
           "kind = \"rescale\"\ntemperature = 1.0\ninterval = 0.5\n" + run(4000),
       {{"sheared_viscosity", 0.05}}},
      {"rough spheres",
       box(0.05) + species("a", 500) + collisions + "tangential_restitution = 1.0\n" +
           run(4000, 20, 2000),
       {{"collision_rate"}, {"rotational_temperature_ratio"}, {"pressure_virial"}}},
      {"capsules",
       box(0.01) + species("a", 200, "shape = \"capsule\"\nshaft = 1.0") + run(1200),
       {{"collision_rate", 0.02}, {"compressibility_factor"}, {"pressure_virial"}}},
      {"spreading",
       box(0.1) + species("a", 300) + run(4000, 20, 400, "transport = true"),
       {{"diffusion_coefficient", 0.05}, {"velocity_memory", 0.05}}},
  };
}

bool passes(const StudyResult& result, const std::string& observable, double expected) {
  const std::vector<CheckResult> all =
      judge({{observable, expected, {}, {}}}, result.observables, {});
  REQUIRE(all.back().not_checked.empty());
  return all.back().passed;
}

}  // namespace

TEST_CASE("A wrong expectation is caught in a run of ten seconds, a right one passes", "[slow]") {
  for (const JudgedGas& kind : kinds()) {
    const StudyResult result = run_study(parse_study(kind.text, kind.name + ".toml", {}), {});
    for (const Expectation& one : kind.expected) {
      const Observable& seen = named(result, one.observable);
      INFO(fmt::format("{}: {} {} ± {}", kind.name, one.observable, seen.value,
                       seen.error.value_or(0)));
      REQUIRE(seen.theory.has_value());
      const double right = *seen.theory;
      CHECK(std::abs(seen.value - right) <
            4 * std::hypot(seen.error.value_or(1e-9), seen.theory_uncertainty));
      CHECK_FALSE(passes(result, one.observable, right * (1 + one.part)));
      CHECK_FALSE(passes(result, one.observable, right * (1 - one.part)));
    }
  }
}
