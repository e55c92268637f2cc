#include "interval_statistics.h"

#include <limits>
#include <numeric>

#include "core/elementary.h"

namespace clausius {

namespace {

double others_than_zero(const std::vector<double>& series) {
  return static_cast<double>(
      std::count_if(series.begin(), series.end(), [](double one) { return one != 0; }));
}

}  // namespace

double mean_in_cooling(double begin, double end) {
  return begin > 0 && end > 0 ? std::sqrt(begin * end) : 0.5 * (begin + end);
}

double mean_root_in_cooling(double begin, double end) {
  if (begin <= 0 || end <= 0) return 0.5 * (begin + end);
  const double x = begin / end - 1;
  if (std::abs(x) < 1e-6) return 0.5 * (begin + end);  // the exact form would lose its digits
  return begin * portable::log1p(x) / x;
}

std::optional<double> correlation_time(const std::vector<double>& series, double duration) {
  const auto estimate = estimate_mean(series);
  if (!estimate) return std::nullopt;
  return estimate->correlation_time * duration / static_cast<double>(series.size());
}

double exponential_error(double deviation, double forgotten) {
  if (forgotten <= 0) return deviation;
  const double k = forgotten;
  return deviation * std::sqrt(std::max(0.0, 2 / k * (1 + portable::expm1(-k) / k)));
}

std::optional<StandardError> at_least(const std::optional<StandardError>& error,
                                      const StandardError& least) {
  if (!error || least.value <= 0) return error;
  return StandardError{std::max(error->value, least.value), std::max(error->events, least.events),
                       error->value >= least.value ? error->degrees : least.degrees};
}

std::optional<StandardError> times(const std::optional<StandardError>& relative, double value) {
  if (!relative) return std::nullopt;
  return *relative * value;
}

std::optional<Trend> times(std::optional<Trend> trend, double factor) {
  if (trend) *trend *= factor;
  return trend;
}

std::optional<Trend> inverse_of(const std::optional<Trend>& trend) {
  if (!trend || trend->first.value == 0 || trend->last.value == 0) return std::nullopt;
  return trend->inverse();
}

StandardError together(const StandardError& one, const StandardError& other) {
  const double events = one.value >= other.value ? one.events : other.events;
  const double a = one.value * one.value, b = other.value * other.value;
  const double noise = a * a / one.degrees + b * b / other.degrees;  // Welch and Satterthwaite
  const double degrees =
      noise > 0 ? (a + b) * (a + b) / noise : std::numeric_limits<double>::infinity();
  return {portable::hypot(one.value, other.value), events, degrees};
}

std::optional<StandardError> series_error(const std::vector<double>& series) {
  const auto estimate = estimate_mean(series);
  if (!estimate) return std::nullopt;
  return estimate->standard_error().of_at_most(others_than_zero(series));
}

std::optional<StandardError> ratio_error(const std::vector<double>& a,
                                         const std::vector<double>& b) {
  const auto estimate = estimate_ratio(a, b);
  if (!estimate) return std::nullopt;
  return estimate->standard_error().of_at_most(others_than_zero(b));
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<Ratio> ratio_of(const std::vector<double>& numerator,
                              const std::vector<double>& denominator, bool elastic) {
  if (numerator.empty() || denominator.empty() || mean_of(denominator) <= 0) return std::nullopt;
  if (elastic) {
    const auto estimate = estimate_ratio(numerator, denominator);
    if (estimate) return Ratio{estimate->mean, estimate->standard_error()};
    return Ratio{mean_of(numerator) / mean_of(denominator), std::nullopt};  // a single sample
  }
  std::vector<double> series;
  for (std::size_t i = 0; i < denominator.size(); ++i)
    if (denominator[i] > 0) series.push_back(numerator[i] / denominator[i]);
  return Ratio{mean_of(series), series_error(series)};
}

}  // namespace clausius
