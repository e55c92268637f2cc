#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"
#include "paths.h"
#include "study/file/catalogue.h"
#include "study/results/theory_at_start.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// A study of few particles that ends after a collision of each.
StudyConfig short_form(const std::string& name) {
  const auto file = project_folder() / "studies" / (name + ".toml");
  const StudyConfig study = load_study(file, {});
  std::vector<Override> changes = fewer_particles(study, 300);
  changes.push_back({"run.equilibrate", "0"});
  changes.push_back(study.duration ? Override{"run.duration", "1.0"}
                                   : Override{"run.measure", "1"});
  changes.push_back({"run.samples", "5"});
  return load_study(file, changes);
}

// Values that theory gives of a gas before it is run, by the names of its observables.
std::vector<std::pair<std::string, Prediction>> expected_of(const TheoryAtStart& start) {
  const Prediction rate = start.theory.collision_rate(start.kt);
  const Prediction z = start.theory.compressibility_factor();
  return {{"collision_rate", rate},
          {"mean_free_path", start.theory.mean_free_path()},
          {"compressibility_factor", z},
          {"pressure_virial", z.times(start.density * start.kt)}};
}

// Number of values that a run of the study gives with the same theory.
int compare(const StudyConfig& study) {
  const auto start = theory_at_start(study, TheoryOfBodies::made);
  if (!start || !start->theory.elastic()) return 0;
  StudyConfig alone = study;
  alone.series.values.clear();
  const StudyResult result = run_study(alone);
  int compared = 0;
  for (const auto& [name, expected] : expected_of(*start)) {
    const Observable* one = find_observable(result.observables, name);
    if (one == nullptr) continue;
    INFO(name);
    REQUIRE(one->theory.has_value() == expected.has_value());
    if (!expected) continue;
    CHECK(one->theory.value() == Approx(expected->value).epsilon(1e-9));
    CHECK(one->theory_uncertainty == Approx(expected->uncertainty).epsilon(1e-9));
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("theory before a run is the theory of the run, in every built-in study",
          "[study][long]") {
  int compared = 0, studies = 0;
  for (const BuiltInStudy& one : built_in_studies()) {
    INFO(one.name);
    try {
      const int more = compare(short_form(one.name));
      compared += more;
      studies += more > 0 ? 1 : 0;
    } catch (const InputError&) {
      continue;  // has no short form with these keys
    }
  }
  CHECK(studies >= 12);
  CHECK(compared >= 40);
}

TEST_CASE("theory before a run is the theory of the run, between walls and of few particles",
          "[study]") {
  const std::string gas = "[[species]]\nname = \"a\"\ncount = ";
  const std::string run = "\n[run]\nequilibrate = 0\nmeasure = 2\nsamples = 5\n";
  CHECK(compare(parse("box.packing_fraction = 0.2\nbox.boundary = \"wall\"\n" + gas + "100" +
                      run)) == 4);
  CHECK(compare(parse("box.packing_fraction = 0.2\n" + gas + "12" + run)) == 4);
  CHECK(compare(parse("box.packing_fraction = 0.1\n" + gas +
                      "30\ntemperature = 2.0\n[[species]]\n"
                      "name = \"b\"\ncount = 20\nmass = 3.0\ndiameter = 0.5" +
                      run)) == 4);
  CHECK(compare(parse("box.packing_fraction = 0.02\n" + gas +
                      "50\nshape = \"capsule\"\nshaft = 1.0\nangular_velocities = \"rest\"" +
                      run)) == 4);
  CHECK(compare(parse("box.packing_fraction = 0.1\n" + gas +
                      "50\n[run]\nmode = \"time-step\"\ntime_step = 0.02\nequilibrate = 0\nmeasure "
                      "= 2\nsamples = 5\n")) == 4);
}
