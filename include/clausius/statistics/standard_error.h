#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace clausius {

/// One standard error, and how many independent events it rests on: independent samples of a
/// series, collisions, hits, particles. Deviations over an error from few events do not follow the
/// normal law.
struct StandardError {
  double value = 0;
  /// Infinite: the error is known from theory, of something whose deviations are normal.
  double events = std::numeric_limits<double>::infinity();

  /// The error of the same quantity times `factor`, or over it.
  StandardError& operator*=(double factor) {
    value *= std::abs(factor);
    return *this;
  }
  StandardError& operator/=(double factor) {
    value /= std::abs(factor);
    return *this;
  }
  friend StandardError operator*(StandardError error, double factor) { return error *= factor; }
  friend StandardError operator/(StandardError error, double factor) { return error /= factor; }
  /// There were only so many events, whatever a series showed.
  [[nodiscard]] StandardError of_at_most(double most) const {
    return {value, std::min(events, most)};
  }
};

/// The error, or no number where it is not known.
inline double value_or_nan(const std::optional<StandardError>& error) {
  return error ? error->value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace clausius
