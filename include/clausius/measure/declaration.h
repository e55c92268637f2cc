#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/feature.h"
#include "clausius/measure/keys.h"
#include "clausius/measure/results.h"
#include "clausius/theory/assumption.h"

namespace clausius {

/// What an observable exists once for; its name then ends in "_" and the name of the item.
enum class Per { gas, species, pair, face, axis, label, window };

/// Placeholder in the name, e.g. "_SPECIES"; empty for the gas as a whole.
std::string_view suffix_of(Per per);

/// Kind of statistical judgement that a value allows.
enum class Kind {
  estimate,  ///< has a standard error
  exact,     ///< does not fluctuate, or its error is not known
  p_value    ///< p-value of a goodness-of-fit test
};

/// How the values of independent runs of one gas are combined.
enum class MeanOfRuns {
  plain,           ///< mean of the values
  over_time,       ///< sum over all runs divided by their total time
  over_collisions  ///< sum over all runs divided by their total number of collisions
};

/// Declaration of an observable by the measurement that reports it.
struct DeclaredObservable {
  std::string_view name;
  std::string_view meaning;                ///< one sentence that stands alone
  std::string_view definition;             ///< a formula, or the method of measurement
  std::string UnitNames::*unit = nullptr;  ///< null: a pure number
  Need need = Need::nothing;
  Per per = Per::gas;
  Kind kind = Kind::estimate;
  MeanOfRuns mean = MeanOfRuns::plain;
  /// What its theory assumes; the value is not judged in a gas of which one of them does not hold.
  Assumptions assumes = kOfHomogeneousFluids;

  /// Name with the placeholder of its species, face …: "collision_rate_SPECIES".
  [[nodiscard]] std::string full_name() const { return std::string(name).append(suffix_of(per)); }
};

/// The declaration of a sum over a run divided by its time, or by its number of collisions. The
/// mean of such ratios over runs of k collisions each would be too high, by a fraction of about
/// 1/k, where the divisor fluctuates.
inline DeclaredObservable over_time(DeclaredObservable one) {
  one.mean = MeanOfRuns::over_time;
  return one;
}
inline DeclaredObservable over_collisions(DeclaredObservable one) {
  one.mean = MeanOfRuns::over_collisions;
  return one;
}

/// The declaration of an observable whose theory assumes `assumptions` instead of a homogeneous
/// fluid.
inline DeclaredObservable assuming(Assumptions assumptions, DeclaredObservable one) {
  one.assumes = assumptions;
  return one;
}

/// Name of a unit in SI, in three dimensions; "1" for a pure number (null).
std::string name_of_unit(std::string UnitNames::*unit);

/// "standard error", "exact" or "p-value".
std::string_view words_for(Kind kind);

/// Columns that accompany a column of a table, named after it with "_error" or "_theory".
enum class Beside { nothing, error, theory, error_and_theory };

/// Declaration of a column of a table by the measurement that fills it.
struct DeclaredColumn {
  /// Name, with the placeholder "SPECIES", "LABEL", "WINDOW", "AXIS", "OBSERVABLE" or "KEY" where
  /// there is one column for each: "fraction_LABEL".
  std::string_view name;
  std::string_view meaning;                ///< one sentence that stands alone
  std::string UnitNames::*unit = nullptr;  ///< null: a pure number or text
  Beside beside = Beside::nothing;

  [[nodiscard]] bool has_error() const {
    return beside == Beside::error || beside == Beside::error_and_theory;
  }
  [[nodiscard]] bool has_theory() const {
    return beside == Beside::theory || beside == Beside::error_and_theory;
  }
  /// Declared name of the column and of its accompanying columns.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Whether a column of a written table is this column or accompanies it.
  [[nodiscard]] bool covers(std::string_view column) const;
};

/// Declaration of a table of the run folder by the measurement that fills it.
struct DeclaredTable {
  std::string_view name;     ///< name of the file, without ".csv"
  std::string_view meaning;  ///< one sentence that stands alone
  Need need = Need::nothing;
  std::vector<DeclaredColumn> columns{};
};

/// Approximate number of bytes that a measurement keeps to the end of a run in which `need` is met;
/// `clausius check` predicts the memory of a run from them.
struct KeptBytes {
  Need need = Need::nothing;
  double sample = 0;  ///< bytes per sample of the measured part
  /// Bytes per sample and pair of species, a species with itself included.
  double sample_of_pair = 0;
  double first_sample = 0;  ///< bytes per sample of equilibration
  double collision = 0;     ///< bytes per logged collision
  double traced = 0;        ///< bytes per collision of the traced particle
};

/// Declaration of a measurement.
struct MeasurementKind {
  std::string_view name;  ///< a heading: "Collision statistics"
  std::vector<DeclaredObservable> observables;
  std::vector<DeclaredTable> tables;
  KeptBytes kept{};
  std::vector<DeclaredKey> keys{};  ///< of the program's own measurements
};

/// All measurements of a gas, in the order of observables.csv.
std::vector<MeasurementKind> measurement_kinds();

}  // namespace clausius
