#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/study/config.h"

namespace clausius {

/// All there is to know to go on with a study: which study and program it is, and how far its runs
/// have come.
struct Checkpoint {
  std::string program;            ///< version and commit
  std::string study;              ///< resolved, as TOML; the seed is in it
  std::vector<std::string> runs;  ///< see RunHooks::checkpoint

  template <class Archive>
  void serialize(Archive& archive) {
    archive(program, study, runs);
  }
};

/// Version and commit of this program.
std::string program_name();

/// The checkpoint of `study` with this program, before anything was run.
Checkpoint empty_checkpoint(const StudyConfig& study);

/// Writes a line that says what the file is, the version of its format, its length and checksum,
/// then the checkpoint.
void write_checkpoint(std::ostream& out, const Checkpoint& checkpoint);

/// @throws ArchiveError saying how `bytes` are not what write_checkpoint() wrote
Checkpoint read_checkpoint(std::string_view bytes);

/// How the resolved study `found` differs from `own`; nothing if they are the same.
std::optional<std::string> study_difference(const std::string& found, const std::string& own);

/// Why `found` is of no use to a run that would write `own`; nothing if it is.
std::optional<std::string> difference(const Checkpoint& found, const Checkpoint& own);

/// Why the run in `found` cannot go on as `study`; nothing if it can. Title, checkpoint_every and
/// keep_checkpoint may differ, and where the command line sets run.measure, run.duration or
/// run.samples the run may become longer: then `study` is given the numbers of samples and frames
/// that leave their intervals as they were, so that its result is, bit for bit, that of a run of
/// this length from the start.
std::optional<std::string> hindrance(const Checkpoint& found, StudyConfig& study);

}  // namespace clausius
