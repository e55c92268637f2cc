#pragma once

#include "clausius/study/config.h"

namespace clausius {

/// Predicted cost of a study on this machine, including all cases of its series.
struct Cost {
  double collisions = 0;   ///< approximate number of collisions between particles
  double cpu_seconds = 0;  ///< processor time of placing and running
  /// Memory of results kept to the end, in addition to that needed during a run.
  double memory_bytes = 0;
  /// Size of the files that are written in the course of the run.
  double file_bytes = 0;
  /// Ratio of the particles of the study to those of the trials, by which the memory needed during
  /// a run scales.
  double parts = 1;
};

/// Predicts the cost of a study from short runs of it, each longer than the one before, until they
/// have taken about a second in total or the study is done. For a large gas a part of the box is
/// tried, for a long series some of the cases. The future of a cooling gas follows from Haff's law
/// and its energy loss so far.
/// @throws InputError, SimulationError as run_study
Cost predict_cost(const StudyConfig& study);

/// Relative cost of a study without any trial: the theoretical number of collisions, or the steps
/// of all particles. For ordering runs.
double relative_cost(const StudyConfig& study);

}  // namespace clausius
