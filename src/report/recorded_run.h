#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "clausius/report/run_folder.h"

namespace clausius {

/// How a run is carried out whose folder receives its start, its checkpoints and the files that
/// grow in its course.
struct RecordedRun {
  RunHooks hooks{};      ///< without those that follow from the folder
  bool resumes = false;  ///< whether it goes on from a checkpoint in the folder, if there is one
  /// The deadline of the run, given the time that it takes to write the study and its start.
  std::function<decltype(RunHooks::deadline)(std::chrono::duration<double>)> deadline{};
  /// Receives what is wrong with checkpoints, and why no results of a failing run are written.
  std::function<void(const std::string&)> warn{};
  /// Writes the results of a run that fails, up to then, or that has ended without its checkpoint.
  std::function<void(const StudyResult&)> write{};
};

/// Refuses a study of many runs. @throws InputError
void require_single_run(const StudyConfig& study);

/// Runs a study into `folder`; what follows from its results is left to the caller.
/// @throws what run_study() throws; OutputError if it was interrupted and has no new checkpoint
StudyResult run_study_into(const RunFolder& folder, StudyConfig study, const Snapshot& initial,
                           RecordedRun how);

}  // namespace clausius
