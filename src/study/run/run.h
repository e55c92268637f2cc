#pragma once

#include <functional>

#include "clausius/study/runner.h"
#include "clausius/study/snapshot.h"
#include "study/run/journal.h"

namespace clausius {

/// Runs one gas from its initial state to its results; the checks are not made yet. Series,
/// replicas and comparison runs are handled elsewhere.
/// @param entry entry of this run in the journal
StudyResult run_once(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                     Journal& journal, std::size_t entry);

/// The result of `part`; if that fails, or is interrupted while its particles are placed, a result
/// that holds the start and the reason.
StudyResult guarded(const StudyConfig& config, const Snapshot& initial, Journal& journal,
                    const std::function<StudyResult()>& part);

}  // namespace clausius
