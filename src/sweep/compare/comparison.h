#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "study/file/study_values.h"
#include "sweep/compare/compared_run.h"

namespace clausius {

/// The difference of a value from that of the first run.
struct Difference {
  double value = 0;
  /// Standard error of the difference of independent runs; unset if that of a value is not known.
  std::optional<double> error;
  /// Difference over error, as Observable::z(); unset without an error or where that is based on
  /// too few events.
  std::optional<double> z;
};

/// other − first, as of independent runs.
Difference difference_of(const Observable& first, const Observable& other);

/// An observable that the first run and another have measured.
struct ComparedObservable {
  std::string case_name;  ///< see ComparedCase
  std::string name, unit;
  std::vector<std::optional<Observable>> values;       ///< of each run, if it has measured it
  std::vector<std::optional<Difference>> differences;  ///< from the first run, which has none
};

/// Runs side by side.
struct RunComparison {
  std::vector<ComparedRun> runs;
  std::vector<StudyDifference> studies;  ///< what their studies do not have in common
  std::vector<ComparedObservable> observables;
  std::vector<std::string> not_shared;  ///< observables that not all runs have, by name
  std::vector<bool> same_seed;          ///< whether a run has the seed of the first

  /// Names of the observables, with case and run, that differ by more than `sigma` standard errors.
  [[nodiscard]] std::vector<std::string> beyond(double sigma) const;
  /// Number of differences with a z.
  [[nodiscard]] std::size_t judged() const;
};

/// Compares runs by what they have measured, case by case.
/// @throws InputError if no run has measured anything that the first has
RunComparison compare(std::vector<ComparedRun> runs);

/// A row for each observable and run: value, error, theory, and the difference from the first run
/// with its error and z.
Table comparison_table(const RunComparison& comparison);
/// A row for each key that differs between the studies, with a column for each run.
Table studies_table(const RunComparison& comparison);
/// All of it as JSON.
std::string comparison_json(const RunComparison& comparison);
/// All of it for reading on a terminal.
std::string comparison_text(const RunComparison& comparison, bool colour);

}  // namespace clausius
