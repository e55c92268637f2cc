#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/study/runner.h"

namespace clausius {

/// A result could not be written (disk full, folder gone); the message names file and reason.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that this program did not write, or that was changed since, stands where a result should;
/// it is left as it is.
class ForeignFile : public OutputError {
 public:
  using OutputError::OutputError;
};

/// A folder that holds one run. Its files appear whole or not at all: each is written under
/// another name in the same folder, flushed to the disk and then renamed. All of them are listed
/// with their checksums in `clausius-manifest.txt`; no other file there is ever replaced or
/// removed, and none that was changed since. It is this object's (and its copies') alone: whoever
/// else wants to write there, in this process or another, is refused.
class RunFolder {
 public:
  /// Makes `parent/name`, or `parent/name-2`, `parent/name-3` … if that exists, with all parents.
  /// Characters of `name` that do not belong in a file name become '_'.
  /// @throws InputError if the folder cannot be made.
  static RunFolder create_numbered(const std::filesystem::path& parent, std::string_view name);

  /// Refuses what create() would refuse of a folder that exists; touches nothing.
  /// @param input  a file that the run reads, or an empty path: it must not be one of the results
  ///               that would be replaced
  /// @throws InputError
  static void check(const std::filesystem::path& path, bool replace,
                    const std::filesystem::path& input = {});

  /// Makes the folder `path` with all parents. What exists is refused unless `replace`, which
  /// removes the results of the run that is there and nothing else.
  /// @throws InputError if it exists, is no run folder, holds results that were changed, or cannot
  /// be made or written to.
  static RunFolder create(const std::filesystem::path& path, bool replace);

  /// The folder `path` as it is, made if need be.
  /// @throws InputError if it is no run folder, holds results that were changed, or cannot be made
  /// or written to.
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
  /// @throws OutputError, leaving what stood there before; ForeignFile where that is not this
  /// program's.
  void write(const std::filesystem::path& name,
             const std::function<void(std::ostream&)>& content) const;
  void write(const std::filesystem::path& name, std::string_view text) const;

  /// Where another program writes: the file to write to, of which end_file(name) makes the
  /// file `name`.
  /// @throws OutputError as write() does
  [[nodiscard]] std::filesystem::path begin_file(const std::filesystem::path& name) const;
  void end_file(const std::filesystem::path& name) const;

  /// Lists the file `name` as this program's, whatever will be written there by other means.
  /// @throws ForeignFile if it is not
  void claim(const std::filesystem::path& name) const;

  /// The run folder of a case of a series, in this one; made if need be.
  /// @throws OutputError
  [[nodiscard]] RunFolder case_folder(const std::string& name) const;

  /// Removes the results of a run, but no checkpoints, and not study.toml, which write_start()
  /// replaces in one step: it may be the only copy of the study. What tells of the commands that
  /// made the run stays, too: a run that goes on adds one to them.
  /// @throws InputError if any was changed since it was written; then nothing is removed.
  void remove_results() const;
  /// Removes the files `names`, if they are this program's.
  void remove(const std::vector<std::string>& names) const;
  /// Waits until everything written here is on the disk under its name.
  void flush() const;

 private:
  explicit RunFolder(std::filesystem::path path);
  static RunFolder locked(const std::filesystem::path& path);
  /// A locked folder with a list of files.
  static RunFolder listed(const std::filesystem::path& path);
  std::filesystem::path path_, location_;
  std::shared_ptr<const int> lock_;  // an open file, closed by the last copy
};

/// `text` with everything but letters, digits, "._+=-" and characters above ASCII replaced by '_',
/// also a leading '.': safe as the name of a file. What is longer than 100 bytes is cut and ends in
/// its checksum, so that different texts have different names.
std::string file_name(std::string_view text);

/// The name of the folder of each case of a series: "KEY=VALUE" as a file_name(), those that are
/// there already numbered.
std::vector<std::string> case_names(const SeriesConfig& series);

/// Whether the run in the folder at `path` has passed its checks; nothing if it has not ended.
std::optional<bool> verdict_in(const std::filesystem::path& path);

/// What is known when a run starts: `study.toml` and `initial.xyz`.
void write_start(const RunFolder& folder, const StudyConfig& config, const Snapshot& initial);

/// Everything a run leaves behind: what write_start() writes, the tables, `observables.csv`,
/// `final.xyz`, `trajectory.xyz` (if asked for), each case of a series as a run folder of its own
/// in `cases/`, see case_names(), how all of them came to be (`ro-crate-metadata.json`), and
/// `summary.json` last, so that a folder that has one is complete.
/// @throws OutputError
void write_results(const RunFolder& folder, const StudyResult& result);

/// The observables of a run as the table `observables.csv`; what is unknown is NaN.
Table observables_table(const StudyResult& result);

}  // namespace clausius
