#include "report/checkpoints.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "core/system/files.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLast = "checkpoint";
constexpr const char* kPrevious = "checkpoint.previous";
constexpr const char* kDamaged = "checkpoint.damaged";

Problem problem_of(const fs::path& file, std::string message) {
  Problem problem;
  problem.file = file.string();
  problem.message = std::move(message);
  return problem;
}

Checkpoint read_file(const fs::path& file) {
  std::string bytes;
  try {
    bytes = read_regular_file(file);
  } catch (const std::runtime_error& fault) {
    throw ArchiveError(fault.what());
  }
  return read_checkpoint(bytes);
}

}  // namespace

std::vector<std::string> checkpoint_names() { return {kLast, kPrevious, kDamaged}; }

void write_checkpoint(const RunFolder& folder, const Checkpoint& checkpoint) {
  for (const std::string& name : checkpoint_names()) folder.claim(name);
  // The previous one gets a second name; if that is impossible it is simply replaced.
  std::error_code error;
  fs::remove(folder.location() / kPrevious, error);
  fs::create_hard_link(folder.location() / kLast, folder.location() / kPrevious, error);
  folder.write(kLast, [&](std::ostream& stream) { write_checkpoint(stream, checkpoint); });
  folder.flush();
}

std::optional<Checkpoint> find_checkpoint(const RunFolder& folder, StudyConfig& study,
                                          const std::function<void(const std::string&)>& warn) {
  std::vector<Problem> problems;
  for (const char* name : {kLast, kPrevious}) {
    const fs::path file = folder.path() / name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    try {
      Checkpoint found = read_file(file);
      if (const auto why = hindrance(found, study))
        throw InputError(problem_of(file, *why +
                                              "; allowed: the same program and study, or --force "
                                              "instead of --resume to start over"));
      for (const Problem& problem : problems) warn(problem.text() + "; going on from " + kPrevious);
      if (!problems.empty()) {
        fs::rename(folder.location() / kLast, folder.location() / kDamaged, error);
        fs::rename(file, folder.location() / kLast, error);
      }
      return found;
    } catch (const ArchiveError& fault) {
      problems.push_back(problem_of(file, fault.what()));
    }
  }
  if (problems.empty()) return std::nullopt;
  problems.back().message +=
      "; there is none to go on from, --force instead of --resume starts over";
  throw InputError(problems);
}

bool holds_checkpoint(const fs::path& path) {
  std::error_code error;
  return fs::exists(path / kLast, error) || fs::exists(path / kPrevious, error);
}

bool can_go_on(const fs::path& path) {
  for (const char* name : {kLast, kPrevious}) {
    try {
      return read_file(path / name).program == program_name();
    } catch (const ArchiveError&) {
      // Missing or damaged.
    }
  }
  return false;
}

void remove_checkpoints(const RunFolder& folder, bool keep_last) {
  folder.flush();
  std::vector<std::string> names = checkpoint_names();
  if (keep_last) names.erase(std::find(names.begin(), names.end(), kLast));
  folder.remove(names);
}

}  // namespace clausius
