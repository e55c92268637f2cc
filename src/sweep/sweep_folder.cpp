#include "sweep/sweep_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "core/system/files.h"
#include "study/run/checkpoint.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSweepStudy = "study.toml";

/// The study without its sweep, as text.
std::string text_without_sweep(const StudyConfig& study) {
  return sweep_point(study, {}).resolved_toml;
}

/// Refuses the folder of a sweep of another study.
void refuse_other(const fs::path& file, const StudyConfig& study) {
  const StudyConfig found = load_study(file, {});
  const auto difference =
      found.is_sweep() ? study_difference(text_without_sweep(found), text_without_sweep(study))
                       : std::optional<std::string>("is of a single run");
  if (difference)
    throw InputError(file.string(), *difference + "; allowed: the same study, or another --out");
}

std::shared_ptr<const int> shared_lock(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    throw InputError(path.string(), std::string("cannot be opened: ") + std::strerror(errno));
  std::shared_ptr<const int> lock(new int(descriptor), [](const int* file) {
    ::close(*file);
    delete file;
  });
  if (::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw InputError(path.string(),
                     "a whole sweep is running here; wait for its end, or give another --out");
  return lock;
}

/// The folder with the study in it; if several shards begin at once, one of them writes it.
RunFolder made(const fs::path& path, const StudyConfig& study, bool is_shared) {
  using namespace std::chrono_literals;
  constexpr int kAttempts = 500;
  const fs::path file = path / kSweepStudy;
  const auto is_this_sweep = [&] {
    try {
      return read_regular_file(file) == study.resolved_toml;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  for (int attempt = 1; !(is_shared && is_this_sweep()); ++attempt) {
    std::error_code error;
    if (fs::exists(file, error)) refuse_other(file, study);
    try {
      RunFolder folder = RunFolder::resume(path);
      folder.write(kSweepStudy, study.resolved_toml);
      return folder;
    } catch (const InputError&) {
      if (!is_shared || attempt == kAttempts) throw;
      std::this_thread::sleep_for(10ms);
    }
  }
  return RunFolder::open(path);
}

}  // namespace

SweepFolder::SweepFolder(const fs::path& path, const StudyConfig& study, bool is_shared)
    : path_(path), files_(made(path, study, is_shared)) {
  if (!is_shared) return;
  files_ = RunFolder::open(path);  // without the lock
  shared_ = shared_lock(path);
}

fs::path SweepFolder::case_folder(const std::string& name) const {
  return files_->location() / "cases" / name;
}

bool SweepFolder::take_over() {
  if (!shared_) return true;
  // If it cannot be obtained, the shared lock is lost, too: the last of all gets it.
  if (::flock(*shared_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
  shared_.reset();
  return false;
}

}  // namespace clausius
