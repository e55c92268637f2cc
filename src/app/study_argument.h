#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"
#include "command.h"

namespace clausius::app {

/// The arguments by which commands name a study.
struct StudyArgument {
  std::string file;
  std::vector<std::string> set;  ///< KEY=VALUE

  /// FILE and --set.
  std::vector<Argument> arguments();
  /// What --set gives.
  [[nodiscard]] std::vector<Override> overrides() const;
  /// Reads the study: the file, the built-in study of this name where there is no such file, or for
  /// "-" standard input, whose files are sought from the current folder.
  [[nodiscard]] StudyConfig load(const std::vector<Override>& changes) const;
  [[nodiscard]] StudyConfig load() const { return load(overrides()); }
};

}  // namespace clausius::app
