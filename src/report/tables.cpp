#include "report/tables.h"

#include <map>

#include "report/figures/bodies_table.h"
#include "report/figures/snapshot_table.h"
#include "study/results/observables.h"

namespace clausius {

namespace {

DeclaredTable declared_observables() {
  return {
      "observables",
      "All observables of the run, a row each.",
      Need::nothing,
      {{"name", "Name of the observable."},
       {"value", "Value of the observable, in the unit of its row."},
       {"error", "Standard error of the value."},
       {"theory", "Value of the observable by theory."},
       {"theory_uncertainty", "Standard error of the theory itself."},
       {"z", "Difference of value and theory, over both errors together."},
       {"unit", "Unit of the numbers in this row; 1 of a pure number."},
       {"source", "Source of the theory."},
       {"steady",
        "Whether the value is steady over the measured part; if not, it is a mean without error, "
        "and first and last tell how it changes. Empty where that is not known."},
       {"first", "Value at the beginning of the measured part, where it is not steady."},
       {"first_error", "Standard error of first."},
       {"last", "Value at the end of the measured part, where it is not steady."},
       {"last_error", "Standard error of last."}}};
}

}  // namespace

std::vector<MeasurementKind> report_kinds() {
  std::vector<MeasurementKind> all = study_kinds();
  all.push_back(
      {"Tables of every run folder, and for figures",
       {},
       {declared_observables(), declared_bodies(), declared_snapshot(), declared_outlines()}});
  return all;
}

std::string meaning_of_table(const std::filesystem::path& name) {
  if (name.has_parent_path() || name.extension() != ".csv") return {};
  static const std::map<std::string, std::string> meanings = [] {
    std::map<std::string, std::string> all;
    for (const MeasurementKind& kind : report_kinds())
      for (const DeclaredTable& table : kind.tables) all.emplace(table.name, table.meaning);
    return all;
  }();
  const auto found = meanings.find(name.stem());
  return found == meanings.end() ? std::string() : found->second;
}

}  // namespace clausius
