#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "sweep/compare/comparison.h"
#include "sweep/reference_lines.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

Observable measured(double value, std::optional<double> error) {
  Observable one;
  one.name = "pressure_virial";
  one.value = value;
  one.error = error;
  one.unit = "1";
  return one;
}

ComparedRun run_of(const std::string& name, const std::string& study,
                   std::vector<ComparedCase> cases) {
  ComparedRun run;
  run.folder = run.name = run.label = name;
  run.study = study_values(study, name);
  run.cases = std::move(cases);
  return run;
}

}  // namespace

TEST_CASE("the error of a difference is that of both values", "[sweep]") {
  const Difference known = difference_of(measured(2, 0.3), measured(2.6, 0.4));
  CHECK(known.value == Approx(0.6));
  CHECK(*known.error == Approx(0.5));
  CHECK(*known.z == Approx(1.2));
  CHECK(*difference_of(measured(2.6, 0.4), measured(2, 0.3)).z == Approx(-1.2));

  // An error from few blocks makes a large deviation less improbable.
  Observable from_few = measured(4, 0.4);
  from_few.error_degrees = 4;
  const double z = *difference_of(measured(2, 0.3), from_few).z;
  CHECK(z > 1.2);
  CHECK(z < 4 - 0.1);

  // Without an error there is no z, and without enough events none either.
  CHECK_FALSE(difference_of(measured(2, {}), measured(3, 0.1)).error);
  CHECK_FALSE(difference_of(measured(2, 0), measured(3, 0)).z);
  Observable rare = measured(3, 0.1);
  rare.independent_events = Observable::kFewestEvents - 1;
  CHECK(difference_of(measured(2, 0.1), rare).error);
  CHECK_FALSE(difference_of(measured(2, 0.1), rare).z);
  // What changes has the scatter of its mean.
  Observable course = measured(3, {});
  course.error_of_mean = 0.4;
  CHECK(*difference_of(measured(2, 0.3), course).z == Approx(2));
}

TEST_CASE("runs are compared case by case, and by what both have measured", "[sweep]") {
  Observable other = measured(1, 0.1);
  other.name = "temperature";
  const ComparedRun first = run_of("first", "seed = 1\nbox.size = [1, 2]\n",
                                   {{"", {measured(1, 0.3), other}},
                                    {"e = 0.9", {measured(2, 0.3)}},
                                    {"e = 0.8", {measured(3, 0.3)}}});
  const ComparedRun second =
      run_of("second", "seed = 1\nbox.size = [1, 3]\nbox.boundary = \"wall\"\n",
             {{"", {measured(1.5, 0.4)}}, {"e = 0.8", {measured(8, 0.4)}}, {"e = 0.7", {other}}});
  const RunComparison comparison = compare({first, second});
  REQUIRE(comparison.observables.size() == 2);
  CHECK(comparison.observables[0].case_name.empty());
  CHECK(*comparison.observables[0].differences[1]->z == Approx(1));
  CHECK(comparison.observables[1].case_name == "e = 0.8");
  CHECK(comparison.observables[1].differences[1]->value == Approx(5));
  CHECK(comparison.not_shared == std::vector<std::string>{"temperature"});
  CHECK(comparison.judged() == 2);
  CHECK(comparison.beyond(5) ==
        std::vector<std::string>{"pressure_virial at e = 0.8 of second: +10.0 σ"});
  CHECK(comparison.beyond(11).empty());

  REQUIRE(comparison.studies.size() == 2);
  CHECK(comparison.studies[0].key == "box.size");
  CHECK(comparison.studies[0].values == std::vector<std::string>{"[1, 2]", "[1, 3]"});
  CHECK(comparison.studies[1].values == std::vector<std::string>{"", "\"wall\""});
  CHECK(comparison.same_seed == std::vector<bool>{true, true});
  CHECK_THAT(comparison_text(comparison, false),
             Catch::Contains("The same seed as first: second.") &&
                 Catch::Contains("Not measured by all, at all values: temperature"));

  const ComparedRun stranger = run_of("stranger", "seed = 2\n", {{"", {other}}});
  CHECK_THROWS_WITH(compare({second, stranger}), Catch::Contains("no observable"));
  CHECK(compare({first, stranger}).same_seed == std::vector<bool>{true, false});
}

TEST_CASE("the keys of a study are named as --set names them", "[sweep]") {
  const StudyValues values = study_values(
      "title = \"a\"\n[box]\nsize = [1.0, 2.0]\n[[species]]\nname = \"x\"\n[[species]]\ncount = "
      "3\n",
      "study.toml");
  CHECK(value_of(values, "box.size") == "[1.0, 2.0]");
  CHECK(value_of(values, "species.0.name") == "\"x\"");
  CHECK(value_of(values, "species.1.count") == "3");
  CHECK(value_of(values, "species.1.name").empty());
  CHECK(values.front().first == "title");
  CHECK_THROWS_AS(study_values("= 3", "study.toml"), InputError);
}

TEST_CASE("lines of reference are the textbook laws", "[sweep]") {
  const auto value = [](const std::string& law, const std::string& observable,
                        const std::string& box) {
    const StudyConfig study = parse(
        box + "\n[[species]]\nname = \"gas\"\ncount = 200\ndiameter = 0.5\ntemperature = 2.0\n");
    return reference_value(reference_line(law, observable), observable, study);
  };
  const std::string spheres = "box.packing_fraction = 0.1",
                    disks = "box.dimensions = 2\nbox.packing_fraction = 0.1";
  const double volume = std::numbers::pi / 6 * 0.125, area = std::numbers::pi / 4 * 0.25;
  CHECK(*value("ideal_gas", "compressibility_factor", spheres) == 1);
  CHECK(*value("ideal_gas", "pressure_virial", spheres) == Approx(2 * 0.1 / volume));
  CHECK(*value("carnahan_starling", "compressibility_factor", spheres) ==
        Approx((1 + 0.1 + 0.01 - 0.001) / std::pow(0.9, 3)));
  CHECK_FALSE(value("carnahan_starling", "compressibility_factor", disks));
  // P (V − N b) = N k_B T, with b half of the volume that a pair excludes.
  const double excluded = 2 * std::numbers::pi / 3 * 0.125;
  CHECK(*value("van_der_waals", "pressure_wall", spheres) == Approx(2 / (volume / 0.1 - excluded)));
  CHECK(*value("van_der_waals", "compressibility_factor", disks) == Approx(1 / 0.8));
  CHECK_FALSE(value("van_der_waals", "compressibility_factor", "box.packing_fraction = 0.3"));
  CHECK(*value("mean_free_path", "mean_free_path", spheres) ==
        Approx(volume / 0.1 / (std::numbers::sqrt2 * std::numbers::pi * 0.25)));
  CHECK(*value("mean_free_path", "mean_free_path", disks) ==
        Approx(area / 0.1 / (std::numbers::sqrt2 * 2 * 0.5)));
  CHECK_THROWS_WITH(reference_line("ideal_gas", "mean_free_path"),
                    Catch::Contains("says nothing about mean_free_path"));
}
