#pragma once

#include <optional>

#include "interval_statistics.h"
#include "measure/measured_run.h"

// Errors of quantities in a gas whose temperature is not fixed by a conserved energy.

namespace clausius {

/// Whether nothing replaces the energy that collisions take.
template <int Dim>
bool temperature_falls(const Measured<Dim>& run);

/// Relative standard error of the mean of (k_BT)^power over the measured part of a gas that cools,
/// from its start at a fixed temperature. Over time 1/√T grows steadily, over collisions ln T falls
/// steadily (Haff's law); their increments scatter. A fluctuation over a number of collisions
/// remains, in ln T, and over a time fades. Empty if the run is too short, or the temperature does
/// not fall.
template <int Dim>
std::optional<StandardError> cooling_error(const Measured<Dim>& run, double power);

/// Relative standard error of the fall of ln T per time over the measured part of such a gas.
template <int Dim>
std::optional<StandardError> cooling_rate_error(const Measured<Dim>& run);

/// Standard errors of a quantity per time, and its trend.
struct RateErrors {
  std::optional<StandardError> value;           ///< relative, of the quantity itself
  std::optional<StandardError> at_measured_kt;  ///< relative, at the temperature measured
  std::optional<Trend> trend{};
};

/// Relative standard errors of Σ quantity/Σ duration over the intervals, where the quantity is
/// proportional to (k_BT)^power and `scale` is the integral of that over an interval. They differ
/// where the temperature fluctuates.
template <int Dim, class Quantity, class Scale>
RateErrors rate_errors(const Measured<Dim>& run, Quantity quantity, Scale scale, double power) {
  const auto& intervals = run.books.intervals();
  RateErrors errors;
  errors.at_measured_kt = relative_error(intervals, quantity, scale);
  errors.value = errors.at_measured_kt;
  errors.trend = trend_in_time(intervals, quantity);
  if (run.theory.elastic()) return errors;
  if (!temperature_falls(run)) {
    errors.value =
        relative_error(intervals, quantity, [](const Interval<Dim>& one) { return one.duration; });
  } else if (const auto of_kt = cooling_error(run, power); of_kt && errors.value) {
    errors.value = together(*errors.value, *of_kt);
  }
  return errors;
}

/// An observable with these errors. Its theory is that for the measured temperature, and the trend
/// is in units of the value.
Observable observable(std::string name, double value, const RateErrors& relative,
                      const Prediction& theory, std::string unit);

}  // namespace clausius
