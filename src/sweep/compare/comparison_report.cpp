#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "clausius/core/constants.h"
#include "core/numbers.h"
#include "core/text.h"
#include "report/readable_unit.h"
#include "report/terminal.h"
#include "report/text_table.h"
#include "sweep/compare/comparison.h"

// What a comparison says: as tables, as JSON and on a terminal.

namespace clausius {

namespace {

using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

Json or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

/// "0.7699 ± 0.0012", in a unit.
std::string scaled_text(double value, std::optional<double> error, double factor) {
  if (error) *error *= factor;
  return measured_text(value * factor, error);
}

/// The observables of a case: of two runs with their difference, of more with z.
std::string observables_grid(const RunComparison& comparison, const std::string& case_name,
                             const Paint& paint) {
  const std::vector<ComparedRun>& runs = comparison.runs;
  const bool is_pair = runs.size() == 2;
  std::vector<std::string> heads{"observable"};
  std::vector<Align> align{Align::left};
  const auto add_column = [&](const std::string& head, Align side) {
    heads.push_back(head);
    align.push_back(side);
  };
  for (std::size_t k = 0; k < runs.size(); ++k) {
    add_column(runs[k].label, Align::right);
    if (is_pair && k == 1) add_column("difference", Align::right);
    if (k > 0) add_column("z", Align::right);
  }
  add_column(runs.front().is_si() ? "unit" : "", Align::left);
  TextTable grid(std::move(align));
  grid.add(std::move(heads));
  for (const ComparedObservable& row : comparison.observables) {
    if (row.case_name != case_name) continue;
    const ReadableUnit unit = readable_unit(row.values.front()->value, row.unit);
    std::vector<std::string> cells{row.name};
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const auto& value = row.values[k];
      const auto& difference = row.differences[k];
      cells.push_back(value ? scaled_text(value->value, value->scatter_of_runs(), unit.factor)
                            : "");
      if (is_pair && k == 1)
        cells.push_back(difference ? scaled_text(difference->value, difference->error, unit.factor)
                                   : "");
      if (k > 0) cells.push_back(difference ? z_text(difference->z) : "");
    }
    cells.push_back(unit_text(unit.name));
    grid.add(std::move(cells));
  }
  return with_faint_heading(grid, paint);
}

std::string studies_grid(const RunComparison& comparison, const Paint& paint) {
  if (comparison.studies.empty()) return "The studies are the same.\n";
  std::vector<std::string> heads{"key"};
  for (const ComparedRun& run : comparison.runs) heads.push_back(run.name);
  TextTable grid(std::vector<Align>(heads.size(), Align::left));
  grid.add(std::move(heads));
  constexpr std::size_t kLongest = 60;
  for (const StudyDifference& one : comparison.studies) {
    std::vector<std::string> cells{one.key};
    for (const std::string& value : one.values)
      cells.push_back(value.empty() ? "–" : shortened(value, kLongest));
    grid.add(std::move(cells));
  }
  return with_faint_heading(grid, paint);
}

/// What must be known to read the numbers: equal seeds, and what is not compared.
std::string notes(const RunComparison& comparison) {
  std::string text;
  std::vector<std::string> same;
  for (std::size_t k = 1; k < comparison.runs.size(); ++k)
    if (comparison.same_seed[k]) same.push_back(comparison.runs[k].name);
  if (!same.empty())
    text += fmt::format(
        "The same seed as {}: {}. The values may be correlated, while the errors of differences "
        "are those of independent runs.\n",
        comparison.runs.front().name, fmt::join(same, ", "));
  if (!comparison.not_shared.empty())
    text += fmt::format("Not measured by all, at all values: {}\n",
                        fmt::join(comparison.not_shared, ", "));
  return text;
}

std::vector<std::string> case_names_of(const RunComparison& comparison) {
  std::vector<std::string> names;
  for (const ComparedObservable& row : comparison.observables)
    if (std::find(names.begin(), names.end(), row.case_name) == names.end())
      names.push_back(row.case_name);
  return names;
}

}  // namespace

