#pragma once

#include <optional>
#include <vector>

#include "sweep/plan.h"
#include "sweep/results.h"

namespace clausius {

/// The points of a sweep with the points and seeds that `until` and `refine` add on the basis of
/// the results of all previous rounds; nothing if none are needed or the budget is spent.
std::optional<std::vector<SweepPoint>> points_of_next_round(
    const SweepPlan& plan, const std::vector<PointResult>& results);

}  // namespace clausius
