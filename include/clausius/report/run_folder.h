#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "clausius/study/runner.h"

namespace clausius {

/// A result could not be written (disk full, folder gone); the message names file and reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A folder that holds one run. Its files appear whole or not at all: each is written under
/// another name in the same folder, flushed to the disk and then renamed.
/// It is this object's (and its copies') alone: whoever else wants to write there, in this process
/// or another, is refused.
class RunFolder {
 public:
  /// Makes `parent/name`, or `parent/name-2`, `parent/name-3` … if that exists, with all parents.
  /// Characters of `name` that do not belong in a file name become '_'.
  /// @throws InputError if the folder cannot be made.
  static RunFolder create_numbered(const std::filesystem::path& parent, std::string_view name);

  /// Refuses what create() would refuse of a folder that exists; touches nothing.
  /// @throws InputError
  static void check(const std::filesystem::path& path, bool replace);

  /// Makes the folder `path` with all parents. What exists is refused unless `replace`, which
  /// removes the results of the run that is there and nothing else.
  /// @throws InputError if it exists, is no run folder, or cannot be made or written to.
  static RunFolder create(const std::filesystem::path& path, bool replace);

  /// The folder `path` as it is, made if need be.
  /// @throws InputError if it is no run folder, or cannot be made or written to.
  static RunFolder resume(const std::filesystem::path& path);

  /// The last of `parent/name`, `parent/name-2` … if `holds_checkpoint` of it, else a new one.
  static RunFolder resume_numbered(
      const std::filesystem::path& parent, std::string_view name,
      const std::function<bool(const std::filesystem::path&)>& holds_checkpoint);

  /// The folder of a run that was made before, to read it.
  /// @throws InputError if `path` holds no study.toml.
  static RunFolder open(const std::filesystem::path& path);

  /// As given, for messages.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Where it is, whatever becomes of the working folder.
  [[nodiscard]] const std::filesystem::path& location() const { return location_; }

  /// Writes the file `name` (relative; its folder is made if need be, and the run folder again
  /// where it has been deleted); `content` fills the stream.
  /// @throws OutputError, leaving what stood there before.
  void write(const std::filesystem::path& name,
             const std::function<void(std::ostream&)>& content) const;
  void write(const std::filesystem::path& name, std::string_view text) const;

  /// Removes the results of a run, but no checkpoints.
  /// @throws InputError
  void remove_results() const;
  /// Waits until everything written here is on the disk under its name.
  void flush() const;

 private:
  explicit RunFolder(std::filesystem::path path);
  static RunFolder locked(const std::filesystem::path& path);
  std::filesystem::path path_, location_;
  std::shared_ptr<const int> lock_;  // an open file, closed by the last copy
};

/// `text` with everything but letters, digits, "._+=-" and bytes above ASCII replaced by '_', also
/// a leading '.': safe as the name of a file.
std::string file_name(std::string_view text);

/// What is known when a run starts: `study.toml` and `initial.xyz`.
void write_start(const RunFolder& folder, const StudyConfig& config, const Snapshot& initial);

/// Everything a run leaves behind: what write_start() writes, the tables, `observables.csv`,
/// `final.xyz`, `trajectory.xyz` (if asked for), each case of a series as a run folder of its own
/// in `cases/KEY=VALUE`, and `summary.json` last, so that a folder that has one is complete.
/// @throws OutputError
void write_results(const RunFolder& folder, const StudyResult& result);

/// The observables of a run as the table `observables.csv`; what is unknown is NaN.
Table observables_table(const StudyResult& result);

}  // namespace clausius
