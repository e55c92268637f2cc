#include <pybind11/stl.h>
#include <unistd.h>

#include <iostream>

#include "core/system/files.h"
#include "python/bindings.h"
#include "python/measurement.h"
#include "report/checkpoints.h"
#include "report/recorded_run.h"
#include "report/terminal.h"
#include "study/start/initial.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

/// Where the results of a run go.
struct Destination {
  std::string folder;
  bool replaces = false;  ///< whether the folder may hold an earlier run
  bool resumes = false;   ///< whether the run goes on from the checkpoint in it, if there is one
};

/// Runs a study into a folder, and writes its results there.
void run_into(const Destination& out, const StudyConfig& study, const Snapshot& initial,
              RecordedRun how, Outcome& outcome) {
  const RunFolder folder =
      out.resumes ? RunFolder::resume(out.folder) : RunFolder::create(out.folder, out.replaces);
  outcome.folder = folder.location();
  how.resumes = out.resumes;
  how.write = [&folder](const StudyResult& partial) { write_results(folder, partial); };
  outcome.result = run_study_into(folder, study, initial, std::move(how));
  write_results(folder, outcome.result);
  if (!outcome.result.interrupted) remove_checkpoints(folder, outcome.result.extendable);
}

/// Refuses to go on in the folder of another study. @throws InputError
void require_same_study(const Destination& out, const StudyConfig& study) {
  const std::filesystem::path file = std::filesystem::path(out.folder) / "study.toml";
  if (holds_checkpoint(out.folder) || !std::filesystem::exists(file)) return;
  if (const auto other = study_difference(read_regular_file(file), study.resolved_toml))
    throw InputError(file.string(),
                     *other + "; allowed: the same study, or replace instead of resume");
}

/// @param progress called with phase, fraction and collisions per second; None: a line is shown on
/// a terminal if `has_line`
/// @param measurements as listed() takes them
std::shared_ptr<Outcome> run(const StudyConfig& study, const std::optional<Destination>& out,
                             bool has_line, const py::object& progress,
                             const py::list& measurements) {
  require_single_run(study);
  if (out) {
    RunFolder::check(out->folder, out->replaces || out->resumes, study.start_file);
    if (out->resumes) require_same_study(*out, study);
  }
  auto outcome = std::make_shared<Outcome>();
  std::vector<std::string> warnings;
  Foreman foreman;
  const Caller caller{&foreman};
  const std::vector<ListedMeasurement> more = listed(measurements, caller);
  foreman.carry_out([&] {
    ProgressLine line(std::cerr, has_line && is_terminal(STDERR_FILENO),
                      terminal_width(STDERR_FILENO));
    RecordedRun how;
    how.hooks.interrupt = foreman.stop();
    how.hooks.progress = [&](const Progress& now) {
      line.update(now);
      if (!progress.is_none())
        foreman.call([&] { progress(now.phase, now.fraction, now.collisions_per_second); });
    };
    how.hooks.measurements = more;
    how.warn = [&](const std::string& message) { warnings.push_back(message); };
    line.say("placing");
    const Snapshot initial = make_initial_state(study, foreman.stop());
    if (out)
      run_into(*out, study, initial, std::move(how), *outcome);
    else
      outcome->result = run_study(study, initial, how.hooks);
  });
  for (const std::string& one : warnings) outcome->result.warnings.push_back(one);
  return outcome;
}

}  // namespace

void bind_run(py::module_& module) {
  py::class_<Destination>(module, "Destination", "Where the results of a run go.")
      .def(py::init<std::string, bool, bool>(), py::arg("folder"), py::arg("replaces"),
           py::arg("resumes"));
  module.def("run", &run, py::arg("study"), py::arg("out"), py::arg("has_line"),
             py::arg("progress"), py::arg("measurements"));
}

}  // namespace clausius::python
