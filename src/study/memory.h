#pragma once

#include "clausius/study/config.h"

namespace clausius {

/// Bytes that a run keeps to its end.
struct RunMemory {
  double snapshot = 0;      ///< of all particles, as at the start and at the end
  double frame = 0;         ///< of a trajectory, while it is written, too
  double sample = 0;        ///< of the measured part
  double first_sample = 0;  ///< of equilibration
  double collision = 0;     ///< that is logged
  double traced = 0;        ///< collision of the particle that is traced
};

/// By what the measurements that the study switches on declare. @pre its species are known
RunMemory memory_of(const StudyConfig& study);

}  // namespace clausius
