#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// Bytes that a run keeps to its end.
struct RunMemory {
  double snapshot = 0;      ///< bytes of all particles, at the start and at the end
  double frame = 0;         ///< bytes per frame of a trajectory, including writing
  double sample = 0;        ///< bytes per sample of the measured part
  double first_sample = 0;  ///< bytes per sample of equilibration
  double collision = 0;     ///< bytes per logged collision
  double traced = 0;        ///< bytes per collision of the traced particle
};

/// Whether the frames of a run are so many that they go to a file in its course.
bool writes_frames_to_file(const StudyConfig& study);

/// Names of the files that are written in the course of a run, and of the cases of its series.
std::vector<std::string> growing_files(const StudyConfig& study);

/// Bytes per frame and per logged collision in files, about.
struct RunText {
  double frame = 0, collision = 0;
};
RunText text_of(const StudyConfig& study);

/// Computed from the declarations of the measurements that the study switches on. @pre its species
/// are known
RunMemory memory_of(const StudyConfig& study);

}  // namespace clausius
