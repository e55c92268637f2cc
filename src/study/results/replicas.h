#pragma once

#include <cstddef>

#include "clausius/study/runner.h"
#include "study/run/journal.h"

namespace clausius {

/// Declaration of the table `replicas`.
MeasurementKind replicas_kind();

/// Runs of one study without its series, each of which has an entry in the journal: replicas, each
/// with its comparison run if there is one.
std::size_t entries_of(const StudyConfig& config);

/// Runs all replicas of a study in parallel, combines them and makes the checks. The result of a
/// replica does not depend on the others.
/// @param initial initial state of the first replica
/// @param entry   index in the journal, the first of entries_of() this study
StudyResult run_replicas(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                         Journal& journal, std::size_t entry);

}  // namespace clausius
