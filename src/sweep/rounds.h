#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweep/plan.h"
#include "sweep/results.h"

namespace clausius {

/// The points of a sweep with the points and seeds that `until` and `refine` add on the basis of
/// the results of all previous rounds; nothing if none are needed or the budget is spent.
std::optional<std::vector<SweepPoint>> points_of_next_round(
    const SweepPlan& plan, const std::vector<PointResult>& results);

/// The points of a sweep with `until` whose error is larger than that requested, each in words; no
/// more seeds were added because of the budget, or because the observable has no error.
std::vector<std::string> inexact_points(const SweepPlan& plan,
                                        const std::vector<PointResult>& results);

}  // namespace clausius
