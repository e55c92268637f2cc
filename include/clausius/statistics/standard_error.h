#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace clausius {

/// One standard error and the number of independent events that it is based on: independent samples
/// of a series, collisions, hits, particles. Deviations divided by an error from few events do not
/// follow the normal law.
struct StandardError {
  double value = 0;
  /// Infinite: the error is known from theory, for a quantity with normal deviations.
  double events = std::numeric_limits<double>::infinity();
  /// Degrees of freedom of the error itself, see SeriesEstimate; infinite if it is known.
  double degrees = std::numeric_limits<double>::infinity();

  /// The error of the same quantity multiplied or divided by `factor`.
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
  /// Limits the number of events to `most`, whatever a series showed.
  [[nodiscard]] StandardError of_at_most(double most) const {
    return {value, std::min(events, most), degrees};
  }
};

/// The error, or NaN if it is not known.
inline double value_or_nan(const std::optional<StandardError>& error) {
  return error ? error->value : std::numeric_limits<double>::quiet_NaN();
}

/// The mean of a series of equal-time samples, which may be correlated.
struct SeriesEstimate {
  double mean = 0;
  double error = 0;              ///< one standard error of the mean
  double correlation_time = 1;   ///< statistical inefficiency in samples: 1 for independent ones
  double samples = 0;            ///< number of samples
  double effective_samples = 0;  ///< independent samples that would give the same error
  std::size_t block_length = 1;  ///< block length in samples
  /// Degrees of freedom of the error: its relative uncertainty is 1/√(2·this).
  double degrees_of_freedom = 0;
  /// False: the series is too short for its correlation, and the error is a lower bound.
  bool converged = true;
  /// Standard error of the mean. It is based on the samples that are certainly independent or show
  /// no correlation: the inefficiency is taken one standard error below its estimate, which few
  /// blocks sometimes overstate.
  [[nodiscard]] StandardError standard_error() const;
};

/// Block averages with automatic block length: blocks of 1, 2, 4 … samples (Flyvbjerg & Petersen,
/// J. Chem. Phys. 91 (1989) 461). The shortest length B with B³ > 2 n s², s being the statistical
/// inefficiency found with it, balances bias and noise (Lee, Kent, Towler, Needs & Rajagopal, Phys.
/// Rev. E 83 (2011) 066706). Blocks overlap (Meketon & Schmeiser 1984), which gives 3/2 of the
/// degrees of freedom ν of separate blocks. The error is scaled so that deviations divided by it
/// have a standard deviation of 1: with few blocks it is larger by Student's √(ν/(ν − 2)). Few long
/// blocks sometimes scatter far too little; the error is therefore at least that of the first-order
/// autoregressive series with the same correlation of neighbours. For series worth 3 to 50
/// independent samples, deviation over error has a standard deviation of 0.9 to 1.5. Empty for
/// fewer than two samples.
std::optional<SeriesEstimate> estimate_mean(std::span<const double> samples);

/// Ratio of the means of two series, with the error linear in the deviations. Empty if the second
/// mean is not above 0.
std::optional<SeriesEstimate> estimate_ratio(std::span<const double> numerator,
                                             std::span<const double> denominator);

}  // namespace clausius
