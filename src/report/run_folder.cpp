#include "clausius/report/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "clausius/core/errors.h"
#include "core/system/checksum.h"
#include "core/system/files.h"
#include "core/text.h"
#include "manifest.h"
#include "report/checkpoints.h"
#include "report/csv.h"
#include "report/figures/bodies_table.h"
#include "report/figures/snapshot_table.h"
#include "report/provenance.h"
#include "report/summary.h"
#include "study/start/h5md.h"
#include "study/start/xyz.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPartSuffix = ".part";
constexpr const char* kOrAnother = ", or give another --out";
/// Files of every run, known before it starts.
constexpr std::array kAlwaysWritten{kStudyFile,   kSummaryFile,      "initial.xyz",
                                    "final.xyz",  "observables.csv", "history.csv",
                                    "checkpoint", "audit.xyz",       kProvenance};

InputError refused(const fs::path& path, const std::string& message) {
  return {path.string(), message};
}

/// "runs/x/" becomes runs/x, because its parent would be itself.
fs::path without_trailing_slash(const fs::path& path) {
  return path.has_filename() ? path : path.parent_path();
}

/// Makes the folder `path` in one step: false if that name exists already.
bool make_folder(const fs::path& path) {
  std::error_code error;
  const fs::path parent = path.parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  const bool made = !error && fs::create_directory(path, error);
  if (error && error != std::errc::file_exists)
    throw refused(path, "cannot make this folder: " + error.message());
  return made;
}

fs::path part_of(fs::path name) { return name += kPartSuffix; }

/// The files listed in `folder`, and in the run folders of its cases, that were changed since they
/// were written.
std::vector<fs::path> changed_files(const fs::path& folder) {
  const Manifest manifest(folder);
  std::vector<fs::path> files;
  for (const fs::path& name : manifest.changed()) files.push_back(folder / name);
  for (const fs::path& name : manifest.folders()) {
    const std::vector<fs::path> below = changed_files(folder / name);
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

void refuse(const std::vector<fs::path>& files, const std::string& why) {
  std::vector<Problem> problems;
  problems.reserve(files.size());
  for (const fs::path& file : files)
    problems.push_back(
        refused(file, why + "; allowed: another --out, or to move or delete it first")
            .problems()
            .front());
  if (!problems.empty()) throw InputError(std::move(problems));
}

void refuse_changed(const fs::path& folder) {
  refuse(changed_files(folder), "was changed since this program wrote it");
}

/// The folders that hold the listed files of a run and of its cases, and those of the figures.
std::set<fs::path> folders_of(const fs::path& run) {
  const Manifest manifest(run);
  std::set<fs::path> folders{run / "figures"};
  for (const fs::path& name : manifest.files())
    for (fs::path parent = name; parent.has_parent_path(); parent = parent.parent_path())
      folders.insert(run / parent.parent_path());
  for (const fs::path& name : manifest.folders()) {
    folders.insert({run / name, (run / name).parent_path()});
    folders.merge(folders_of(run / name));
  }
  return folders;
}

/// Refuses a folder that cannot be written.
void refuse_unwritable(const fs::path& folder) {
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    throw refused(folder, std::string("cannot write here: ") + std::strerror(errno));
}

/// Removes the listed files that are not in `kept`, and folders that become empty.
void remove_listed(const fs::path& folder, const std::vector<std::string>& kept) {
  Manifest manifest(folder);
  for (const fs::path& name : manifest.files()) {
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) continue;
    fs::remove(folder / name);
    // Links to folders are not removed, which fs::remove() would do.
    for (fs::path parent = name.parent_path(); !parent.empty(); parent = parent.parent_path())
      ::rmdir((folder / parent).c_str());
  }
  manifest.tidy();
}

/// Removes the run folder of a case, except files that are not this program's. It remains with its
/// study if it holds any of the files `kept`.
void remove_case(const fs::path& folder, std::vector<std::string> kept) {
  const bool remains = std::any_of(
      kept.begin(), kept.end(), [&](const std::string& name) { return fs::exists(folder / name); });
  if (remains) kept.emplace_back(kStudyFile);
  remove_listed(folder, kept);
  if (remains) return;
  fs::remove(folder / Manifest::kFile);
  ::rmdir(folder.c_str());
  ::rmdir(folder.parent_path().c_str());
}

/// `parent/base`, `parent/base-2`, `parent/base-3` …
fs::path numbered(const fs::path& parent, const std::string& base, int number) {
  return parent / (number == 1 ? base : base + '-' + std::to_string(number));
}

/// Waits until the data of the file (the names in the folder) have reached the disk; false with
/// errno set on failure.
bool flush_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool flushed = ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return flushed;
}

