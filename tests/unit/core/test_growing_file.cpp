#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "clausius/core/archive.h"
#include "clausius/core/errors.h"
#include "core/system/files.h"
#include "core/system/growing_file.h"
#include "unit/report/scratch_folder.h"

using namespace clausius;

namespace {

std::string lines(int from, int to) {
  std::string text;
  for (int k = from; k < to; ++k) text += std::to_string(k) + '\n';
  return text;
}

}  // namespace

TEST_CASE("a growing file goes on behind what was saved") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path() / "rows.part";
  // Less than the buffer, and several of it.
  for (const int saved : {0, 10, 800000}) {
    INFO(saved);
    std::string state;
    {
      GrowingFile file(path);
      file.append(lines(0, saved));
      state = to_bytes(file);
      CHECK(std::filesystem::file_size(path) == file.size());
      file.append("this will be written anew\n" + lines(0, 300000));
    }
    for (int attempt = 0; attempt < 2; ++attempt) {
      GrowingFile file(path);
      from_bytes(state, file);
      CHECK(file.size() == lines(0, saved).size());
      file.append(lines(saved, 900000));
      file.flush();
      CHECK((read_regular_file(path) == lines(0, 900000)));
    }
    {  // Another file, and one that is too short.
      std::filesystem::resize_file(path, lines(0, saved / 2).size());
      GrowingFile file(path);
      if (saved > 0) CHECK_THROWS_AS(from_bytes(state, file), ArchiveError);
    }
    std::filesystem::remove(path);
  }
  GrowingFile file(path);
  file.append(lines(0, 10));
  const std::string state = to_bytes(file);
  GrowingFile other(path);
  other.append(lines(10, 20));
  other.flush();
  GrowingFile again(path);
  CHECK_THROWS_AS(from_bytes(state, again), ArchiveError);
}

TEST_CASE("a growing file says that the disk is full, and remains incomplete") {
  GrowingFile file("/dev/full");
  file.append("row\n");
  for (int attempt = 0; attempt < 2; ++attempt)
    CHECK_THROWS_WITH(file.flush(), "/dev/full: cannot be written: No space left on device");
  GrowingFile nowhere("/nonexistent/rows");
  CHECK_THROWS_WITH(nowhere.flush(),
                    "/nonexistent/rows: cannot be written: No such file or directory");
}
