#include "sweep/case_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/system/files.h"
#include "report/manifest.h"
#include "report/summary.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char *kCaseSummary = "summary.json", *kValues = "case.json", *kError = "error.txt";

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

}  // namespace

CaseRecord read_case(const fs::path& folder) {
  CaseRecord record;
  try {
    if (is_file(folder / kError)) {
      record.state = CaseState::failed;
      record.error = read_regular_file(folder / kError);
      while (record.error.ends_with('\n')) record.error.pop_back();
    } else if (is_file(folder / kCaseSummary)) {
      if (!Manifest(folder).may_replace(kCaseSummary)) {
        record.state = CaseState::damaged;
        record.error =
            (folder / kCaseSummary).string() + ": was changed since this program wrote it";
        return record;
      }
      FinishedRun run = read_summary(read_regular_file(folder / kCaseSummary));
      if (run.interrupted) return record;
      record.state = run.failure.empty() ? CaseState::done : CaseState::failed;
      record.error = run.failure;
      record.passed = run.passed;
      record.cpu_seconds = run.cpu_seconds;
      record.simulated_time = run.simulated_time;
      record.collisions = run.collisions;
      record.observables = std::move(run.observables);
      record.warnings = std::move(run.warnings);
    }
  } catch (const std::runtime_error&) {
    // A damaged file is reported by the run that continues there.
  }
  return record;
}

bool has_summary(const fs::path& folder) { return is_file(folder / kCaseSummary); }

bool seems_ended(const fs::path& folder) { return is_file(folder / kError) || has_summary(folder); }

bool is_busy(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_held = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return is_held;
}

bool is_refused(const fs::path& folder) {
  try {
    RunFolder::check(folder, true);
    return false;
  } catch (const InputError&) {
    return !is_busy(folder);
  }
}

void set_aside(const fs::path& folder) {
  const auto numbered = [&folder](int number) {
    fs::path name = folder;
    return name += number == 1 ? ".damaged" : ".damaged-" + std::to_string(number);
  };
  int number = 1;
  std::error_code error;
  while (fs::exists(fs::symlink_status(numbered(number), error))) ++number;
  fs::rename(folder, numbered(number), error);  // if that is impossible, its run is refused
}

void note_failure(const fs::path& folder, std::string_view error) {
  RunFolder::resume(folder).write(kError, error);
}

void note_values(const fs::path& folder, const std::string& json) {
  if (!is_file(folder / kValues)) RunFolder::open(folder).write(kValues, json);
}

}  // namespace clausius
