#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "clausius/report/run_folder.h"

namespace clausius {

/// The folder of a sweep: its `study.toml`, the run folders of its cases in `cases/`, and what is
/// made of them. One sweep at a time works there, or any number of its shards.
class SweepFolder {
 public:
  /// Makes the folder with the study, or goes on in it. It may have more cases than before.
  /// @throws InputError if it is of another study, no folder of a sweep, or in use
  SweepFolder(const std::filesystem::path& path, const StudyConfig& study, bool is_shared);

  [[nodiscard]] std::filesystem::path case_folder(const std::string& name) const;
  /// Where the results of the sweep are written.
  [[nodiscard]] const RunFolder& files() const { return *files_; }
  /// From now on for this process alone; false if others still work there. What is shared is given
  /// up either way.
  bool take_over();

 private:
  std::filesystem::path path_;
  std::optional<RunFolder> files_;
  std::shared_ptr<const int> shared_;  ///< an open file, closed with it
};

}  // namespace clausius
