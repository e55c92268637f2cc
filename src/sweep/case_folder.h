#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius {

enum class CaseState {
  open,    ///< not begun, or with a checkpoint from which it can continue
  done,    ///< it has a summary.json
  failed,  ///< it ended with an error
  damaged  ///< its summary.json was changed since it was written
};

/// State of the run folder of a case.
struct CaseRecord {
  CaseState state = CaseState::open;
  bool passed = false;  ///< whether its checks passed, if it is done
  std::string error;    ///< why it failed, or what is damaged
  double cpu_seconds = 0;
  double simulated_time = 0, collisions = 0;  ///< of the measured part
  std::vector<Observable> observables;
  std::vector<std::string> warnings;
};

/// The record of a case, whose folder need not exist.
CaseRecord read_case(const std::filesystem::path& folder);

/// Whether a run there has ended, including by interruption or failure.
bool has_summary(const std::filesystem::path& folder);

/// Whether a case seems to have ended: it has a summary or an error file; these are not read.
bool seems_ended(const std::filesystem::path& folder);

/// Whether another process runs the case.
bool is_busy(const std::filesystem::path& folder);

/// Whether a run there would be refused, because of files that were changed since they were written
/// or that are not of a run.
bool is_refused(const std::filesystem::path& folder);

/// Renames the folder of a case as NAME.damaged, NAME.damaged-2 …
void set_aside(const std::filesystem::path& folder);

/// Writes the reason of failure into the folder of a case, made if needed; a later run there
/// removes it.
/// @throws OutputError, InputError if the folder cannot be used
void note_failure(const std::filesystem::path& folder, std::string_view error);

/// Writes `case.json` beside the summary of a finished case, unless it exists already.
/// @throws OutputError
void note_values(const std::filesystem::path& folder, const std::string& json);

}  // namespace clausius
