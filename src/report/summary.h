#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clausius/study/runner.h"

namespace clausius {

/// The text of `summary.json`: program, input, counts, energy, species, observables, checks and the
/// cases of a series. Numbers read back exactly; unknown or non-finite numbers are null.
std::string summary_json(const StudyResult& result);

/// The parts of a `summary.json` that are read again.
struct FinishedRun {
  bool passed = false, interrupted = false;
  std::string failure;  ///< reason of failure; empty if it did not fail
  double cpu_seconds = 0;
  double simulated_time = 0, collisions = 0;  ///< of the measured part
  std::vector<Observable> observables;
};

/// Reads what summary_json() wrote; numbers that were not finite are NaN.
/// @throws std::runtime_error if `text` is not such a summary
FinishedRun read_summary(const std::string& text);

/// The lines of `summary.json` that are the same whenever the same study is run: without processor
/// time, wall time, collisions per second and memory.
std::string reproducible_part(const std::string& summary);

/// Collisions between particles per second of processor time, over the whole run; not finite for a
/// run that took no time.
double collisions_per_second(const StudyResult& result);

/// The greatest resident memory of this process so far, in bytes.
std::size_t peak_memory_bytes();

}  // namespace clausius
