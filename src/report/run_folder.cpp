#include "clausius/report/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/report/bodies_table.h"
#include "clausius/report/checkpoints.h"
#include "clausius/report/csv.h"
#include "clausius/report/snapshot_table.h"
#include "clausius/report/summary.h"
#include "clausius/study/xyz.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStudyFile = "study.toml";
constexpr const char* kPartSuffix = ".part";

InputError refused(const fs::path& path, const std::string& message) {
  Problem problem;
  problem.file = path.string();
  problem.message = message;
  return InputError(problem);
}

/// "runs/x/" means runs/x: its parent would be itself.
fs::path without_trailing_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

/// Makes the folder `path` in one step: false if something of that name is there already.
bool make_folder(const fs::path& path) {
  std::error_code error;
  const fs::path parent = path.parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  const bool made = !error && fs::create_directory(path, error);
  if (error && error != std::errc::file_exists)
    throw refused(path, "cannot make this folder: " + error.message());
  return made;
}

bool is_result(const fs::path& name) {
  return name == kStudyFile || name == "summary.json" || name == "figures" || name == "cases" ||
         name == "audit.xyz" || name == "initial.xyz" || name == "final.xyz" ||
         name == "trajectory.xyz" || name == "members.xyz" || name.extension() == ".csv" ||
         name.extension() == kPartSuffix;
}

/// `parent/base`, `parent/base-2`, `parent/base-3` …
fs::path numbered(const fs::path& parent, const std::string& base, int number) {
  return parent / (number == 1 ? base : base + '-' + std::to_string(number));
}

/// Waits until the data of the file (the names in the folder) are on the disk; false with errno set
/// on failure.
bool flush_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool flushed = ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return flushed;
}

double or_nan(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

std::string file_name(std::string_view text) {
  std::string name;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      std::string_view("._+=-").find(c) != std::string_view::npos || byte >= 0x80;
    name += safe && !(name.empty() && c == '.') ? c : '_';
  }
  return name.empty() ? "_" : name;
}

RunFolder RunFolder::locked(const fs::path& path) {
  RunFolder folder(path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw refused(path, std::string("cannot be opened: ") + std::strerror(errno));
  folder.lock_ = std::shared_ptr<const int>(new int(descriptor), [](const int* file) {
    ::close(*file);
    delete file;
  });
  // A file system without locks is no reason not to run.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw refused(path, "another run is writing here; wait for its end, or give another --out");
  return folder;
}

RunFolder RunFolder::create_numbered(const fs::path& parent, std::string_view name) {
  const std::string base = file_name(name);
  int number = 1;
  while (!make_folder(numbered(parent, base, number))) ++number;
  return locked(numbered(parent, base, number));
}

RunFolder RunFolder::resume_numbered(const fs::path& parent, std::string_view name,
                                     const std::function<bool(const fs::path&)>& holds_checkpoint) {
  const std::string base = file_name(name);
  int number = 1;
  std::error_code error;
  while (fs::exists(numbered(parent, base, number + 1), error)) ++number;
  const fs::path last = numbered(parent, base, number);
  return holds_checkpoint(last) ? resume(last) : create_numbered(parent, name);
}

void RunFolder::check(const fs::path& path, bool replace) {
  const fs::path folder = without_trailing_slash(path);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return;
  if (!replace)
    throw refused(folder, "exists already; give another --out, or --force to replace its results");
  if (!fs::is_directory(folder, error)) throw refused(folder, "is not a folder");
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    throw refused(folder, std::string("cannot write here: ") + std::strerror(errno));
  // A run that was killed at once has not got as far as to its study file.
  const bool is_run = fs::exists(folder / kStudyFile, error) || holds_checkpoint(folder) ||
                      fs::exists((folder / kStudyFile).string() + kPartSuffix, error);
  if (!fs::is_empty(folder, error) && !is_run)
    throw refused(folder,
                  "holds files but no study.toml, so it is no run folder; nothing there is "
                  "replaced");
}

RunFolder RunFolder::create(const fs::path& path, bool replace) {
  const fs::path folder = without_trailing_slash(path);
  if (make_folder(folder)) return locked(folder);
  check(folder, replace);
  RunFolder existing = locked(folder);
  existing.remove_results();
  remove_checkpoints(existing);
  return existing;
}

RunFolder RunFolder::resume(const fs::path& path) {
  const fs::path folder = without_trailing_slash(path);
  if (!make_folder(folder)) check(folder, true);
  return locked(folder);
}

void RunFolder::remove_results() const {
  try {
    std::vector<fs::path> doomed;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
      if (is_result(entry.path().filename())) doomed.push_back(entry.path());
    for (const fs::path& result : doomed) fs::remove_all(result);
  } catch (const fs::filesystem_error& fault) {
    throw refused(path_, "cannot replace the results here: " + fault.code().message());
  }
}

void RunFolder::flush() const { flush_to_disk(path_); }

RunFolder RunFolder::open(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) throw refused(path, "no such folder");
  if (!fs::is_regular_file(path / kStudyFile, error))
    throw refused(path, "is no run folder: it holds no study.toml");
  return RunFolder(path);
}

