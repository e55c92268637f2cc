#pragma once

#include <cstddef>
#include <vector>

#include "clausius/study/runner.h"
#include "journal.h"

namespace clausius {

/// Runs of one study without its series, each of which has an entry in the journal: replicas, and
/// beside each the run that it is compared with.
std::size_t entries_of(const StudyConfig& config);

/// Weight, in runs, of their own errors beside the scatter between them: ten times larger, runs too
/// short to know their own errors would hide it; ten times smaller, the error from two is no better
/// than that of one scatter.
inline constexpr double kOwnErrorsWeight = 10;

/// The observables of two or more independent runs of one gas as one: means, with the scatter
/// between the runs for an error. Few of them now and then scatter much too little, so the errors
/// they state themselves have a part in it, as if by kOwnErrorsWeight runs more. p-values are
/// joined by Fisher's method. What not all have is that of the first.
std::vector<Observable> joined_observables(const std::vector<const std::vector<Observable>*>& runs);

/// Runs all replicas of a study, side by side, joins them and makes the checks. What a replica
/// finds does not depend on the others.
/// @param initial of the first replica
/// @param entry   in the journal, the first of entries_of() this study
StudyResult run_replicas(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                         Journal& journal, std::size_t entry);

}  // namespace clausius
