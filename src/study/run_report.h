#pragma once

#include <vector>

#include "clausius/study/runner.h"
#include "ledger.h"
#include "measure/run_recorder.h"
#include "setup.h"

/// \file Parts of the result of a run.

namespace clausius {

/// The energy at both ends, and what drives, walls and collisions gave and took.
template <int Dim>
void report_energy(const StudyConfig& config, const Setup<Dim>& setup, const Books<Dim>& books,
                   const Ledger<Dim>& ledger, const State<Dim>& last, StudyResult& result);

/// Species, observables and tables, and warnings of what makes them doubtful.
/// @param more  what is measured beside all that the program measures
/// @pre the configuration and the counters of the result are set
template <int Dim>
void report_measurements(const RunRecorder<Dim>& recorder,
                         const std::vector<ListedMeasurement>& more, StudyResult& result);

}  // namespace clausius
