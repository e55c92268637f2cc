#pragma once

#include <cstddef>
#include <vector>

#include "clausius/study/runner.h"
#include "journal.h"

namespace clausius {

/// Runs a study and then the cases of its series, up to where one is interrupted or fails; joins
/// the cases in a table and makes the fits that the series asks for.
/// @param first_entry in the journal: of the study itself, and of each case
StudyResult run_series(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                       Journal& journal, const std::vector<std::size_t>& first_entry);

}  // namespace clausius
