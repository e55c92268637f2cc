#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "command.h"
#include "core/numbers.h"
#include "core/text.h"
#include "report/csv.h"
#include "report/readable_unit.h"
#include "report/summary.h"
#include "report/terminal.h"
#include "report/text_table.h"
#include "study/results/checks.h"
#include "study/results/cost.h"
#include "study/results/observable_columns.h"
#include "study/results/step_length.h"
#include "study/results/theory_at_start.h"
#include "study/start/initial.h"
#include "study_argument.h"
#include "sweep/estimate.h"
#include "sweep/plan.h"
#include "theory/velocities/relaxation.h"

namespace clausius::app {

namespace {

void print(std::string_view name, const std::string& value, std::string_view source = "") {
  std::cout << fmt::format(
      "{:<24} {}\n", name,
      printable(source.empty() ? value : fmt::format("{:<14} {}", value, source)));
}

/// Theoretical values of a gas before it is run, with the names of the results.
constexpr std::array<const char*, 6> kQuantities{"collision_rate",         "mean_free_path",
                                                 "mean_free_time",         "relaxation_time",
                                                 "compressibility_factor", "pressure"};
constexpr std::size_t kFreePath = 1, kFreeTime = 2, kRelaxationTime = 3;
using Expected = std::array<Prediction, kQuantities.size()>;

std::array<std::string, kQuantities.size()> units_of(const StudyConfig& study) {
  const UnitNames units = unit_names(study.si_units, study.dimensions);
  return {units.rate, units.length, units.time, units.time, "1", units.pressure};
}

std::string words_of(std::string quantity) {
  std::replace(quantity.begin(), quantity.end(), '_', ' ');
  return quantity;
}

/// Theory of the state in which the study starts.
Expected expected_of(const TheoryAtStart& start, int dimensions) {
  const auto inverse = [](const TheoryValue& one) { return one.inverse(); };
  const Prediction rate = start.theory.collision_rate(start.kt);
  const Prediction compressibility = start.theory.compressibility_factor(start.kt);
  Expected all{rate,
               start.theory.mean_free_path(),
               rate.with(inverse),
               std::nullopt,
               compressibility,
               compressibility.times(start.density * start.kt)};
  if (rate && start.theory.is_elastic_fluid()) {
    const TheoryValue relaxation = sonine_relaxation_rate(dimensions);
    all[kRelaxationTime] =
        TheoryValue{1 / (relaxation.value * rate->value), relaxation.source,
                    rate->uncertainty / (relaxation.value * rate->value * rate->value)};
  }
  return all;
}

/// What theory says of a study before it is run; nothing for studies without a placed, moving gas.
std::optional<Expected> expected_of(const StudyConfig& study, TheoryOfBodies bodies) {
  const std::optional<TheoryAtStart> start = theory_at_start(study, bodies);
  if (!start) return std::nullopt;
  return expected_of(*start, study.dimensions);
}

void print_value(const std::string& name, const TheoryValue& one, const std::string& unit) {
  const ReadableUnit readable = readable_unit(one.value, unit);
  std::string text =
      text_with_error(one.value * readable.factor, one.uncertainty * readable.factor);
  if (unit != "1" && unit != "reduced") text += ' ' + readable.name;
  print(name, text, one.source);
}

/// Theory of what a run measures beside the quantities of the table.
void print_more_theory(const TheoryAtStart& start, const StudyConfig& study) {
  const UnitNames units = unit_names(study.si_units, study.dimensions);
  const GasTheory& theory = start.theory;
  const auto print_known = [](const std::string& name, const Prediction& one,
                              const std::string& unit) {
    if (one) print_value(name, *one, unit);
  };
  if (!theory.elastic()) print_known("kurtosis a2", theory.kurtosis_a2(), "1");
  if (study.species.size() > 1) {
    const std::vector<Prediction> diffusion = theory.diffusion_coefficients(start.kt);
    for (std::size_t s = 0; s < study.species.size(); ++s) {
      const std::string& name = study.species[s].name;
      print_known("mean free path " + name, theory.mean_free_path(s), units.length);
      if (s < diffusion.size()) print_known("diffusion " + name, diffusion[s], units.diffusivity);
    }
    print_known("mutual diffusion", theory.mutual_diffusion_coefficient(start.kt),
                units.diffusivity);
    print_known("thermal diffusion", theory.thermal_diffusion_factor(start.kt), "1");
  }
  print_known("potential energy", theory.potential_energy(start.kt), units.energy);
  print_known("diffusion coefficient", theory.diffusion_coefficient(start.kt), units.diffusivity);
  print_known("shear viscosity", theory.shear_viscosity(start.kt), units.viscosity);
  print_known("bulk viscosity", theory.bulk_viscosity(start.kt), units.viscosity);
  print_known("thermal conductivity", theory.thermal_conductivity(start.kt).times(study.boltzmann),
              units.conductivity);
}

/// Theory of the state at the start.
void print_state(const TheoryAtStart& start, const StudyConfig& study) {
  const Expected expected = expected_of(start, study.dimensions);
  const auto units = units_of(study);
  // A potential takes energy from the motion, and gives it back.
  const bool changes =
      !start.theory.elastic() || (start.theory.potential_energy(start.kt) && study.drives.empty());
  if (std::none_of(expected.begin(), expected.end(),
                   [](const Prediction& one) { return one.has_value(); })) {
    const std::string& range = expected.front().outside();
    print("theory", range.empty() ? "none is known for such a gas"
                                  : fmt::format("none: it holds for {}", range));
    return;
  }
  if (changes) print("theory", "of the start, at its temperature; the gas does not keep it");
  for (std::size_t k = 0; k < kQuantities.size(); ++k)
    if (const Prediction& one = expected[k]) print_value(words_of(kQuantities[k]), *one, units[k]);
  print_more_theory(start, study);
  if (const Prediction tau = start.theory.haff_time(start.kt); tau && changes) {
    print_value("cooling time tau", *tau, units_of(study)[kFreeTime]);
    print("", "T falls as 1/(1 + t/tau)^2 while the gas stays homogeneous");
    if (const std::optional<double> length = start.theory.critical_length())
      print("length of clusters",
            text_with_unit(*length, unit_names(study.si_units, study.dimensions).length),
            "a gas in a larger box does not stay homogeneous");
  }
  if (const Prediction& path = expected[kFreePath]) {
    const std::string note = warning_of_free_path(path->value, study);
    if (!note.empty()) print("note", note);
  }
}

void print_theory(const StudyConfig& study) {
  const std::optional<TheoryAtStart> start = theory_at_start(study, TheoryOfBodies::made);
  if (!start) return;
  print_state(*start, study);
  if (const Prediction& kt = start->kt_at_end)
    print_value("temperature at the end", *kt * (1 / study.boltzmann),
                unit_names(study.si_units, study.dimensions).temperature);
}

/// Cost of the whole series on this machine.
void print_cost(const StudyConfig& study) {
  const std::size_t runs = 1 + study.series.values.size();
  if (runs > 1) print("runs", fmt::format("{} (the study and its series)", runs));
  ProgressLine line(std::cerr, is_terminal(STDERR_FILENO), terminal_width(STDERR_FILENO));
  line.say("short trials of the study");
  try {
    const auto before = static_cast<double>(peak_memory_bytes());
    const Cost cost = predict_cost(study);
    line.erase();
    const auto after = static_cast<double>(peak_memory_bytes());
    const double memory = before + cost.parts * (after - before) + cost.memory_bytes;
    print("collisions, about", short_text(cost.collisions, 3));
    print("time, about", fmt::format("{} s", short_text(cost.cpu_seconds, 2)),
          "of one processor, by short trials; without figures");
    print("memory, about", fmt::format("{:.2g} MB", memory / 1e6));
    if (cost.file_bytes > 0)
      print("files, about", fmt::format("{:.2g} MB", cost.file_bytes / 1e6),
            "of trajectory and collision log");
  } catch (const SimulationError& error) {
    line.erase();
    print("note", error.what());
  }
}

/// Cost of all cases of a sweep, from trials of one in the middle.
void print_sweep(const StudyConfig& study) {
  const SweepPlan plan(study);
  print("points", std::to_string(plan.points().size()));
  print("cases", std::to_string(plan.cases().size()),
        is_adaptive(study.sweep) ? "to begin with" : "");
  print("run by", "clausius sweep");
  if (const auto rate = seconds_per_cost(plan))
    print("time, about", fmt::format("{} s", short_text(*rate * cost_of_all(plan), 2)),
          "of one processor, all cases, by short trials of one in the middle");
}

/// The steps of the time-step mode and the reason for their length.
void print_steps(const StudyConfig& study) {
  const StepChoice choice = choose_time_step(study);
  print("time step", short_text(choice.step),
        choice.is_default ? "default, see the two lines below" : "as given");
  print("fastest particle", short_text(choice.fastest),
        fmt::format("flies {} a step; by default 1/4 of the smallest diameter at most",
                    short_text(choice.fastest * choice.step)));
  if (!choice.densest.empty())
    print("densest species", choice.densest,
          fmt::format("each particle collides {} times a step; by default 0.1 times at most",
                      short_text(choice.rate * choice.step)));
  if (study.substeps == Substeps::automatic)
    print("substeps", std::to_string(choice.substeps),
          fmt::format("of length {}, that miss 1e-3 of the contacts at most",
                      short_text(choice.length())));
  else
    print("largest step allowed", short_text(largest_time_step(study)),
          "the mean particle flies the smallest diameter");
  if (choice.missed > 0)
    print("missed contacts, about", short_text(choice.missed, 3), "fraction of all contacts");
}

/// Theoretical values of one case of a series, or of a study without one.
struct TheoryRow {
  std::string value;  // value of the key of the series
  double packing_fraction;
  std::optional<Expected> expected;
};

/// A row for each case of the series, or for the study.
std::vector<TheoryRow> theory_rows(const StudyConfig& study) {
  const auto row_of = [](const std::string& value, const StudyConfig& one) -> TheoryRow {
    return {value, one.packing_fraction(), expected_of(one, TheoryOfBodies::none)};
  };
  if (study.series.values.empty()) return {row_of("", study)};
  std::vector<TheoryRow> rows;
  rows.reserve(study.series.values.size());
  for (const std::string& value : study.series.values)
    rows.push_back(row_of(value, series_case(study, value)));
  return rows;
}

void print_csv(const StudyConfig& study) {
  const std::vector<TheoryRow> rows = theory_rows(study);
  std::vector<double> fractions;
  std::array<std::vector<double>, kQuantities.size()> numbers;
  fractions.reserve(rows.size());
  for (const TheoryRow& row : rows) {
    fractions.push_back(row.packing_fraction);
    for (std::size_t k = 0; k < kQuantities.size(); ++k)
      numbers[k].push_back(row.expected && (*row.expected)[k] ? (*row.expected)[k]->value : kNaN);
  }
  Table table{"theory", {}};
  if (!study.series.values.empty())
    table.columns.push_back(column_of_key(study.series.key, study.series.values));
  table.columns.push_back({"packing_fraction", "1", fractions});
  const auto units = units_of(study);
  for (std::size_t k = 0; k < kQuantities.size(); ++k)
    table.columns.push_back({kQuantities[k], units[k], numbers[k]});
  write_csv(std::cout, table);
}

/// Theoretical values of each case of the series.
void print_series(const StudyConfig& study) {
  using Align = TextTable::Align;
  std::vector<Align> align(2 + kQuantities.size(), Align::right);
  align.front() = Align::left;
  TextTable table(align);
  std::vector<std::string> head{study.series.key, "packing fraction"};
  for (const char* name : kQuantities) head.push_back(words_of(name));
  table.add(head);
  for (const TheoryRow& row : theory_rows(study)) {
    std::vector<std::string> cells{row.value, short_text(row.packing_fraction)};
    for (std::size_t k = 0; k < kQuantities.size(); ++k)
      cells.push_back(row.expected && (*row.expected)[k] ? short_text((*row.expected)[k]->value)
                                                         : "–");
    table.add(cells);
  }
  std::cout << '\n' << table.text();
}

struct CheckOptions {
  StudyArgument study;
  bool as_csv = false;
};

int execute(const CheckOptions& options) {
  const StudyConfig study = options.study.load();
  if (!study.is_placed())  // the start as written, which may have faults
    for (const std::string& warning : make_initial_state(study).warnings) warn(warning);
  if (options.as_csv) {
    print_csv(study);
    return kOk;
  }
  const auto particles = static_cast<double>(study.particles());
  const UnitNames units = unit_names(study.si_units, study.dimensions);
  const ReadableUnit length =
      readable_unit(*std::max_element(study.size.begin(), study.size.end()), units.length);
  std::string box;
  for (const double edge : study.size)
    box += (box.empty() ? "" : " x ") + short_text(edge * length.factor);
  if (study.si_units) box += ' ' + length.name;
  print("study", study.title);
  print("particles", std::to_string(study.particles()));
  print("box", box);
  print("packing fraction", short_text(study.packing_fraction()));
  print("number density", text_with_unit(particles / study.volume(), units.number_density));
  print_theory(study);
  if (study.engine.mode == Mode::time_step) print_steps(study);
  if (study.is_sweep())
    print_sweep(study);
  else
    print_cost(study);
  if (!study.series.values.empty()) print_series(study);
  return kOk;
}

}  // namespace

Command check_command() {
  const auto options = std::make_shared<CheckOptions>();
  std::vector<Argument> arguments = options->study.arguments();
  arguments.push_back(
      {"--csv", &options->as_csv,
       "Print what theory says of each case of the series, or of the study, as CSV"});
  return {
      "check",
      "Validate a study, print what follows from it and what it will cost; write nothing",
      std::move(arguments),
      [options] { return execute(*options); },
      {{"clausius check my_gas.toml",
        "All mistakes in a study at once, or what follows from it and what it costs."},
       {"clausius check pressure --set species.0.count=100000", "What a larger gas would cost."}}};
}

}  // namespace clausius::app
