#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "study/file/study_values.h"

namespace clausius {

/// Results that one run has for one case.
struct ComparedCase {
  /// The case of a series or point of a sweep, "packing_fraction = 0.1"; empty: the run itself.
  std::string name;
  std::vector<Observable> observables;
};

/// A run, or a sweep, that is compared with others.
struct ComparedRun {
  std::filesystem::path folder;
  std::string name;   ///< the shortest part of its path that no other run has
  std::string label;  ///< for the legend of figures: what is set apart, "T = 300 K", or its name
  StudyValues study;
  std::vector<ComparedCase> cases;
  bool is_sweep = false;
  bool has_points = false;  ///< whether it is a sweep, or a run with a series

  /// Whether its numbers are in SI units.
  [[nodiscard]] bool is_si() const;
  [[nodiscard]] int dimensions() const;
};

/// Reads finished runs and sweeps from their folders. One folder alone must be that of a run with a
/// series: then its cases are the runs that are compared.
/// @throws InputError naming all folders that cannot be compared, and why
std::vector<ComparedRun> read_compared(const std::vector<std::filesystem::path>& folders);

}  // namespace clausius
