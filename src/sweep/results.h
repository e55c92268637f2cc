#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/report/run_folder.h"
#include "sweep/case_folder.h"
#include "sweep/plan.h"

namespace clausius {

/// The record of each case of a plan, in its order.
using CaseRecords = std::vector<CaseRecord>;

/// What a point found: its seeds joined.
struct PointResult {
  std::int64_t seeds = 0;  ///< of which there are results
  /// Mean over the seeds with its standard error: from the scatter between the seeds and from the
  /// errors they state, with Student's quantile for so few of them.
  std::vector<Observable> observables;
  /// For each observable the scatter between the seeds in units of the errors they state, squared
  /// and summed: about seeds - 1 where these are right. NaN where there is one seed or no error.
  std::vector<double> chi_squares;
};

/// What the points of a plan found, in its order.
std::vector<PointResult> point_results(const SweepPlan& plan, const CaseRecords& records);

/// A row for each case that is done: its folder, the varied keys, the seed and all observables.
Table results_table(const SweepPlan& plan, const CaseRecords& records);

/// A row for each point of which there is a result.
Table summary_table(const SweepPlan& plan, const std::vector<PointResult>& points);

}  // namespace clausius