/// An error that `file` cannot be written, with the reason in errno.
OutputError unwritable(const fs::path& file) {
  return OutputError(file.string() + ": cannot be written: " +
                     (errno != 0 ? std::strerror(errno) : "unknown reason"));
}

double or_nan(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

std::string file_name(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  std::string name;
  for (const char c : printable(text)) {
    const bool safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      std::string_view("._+=-").find(c) != std::string_view::npos ||
                      static_cast<unsigned char>(c) >= 0x80;
    name += safe && !(name.empty() && c == '.') ? c : '_';
  }
  if (name.empty()) return "_";
  if (name.size() <= kLongest) return name;
  const std::string mark = fmt::format("-{:016x}", checksum(text));
  name.resize(kLongest - mark.size());
  name.resize(first_invalid_utf8(name));  // an incomplete character at the end
  return name + mark;
}

std::vector<std::string> case_names(const SeriesConfig& series) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  std::map<std::string, int> last;  // number given to each
  for (const std::string& value : series.values) {
    const std::string base = file_name(series.key + '=' + value);
    int& number = last[base];
    std::string name;
    do name = ++number == 1 ? base : base + '-' + std::to_string(number);
    while (!taken.insert(name).second);
    names.push_back(std::move(name));
  }
  return names;
}

RunFolder RunFolder::locked(const fs::path& path, const std::string& else_do) {
  RunFolder folder(path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw refused(path, std::string("cannot be opened: ") + std::strerror(errno));
  folder.lock_ = std::shared_ptr<const int>(new int(descriptor), [](const int* file) {
    ::close(*file);
    delete file;
  });
  // A run is possible on a file system without locks.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw refused(path, "another run is writing here; wait for its end" + else_do);
  return folder;
}

RunFolder RunFolder::listed(const fs::path& path) {
  RunFolder folder = locked(path, kOrAnother);
  Manifest(path).create();
  return folder;
}

RunFolder RunFolder::create_numbered(const fs::path& parent, std::string_view name) {
  const std::string base = file_name(name);
  int number = 1;
  while (!make_folder(numbered(parent, base, number))) ++number;
  return listed(numbered(parent, base, number));
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

void RunFolder::check(const fs::path& path, bool replace, const fs::path& input) {
  const fs::path folder = without_trailing_slash(path);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return;
  if (!replace)
    throw refused(folder, "exists already; give another --out, or --force to replace its results");
  if (!fs::is_directory(folder, error)) throw refused(folder, "is not a folder");
  refuse_unwritable(folder);
  const RunFolder held = locked(folder, kOrAnother);
  const Manifest manifest(folder);
  if (!manifest.exists() && !fs::is_empty(folder, error))
    throw refused(folder,
                  fmt::format("holds files but no {}, so it is not a run folder; nothing there "
                              "is replaced",
                              Manifest::kFile));
  refuse_changed(folder);
  for (const fs::path& below : folders_of(folder)) {
    if (!fs::exists(fs::symlink_status(below, error))) continue;
    if (!fs::is_directory(below, error)) throw refused(below, "is not a folder");
    refuse_unwritable(below);
  }
  std::vector<fs::path> foreign;
  for (const char* name : kAlwaysWritten)
    if (!manifest.may_replace(name)) foreign.push_back(folder / name);
  refuse(foreign, "was not written by this program");
  for (const fs::path& name : manifest.files())
    if (!input.empty() && fs::equivalent(folder / name, input, error))
      refuse({folder / name}, "is the start file of this study and would be replaced");
}

RunFolder RunFolder::create(const fs::path& path, bool replace) {
  const fs::path folder = without_trailing_slash(path);
  if (make_folder(folder)) return listed(folder);
  check(folder, replace);
  RunFolder existing = listed(folder);
  existing.remove_results();
  remove_checkpoints(existing);
  existing.remove({kProvenance});
  return existing;
}

RunFolder RunFolder::resume(const fs::path& path) {
  const fs::path folder = without_trailing_slash(path);
  if (!make_folder(folder)) check(folder, true);
  return listed(folder);
}

void RunFolder::remove_results(const std::vector<std::string>& growing) const {
  refuse_changed(path_);
  try {
    // First the file that marks the run as ended.
    remove({kSummaryFile});
    std::vector<std::string> kept;
    for (const std::string& name : growing) {
      kept.push_back(name);
      kept.push_back(part_of(name).string());
    }
    for (const fs::path& name : Manifest(path_).folders()) remove_case(path_ / name, kept);
    for (std::string& name : checkpoint_names()) kept.push_back(std::move(name));
    kept.emplace_back(kStudyFile);
    kept.emplace_back(kProvenance);
    remove_listed(path_, kept);
  } catch (const fs::filesystem_error& fault) {
    throw refused(path_, "cannot replace the results here: " + fault.code().message());
  }
}

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  location_ = fs::absolute(path_, error);
  if (error) location_ = path_;
}

void RunFolder::remove(const std::vector<std::string>& names) const {
  Manifest manifest(location_);
  std::error_code error;
  for (const std::string& name : names)
    if (manifest.may_replace(name)) fs::remove(location_ / name, error);
  manifest.tidy();
}

void RunFolder::flush() const { flush_to_disk(location_); }

RunFolder RunFolder::open(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) throw refused(path, "no such folder");
  if (!fs::is_regular_file(path / kStudyFile, error))
    throw refused(path, "is not a run folder: it holds no study.toml");
  return RunFolder(path);
}

