#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "clausius/study/runner.h"
#include "clausius/theory/equation_of_state.h"
#include "study/results/theory_curves.h"

using namespace clausius;

namespace {

StudyConfig gas_with(const std::string& more, const std::vector<Override>& changes = {}) {
  return parse_study(
      "[box]\npacking_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n"
      "[run]\nequilibrate = 1\nmeasure = 4\n" +
          more,
      "test.toml", changes);
}

TheoryCurves curves_of(const StudyConfig& study) {
  std::vector<double> values;
  for (const std::string& value : study.series.values) values.push_back(std::stod(value));
  return {values, [&study](const std::string& value) { return series_case(study, value); }};
}

}  // namespace

TEST_CASE("a series has its theory between the cases, as a table") {
  const StudyResult result =
      run_study(gas_with("[series]\nkey = \"box.packing_fraction\"\nvalues = [0.3, 0.01, 0.1]\n"));
  const auto table = std::find_if(result.tables.begin(), result.tables.end(),
                                  [](const Table& one) { return one.name == "series_theory"; });
  REQUIRE(table != result.tables.end());
  const auto numbers = [&](const std::string& name) {
    for (const Table::Column& column : table->columns)
      if (column.name == name) return std::get<std::vector<double>>(column.values);
    return std::vector<double>();
  };
  const std::vector<double> y = numbers("box.packing_fraction"),
                            z = numbers("compressibility_factor");
  CHECK(y.size() > 60);
  REQUIRE(z.size() == y.size());
  CHECK(std::is_sorted(y.begin(), y.end()));
  CHECK(y.front() == 0.01);
  CHECK(y.back() == 0.3);
  for (std::size_t i = 0; i < y.size(); ++i)
    CHECK(z[i] == Approx(carnahan_starling(y[i])).epsilon(0.02));  // of 50 particles
  CHECK(numbers("mean_free_path").size() == y.size());
  CHECK(numbers("collision_rate").size() == y.size());
}

TEST_CASE("theory over a number of particles is that of whole numbers") {
  const TheoryCurves curves =
      curves_of(gas_with("[series]\nkey = \"species.0.count\"\nvalues = [3, 10, 100]\n"));
  const auto a2_of = [](double particles) { return -2 / (3 * (particles - 1) + 2); };
  const std::vector<double>* a2 =
      curves.curve("kurtosis_a2", {3, 10, 100}, {a2_of(3), a2_of(10), a2_of(100)});
  REQUIRE(a2 != nullptr);
  CHECK(curves.x().size() > 30);
  for (std::size_t i = 0; i < curves.x().size(); ++i) {
    CHECK(curves.x()[i] == std::round(curves.x()[i]));
    CHECK((*a2)[i] == Approx(a2_of(curves.x()[i])));
  }
  CHECK(std::set<double>(curves.x().begin(), curves.x().end()).size() == curves.x().size());
}

TEST_CASE("theory that depends on the run is no curve") {
  const TheoryCurves curves =
      curves_of(gas_with("[series]\nkey = \"collisions.restitution\"\nvalues = [0.8, 1.0]\n",
                         {{"collisions.restitution", "0.9"}}));
  CHECK(curves.curve("collision_rate", {0.8}, {1.0}) == nullptr);  // the temperature falls
  CHECK(curves.curve("energy_lost_fraction", {0.8}, {0.36}) != nullptr);
  CHECK(curves.curve("energy_lost_fraction", {0.8}, {0.35}) == nullptr);
  const std::vector<double>* rate = curves.curve("cooling_rate_reduced", {1.0}, {0.0});
  REQUIRE(rate != nullptr);
  CHECK(rate->front() > 0.1);
  CHECK(curves.curve("start_memory", {0.8}, {0.5}) == nullptr);
  // A single value makes no curve.
  CHECK(TheoryCurves({0.8}, [](const std::string&) -> StudyConfig { return {}; }).x().empty());
}
