#pragma once

#include "clausius/study/runner.h"

namespace clausius {

/// Declaration of what add_comparison() reports.
MeasurementKind comparison_kind();

/// Adds the errors of a run by time steps to its observables, by comparison with the event-driven
/// run `exact` from the same start: the fraction of contacts missed, the deficit of collisions and
/// pressure, and the error of the energy.
void add_comparison(const StudyResult& exact, StudyResult& result);

}  // namespace clausius
