#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/study/runner.h"

namespace clausius {

/// The text of `summary.json`: program, input, counts, energy, species, observables, checks and the
/// cases of a series. Numbers read back exactly; unknown or non-finite numbers are null.
std::string summary_json(const StudyResult& result);

/// The parts of a `summary.json` that are read again.
struct FinishedRun {
  std::string title;
  std::uint64_t seed = 0;
  bool passed = false, interrupted = false;
  std::string failure;  ///< reason of failure; empty if it did not fail
  double cpu_seconds = 0;
  double simulated_time = 0, collisions = 0;  ///< of the measured part
  std::vector<Observable> observables;
  std::vector<CheckResult> checks;
  std::vector<std::string> warnings;
  /// A case of its series.
  struct Case {
    std::string value;   ///< value of the key, a TOML literal
    std::string folder;  ///< in the folder of the run
    std::vector<Observable> observables;
    std::vector<CheckResult> checks;
  };
  std::string series_key;   ///< empty if the study has no series
  std::vector<Case> cases;  ///< in the order of the series
};

/// Reads what summary_json() wrote; numbers that were not finite are NaN.
/// @throws std::runtime_error if `text` is not such a summary
FinishedRun read_summary(const std::string& text);

/// Observables in the figure and the table of a series: those that the study names; otherwise those
/// that the key changes, and then those that are checked, as far as the cases have them beside
/// theory; without any, those that differ most between the cases.
std::vector<std::string> shown_observables(const StudyResult& result);

/// The lines of `summary.json` that are the same whenever the same study is run: without processor
/// time, wall time, collisions per second and memory.
std::string reproducible_part(const std::string& summary);

/// Collisions between particles per second of processor time, over the whole run; not finite for a
/// run that took no time.
double collisions_per_second(const StudyResult& result);

/// The greatest resident memory of this process so far, in bytes.
std::size_t peak_memory_bytes();

}  // namespace clausius
