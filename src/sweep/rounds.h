#pragma once

#include <optional>
#include <vector>

#include "sweep/plan.h"
#include "sweep/results.h"

namespace clausius {

/// The points of a sweep with those and with the seeds that `until` and `refine` add by what all
/// cases of the rounds before have found; nothing where none are needed or the budget is spent.
std::optional<std::vector<SweepPoint>> points_of_next_round(
    const SweepPlan& plan, const std::vector<PointResult>& results);

}  // namespace clausius
