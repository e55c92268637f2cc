#include "sweep/compare/compared_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "core/numbers.h"
#include "core/system/files.h"
#include "report/manifest.h"
#include "report/summary.h"
#include "report/words.h"
#include "study/results/observable_columns.h"
#include "sweep/plan.h"
#include "sweep/points.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

/// "packing_fraction = 0.1" of one or several keys.
std::string case_name(const std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const auto& [key, value] : values) parts.push_back(key + " = " + value);
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// A TOML literal for reading.
std::string value_text(const std::string& literal) {
  const std::vector<double> number = numbers_of({literal});
  return number.size() == 1 ? short_text(number.front()) : plain_text(literal);
}

/// The observables in a row of a table of points.
std::vector<Observable> observables_in(const PointTable& points, std::size_t row) {
  const auto number = [&](const std::string& column) -> std::optional<double> {
    const std::vector<double> values = numbers_in(find_column(points.table(), column));
    return values.empty() || std::isnan(values[row]) ? std::nullopt : std::optional(values[row]);
  };
  std::vector<Observable> observables;
  for (const std::string& name : points.observables()) {
    const std::optional<double> value = number(name);
    if (!value) continue;
    Observable one;
    one.name = name;
    one.value = *value;
    one.error = number(name + "_error");
    one.theory = number(name + "_theory");
    one.unit = find_column(points.table(), name)->unit;
    observables.push_back(std::move(one));
  }
  return observables;
}

/// The points of a sweep.
std::vector<ComparedCase> cases_of(const PointTable& points) {
  std::vector<ComparedCase> cases;
  for (std::size_t row = 0; row < points.rows(); ++row) {
    std::vector<std::pair<std::string, std::string>> values;
    for (std::size_t k = 0; k < points.keys().size(); ++k)
      values.emplace_back(points.short_names()[k], points.text_of(points.keys()[k], row));
    cases.push_back({case_name(values), observables_in(points, row)});
  }
  return cases;
}

ComparedRun read_one(const fs::path& path) {
  const RunFolder folder = RunFolder::open(path);
  ComparedRun run;
  run.folder = path;
  run.study = study_values(read_regular_file(path / kStudyFile), (path / kStudyFile).string());
  run.is_sweep = std::any_of(run.study.begin(), run.study.end(),
                             [](const auto& one) { return one.first.starts_with("sweep."); });
  if (run.is_sweep) {
    run.cases = cases_of(PointTable(path));
    run.has_points = true;
    return run;
  }
  FinishedRun finished;
  try {
    finished = read_summary(read_regular_file(path / kSummaryFile));
  } catch (const std::runtime_error& fault) {
    throw InputError((path / kSummaryFile).string(),
                     fmt::format("{}; allowed: a run that has ended", fault.what()));
  }
  run.cases.push_back({"", std::move(finished.observables)});
  run.has_points = !finished.cases.empty();
  const std::string& key = finished.series_key;
  for (FinishedRun::Case& one : finished.cases)
    run.cases.push_back({case_name({{key.substr(key.rfind('.') + 1), value_text(one.value)}}),
                         std::move(one.observables)});
  return run;
}

/// Its folders of cases, if the only folder is that of a series.
std::vector<fs::path> compared_folders(const std::vector<fs::path>& folders) {
  if (folders.size() > 1) return folders;
  const fs::path& only = folders.front();
  std::vector<fs::path> cases;
  if (RunFolder::open(only); fs::exists(only / kSummaryFile)) {
    const ComparedRun run = read_one(only);
    if (run.has_points && !run.is_sweep)
      for (const auto& one : read_summary(read_regular_file(only / kSummaryFile)).cases)
        cases.push_back(only / one.folder);
  }
  if (cases.size() < 2)
    throw InputError(only.string(),
                     "is one run; allowed: two or more, or one run with a series, whose cases are "
                     "then compared (of a sweep: clausius sweep-plot)");
  return cases;
}

/// Names each run by the last parts of its path, as few as make the names differ.
void name_runs(std::vector<ComparedRun>& runs) {
  constexpr std::size_t kMostParts = 64;
  for (std::size_t parts = 1; parts < kMostParts; ++parts) {
    std::set<std::string> names;
    for (ComparedRun& run : runs) {
      const fs::path path = (run.folder / ".").lexically_normal().parent_path();
      const auto length = std::distance(path.begin(), path.end());
      const auto skipped = std::max<std::ptrdiff_t>(0, length - static_cast<std::ptrdiff_t>(parts));
      fs::path name;
      for (auto part = std::next(path.begin(), skipped); part != path.end(); ++part) name /= *part;
      run.name = name.string();
      names.insert(run.name);
    }
    if (names.size() == runs.size()) return;
  }
}

/// Labels the runs by the values of the one or two keys that set them apart, or by their names.
void label_runs(std::vector<ComparedRun>& runs) {
  constexpr std::size_t kMostKeys = 2;
  std::vector<StudyValues> studies;
  studies.reserve(runs.size());
  for (const ComparedRun& run : runs) studies.push_back(run.study);
  std::vector<StudyDifference> differences = study_differences(studies);
  std::erase_if(differences, [](const StudyDifference& one) {
    return one.key == "title" || one.key == "seed" || one.key == "run.checkpoint_every";
  });
  std::set<std::string> labels;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    std::vector<std::string> parts;
    for (const StudyDifference& one : differences)
      if (const std::string part =
              value_in_words(one.key, one.values[k], runs[k].is_si(), runs[k].dimensions());
          std::find(parts.begin(), parts.end(), part) == parts.end())
        parts.push_back(part);
    runs[k].label = fmt::format("{}", fmt::join(parts, ", "));
    labels.insert(runs[k].label);
  }
  if (!differences.empty() && differences.size() <= kMostKeys && labels.size() == runs.size())
    return;
  for (ComparedRun& run : runs) run.label = run.name;
}

}  // namespace

bool ComparedRun::is_si() const { return value_of(study, "units.system") == "\"SI\""; }

int ComparedRun::dimensions() const { return value_of(study, "box.dimensions") == "2" ? 2 : 3; }

std::vector<ComparedRun> read_compared(const std::vector<fs::path>& folders) {
  std::vector<Problem> problems;
  std::vector<ComparedRun> runs;
  std::set<fs::path> known;
  for (const fs::path& folder : compared_folders(folders)) try {
      runs.push_back(read_one(folder));
      if (!known.insert(fs::canonical(folder)).second)
        throw InputError(folder.string(), "is given twice; allowed: each run once");
      if (runs.back().is_si() != runs.front().is_si())
        throw InputError(
            folder.string(),
            fmt::format("is in {} units, {} is not; allowed: runs in the same units",
                        runs.back().is_si() ? "SI" : "reduced", runs.front().folder.string()));
    } catch (const InputError& fault) {
      problems.insert(problems.end(), fault.problems().begin(), fault.problems().end());
    }
  if (!problems.empty()) throw InputError(std::move(problems));
  name_runs(runs);
  label_runs(runs);
  return runs;
}

}  // namespace clausius
