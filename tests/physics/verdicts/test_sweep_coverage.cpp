#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "statistics/moments.h"
#include "sweep/results.h"
#include "sweep/rounds.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

constexpr const char* kSmall =
    "box.packing_fraction = 0.2\n[[species]]\nname = \"gas\"\ncount = 32\n"
    "[run]\nequilibrate = 5\nmeasure = 60\nsamples = 60\n"
    "[sweep]\nseeds = 5\nuntil = \"compressibility_factor within 0.6 %\"\nbudget = 60\n";

/// Runs the cases of the plan, round after round, without processes.
std::vector<PointResult> run_rounds(SweepPlan& plan) {
  std::map<std::string, CaseRecord> known;
  for (;;) {
    CaseRecords records;
    for (const SweepCase& one : plan.cases()) {
      CaseRecord& record = known[one.name];
      if (record.state == CaseState::open) {
        record.state = CaseState::done;
        StudyResult result = run_study(plan.study_of(one));
        record.simulated_time = result.measurement.simulated_time;
        record.collisions = static_cast<double>(result.measurement.collisions);
        record.observables = std::move(result.observables);
      }
      records.push_back(record);
    }
    std::vector<PointResult> results = point_results(plan, records);
    auto points = points_of_next_round(plan, results);
    if (!points) return results;
    plan.take(std::move(*points));
  }
}

}  // namespace

TEST_CASE("errors of sweeps that stop when they are small enough hold what they say",
          "[physics][slow]") {
  constexpr int kSweeps = 200;
  RunningMoments means;
  std::vector<Observable> found;
  double cases = 0;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    SweepPlan plan(parse(kSmall, {{"seed", std::to_string(1000 * sweep)}}));
    found.push_back(
        *find_observable(run_rounds(plan).front().observables, "compressibility_factor"));
    means.add(found.back().value);
    cases += static_cast<double>(plan.cases().size()) / kSweeps;
  }
  // The truth is the mean of all, known fourteen times better than that of one.
  int covered = 0;
  for (const Observable& one : found)
    covered += std::abs(one.value - means.mean()) <= *one.error ? 1 : 0;
  INFO(cases << " cases a sweep, " << covered << " of " << kSweeps << " within their errors");
  CHECK(cases > 5.5);  // seeds were added
  CHECK(cases < 59);   // but not until the budget was spent
  const double share = std::erf(1 / std::sqrt(2.0));
  CHECK(std::abs(covered - share * kSweeps) < 3 * std::sqrt(share * (1 - share) * kSweeps));
}
