#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// Species of a gas whose pairs have pair distribution functions, at most.
inline constexpr std::size_t kMostStructured = 10;

/// Everything a run can report: the measurements of a gas, what a comparison of two runs adds, and
/// the audits of every run.
std::vector<MeasurementKind> all_kinds();

/// An observable that a run of a study may report.
struct KnownObservable {
  std::string name;
  std::string of;            ///< what it is an observable of: "the gas", "species \"a\""
  std::string_view table{};  ///< "species", "window" or "label"; none of the gas as a whole
  std::size_t index = 0;     ///< in these tables
  DeclaredObservable declared;
};

/// Observables of the gas as a whole and of each species, pair, face, axis, label and window of
/// `study`.
/// @param more measured beside all_kinds() and study.also_measured
std::vector<KnownObservable> known_observables(const StudyConfig& study,
                                               const std::vector<MeasurementKind>& more = {});

/// The name of the first of `observables` that is none of the study's; empty where there is none.
/// @param more measured beside all_kinds() and study.also_measured
std::string first_undeclared(const StudyConfig& study, const std::vector<Observable>& observables,
                             const std::vector<MeasurementKind>& more = {});

/// The first column, "TABLE.COLUMN", of `tables` that no measurement declares; empty where there is
/// none.
/// @param more measured beside all_kinds()
std::string first_undeclared_column(const std::vector<Table>& tables,
                                    const std::vector<MeasurementKind>& more = {});

/// Whether the study has what `need` names.
bool is_met(const StudyConfig& study, Need need);

/// What the study lacks to measure an observable, as the end of "it needs …"; empty where nothing
/// is known to be missing.
std::string lacking_for(const StudyConfig& study, const KnownObservable& observable);

}  // namespace clausius
