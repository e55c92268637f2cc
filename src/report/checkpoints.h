#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/report/run_folder.h"
#include "study/run/checkpoint.h"

namespace clausius {

/// Writes `checkpoint` into a run folder; the previous one remains as `checkpoint.previous`.
/// @throws OutputError; then the previous one is unchanged.
void write_checkpoint(const RunFolder& folder, const Checkpoint& checkpoint);

/// The checkpoint in a run folder or, if that is damaged, the previous one: then the damaged one is
/// renamed to `checkpoint.damaged` and `warn` is called. Nothing if there is none.
/// @param study study to be continued; it may be made longer, see hindrance()
/// @throws InputError if it belongs to another study or program, or none is intact
std::optional<Checkpoint> find_checkpoint(const RunFolder& folder, StudyConfig& study,
                                          const std::function<void(const std::string&)>& warn);

/// Names of the files that hold checkpoints.
std::vector<std::string> checkpoint_names();

/// Whether the folder at `path` has any checkpoint.
bool holds_checkpoint(const std::filesystem::path& path);

/// Whether the folder at `path` has an intact checkpoint, and the last one is of this program.
bool can_go_on(const std::filesystem::path& path);

/// Removes all checkpoints (except the last one, if it is kept) once everything else in the folder
/// has reached the disk.
void remove_checkpoints(const RunFolder& folder, bool keep_last = false);

}  // namespace clausius
