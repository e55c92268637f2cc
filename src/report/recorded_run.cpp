#include "report/recorded_run.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "clausius/core/archive.h"
#include "report/checkpoints.h"
#include "report/provenance.h"
#include "study/results/memory.h"
#include "study/results/series.h"
#include "study/run/audit.h"
#include "study/run/journal.h"
#include "study/start/xyz.h"

namespace clausius {

namespace {

/// Path of a file that grows in the course of a run, see RunHooks::file.
std::filesystem::path growing_path(const RunFolder& folder, const StudyConfig& study,
                                   std::size_t run, const std::string& name) {
  if (run == 0) return folder.growing_file(name);
  const RunFolder of_case = folder.case_folder(case_names(study.series).at(run - 1));
  of_case.write("study.toml", series_case(study, study.series.values.at(run - 1)).resolved_toml);
  return of_case.growing_file(name);
}

/// Writes the start of the run. @return the time that it took
std::chrono::duration<double> begin_run(const RunFolder& folder, const StudyConfig& study,
                                        const Snapshot& initial, bool goes_on) {
  using Clock = std::chrono::steady_clock;
  folder.remove_results(goes_on ? growing_files(study) : std::vector<std::string>{});
  const auto before = Clock::now();
  write_start(folder, study, initial);
  if (goes_on)
    update_provenance(folder);
  else
    folder.remove({kProvenance});
  return Clock::now() - before;
}

/// The partial results of a run that fails: the failure itself must be reported.
void write_partial(const StudyResult& partial, const RecordedRun& how) {
  try {
    how.write(partial);
  } catch (const std::bad_alloc&) {
    how.warn("the results until then were not written: out of memory");
  } catch (const std::exception& error) {
    how.warn(error.what());
  }
}

}  // namespace

void require_single_run(const StudyConfig& study) {
  if (study.is_sweep())
    throw InputError(study.problem_at(
        "sweep", "is a study of many runs; allowed: clausius sweep, or no [sweep]"));
}

StudyResult run_study_into(const RunFolder& folder, StudyConfig study, const Snapshot& initial,
                           RecordedRun how) {
  RunHooks& hooks = how.hooks;
  if (how.resumes)
    if (auto found = find_checkpoint(folder, study, how.warn))
      hooks.resume = std::move(found->runs);
  const auto writing = begin_run(folder, study, initial, !hooks.resume.empty());
  if (how.deadline) hooks.deadline = how.deadline(writing);
  hooks.file = [&](std::size_t run, const std::string& name) {
    return growing_path(folder, study, run, name);
  };
  Checkpoint checkpoint = empty_checkpoint(study);
  std::string no_checkpoint;  // reason why the last one was not made
  hooks.checkpoint = [&](const std::vector<std::string>& runs) {
    no_checkpoint.clear();
    try {
      checkpoint.runs = runs;
      write_checkpoint(folder, checkpoint);
    } catch (const OutputError& error) {
      no_checkpoint = error.what();
    } catch (const std::bad_alloc&) {
      no_checkpoint = (folder.path() / "checkpoint").string() + ": out of memory";
    }
    if (!no_checkpoint.empty()) how.warn(no_checkpoint);
  };
  hooks.failed = [&](const StudyResult& partial) { write_partial(partial, how); };
  try {
    StudyResult result = run_study(study, initial, hooks);
    if (result.interrupted && !no_checkpoint.empty()) {
      how.write(result);
      throw OutputError("interrupted, and there is no new checkpoint: " + no_checkpoint);
    }
    return result;
  } catch (const AuditError& error) {
    folder.write("audit.xyz", [&](std::ostream& stream) { write_xyz(stream, error.state()); });
    update_provenance(folder);
    throw SimulationError(fmt::format("{}; the state is in {}", error.what(),
                                      (folder.path() / "audit.xyz").string()));
  } catch (const ArchiveError& error) {
    throw InputError((folder.path() / "checkpoint").string(),
                     std::string(error.what()) + "; --force instead of --resume starts over");
  }
}

}  // namespace clausius
