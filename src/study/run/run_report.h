#pragma once

#include <vector>

#include "clausius/study/runner.h"
#include "measure/run_recorder.h"
#include "study/run/ledger.h"
#include "study/run/setup.h"

/// \file Parts of the result of a run.

namespace clausius {

/// Declaration of the audits, which checks name as observables.
MeasurementKind audits_kind();

/// Energy at both ends, and its changes by drives, walls and collisions.
template <int Dim>
void report_energy(const StudyConfig& config, const Setup<Dim>& setup, const Books<Dim>& books,
                   const Ledger<Dim>& ledger, const State<Dim>& last, StudyResult& result);

/// Species, observables and tables, and warnings that make them doubtful.
/// @param more  additional measurements
/// @pre the configuration and the counters of the result are set
template <int Dim>
void report_measurements(const RunRecorder<Dim>& recorder,
                         const std::vector<ListedMeasurement>& more, StudyResult& result);

}  // namespace clausius
