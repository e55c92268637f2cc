#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "core/system/embedded_files.h"
#include "python/bindings.h"
#include "python/foreman.h"
#include "report/csv.h"
#include "report/figures/figures.h"
#include "report/page/reported_run.h"
#include "report/provenance.h"
#include "report/summary.h"
#include "report/terminal.h"

namespace clausius::python {

namespace py = pybind11;

namespace {

using Stretch = std::pair<double, std::optional<double>>;
using Trended = std::optional<std::tuple<bool, Stretch, Stretch>>;

Trended parts_of(const std::optional<Trend>& trend) {
  if (!trend) return std::nullopt;
  return std::tuple{trend->steady, Stretch{trend->first.value, trend->first.error},
                    Stretch{trend->last.value, trend->last.error}};
}

std::optional<Trend> trend_of_parts(const Trended& parts) {
  if (!parts) return std::nullopt;
  const auto& [steady, first, last] = *parts;
  return Trend{steady, {first.first, first.second}, {last.first, last.second}};
}

py::tuple state_of(const Observable& one) {
  return py::make_tuple(one.name, one.value, one.error, one.theory, one.unit, one.source,
                        one.is_p_value, one.is_conserved, one.correlation_time,
                        one.theory_uncertainty, one.theory_outside, one.theory_doubt,
                        one.is_of_transient, one.independent_events, one.error_degrees,
                        one.error_beside_theory, parts_of(one.trend), one.error_of_mean);
}

Observable observable_of(const py::tuple& state) {
  Observable one;
  std::size_t next = 0;
  const auto take = [&](auto& member) {
    member = state[next++].cast<std::decay_t<decltype(member)>>();
  };
  Trended trend;
  take(one.name), take(one.value), take(one.error), take(one.theory), take(one.unit);
  take(one.source), take(one.is_p_value), take(one.is_conserved), take(one.correlation_time);
  take(one.theory_uncertainty), take(one.theory_outside), take(one.theory_doubt);
  take(one.is_of_transient), take(one.independent_events), take(one.error_degrees);
  take(one.error_beside_theory), take(trend), take(one.error_of_mean);
  one.trend = trend_of_parts(trend);
  return one;
}

py::tuple state_of(const CheckResult& one) {
  return py::make_tuple(one.name, one.passed, one.value, one.expected, one.error, one.z,
                        one.tolerance, one.not_checked);
}

CheckResult check_of(const py::tuple& state) {
  return {state[0].cast<std::string>(),
          state[1].cast<bool>(),
          state[2].cast<double>(),
          state[3].cast<std::optional<double>>(),
          state[4].cast<std::optional<double>>(),
          state[5].cast<std::optional<double>>(),
          state[6].cast<std::optional<double>>(),
          state[7].cast<std::string>()};
}

void bind_observable(py::module_& module) {
  py::class_<Observable>(module, "Observable",
                         "A measured number and its theory. What is unknown is None.")
      .def_readonly("name", &Observable::name, "Name, as in the reference of observables.")
      .def_readonly("value", &Observable::value, "The measured value, in `unit`.")
      .def_readonly("error", &Observable::error, "One standard error of the value.")
      .def_readonly("theory", &Observable::theory, "The value by theory.")
      .def_readonly("theory_uncertainty", &Observable::theory_uncertainty,
                    "One standard error of the theory itself; 0: negligible.")
      .def_readonly("unit", &Observable::unit, "'1' for pure numbers, 'reduced' or an SI unit.")
      .def_readonly("source", &Observable::source, "Source of the theory.")
      .def_readonly("theory_outside", &Observable::theory_outside,
                    "Range of the theory, where this gas lies outside it.")
      .def_readonly("theory_doubt", &Observable::theory_doubt,
                    "Why the value is not judged by its theory; empty if it is.")
      .def_readonly("is_p_value", &Observable::is_p_value,
                    "Whether the value is the p-value of a test: small is bad, and there is no z.")
      .def_property_readonly("z", &Observable::z,
                             "(value - theory) in units of the error of both, by Student's law.")
      .def_property_readonly("changes", &Observable::changes,
                             "Whether the quantity changed in the course of the run.")
      .def("__repr__",
           [](const Observable& one) {
             const std::string theory = theory_text(one);
             return '<' + one.name + ' ' + value_text(one) +
                    (theory.empty() ? "" : ", theory " + theory) +
                    (one.z() ? ", z " + z_text(one.z()) : "") + '>';
           })
      .def(py::pickle([](const Observable& one) { return state_of(one); }, &observable_of));
}

void bind_check(py::module_& module) {
  py::class_<CheckResult>(module, "Check", "A check of a study and its verdict.")
      .def_readonly("name", &CheckResult::name, "The observable that was checked.")
      .def_readonly("passed", &CheckResult::passed, "False also if it could not be checked.")
      .def_readonly("value", &CheckResult::value, "The value that was checked.")
      .def_readonly("expected", &CheckResult::expected, "The value that it must have.")
      .def_readonly("error", &CheckResult::error, "One standard error of the value.")
      .def_readonly("z", &CheckResult::z, "(value - expected) in units of the error.")
      .def_readonly("tolerance", &CheckResult::tolerance, "The deviation that is allowed.")
      .def_readonly("not_checked", &CheckResult::not_checked,
                    "Reason why there is no verdict; empty if there is one.")
      .def("__repr__",
           [](const CheckResult& one) {
             return '<' + one.name +
                    (one.passed     ? " passed>"
                     : one.failed() ? " failed>"
                                    : " not checked>");
           })
      .def(py::pickle([](const CheckResult& one) { return state_of(one); }, &check_of));
}

/// The tables of a run by name, those included that are in its folder alone.
py::dict tables_of(const Outcome& outcome) {
  py::dict tables;
  for (const Table& table : outcome.result.tables) tables[py::str(table.name)] = columns_of(table);
  for (const std::filesystem::path file : outcome.result.files)
    if (outcome.folder && file.extension() == ".csv")
      tables[py::str(file.stem().string())] = columns_of(read_csv(*outcome.folder / file));
  return tables;
}

/// Verdict, observables and checks as parts of a page.
std::string html_of(const Outcome& outcome) {
  const ReportedRun run = reported_run(outcome.result);
  return (verdict_part(run) + question_part(run) + facts_part(run) + warnings_part(run) +
          observables_part(run) + checks_part(run))
      .text();
}

py::list cases_of(const Outcome& outcome) {
  py::list cases;
  for (const SeriesCase& one : outcome.result.series)
    cases.append(py::make_tuple(one.value, std::make_shared<Outcome>(Outcome{one.result, {}})));
  return cases;
}

/// Writes the run folder of results that have none.
void write(const Outcome& outcome, const std::string& folder) {
  write_results(RunFolder::create(folder, false), outcome.result);
}

FigureFormat still_format(const std::string& name) {
  const std::optional<FigureFormat> format = figure_format(name);
  if (!format || *format == FigureFormat::gif || *format == FigureFormat::mp4)
    throw InputError({"", 0, 0, "format", name + "; allowed: png, svg, pdf or dumb"});
  return *format;
}

/// Draws a figure of the run in `folder`. @return the file of the picture
std::string draw(const std::string& folder, const std::string& name, const std::string& format,
                 const std::string& style) {
  const FigureFormat known = still_format(format);
  const std::optional<FigureStyle> look = figure_style(style);
  if (!look) throw InputError({"", 0, 0, "style", style + "; allowed: slide or paper"});
  std::vector<Figure> figures;
  Foreman foreman;
  foreman.carry_out([&] {
    figures = draw_figures(folder, known, *look, ParticleColours::automatic, name,
                           [&foreman] { return foreman.stop()->load(); });
    update_provenance(RunFolder::open(folder));
  });
  if (figures.empty()) throw OutputError("the figure " + name + " has nothing to show");
  if (!figures.front().problem.empty())
    throw OutputError("the figure " + name + " was not drawn: " + figures.front().problem);
  return figures.front().image.string();
}

}  // namespace

py::list columns_of(const Table& table) {
  py::list columns;
  for (const Table::Column& column : table.columns) {
    py::object values;
    std::visit(
        [&](const auto& all) {
          using Value = typename std::decay_t<decltype(all)>::value_type;
          if constexpr (std::is_same_v<Value, std::string>)
            values = py::array(py::cast(all));
          else
            values = py::array_t<Value>(static_cast<py::ssize_t>(all.size()), all.data());
        },
        static_cast<const std::variant<std::vector<double>, std::vector<std::int64_t>,
                                       std::vector<std::string>>&>(column.values));
    columns.append(py::make_tuple(column.name, column.unit, values));
  }
  return columns;
}

void bind_results(py::module_& module) {
  bind_observable(module);
  bind_check(module);
  py::class_<Outcome, std::shared_ptr<Outcome>>(module, "Outcome", "The results of a run.")
      .def_property_readonly("passed", [](const Outcome& one) { return one.result.passed(); })
      .def_property_readonly("title", [](const Outcome& one) { return one.result.config.title; })
      .def_property_readonly("name", [](const Outcome& one) { return one.result.config.name; })
      .def_property_readonly("toml",
                             [](const Outcome& one) { return one.result.config.resolved_toml; })
      .def_property_readonly("observables",
                             [](const Outcome& one) { return one.result.observables; })
      .def_property_readonly("checks", [](const Outcome& one) { return one.result.checks; })
      .def_property_readonly("warnings", [](const Outcome& one) { return one.result.warnings; })
      .def_property_readonly("tables", &tables_of)
      .def_property_readonly("cases", &cases_of)
      .def_property_readonly("folder",
                             [](const Outcome& one) -> std::optional<std::string> {
                               if (!one.folder) return std::nullopt;
                               return one.folder->string();
                             })
      .def("summary", [](const Outcome& one) { return summary_json(one.result); })
      .def("text", [](const Outcome& one) { return result_table(one.result, false); })
      .def("html", &html_of)
      .def("write", &write, py::arg("folder"));
  module.def("draw", &draw, py::arg("folder"), py::arg("name"), py::arg("format"),
             py::arg("style"));
  module.def(
      "figure_names",
      [](const std::string& folder, const std::string& format) {
        return figure_names(folder, still_format(format));
      },
      py::arg("folder"), py::arg("format"));
  module.def("reproducible_part", &reproducible_part, py::arg("summary"),
             "The lines of summary.json that are the same whenever the same study is run.");
  module.def("page_style", [] { return embedded_files().at("report/style.css"); });
}

}  // namespace clausius::python
