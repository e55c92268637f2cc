#pragma once

#include <string>
#include <vector>

#include "clausius/study/config.h"
#include "command.h"

namespace clausius::app {

/// The arguments by which commands identify a study.
struct StudyArgument {
  std::string file;
  std::vector<std::string> set;  ///< KEY=VALUE

  /// FILE and --set.
  std::vector<Argument> arguments();
  /// The overrides given by --set.
  [[nodiscard]] std::vector<Override> overrides() const;
  /// Reads the study: the file, the built-in study of this name if there is no such file, or for
  /// "-" standard input, with other files relative to the current folder. Warns of what no
  /// particles can be.
  [[nodiscard]] StudyConfig load(const std::vector<Override>& changes) const;
  [[nodiscard]] StudyConfig load() const { return load(overrides()); }
};

}  // namespace clausius::app
