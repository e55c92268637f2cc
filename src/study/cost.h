#pragma once

#include "clausius/study/config.h"

namespace clausius {

/// What a study will cost on this machine, with all the cases of its series.
struct Cost {
  double collisions = 0;    ///< between particles, about
  double cpu_seconds = 0;   ///< processor time of placing and running
  double memory_bytes = 0;  ///< kept to the end beside what a run needs while it is under way
  /// The particles of the study over those of the trials: what a run needs while it is under way is
  /// so many times what the trials needed.
  double parts = 1;
};

/// Predicts the cost of a study from the cost of short runs of it, each longer than the one before,
/// until they have taken about a second in all or the study is done. Of a large gas a part of the
/// box is tried, of a long series some of the cases. What a gas that cools will do follows from
/// Haff's law and the energy it has lost so far.
/// @throws InputError, SimulationError as run_study
Cost predict_cost(const StudyConfig& study);

/// What a study costs beside others, without any trial: the collisions that theory expects, or the
/// steps of all particles. For the order in which to run them.
double relative_cost(const StudyConfig& study);

}  // namespace clausius
