#pragma once

#include <cstddef>
#include <vector>

#include "clausius/study/runner.h"
#include "study/run/journal.h"

namespace clausius {

/// Declaration of the tables of a series.
MeasurementKind series_kind();

/// The study without its series.
StudyConfig without_series(const StudyConfig& study);

/// Runs a study and then the cases of its series, until one is interrupted or fails; combines the
/// cases in a table and makes the requested fits.
/// @param first_entry entries in the journal: of the study itself, and of each case
StudyResult run_series(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                       Journal& journal, const std::vector<std::size_t>& first_entry);

}  // namespace clausius