RunFolder RunFolder::open_alone(const fs::path& path) {
  RunFolder folder = open(path);
  const auto two_above = [](const fs::path& one) { return one.parent_path().parent_path(); };
  const fs::path given = without_trailing_slash(path.lexically_normal());
  const fs::path place = without_trailing_slash(folder.location().lexically_normal());
  const fs::path series = two_above(given).empty() ? two_above(place) : two_above(given);
  const std::vector<fs::path> cases = Manifest(series).folders();
  const bool is_case = std::find(cases.begin(), cases.end(),
                                 place.lexically_relative(two_above(place))) != cases.end();
  folder.lock_ = locked(is_case ? series : path, "").lock_;
  return folder;
}

fs::path RunFolder::begin_file(const fs::path& name) const {
  begin_files({name});
  return location_ / part_of(name);
}

void RunFolder::end_file(const fs::path& name) const { end_files({name}); }

void RunFolder::begin_files(const std::vector<fs::path>& names) const {
  Manifest manifest(location_);
  std::vector<fs::path> parts;
  parts.reserve(names.size());
  for (const fs::path& name : names) {
    std::error_code error;
    fs::create_directories((location_ / name).parent_path(), error);
    parts.push_back(part_of(name));
    for (const fs::path& one : {name, parts.back()})
      if (!manifest.may_replace(one))
        throw ForeignFile(fmt::format(
            "{}: cannot be written: {} is not what this program wrote; move or delete it first",
            (path_ / name).string(), (path_ / one).string()));
  }
  manifest.add_any(parts);
  errno = 0;
}