Table comparison_table(const RunComparison& comparison) {
  std::vector<std::string> cases, names, runs, units;
  std::vector<double> values, errors, theories, differences, difference_errors, zs;
  for (const ComparedObservable& row : comparison.observables)
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      if (!row.values[k]) continue;
      const Observable& one = *row.values[k];
      const Difference none{kNaN, {}, {}};
      const Difference& difference = row.differences[k] ? *row.differences[k] : none;
      cases.push_back(row.case_name);
      names.push_back(row.name);
      runs.push_back(comparison.runs[k].name);
      values.push_back(one.value);
      errors.push_back(one.scatter_of_runs().value_or(kNaN));
      theories.push_back(one.theory.value_or(kNaN));
      differences.push_back(difference.value);
      difference_errors.push_back(difference.error.value_or(kNaN));
      zs.push_back(difference.z.value_or(kNaN));
      units.push_back(row.unit);
    }
  return {"comparison",
          {{"case", "", std::move(cases)},
           {"observable", "", std::move(names)},
           {"run", "", std::move(runs)},
           {"value", "1", std::move(values)},
           {"error", "1", std::move(errors)},
           {"theory", "1", std::move(theories)},
           {"difference", "1", std::move(differences)},
           {"difference_error", "1", std::move(difference_errors)},
           {"z", "1", std::move(zs)},
           {"unit", "", std::move(units)}}};
}

Table studies_table(const RunComparison& comparison) {
  std::vector<std::string> keys;
  for (const StudyDifference& one : comparison.studies) keys.push_back(one.key);
  Table table{"studies", {{"key", "", std::move(keys)}}};
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    std::vector<std::string> values;
    for (const StudyDifference& one : comparison.studies) values.push_back(one.values[k]);
    table.columns.push_back({comparison.runs[k].name, "", std::move(values)});
  }
  return table;
}

std::string comparison_json(const RunComparison& comparison) {
  Json runs = Json::array(), studies = Json::array(), observables = Json::array();
  for (std::size_t k = 0; k < comparison.runs.size(); ++k)
    runs.push_back({{"name", comparison.runs[k].name},
                    {"folder", comparison.runs[k].folder.string()},
                    {"same_seed_as_first", static_cast<bool>(comparison.same_seed[k])}});
  for (const StudyDifference& one : comparison.studies) {
    studies.push_back({{"key", one.key}, {"values", Json::array()}});
    for (const std::string& value : one.values)
      studies.back()["values"].push_back(value.empty() ? Json(nullptr) : Json(value));
  }
  for (const ComparedObservable& row : comparison.observables) {
    Json values = Json::array();
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      if (!row.values[k]) {
        values.push_back(nullptr);
        continue;
      }
      const Observable& one = *row.values[k];
      values.push_back({{"value", one.value},
                        {"error", or_null(one.scatter_of_runs())},
                        {"theory", or_null(one.theory)}});
      if (const auto& difference = row.differences[k]) {
        values.back()["difference"] = difference->value;
        values.back()["difference_error"] = or_null(difference->error);
        values.back()["z"] = or_null(difference->z);
      }
    }
    observables.push_back(
        {{"case", row.case_name}, {"name", row.name}, {"unit", row.unit}, {"values", values}});
  }
  const Json json{{"runs", runs},
                  {"studies", studies},
                  {"observables", observables},
                  {"not_shared", comparison.not_shared}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string comparison_text(const RunComparison& comparison, bool colour) {
  const Paint paint(colour);
  std::string text = studies_grid(comparison, paint);
  for (const std::string& name : case_names_of(comparison)) {
    text += '\n';
    if (!name.empty()) text += paint.bold(printable(name)) + '\n';
    text += observables_grid(comparison, name, paint);
  }
  const std::string more = notes(comparison);
  return more.empty() ? text : text + '\n' + more;
}

}  // namespace clausius
