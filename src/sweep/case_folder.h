#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius {

enum class CaseState {
  open,   ///< not begun, or with a checkpoint to go on from
  done,   ///< its summary.json is there
  failed  ///< it ended with an error
};

/// What the run folder of a case tells.
struct CaseRecord {
  CaseState state = CaseState::open;
  bool passed = false;  ///< its checks, where it is done
  std::string error;    ///< why it failed
  double cpu_seconds = 0;
  std::vector<Observable> observables;
};

/// The record of a case, whose folder need not be there.
CaseRecord read_case(const std::filesystem::path& folder);

/// Whether a run there has come to an end, be it an interruption or a failure.
bool has_summary(const std::filesystem::path& folder);

/// Whether a case seems to have ended: it has a summary or an error, which are not read.
bool seems_ended(const std::filesystem::path& folder);

/// Whether another process runs the case.
bool is_busy(const std::filesystem::path& folder);

/// Leaves in the folder of a case, made if need be, why it failed; a run there removes it.
/// @throws OutputError, InputError if the folder is of no use
void note_failure(const std::filesystem::path& folder, std::string_view error);

/// Writes `case.json` beside the summary of a case that is done, unless it is there already.
/// @throws OutputError
void note_values(const std::filesystem::path& folder, const std::string& json);

}  // namespace clausius