void RunFolder::end_files(const std::vector<fs::path>& names) const {
  std::vector<fs::path> parts;
  parts.reserve(names.size());
  for (const fs::path& name : names) {
    parts.push_back(location_ / part_of(name));
    if (!flush_to_disk(parts.back())) throw unwritable(path_ / name);
  }
  Manifest(location_).add(names, parts);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (::rename(parts[i].c_str(), (location_ / names[i]).c_str()) != 0)
      throw unwritable(path_ / names[i]);
}

fs::path RunFolder::growing_file(const fs::path& name) const {
  begin_files({name});
  const fs::path whole = location_ / name;
  fs::path part = location_ / part_of(name);
  std::error_code error;
  // A run that was interrupted has left it as a result.
  if (!fs::exists(part, error) && fs::exists(whole, error)) fs::rename(whole, part, error);
  return part;
}

void RunFolder::write(const std::vector<NewFile>& files) const {
  std::vector<fs::path> names;
  names.reserve(files.size());
  for (const NewFile& file : files) names.push_back(file.name);
  begin_files(names);
  try {
    for (const NewFile& file : files) file.fill(location_ / part_of(file.name));
    end_files(names);
  } catch (...) {
    // The disk or the memory is full.
    std::error_code error;
    for (const fs::path& name : names) fs::remove(location_ / part_of(name), error);
    throw;
  }
}

RunFolder::NewFile RunFolder::file(const fs::path& name,
                                   std::function<void(std::ostream&)> content) const {
  return {name, [path = path_ / name, content = std::move(content)](const fs::path& part) {
            std::ofstream stream(part, std::ios::binary | std::ios::trunc);
            if (stream) content(stream);
            stream.close();
            if (!stream) throw unwritable(path);
          }};
}

void RunFolder::write(const fs::path& name,
                      const std::function<void(std::ostream&)>& content) const {
  write(std::vector{file(name, content)});
}

void RunFolder::write(const fs::path& name, std::string_view text) const {
  write(name, [text](std::ostream& stream) { stream << text; });
}

void RunFolder::claim(const fs::path& name) const {
  Manifest manifest(location_);
  if (!manifest.may_replace(name))
    throw ForeignFile((path_ / name).string() +
                      ": is not what this program wrote; move or delete it first");
  manifest.add_any({name});
}

RunFolder RunFolder::case_folder(const std::string& name) const {
  const fs::path folder = fs::path("cases") / name;
  std::error_code error;
  fs::create_directories(location_ / folder, error);
  Manifest(location_).add_folder(folder);
  Manifest(location_ / folder).create();
  return RunFolder(location_ / folder);
}

std::optional<bool> verdict_in(const fs::path& path) {
  try {
    const FinishedRun run = read_summary(read_regular_file(path / kSummaryFile));
    if (!run.interrupted && run.failure.empty()) return run.passed;
  } catch (const std::exception&) {
    // Missing or damaged.
  }
  return std::nullopt;
}

namespace {

std::vector<RunFolder::NewFile> start_files(const RunFolder& folder, const StudyConfig& config,
                                            const Snapshot& initial) {
  return {
      folder.file(kStudyFile, [&config](std::ostream& stream) { stream << config.resolved_toml; }),
      folder.file("initial.xyz", [&initial](std::ostream& stream) { write_xyz(stream, initial); })};
}

}  // namespace

void write_start(const RunFolder& folder, const StudyConfig& config, const Snapshot& initial) {
  folder.write(start_files(folder, config, initial));
}

