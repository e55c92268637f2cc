#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

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

/// The mean of a series of equal-time samples, which may be correlated.
struct SeriesEstimate {
  double mean = 0;
  double error = 0;               ///< one standard error of the mean
  double correlation_time = 1;    ///< statistical inefficiency in samples: 1 for independent ones
  double samples = 0;             ///< number of samples
  double effective_samples = 0;   ///< independent samples that would give the same error
  std::size_t block_length = 1;   ///< in samples
  double degrees_of_freedom = 0;  ///< of the error: relative uncertainty 1/√(2·this)
  bool converged = true;          ///< false: the series is too short for its correlation, and the
                                  ///< error a lower bound
  /// Standard error of the mean. It rests on the samples that are surely independent or not seen to
  /// be correlated: the inefficiency counts one standard error below the estimate, which few blocks
  /// overstate now and then.
  [[nodiscard]] StandardError standard_error() const;
};

/// Block averages with automatic block length: blocks of 1, 2, 4 … samples (Flyvbjerg & Petersen,
/// J. Chem. Phys. 91 (1989) 461), of which the shortest length B with B³ > 2 n s², s being the
/// statistical inefficiency found with it, balances bias and noise (Lee, Kent, Towler, Needs &
/// Rajagopal, Phys. Rev. E 83 (2011) 066706). Blocks overlap (Meketon & Schmeiser 1984), which
/// gives 3/2 of the degrees of freedom ν that separate blocks have. The error is such that
/// deviations over it have a standard deviation of 1: that of few blocks is larger by Student's
/// √(ν/(ν − 2)). Few long blocks now and then scatter much too little; the error is therefore at
/// least that of the first-order autoregressive series with the same correlation of neighbours. For
/// series of 3 to 50 independent samples' worth deviations over error have a standard deviation of
/// 0.9 to 1.5. Empty for fewer than two samples.
std::optional<SeriesEstimate> estimate_mean(std::span<const double> samples);

/// Estimate of the ratio of the means of two series, linear in the deviations. Empty where the
/// second mean is not above 0.
std::optional<SeriesEstimate> estimate_ratio(std::span<const double> numerator,
                                             std::span<const double> denominator);

}  // namespace clausius
