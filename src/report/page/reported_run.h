#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/report/run_folder.h"
#include "report/page/markup.h"
#include "report/summary.h"
#include "study/file/study_values.h"

namespace clausius {

/// What a run folder says of its run, read for a page.
struct ReportedRun {
  std::filesystem::path folder;
  nlohmann::ordered_json summary;
  FinishedRun run;     ///< with the p-values marked as such
  StudyValues values;  ///< of the resolved study
  bool is_si = false;
  /// Declarations of the observables by their names; empty if the study cannot be read here.
  std::map<std::string, DeclaredObservable> declared;
};

/// @throws InputError if the run has not ended, or its files are damaged
ReportedRun read_reported_run(const std::filesystem::path& folder);
/// The run of which these are the results, without a folder.
ReportedRun reported_run(const StudyResult& result);

/// Parts of the page; empty where the run has nothing to show.
/// @{
Markup verdict_part(const ReportedRun& run);
/// The question that a built-in study answers, if the run is of one.
Markup question_part(const ReportedRun& run);
Markup facts_part(const ReportedRun& run);
Markup warnings_part(const ReportedRun& run);
Markup observables_part(const ReportedRun& run);
Markup checks_part(const ReportedRun& run);
/// The cases of a series, each with its results and a link to its own report.
Markup cases_part(const ReportedRun& run);
Markup species_part(const ReportedRun& run);
Markup ledger_part(const ReportedRun& run);
Markup parameters_part(const ReportedRun& run);
Markup defaults_part(const ReportedRun& run);
Markup provenance_part(const ReportedRun& run);
Markup references_part(const ReportedRun& run);
/// @}

/// The files that the page holds, by name.
using HeldFiles = std::map<std::string, std::string>;
/// The study, the summary and the tables, without tables of more than 2 MB.
HeldFiles held_files(const ReportedRun& run);
Markup downloads_part(const HeldFiles& files);

}  // namespace clausius
