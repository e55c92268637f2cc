#pragma once

#include <optional>

#include "sweep/plan.h"

namespace clausius {

/// Processor time of a case divided by its SweepPlan::cost_of(), from short trials of a case in the
/// middle, whose results are discarded; nothing if that fails.
std::optional<double> seconds_per_cost(const SweepPlan& plan);

/// The sum of the costs of all cases.
double cost_of_all(const SweepPlan& plan);

}  // namespace clausius
