#pragma once

#include <cstddef>
#include <vector>

#include "clausius/study/runner.h"
#include "journal.h"

namespace clausius {

/// Runs of one study without its series, each of which has an entry in the journal: replicas, each
/// with its comparison run if there is one.
std::size_t entries_of(const StudyConfig& config);

/// Weight, in runs, of the runs' own errors relative to the scatter between them: with ten times as
/// much, the scatter of runs too short to know their own errors would be hidden; with a tenth, the
/// error from two runs is no better than that of a single difference.
inline constexpr double kOwnErrorsWeight = 10;

/// Combines the observables of two or more independent runs of one gas: means, with errors from the
/// scatter between the runs. A few runs sometimes scatter far too little, so their own errors
/// contribute as if by kOwnErrorsWeight additional runs. p-values are combined by Fisher's method.
/// Observables that not all runs have are those of the first.
std::vector<Observable> joined_observables(const std::vector<const std::vector<Observable>*>& runs);

/// Runs all replicas of a study in parallel, combines them and makes the checks. The result of a
/// replica does not depend on the others.
/// @param initial initial state of the first replica
/// @param entry   index in the journal, the first of entries_of() this study
StudyResult run_replicas(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                         Journal& journal, std::size_t entry);

}  // namespace clausius
