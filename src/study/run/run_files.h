#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
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
    std::uint64_t count = files_.size();
    archive(count);
    if constexpr (Archive::is_loading::value) {
      // A run that has become longer may have more of them.
      for (; count > 0; --count) {
        std::string name;
        archive(name);
        const auto found = files_.find(name);
        require(found != files_.end(), "holds an unknown file");
        archive(found->second);
      }
    } else {
      for (auto& [name, file] : files_) archive(name, file);
    }
  }

 private:
  std::map<std::string, GrowingFile> files_;
};

}  // namespace clausius
