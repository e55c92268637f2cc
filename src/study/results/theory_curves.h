#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/config.h"

namespace clausius {

/// Theoretical values of a study before it is run, by the names of observables, for those whose
/// theory depends on the study alone and not on the course of its run.
std::map<std::string, double> theory_of(const StudyConfig& study);

/// Theory over a key of a study: at the values that were run, and at enough values between the
/// least and the largest for a smooth curve.
class TheoryCurves {
 public:
  /// @param values   values of the key, at least two different ones; otherwise there are no curves
  /// @param study_at the study with that value of the key, a TOML literal; values that it refuses
  /// with an InputError are left out, or rounded if the key is an integer
  TheoryCurves(const std::vector<double>& values,
               const std::function<StudyConfig(const std::string& value)>& study_at);

  /// Values of the key, ascending.
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  /// The curve of an observable, if it agrees with the theory of the runs at `values`; otherwise a
  /// null pointer, because that theory depends on the run. NaN where there is no theory.
  [[nodiscard]] const std::vector<double>* curve(const std::string& observable,
                                                 const std::vector<double>& values,
                                                 const std::vector<double>& theories) const;

 private:
  std::vector<double> x_;
  std::map<std::string, std::vector<double>> curves_;
};

}  // namespace clausius
