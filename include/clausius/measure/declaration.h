#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"

namespace clausius {

/// What a study must have for a measurement to be made. words_for() names the key.
enum class Need {
  nothing,  ///< every run measures it
  transport,
  collision_statistics,
  structure,
  structure_between_walls,
  relaxation_spectrum,
  collision_log,
  trace,
  time_step,
  comparison,
  several_species,
  inelastic,
  dissipation,
  equal_speed_start,
  uneven_start,
  bodies,
  rotation,
  parcels,
  reservoirs,
  walls,
  active_walls,
  two_thermal_walls,
  sliding_wall,
  thermal_wall,
  moving_wall,
  gravity,
  shear,
  drive,
  reversal,
  hole,
  door,
  labels,
  labels_at_a_place,
  windows,
  series,
  replicas,
  trajectory,
  obstacles
};

/// What a study has to say for `need` to be met, as the end of "it needs …"; empty for nothing.
std::string_view words_for(Need need);

/// For what an observable exists once. Its name is then followed by "_" and the name of that.
enum class Per { gas, species, pair, face, axis, label, window };

/// What the name is followed by, e.g. "_SPECIES"; empty for the gas as a whole.
std::string_view suffix_of(Per per);

/// Which kind of judgement a value allows.
enum class Kind {
  estimate,  ///< has a standard error
  exact,     ///< does not fluctuate, or its error is not known
  p_value    ///< of a goodness-of-fit test
};

/// An observable as the measurement that reports it declares it.
struct DeclaredObservable {
  std::string_view name;
  std::string_view meaning;                ///< one sentence that stands alone
  std::string_view definition;             ///< a formula, or how it is found
  std::string UnitNames::*unit = nullptr;  ///< null: a pure number
  Need need = Need::nothing;
  Per per = Per::gas;
  Kind kind = Kind::estimate;

  /// With what stands for its species, face …: "collision_rate_SPECIES".
  [[nodiscard]] std::string full_name() const { return std::string(name).append(suffix_of(per)); }
};

/// The name of a unit in SI, in three dimensions; "1" of a pure number (null).
std::string name_of_unit(std::string UnitNames::*unit);

/// "standard error", "exact" or "p-value".
std::string_view words_for(Kind kind);

/// The columns that follow a column of a table, under its name and "_error" or "_theory".
enum class Beside { nothing, error, theory, error_and_theory };

/// A column of a table as the measurement that fills it declares it.
struct DeclaredColumn {
  /// With "SPECIES", "LABEL", "WINDOW", "AXIS", "OBSERVABLE" or "KEY" where there is one for each:
  /// "fraction_LABEL".
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
  /// Its own name and those of the columns that follow it, as declared.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Whether a column of a table that was filled is this one or follows it.
  [[nodiscard]] bool covers(std::string_view column) const;
};

/// A table of the run folder as the measurement that fills it declares it.
struct DeclaredTable {
  std::string_view name;     ///< of the file, without ".csv"
  std::string_view meaning;  ///< one sentence that stands alone
  Need need = Need::nothing;
  std::vector<DeclaredColumn> columns{};
};

/// Bytes that a measurement keeps to the end of a run where `need` is met, about: `clausius check`
/// predicts the memory of a run from them.
struct KeptBytes {
  Need need = Need::nothing;
  double sample = 0;          ///< of each sample of the measured part
  double sample_of_pair = 0;  ///< of each of them and each two species, also of a species itself
  double first_sample = 0;    ///< of each sample of equilibration
  double collision = 0;       ///< of each collision that is logged
  double traced = 0;          ///< of each collision of the particle that is traced
};

/// A measurement as it declares itself.
struct MeasurementKind {
  std::string_view name;  ///< a heading: "Collision statistics"
  std::vector<DeclaredObservable> observables;
  std::vector<DeclaredTable> tables;
  KeptBytes kept{};
};

/// All measurements of a gas, in the order of observables.csv.
std::vector<MeasurementKind> measurement_kinds();

}  // namespace clausius
