#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/study/config.h"

namespace clausius {

/// Everything needed to continue a study: the study, the program, and the progress of its runs.
struct Checkpoint {
  std::string program;            ///< version and commit
  std::string study;              ///< resolved study, as TOML; includes the seed
  std::vector<std::string> runs;  ///< see RunHooks::checkpoint

  template <class Archive>
  void serialize(Archive& archive) {
    archive(program, study, runs);
  }
};

/// Version and commit of this program.
std::string program_name();

/// A checkpoint of `study` with this program, before anything was run.
Checkpoint empty_checkpoint(const StudyConfig& study);

/// Writes a line that identifies the file, with the version of its format, its length and checksum,
/// then the checkpoint.
void write_checkpoint(std::ostream& out, const Checkpoint& checkpoint);

/// @throws ArchiveError saying how `bytes` differ from what write_checkpoint() writes
Checkpoint read_checkpoint(std::string_view bytes);

/// Difference between the resolved study `found` and `own`; nothing if they are equal.
std::optional<std::string> study_difference(const std::string& found, const std::string& own);

/// Reason why `found` cannot be used by a run that would write `own`; nothing if it can.
std::optional<std::string> difference(const Checkpoint& found, const Checkpoint& own);

/// Reason why the run in `found` cannot be continued as `study`; nothing if it can. Title,
/// checkpoint_every and keep_checkpoint may differ, and if the command line sets run.measure,
/// run.duration or run.samples the run may become longer: then `study` gets the numbers of samples
/// and frames that keep their intervals unchanged, so that its result is, bit for bit, that of a
/// run of this length from the start.
std::optional<std::string> hindrance(const Checkpoint& found, StudyConfig& study);

}  // namespace clausius
