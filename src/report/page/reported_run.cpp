#include "report/page/reported_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "clausius/core/errors.h"
#include "clausius/study/config.h"
#include "core/system/files.h"
#include "report/manifest.h"
#include "report/terminal.h"
#include "study/file/catalogue.h"
#include "study/results/observables.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

/// Declarations by name; nothing if the study cannot be read, because a file that it names is not
/// here, for example.
std::map<std::string, DeclaredObservable> declarations(const std::string& study,
                                                       const fs::path& file) {
  std::map<std::string, DeclaredObservable> all;
  for (const MeasurementKind& kind : study_kinds())
    for (const DeclaredObservable& one : kind.observables)
      if (one.per == Per::gas) all.emplace(one.name, one);
  try {
    for (const KnownObservable& one : known_observables(parse_study(study, file, {})))
      all.emplace(one.name, one.declared);
  } catch (const InputError&) {
    // Names with those of species remain without an explanation.
  }
  return all;
}

void mark_p_values(std::vector<Observable>& observables,
                   const std::map<std::string, DeclaredObservable>& declared) {
  for (Observable& one : observables)
    if (const auto found = declared.find(one.name); found != declared.end())
      one.is_p_value = found->second.kind == Kind::p_value;
}

void take_summary(const std::string& text, ReportedRun& reported) {
  reported.run = read_summary(text);
  reported.summary = nlohmann::ordered_json::parse(text);
}

/// @pre the summary was taken
void take_study(const std::string& text, const fs::path& file, ReportedRun& reported) {
  reported.values = study_values(text, file.string());
  reported.declared = declarations(text, file);
  reported.is_si = value_of(reported.values, "units.system") == "\"SI\"";
  mark_p_values(reported.run.observables, reported.declared);
  for (FinishedRun::Case& one : reported.run.cases)
    mark_p_values(one.observables, reported.declared);
}

/// Numbers of checks, those of the cases of a series included.
struct CheckCounts {
  std::size_t all = 0, failed = 0, not_made = 0;
  std::string failures;  ///< names of the first of those that failed
  void add(const std::vector<CheckResult>& checks, const std::string& where) {
    constexpr std::size_t kNamed = 5;
    all += checks.size();
    for (const CheckResult& one : checks) {
      not_made += one.not_checked.empty() ? 0 : 1;
      if (!one.failed()) continue;
      if (++failed <= kNamed)
        failures += fmt::format("{}{}{}", failures.empty() ? "" : ", ", one.name, where);
    }
    if (failed > kNamed && !failures.ends_with("…")) failures += " …";
  }
};

CheckCounts counts_of(const FinishedRun& run) {
  CheckCounts counts;
  counts.add(run.checks, "");
  for (const FinishedRun::Case& one : run.cases)
    counts.add(one.checks, fmt::format(" ({} = {})", run.series_key, one.value));
  return counts;
}

std::string many(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

ReportedRun read_reported_run(const fs::path& folder) {
  ReportedRun reported;
  reported.folder = folder;
  const fs::path summary = folder / kSummaryFile, study = folder / kStudyFile;
  try {
    take_summary(read_regular_file(summary), reported);
  } catch (const std::runtime_error& fault) {
    throw InputError(summary.string(),
                     std::string(fault.what()) + "; only a run that has ended has a report");
  }
  try {
    take_study(read_regular_file(study), study, reported);
  } catch (const std::runtime_error& fault) {
    throw InputError(study.string(), fault.what());
  }
  return reported;
}

ReportedRun reported_run(const StudyResult& result) {
  ReportedRun reported;
  take_summary(summary_json(result), reported);
  take_study(result.config.resolved_toml, result.config.source, reported);
  return reported;
}

Markup verdict_part(const ReportedRun& reported) {
  const FinishedRun& run = reported.run;
  const auto sentence = [](std::string_view kind, std::string_view sign, const std::string& text) {
    return element("p", {{"class", fmt::format("verdict {}", kind)}},
                   element("span", {{"class", "sign"}, {"aria-hidden", "true"}}, sign) + text);
  };
  if (!run.failure.empty()) return sentence("bad", "✗", "The run failed: " + run.failure);
  if (run.interrupted)
    return sentence("open", "–", "The run was interrupted; these are partial results.");
  const CheckCounts counts = counts_of(run);
  if (counts.all == 0) return sentence("open", "–", "This study states no checks.");
  if (counts.failed > 0)
    return sentence("bad", "✗",
                    fmt::format("{} of {} failed: {}.", counts.failed, many(counts.all, "check"),
                                counts.failures));
  if (!run.passed) return sentence("open", "–", "None of the requested checks could be made.");
  return sentence("good", "✓",
                  counts.not_made > 0
                      ? fmt::format("{} passed; {} could not be made.",
                                    many(counts.all - counts.not_made, "check"), counts.not_made)
                      : fmt::format("All {} passed.", many(counts.all, "check")));
}

Markup question_part(const ReportedRun& reported) {
  for (const BuiltInStudy& one : built_in_studies())
    if (one.title == reported.run.title && !one.title.empty())
      return element("p", {{"class", "question"}}, one.question);
  return {};
}

Markup facts_part(const ReportedRun& reported) {
  const auto& summary = reported.summary;
  const auto number = [&summary](const char* key) {
    return summary.contains(key) && summary.at(key).is_number() ? summary.at(key).get<double>() : 0;
  };
  std::string text =
      fmt::format("{} particle{} in {} dimensions, packing fraction {:.4g}, {} collisions measured",
                  number("particles"), number("particles") == 1 ? "" : "s", number("dimensions"),
                  number("packing_fraction"), number("collisions"));
  if (number("wall_collisions") > 0)
    text += fmt::format(", {} with walls", number("wall_collisions"));
  return element("p", {{"class", "facts"}}, text + ".");
}

Markup warnings_part(const ReportedRun& reported) {
  Markup items;
  for (const std::string& warning : reported.run.warnings) items += element("li", warning);
  return items.empty() ? items : element("ul", items);
}

}  // namespace clausius
