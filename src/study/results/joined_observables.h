#pragma once

#include <map>
#include <string>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// Weight, in runs, of the runs' own errors relative to the scatter between them: with ten times as
/// much, the scatter of runs too short to know their own errors would be hidden; with a tenth, the
/// error from two runs is no better than that of a single difference.
inline constexpr double kOwnErrorsWeight = 10;

/// Observables of one of several independent runs of a gas.
struct ObservablesOfRun {
  const std::vector<Observable>* observables;
  double time;        ///< simulated time of its measured part
  double collisions;  ///< between particles, in its measured part
};

/// How the observables of a study are combined, by name; MeanOfRuns::plain for others.
std::map<std::string, MeanOfRuns> means_of_runs(const StudyConfig& study);

/// Combines the observables of two or more independent runs of one gas: means, with errors from the
/// scatter between the runs. A few runs sometimes scatter far too little, so their own errors
/// contribute as if by kOwnErrorsWeight additional runs. p-values are combined by Fisher's method.
/// What changes over the runs has an error too, of its mean over a run.
/// Observables that not all runs have are those of the first; but a mean over collisions does
/// without runs in which there were none.
std::vector<Observable> joined_observables(const std::vector<ObservablesOfRun>& runs,
                                           const std::map<std::string, MeanOfRuns>& means);

}  // namespace clausius
