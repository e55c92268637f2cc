#pragma once

#include <cstddef>

#include "clausius/study/runner.h"
#include "journal.h"

namespace clausius {

/// Runs of one study without its series, each of which has an entry in the journal: replicas, and
/// beside each the run that it is compared with.
std::size_t entries_of(const StudyConfig& config);

/// Runs all replicas of a study, side by side, joins them and makes the checks. What a replica
/// finds does not depend on the others.
/// @param initial of the first replica
/// @param entry   in the journal, the first of entries_of() this study
StudyResult run_replicas(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                         Journal& journal, std::size_t entry);

}  // namespace clausius
