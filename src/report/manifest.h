#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clausius {

/// The list of the files in a run folder that this program wrote, each with the checksum of what it
/// wrote. Only these files may be replaced or deleted, and only while they hold what was written.
///
/// It is a text file in the folder itself, a line a file. A file is listed before it gets its name,
/// so that whatever instant a run is killed at, nothing it wrote is unknown: what stood under the
/// name before is listed too until the list is written anew.
class Manifest {
 public:
  static constexpr const char* kFile = "clausius-manifest.txt";

  /// Reads the list of `folder`; an empty one where there is none.
  explicit Manifest(std::filesystem::path folder);

  /// Whether the folder has a list, so that this program has written there.
  [[nodiscard]] bool exists() const { return exists_; }

  /// Whether the file `name` (relative to the folder) may be replaced: it does not exist, or it was
  /// written by this program and not changed since.
  [[nodiscard]] bool may_replace(const std::filesystem::path& name) const;
  /// The listed files that exist and were changed since they were written.
  [[nodiscard]] std::vector<std::filesystem::path> changed() const;
  /// The listed files that exist, run folders apart.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// The listed run folders, the cases of a series.
  [[nodiscard]] std::vector<std::filesystem::path> folders() const;

  /// Makes the list, if there is none.
  void create();
  /// Lists `name` as it will be once it has the content of the file `content`.
  void add(const std::filesystem::path& name, const std::filesystem::path& content);
  /// Lists `name` whatever it will hold: temporary files, and checkpoints, which know their own
  /// checksum.
  void add_any(const std::filesystem::path& name);
  /// Lists `name` as a run folder, which has a list of its own.
  void add_folder(const std::filesystem::path& name);
  /// Writes the list anew, in order, without the files that are gone. Where there is no room for it
  /// the list stays as it is.
  void tidy();

 private:
  void append(const std::string& content, const std::filesystem::path& name);
  [[nodiscard]] std::filesystem::path file() const { return folder_ / kFile; }

  std::filesystem::path folder_;
  bool exists_ = false;
  /// Where half a line begins that a full disk or a kill left at the end of the list.
  std::optional<std::uintmax_t> half_line_;
  /// By name: checksums in hexadecimal, or "any", or "folder".
  std::map<std::string, std::set<std::string>> contents_;
};

}  // namespace clausius
