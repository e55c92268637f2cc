#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/report/run_folder.h"
#include "study/checkpoint.h"

namespace clausius {

/// Writes `checkpoint` into a run folder; the one before stays as `checkpoint.previous`.
/// @throws OutputError; then the one before is where it was.
void write_checkpoint(const RunFolder& folder, const Checkpoint& checkpoint);

/// The checkpoint in a run folder, or, if that is damaged, the one before: then the damaged one is
/// set aside as `checkpoint.damaged` and `warn` told. Nothing if there is none at all.
/// @param study to go on with; it may be made longer, see hindrance()
/// @throws InputError if it is of another study or program, or none is whole
std::optional<Checkpoint> find_checkpoint(const RunFolder& folder, StudyConfig& study,
                                          const std::function<void(const std::string&)>& warn);

/// The names of the files that hold checkpoints.
std::vector<std::string> checkpoint_names();

/// Whether the folder at `path` has any.
bool holds_checkpoint(const std::filesystem::path& path);

/// Removes all of them (but the last one, if that is kept), once everything else in the folder is
/// safe on the disk.
void remove_checkpoints(const RunFolder& folder, bool keep_last = false);

}  // namespace clausius
