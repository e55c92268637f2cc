#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "clausius/report/run_folder.h"

namespace clausius {

/// The folder of a sweep: its `study.toml`, the run folders of its cases in `cases/`, and the
/// results. Only one sweep at a time works there, or any number of its shards.
class SweepFolder {
 public:
  /// Makes the folder with the study, or continues in it. It may have more cases than before.
  /// @throws InputError if it belongs to another study, is no folder of a sweep, or is in use
  SweepFolder(const std::filesystem::path& path, const StudyConfig& study, bool is_shared);

  [[nodiscard]] std::filesystem::path case_folder(const std::string& name) const;
  /// Folder for the results of the sweep.
  [[nodiscard]] const RunFolder& files() const { return *files_; }
  /// Requests exclusive access for this process; false if others still work there. The shared lock
  /// is released in either case.
  bool take_over();

 private:
  std::filesystem::path path_;
  std::optional<RunFolder> files_;
  std::shared_ptr<const int> shared_;  ///< an open file, closed with this object
};

}  // namespace clausius
