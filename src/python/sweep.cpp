#include "sweep/sweep.h"

#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "app/program.h"
#include "python/bindings.h"
#include "python/foreman.h"
#include "report/csv.h"
#include "report/terminal.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

using NamedReasons = std::vector<std::pair<std::string, std::string>>;

NamedReasons pairs_of(const std::vector<CaseFault>& faults) {
  NamedReasons all;
  all.reserve(faults.size());
  for (const CaseFault& one : faults) all.emplace_back(one.name, one.reason);
  return all;
}

/// Runs a sweep into the folder `out`.
/// @param jobs cases that run at once; 0: as many as there are cores
/// @param program the program with its first arguments, by which cases are run
py::dict sweep(const StudyConfig& study, const std::string& out, std::size_t jobs, bool retries,
               bool has_line, const std::vector<std::string>& program) {
  SweepOutcome outcome;
  Foreman foreman;
  foreman.carry_out([&] {
    SweepPlan plan(study);
    const auto workers =
        local_workers(jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency()), program);
    ProgressLine line(std::cerr, has_line && is_terminal(STDERR_FILENO),
                      terminal_width(STDERR_FILENO));
    SweepOptions options;
    options.out = out;
    options.retry = retries;
    options.interrupt = foreman.stop();
    options.progress = [&line](const SweepProgress& progress) { line.show(text_of(progress)); };
    outcome = run_sweep(plan, *workers, options);
  });
  py::dict result;
  result["faults"] = pairs_of(outcome.faults);
  result["warnings"] = pairs_of(outcome.warnings);
  result["is_collected"] = outcome.collected;
  for (const char* const name : {"summary", "results"})
    if (outcome.collected)
      result[name] =
          columns_of(read_csv(std::filesystem::path(out) / (std::string(name) + ".csv")));
  return result;
}

/// Carries out a command line of the program. @return the exit code
int carry_out(std::vector<std::string> words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const py::gil_scoped_release released;
  return app::carry_out(static_cast<int>(words.size()), pointers.data());
}

}  // namespace

void bind_sweep(py::module_& module) {
  module.def("sweep", &sweep, py::arg("study"), py::arg("out"), py::arg("jobs"), py::arg("retries"),
             py::arg("has_line"), py::arg("program"));
  module.def("carry_out", &carry_out, py::arg("words"));
}

}  // namespace clausius::python
