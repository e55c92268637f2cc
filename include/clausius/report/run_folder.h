#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/study/runner.h"

namespace clausius {

/// A file that this program did not write, or that was changed since, has the name of a result; it
/// is left unchanged.
class ForeignFile : public OutputError {
 public:
  using OutputError::OutputError;
};

/// A folder that holds one run. Files appear complete or not at all: each is written under another
/// name in the same folder, flushed to the disk and then renamed. All of them are listed with their
/// checksums in `clausius-manifest.txt`; no other file there is ever replaced or removed, nor any
/// that was changed since. The folder is locked by this object (and its copies): other writers, in
/// this process or another, are refused.
class RunFolder {
 public:
  /// Makes `parent/name`, or `parent/name-2`, `parent/name-3` … if that exists, with all parents.
  /// Characters of `name` that do not belong in a file name become '_'.
  /// @throws InputError if the folder cannot be made.
  static RunFolder create_numbered(const std::filesystem::path& parent, std::string_view name);

  /// Refuses what create() would refuse for a folder that exists; changes nothing.
  /// @param input  a file that the run reads, or an empty path: it must not be one of the results
  ///               that would be replaced
  /// @throws InputError
  static void check(const std::filesystem::path& path, bool replace,
                    const std::filesystem::path& input = {});

  /// Makes the folder `path` with all parents. An existing folder is refused unless `replace`,
  /// which removes the results of the run in it and nothing else.
  /// @throws InputError if it exists, is not a run folder, holds results that were changed, or
  /// cannot be made or written to.
  static RunFolder create(const std::filesystem::path& path, bool replace);

  /// Opens the folder `path`, or makes it if it does not exist.
  /// @throws InputError if it is not a run folder, holds results that were changed, or cannot be
  /// made or written to.
  static RunFolder resume(const std::filesystem::path& path);

  /// The last of `parent/name`, `parent/name-2` … if `holds_checkpoint` is true for it, otherwise a
  /// new folder.
  static RunFolder resume_numbered(
      const std::filesystem::path& parent, std::string_view name,
      const std::function<bool(const std::filesystem::path&)>& holds_checkpoint);

  /// Opens the folder of an earlier run for reading.
  /// @throws InputError if `path` holds no study.toml.
  static RunFolder open(const std::filesystem::path& path);
  /// Opens the folder of an earlier run, of which no other command writes files meanwhile; a case
  /// is held with its series.
  /// @throws InputError if another command holds it, and as open() does
  static RunFolder open_alone(const std::filesystem::path& path);

  /// Path as given, for messages.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Absolute path, which stays valid if the working folder changes.
  [[nodiscard]] const std::filesystem::path& location() const { return location_; }

  /// Writes the file `name` (relative; its folder, and a deleted run folder, are made as needed);
  /// `content` fills the stream.
  /// @throws OutputError, leaving the earlier file in place; ForeignFile if that file is not this
  /// program's.
  void write(const std::filesystem::path& name,
             const std::function<void(std::ostream&)>& content) const;
  void write(const std::filesystem::path& name, std::string_view text) const;
  /// A file to be written: `fill` writes it to the path that it is given.
  struct NewFile {
    std::filesystem::path name;
    std::function<void(const std::filesystem::path&)> fill;
  };
  /// Writes files, of which each gets its name when all of them are complete, and which are listed
  /// together: sooner done than one after the other.
  /// @throws what write() throws, leaving all earlier files in place; what `fill` throws
  void write(const std::vector<NewFile>& files) const;
  /// The file `name` whose content fills a stream.
  [[nodiscard]] NewFile file(const std::filesystem::path& name,
                             std::function<void(std::ostream&)> content) const;

  /// Path of a temporary file for another program to write to; end_file(name) turns it into the
  /// file `name`.
  /// @throws OutputError as write() does
  [[nodiscard]] std::filesystem::path begin_file(const std::filesystem::path& name) const;
  void end_file(const std::filesystem::path& name) const;
  /// Path of a file that is written in the course of a run, for RunHooks::file. It is that of a
  /// temporary file, which write_results() gives its name, and of an earlier run that goes on.
  /// @throws OutputError as write() does
  [[nodiscard]] std::filesystem::path growing_file(const std::filesystem::path& name) const;
  /// Gives complete temporary files the names `names`.
  void end_files(const std::vector<std::filesystem::path>& names) const;

  /// Lists the file `name` as this program's before it is written by other means.
  /// @throws ForeignFile if it is not
  void claim(const std::filesystem::path& name) const;

  /// The run folder of a case of a series, inside this one; made if needed.
  /// @throws OutputError
  [[nodiscard]] RunFolder case_folder(const std::string& name) const;

  /// Removes the results of a run, except checkpoints, study.toml, which write_start() replaces in
  /// one step because it may be the only copy of the study, and the record of the commands that
  /// made the run, to which a continued run adds one.
  /// @param growing files that are kept because the run goes on with them, see growing_file();
  ///                in its cases as well
  /// @throws InputError if any was changed since it was written; then nothing is removed.
  void remove_results(const std::vector<std::string>& growing = {}) const;
  /// Removes the files `names`, if they are this program's.
  void remove(const std::vector<std::string>& names) const;
  /// Waits until everything written here has reached the disk under its final name.
  void flush() const;

 private:
  explicit RunFolder(std::filesystem::path path);
  /// @param else_do what can be done instead of waiting while another command holds the folder
  static RunFolder locked(const std::filesystem::path& path, const std::string& else_do);
  /// A locked folder with a list of files.
  static RunFolder listed(const std::filesystem::path& path);
  /// Lists the temporary files of the files `names`, and gives these their names.
  void begin_files(const std::vector<std::filesystem::path>& names) const;
  std::filesystem::path path_, location_;
  std::shared_ptr<const int> lock_;  // open file, closed by the last copy
};

/// `text` with everything but letters, digits, "._+=-" and characters above ASCII replaced by '_',
/// also a leading '.': safe as the name of a file. A text longer than 100 bytes is cut and ends in
/// its checksum, so that different texts have different names.
std::string file_name(std::string_view text);

/// Names of the folders of the cases of a series: "KEY=VALUE" as a file_name(), numbered if a name
/// occurs twice.
std::vector<std::string> case_names(const SeriesConfig& series);

/// Whether the run in the folder at `path` has passed its checks; no value if it has not come to
/// its end, because it was interrupted or has failed.
std::optional<bool> verdict_in(const std::filesystem::path& path);

/// Writes what is known when a run starts: `study.toml` and `initial.xyz`.
void write_start(const RunFolder& folder, const StudyConfig& config, const Snapshot& initial);

/// Writes all results of a run: what write_start() writes, the tables, `observables.csv`,
/// `final.xyz`, `trajectory.xyz` (if requested), each case of a series as a run folder of its own
/// in `cases/`, see case_names(), their provenance (`ro-crate-metadata.json`), and `summary.json`
/// last, so that a folder that contains it is complete.
/// @throws OutputError
void write_results(const RunFolder& folder, const StudyResult& result);

/// The observables of a run as the table `observables.csv`; unknown values are NaN.
Table observables_table(const StudyResult& result);

}  // namespace clausius
