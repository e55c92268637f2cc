#pragma once

#include "clausius/study/runner.h"

namespace clausius {

/// Adds to the observables of a run by time steps what it did wrong, beside the event-driven run
/// `exact` from the same start: the fraction of contacts missed, the collisions and the pressure
/// that are lacking, and the error of the energy.
void add_comparison(const StudyResult& exact, StudyResult& result);

}  // namespace clausius