Table observables_table(const StudyResult& result) {
  std::vector<std::string> names, units, sources;
  std::vector<double> values, errors, theories, uncertainties, zs;
  std::vector<std::string> steady;
  std::vector<double> first, first_errors, last, last_errors;
  for (const Observable& o : result.observables) {
    names.push_back(o.name);
    values.push_back(o.value);
    errors.push_back(or_nan(o.error));
    theories.push_back(or_nan(o.theory));
    uncertainties.push_back(o.theory ? o.theory_uncertainty : kNaN);
    zs.push_back(or_nan(o.z()));
    units.push_back(o.unit);
    sources.push_back(o.source);
    steady.emplace_back(!o.trend ? "" : o.trend->steady ? "true" : "false");
    first.push_back(o.first().value);
    first_errors.push_back(or_nan(o.first().error));
    last.push_back(o.last().value);
    last_errors.push_back(or_nan(o.last().error));
  }
  return {"observables",
          {{"name", "", std::move(names)},
           {"value", "1", std::move(values)},
           {"error", "1", std::move(errors)},
           {"theory", "1", std::move(theories)},
           {"theory_uncertainty", "1", std::move(uncertainties)},
           {"z", "1", std::move(zs)},
           {"unit", "", std::move(units)},
           {"source", "", std::move(sources)},
           {"steady", "", std::move(steady)},
           {"first", "1", std::move(first)},
           {"first_error", "1", std::move(first_errors)},
           {"last", "1", std::move(last)},
           {"last_error", "1", std::move(last_errors)}}};
}

namespace {

/// The file of the trajectory in the format that the study asks for.
RunFolder::NewFile trajectory_file(const RunFolder& folder, const StudyResult& result) {
  if (result.config.trajectory_format == TrajectoryFormat::xyz)
    return folder.file("trajectory.xyz", [&result](std::ostream& stream) {
      for (const Snapshot& frame : result.trajectory) write_xyz(stream, frame);
    });
  const fs::path name = "trajectory.h5";
  return {name, [&result, path = folder.path() / name](const fs::path& part) {
            const auto history =
                std::find_if(result.tables.begin(), result.tables.end(),
                             [](const Table& one) { return one.name == "history"; });
            try {
              write_h5md(part, result.trajectory, result.config,
                         history == result.tables.end() ? nullptr : &*history);
            } catch (const std::runtime_error& error) {
              throw OutputError(fmt::format("{}: {}", path.string(), error.what()));
            }
          }};
}

/// The bodies of the trajectory, or of the end where there is none, member by member.
void write_members(std::ostream& stream, const StudyResult& result) {
  for (const Snapshot& frame : result.trajectory) write_members_xyz(stream, frame, result.config);
  if (result.trajectory.empty()) write_members_xyz(stream, result.final, result.config);
}

}  // namespace

void write_results(const RunFolder& folder, const StudyResult& result) {
  folder.end_files({result.files.begin(), result.files.end()});
  std::vector<RunFolder::NewFile> files = start_files(folder, result.config, result.initial);
  const auto add = [&](const Table& table) {
    files.push_back(folder.file(file_name(table.name) + ".csv",
                                [&table](std::ostream& stream) { write_csv(stream, table); }));
  };
  for (const Table& table : result.tables) add(table);
  const Table observables = observables_table(result);
  add(observables);
  files.push_back(folder.file(
      "final.xyz", [&result](std::ostream& stream) { write_xyz(stream, result.final); }));
  const auto is_written = [&](const char* name) {
    return std::find(result.files.begin(), result.files.end(), name) != result.files.end();
  };
  if (!result.trajectory.empty() && !is_written("trajectory.xyz"))
    files.push_back(trajectory_file(folder, result));
  if (!result.config.spheres_only() && !is_written("members.xyz"))
    files.push_back(folder.file(
        "members.xyz", [&result](std::ostream& stream) { write_members(stream, result); }));
  const std::array pictures{bodies_table(result), snapshot_table(result),
                            outlines_table(result.config)};
  for (const Table& picture : pictures)
    if (!picture.columns.empty()) add(picture);
  folder.write(files);
  const std::vector<std::string> names = case_names(result.config.series);
  for (std::size_t i = 0; i < result.series.size(); ++i)
    write_results(folder.case_folder(names.at(i)), result.series[i].result);
  write_provenance(folder, result);
  folder.write(kSummaryFile, summary_json(result));
}

}  // namespace clausius
