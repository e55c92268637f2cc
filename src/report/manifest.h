#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clausius {

/// Files of every run folder: the study with all its values, and the results, written last.
inline constexpr const char *kStudyFile = "study.toml", *kSummaryFile = "summary.json";

/// The list of the files in a run folder that this program wrote, each with the checksum of its
/// content. Only these files may be replaced or deleted, and only as long as they are unchanged.
///
/// It is a text file in the folder itself, one line per file. A file is listed before it gets its
/// name, so that no file is unknown whenever a run is killed: the previous content under that name
/// remains listed too until the list is rewritten.
class Manifest {
 public:
  static constexpr const char* kFile = "clausius-manifest.txt";

  /// Reads the list of `folder`; an empty one if there is none.
  explicit Manifest(std::filesystem::path folder);

  /// Whether the folder has a list, which means that this program has written there.
  [[nodiscard]] bool exists() const { return exists_; }

  /// Whether the file `name` (relative to the folder) may be replaced: it does not exist, or it was
  /// written by this program and is unchanged.
  [[nodiscard]] bool may_replace(const std::filesystem::path& name) const;
  /// The listed files that exist and were changed since they were written.
  [[nodiscard]] std::vector<std::filesystem::path> changed() const;
  /// The listed files that exist, without run folders.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// The listed run folders, the cases of a series.
  [[nodiscard]] std::vector<std::filesystem::path> folders() const;

  /// Makes the list if there is none.
  void create();
  /// Lists each of `names` with the content that its file in `contents` has.
  void add(const std::vector<std::filesystem::path>& names,
           const std::vector<std::filesystem::path>& contents);
  /// Lists `names` with any content: temporary files, and checkpoints, which contain their own
  /// checksum.
  void add_any(const std::vector<std::filesystem::path>& names);
  /// Lists `name` as a run folder, which has a list of its own.
  void add_folder(const std::filesystem::path& name);
  /// Rewrites the list, in order, without files that no longer exist. If there is no room for it
  /// the list remains unchanged.
  void tidy();

 private:
  /// A name and what is listed of its content.
  using Entry = std::pair<std::filesystem::path, std::string>;
  void append(const std::vector<Entry>& entries);
  [[nodiscard]] std::filesystem::path file() const { return folder_ / kFile; }

  std::filesystem::path folder_;
  bool exists_ = false;
  /// Position of an incomplete line that a full disk or a kill left at the end of the list.
  std::optional<std::uintmax_t> half_line_;
  /// By name: checksum in hexadecimal, or "any", or "folder".
  std::map<std::string, std::set<std::string>> contents_;
};

}  // namespace clausius
