#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// Largest number of species of a gas whose pairs have pair distribution functions.
inline constexpr std::size_t kMostStructured = 10;

/// What runs, replicas and series report: the measurements of a gas, the comparison of two runs,
/// the audits of every run, and tables of several runs.
std::vector<MeasurementKind> study_kinds();

/// An observable that a run of a study may report.
struct KnownObservable {
  std::string name;
  std::string of;            ///< owner of the observable: "the gas", "species \"a\""
  std::string_view table{};  ///< "species", "window" or "label"; empty for the gas as a whole
  std::size_t index = 0;     ///< index in that table; of a face or an axis its number
  DeclaredObservable declared;
};

/// Observables of the gas as a whole and of each species, pair, face, axis, label and window of
/// `study`.
/// @param more additional measurements, beside study_kinds() and study.also_measured
std::vector<KnownObservable> known_observables(const StudyConfig& study,
                                               const std::vector<MeasurementKind>& more = {});

/// Names of the observables of a study whose declarations `satisfy` a condition.
template <class Condition>
std::set<std::string> observables_that(const StudyConfig& study, const Condition& satisfy) {
  std::set<std::string> names;
  for (const KnownObservable& one : known_observables(study))
    if (satisfy(one.declared)) names.insert(one.name);
  return names;
}

/// The name of the first of `observables` that the study does not have; empty if it has all.
/// @param more additional measurements, beside study_kinds() and study.also_measured
std::string first_undeclared(const StudyConfig& study, const std::vector<Observable>& observables,
                             const std::vector<MeasurementKind>& more = {});

/// The first column, "TABLE.COLUMN", of `tables` that no measurement declares; empty if there is
/// none.
/// @param more additional measurements, beside study_kinds()
std::string first_undeclared_column(const std::vector<Table>& tables,
                                    const std::vector<MeasurementKind>& more = {});

/// What the study lacks to measure an observable, as the end of "it needs …"; empty if nothing is
/// known to be missing.
std::string lacking_for(const StudyConfig& study, const KnownObservable& observable);

}  // namespace clausius
