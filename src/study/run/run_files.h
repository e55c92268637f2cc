#pragma once

#include <map>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "core/system/growing_file.h"

namespace clausius {

/// The files of a run that are written in its course.
class RunFiles {
 public:
  /// The file `name`, at the path that RunHooks::file gives it.
  GrowingFile& open(const RunHooks& hooks, const std::string& name) {
    return files_.try_emplace(name, hooks.file(0, name)).first->second;
  }
  /// Waits until they have reached the disk. @return their names @throws OutputError
  [[nodiscard]] std::vector<std::string> finish() {
    std::vector<std::string> names;
    for (auto& [name, file] : files_) {
      file.flush();
      names.push_back(name);
    }
    return names;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    for (auto& [name, file] : files_) archive(file);
  }

 private:
  std::map<std::string, GrowingFile> files_;
};

}  // namespace clausius