void RunFolder::write(const fs::path& name,
                      const std::function<void(std::ostream&)>& content) const {
  const fs::path target = path_ / name;
  fs::path part = target;
  part += kPartSuffix;
  std::error_code error;
  fs::create_directories(target.parent_path(), error);

  errno = 0;
  std::ofstream stream(part, std::ios::binary | std::ios::trunc);
  if (stream) content(stream);
  stream.close();
  if (!stream || !flush_to_disk(part) || ::rename(part.c_str(), target.c_str()) != 0) {
    const int reason = errno;
    fs::remove(part, error);
    throw OutputError(target.string() + ": cannot be written: " +
                      (reason != 0 ? std::strerror(reason) : "unknown reason"));
  }
}

void RunFolder::write(const fs::path& name, std::string_view text) const {
  write(name, [text](std::ostream& stream) { stream << text; });
}

void write_start(const RunFolder& folder, const StudyConfig& config, const Snapshot& initial) {
  folder.write(kStudyFile, config.resolved_toml);
  folder.write("initial.xyz", [&](std::ostream& stream) { write_xyz(stream, initial); });
}

Table observables_table(const StudyResult& result) {
  std::vector<std::string> names, units, sources;
  std::vector<double> values, errors, theories, uncertainties, zs;
  for (const Observable& o : result.observables) {
    names.push_back(o.name);
    values.push_back(o.value);
    errors.push_back(or_nan(o.error));
    theories.push_back(or_nan(o.theory));
    uncertainties.push_back(o.theory ? o.theory_uncertainty : kNaN);
    zs.push_back(or_nan(o.z()));
    units.push_back(o.unit);
    sources.push_back(o.source);
  }
  return {"observables",
          {{"name", "", std::move(names)},
           {"value", "see unit", std::move(values)},
           {"error", "see unit", std::move(errors)},
           {"theory", "see unit", std::move(theories)},
           {"theory_uncertainty", "see unit", std::move(uncertainties)},
           {"z", "1", std::move(zs)},
           {"unit", "", std::move(units)},
           {"source", "", std::move(sources)}}};
}

void write_results(const RunFolder& folder, const StudyResult& result) {
  write_start(folder, result.config, result.initial);
  for (const Table& table : result.tables)
    folder.write(file_name(table.name) + ".csv",
                 [&](std::ostream& stream) { write_csv(stream, table); });
  folder.write("observables.csv",
               [&](std::ostream& stream) { write_csv(stream, observables_table(result)); });
  folder.write("final.xyz", [&](std::ostream& stream) { write_xyz(stream, result.final); });
  if (!result.trajectory.empty())
    folder.write("trajectory.xyz", [&](std::ostream& stream) {
      for (const Snapshot& frame : result.trajectory) write_xyz(stream, frame);
    });
  if (!result.config.spheres_only())
    folder.write("members.xyz", [&](std::ostream& stream) {
      for (const Snapshot& frame : result.trajectory)
        write_members_xyz(stream, frame, result.config);
      if (result.trajectory.empty()) write_members_xyz(stream, result.final, result.config);
    });
  for (const Table& picture :
       {bodies_table(result), snapshot_table(result), outlines_table(result.config)})
    if (!picture.columns.empty())
      folder.write(file_name(picture.name) + ".csv",
                   [&](std::ostream& stream) { write_csv(stream, picture); });
  for (const auto& [value, one] : result.series)
    write_results(
        RunFolder::create_numbered(folder.path() / "cases", result.config.series.key + '=' + value),
        one);
  folder.write("summary.json", summary_json(result));
}

}  // namespace clausius
