#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "clausius/statistics/standard_error.h"
#include "clausius/statistics/trend.h"

// Errors of what is measured over the intervals, and of series at the samples.

namespace clausius {

/// Averages over an interval in which T = T₀/(1 + t/τ)², from the values at its ends: of T, and of
/// y ∝ √T.
double mean_in_cooling(double begin, double end);
double mean_root_in_cooling(double begin, double end);

/// Largest number of groups of intervals from which errors of rates are estimated: the error is
/// then known to a tenth of itself, and a group in a run of ordinary length is a few collisions
/// long.
inline constexpr std::size_t kMostGroups = 100;

/// Standard error of the mean of a series; empty if the series is too short. The number of events
/// is limited to the number of values other than 0, because sums over collisions or hits are 0 in
/// intervals without any.
std::optional<StandardError> series_error(const std::vector<double>& series);

/// Standard error of Σ a/Σ b over two series; also empty if Σ b is not above 0.
std::optional<StandardError> ratio_error(const std::vector<double>& a,
                                         const std::vector<double>& b);

/// Relative standard error of Σ a/Σ b over the intervals, from groups of intervals: the scatter of
/// single intervals would hide slow changes (of the energies of species, of sound). Groups have
/// about equal b, as all have equal weight in blocks; in a cooling gas the last intervals are far
/// longer than the first.
template <typename Interval, typename Numerator, typename Denominator>
std::optional<StandardError> relative_error(const std::vector<Interval>& intervals, Numerator a,
                                            Denominator b) {
  const std::size_t most = std::min(kMostGroups, intervals.size());
  double whole = 0, so_far = 0;
  for (const auto& interval : intervals) whole += b(interval);
  if (!(whole > 0)) return std::nullopt;
  std::vector<double> numerators, denominators;
  std::size_t last = most;  // no limit
  for (const auto& interval : intervals) {
    const double middle = so_far + 0.5 * b(interval);
    so_far += b(interval);
    const auto group =
        std::min(most - 1, static_cast<std::size_t>(static_cast<double>(most) * middle / whole));
    if (group != last) {
      numerators.push_back(0);
      denominators.push_back(0);
      last = group;
    }
    numerators.back() += a(interval);
    denominators.back() += b(interval);
  }
  const auto estimate = estimate_ratio(numerators, denominators);
  if (!estimate || estimate->mean == 0) return std::nullopt;
  // The number of events is that of intervals, not of groups.
  std::vector<double> ratios;
  for (const auto& interval : intervals)
    if (b(interval) > 0) ratios.push_back(a(interval) / b(interval));
  const auto of_intervals = series_error(ratios);
  return StandardError{std::abs(estimate->error / estimate->mean),
                       of_intervals ? of_intervals->events : 0, estimate->degrees_of_freedom};
}

/// The trend of Σ a/Σ b over the intervals.
template <typename Interval, typename Numerator, typename Denominator>
std::optional<Trend> trend_of(const std::vector<Interval>& intervals, Numerator a, Denominator b) {
  std::vector<double> numerators, denominators;
  for (const auto& interval : intervals) {
    numerators.push_back(a(interval));
    denominators.push_back(b(interval));
  }
  return trend_of(numerators, denominators);
}
/// The trend of Σ a over the time.
template <typename Interval, typename Numerator>
std::optional<Trend> trend_in_time(const std::vector<Interval>& intervals, Numerator a) {
  return trend_of(intervals, a, [](const Interval& one) { return one.duration; });
}
/// The trend of a multiple of the quantity, and of its reciprocal.
std::optional<Trend> times(std::optional<Trend> trend, double factor);
std::optional<Trend> inverse_of(const std::optional<Trend>& trend);

/// Time that corresponds to one independent sample of a series over `duration`.
std::optional<double> correlation_time(const std::vector<double>& series, double duration);

/// Correlation time of the ratio a/b over the intervals.
template <typename Interval, typename Numerator, typename Denominator>
std::optional<double> correlation_time(const std::vector<Interval>& intervals, Numerator a,
                                       Denominator b) {
  std::vector<double> ratios;
  double duration = 0;
  for (const auto& interval : intervals) {
    if (b(interval) <= 0) continue;
    ratios.push_back(a(interval) / b(interval));
    duration += interval.duration;
  }
  return correlation_time(ratios, duration);
}

/// Standard error of the mean of a series that scatters by `deviation` and decorrelates
/// exponentially, by exp(−forgotten) from its beginning to its end. A series that hardly
/// decorrelates does not show it.
double exponential_error(double deviation, double forgotten);

/// The error, if there is one, but at least `least`, which is known however few events the other is
/// based on.
std::optional<StandardError> at_least(const std::optional<StandardError>& error,
                                      const StandardError& least);

/// The error of `value`, given its relative error.
std::optional<StandardError> times(const std::optional<StandardError>& relative, double value);

/// Both errors combined, from independent causes.
StandardError together(const StandardError& one, const StandardError& other);

double mean_of(const std::vector<double>& values);

/// A ratio of two series and its standard error, if that is known.
struct Ratio {
  double value;
  std::optional<StandardError> error;
};

/// Mean of the ratio of two series, linear in the deviations: for elastic gases the ratio of the
/// means, for cooling ones the mean over the instants, because the ratio is independent of the
/// decreasing temperature. Empty without values.
std::optional<Ratio> ratio_of(const std::vector<double>& numerator,
                              const std::vector<double>& denominator, bool elastic);

}  // namespace clausius
