#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// What theory says of a study before it is run, by the names of observables: of those whose theory
/// depends on the study alone, not on how its run goes.
std::map<std::string, double> theory_of(const StudyConfig& study);

/// Theory over a key of a study: at the values that were run, and at as many between the least and
/// the largest as make a smooth curve.
class TheoryCurves {
 public:
  /// @param values   of the key, at least two different ones; else there are no curves
  /// @param study_at the study with that value of the key, a TOML literal; values that it refuses
  ///                 with an InputError are left out, or rounded where the key is a whole number
  TheoryCurves(const std::vector<double>& values,
               const std::function<StudyConfig(const std::string& value)>& study_at);

  /// Values of the key, ascending.
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  /// The curve of an observable, if it meets what runs at `values` took for their theory there; a
  /// null pointer where it does not, because that theory depends on the run. NaN where theory says
  /// nothing.
  [[nodiscard]] const std::vector<double>* curve(const std::string& observable,
                                                 const std::vector<double>& values,
                                                 const std::vector<double>& theories) const;

 private:
  std::vector<double> x_;
  std::map<std::string, std::vector<double>> curves_;
};

}  // namespace clausius
