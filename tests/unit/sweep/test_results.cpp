#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "statistics/student.h"
#include "sweep/results.h"
#include "sweep/rounds.h"
#include "sweep/vary_option.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

/// A plan of a gas at these densities.
SweepPlan plan_of(const std::string& densities, const std::vector<Override>& more) {
  std::vector<Override> changes = vary_overrides({"box.packing_fraction=" + densities});
  changes.insert(changes.end(), more.begin(), more.end());
  return SweepPlan(
      parse("box.packing_fraction = 0.1\n[[species]]\nname = \"gas\"\ncount = 50\n", changes));
}

/// A case with a collision rate measured over a time.
CaseRecord found(double value, double error, double time = 1) {
  CaseRecord record;
  record.state = CaseState::done;
  record.passed = true;
  record.simulated_time = time;
  record.collisions = 10;
  Observable rate;
  rate.name = "collision_rate";
  rate.value = value;
  rate.error = error;
  rate.theory = 1;
  rate.unit = "1";
  Observable p;
  p.name = "speed_chi2_p";
  p.value = 0.5;
  p.unit = "1";
  record.observables = {rate, p};
  return record;
}

const std::vector<double>& numbers(const Table& table, const std::string& name) {
  for (const Table::Column& one : table.columns)
    if (one.name == name) return std::get<std::vector<double>>(one.values);
  FAIL("no column " + name);
  throw;
}

}  // namespace

TEST_CASE(
    "seeds are joined with Student's quantile, and their scatter is compared with their errors") {
  const SweepPlan plan = plan_of("0.1,0.2", {{"sweep.seeds", "3"}});
  CaseRecords records{found(1.0, 0.1), found(1.2, 0.1), found(1.4, 0.1),
                      found(2.0, 0.3), CaseRecord{},    CaseRecord{}};
  records[4].state = CaseState::failed;
  const std::vector<PointResult> points = point_results(plan, records);
  REQUIRE(points.size() == 2);
  CHECK(points[0].seeds == 3);
  CHECK(points[0].observables[0].value == Approx(1.2));
  CHECK(points[0].chi_squares[0] == Approx(8));
  // Scatter 0.2/sqrt(3) of two degrees of freedom, beside own errors 0.1/sqrt(3) of ten.
  const double error = std::sqrt((2 * 0.04 / 3 + 10 * 0.01 / 3) / 12);
  CHECK(*points[0].observables[0].error == Approx(error * student_sigma(12)));
  CHECK(points[0].observables[1].value != Approx(0.5));  // Fisher's p of three
  // A single seed has its own error, and nothing to compare.
  CHECK(points[1].seeds == 1);
  CHECK(*points[1].observables[0].error == 0.3);
  CHECK(std::isnan(points[1].chi_squares[0]));

  const Table results = results_table(plan, records);
  CHECK(results.columns[0].name == "case");
  CHECK(std::get<std::vector<std::string>>(results.columns[0].values)[3] ==
        "packing_fraction=0.2_seed=1");
  CHECK(numbers(results, "box.packing_fraction") == std::vector<double>{0.1, 0.1, 0.1, 0.2});
  CHECK(numbers(results, "collision_rate_z")[2] == Approx(4));
  const Table summary = summary_table(plan, points);
  CHECK(numbers(summary, "box.packing_fraction") == std::vector<double>{0.1, 0.2});
  CHECK(numbers(summary, "collision_rate_chi2")[0] == Approx(8));
}

TEST_CASE("the rate of several seeds is that of all collisions in all their time") {
  const SweepPlan plan = plan_of("0.1", {{"sweep.seeds", "2"}});
  const CaseRecords records{found(1.0, 0.1, 10), found(2.0, 0.1, 5)};  // 10 collisions each
  const std::vector<PointResult> points = point_results(plan, records);
  CHECK(points[0].observables[0].value == Approx(20.0 / 15));
}

TEST_CASE("seeds are added where the error is too large, until the budget is spent") {
  const auto plan = [](const std::string& budget) {
    return plan_of("0.1,0.2,0.3",
                   {{"sweep.until", "collision_rate within 10 %"}, {"sweep.budget", budget}});
  };
  const SweepPlan rich = plan("1000");
  REQUIRE(rich.cases().size() == 15);  // five seeds at each point
  // Errors: small; larger by half; ten times too large, or not known.
  CaseRecords records;
  for (const double error : {0.05, 0.335, 2.0})
    for (int seed = 0; seed < 5; ++seed) records.push_back(found(1, error));
  const auto next = points_of_next_round(rich, point_results(rich, records));
  REQUIRE(next);
  const double own = std::sqrt(10 * 0.335 * 0.335 / 5 / 14) * student_sigma(14);
  CHECK((*next)[0].seeds == 5);
  CHECK((*next)[1].seeds == 5 + std::ceil(5 * (100 * own * own - 1)));
  CHECK((*next)[2].seeds == 10);  // doubled at most
  // Where it is needed most, as far as the budget goes.
  const SweepPlan poor = plan("17");
  const auto last = points_of_next_round(poor, point_results(poor, records));
  REQUIRE(last);
  CHECK((*last)[1].seeds == 5);
  CHECK((*last)[2].seeds == 7);
  CHECK_FALSE(points_of_next_round(plan("15"), point_results(plan("15"), records)));
  for (CaseRecord& one : records) one = found(1, 0.05);
  CHECK_FALSE(points_of_next_round(rich, point_results(rich, records)));
  // Quantities that none could measure are not requested repeatedly.
  for (CaseRecord& one : records) one.state = CaseState::failed;
  CHECK_FALSE(points_of_next_round(rich, point_results(rich, records)));
}

TEST_CASE("points are added where the curve bends") {
  const SweepPlan plan = plan_of("0.1:0.4:0.1", {{"sweep.refine", "collision_rate"}});
  CaseRecords records;
  for (const double value : {1.0, 1.0, 1.0, 2.0})
    for (int seed = 0; seed < 5; ++seed) records.push_back(found(value, 0.01));
  const auto next = points_of_next_round(plan, point_results(plan, records));
  REQUIRE(next);
  std::vector<std::string> values;
  for (const SweepPoint& point : *next) values.push_back(point.values[0]);
  CHECK(values == std::vector<std::string>{"0.1", "0.2", "0.25", "0.3", "0.35", "0.4"});
  CHECK((*next)[2].seeds == 5);
  // A bend within the errors is not a bend.
  for (CaseRecord& one : records) one = found(one.observables[0].value, 2);
  CHECK_FALSE(points_of_next_round(plan, point_results(plan, records)));
}
