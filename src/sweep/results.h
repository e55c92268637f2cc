#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/report/run_folder.h"
#include "sweep/case_folder.h"
#include "sweep/plan.h"

namespace clausius {

/// Everything that the program reports: what run folders hold, and the tables of sweeps.
std::vector<MeasurementKind> all_kinds();

/// The record of each case of a plan, in its order.
using CaseRecords = std::vector<CaseRecord>;

/// Result of a point: its seeds combined.
struct PointResult {
  std::int64_t seeds = 0;  ///< number of seeds with results
  /// Mean over the seeds with its standard error: from the scatter between the seeds and from their
  /// own errors, with Student's quantile for few seeds.
  std::vector<Observable> observables;
  /// For each observable the sum of squares of the scatter between the seeds in units of their own
  /// errors: about seeds - 1 if these are correct. NaN for one seed or without errors.
  std::vector<double> chi_squares;
};

/// Results of the points of a plan, in its order.
std::vector<PointResult> point_results(const SweepPlan& plan, const CaseRecords& records);

/// A row for each finished case: its folder, the varied keys, the seed and all observables.
Table results_table(const SweepPlan& plan, const CaseRecords& records);

/// A row for each point that has a result.
Table summary_table(const SweepPlan& plan, const std::vector<PointResult>& points);

}  // namespace clausius
