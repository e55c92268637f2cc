#include "interval_statistics.h"

#include <numeric>

#include "clausius/core/elementary.h"

namespace clausius {

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

std::optional<double> at_least(std::optional<double> error, double least) {
  if (!error) return std::nullopt;
  return std::max(*error, least);
}

std::optional<double> times(std::optional<double> relative, double value) {
  if (!relative) return std::nullopt;
  return *relative * std::abs(value);
}

std::optional<double> series_error(const std::vector<double>& series) {
  const auto estimate = estimate_mean(series);
  if (!estimate) return std::nullopt;
  return estimate->error;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<Ratio> ratio_of(const std::vector<double>& numerator,
                              const std::vector<double>& denominator, bool elastic) {
  if (numerator.empty() || denominator.empty() || mean_of(denominator) <= 0) return std::nullopt;
  if (elastic) {
    const auto estimate = estimate_ratio(numerator, denominator);
    if (estimate) return Ratio{estimate->mean, estimate->error};
    return Ratio{mean_of(numerator) / mean_of(denominator), std::nullopt};  // a single sample
  }
  std::vector<double> series;
  for (std::size_t i = 0; i < denominator.size(); ++i)
    if (denominator[i] > 0) series.push_back(numerator[i] / denominator[i]);
  return Ratio{mean_of(series), series_error(series)};
}

}  // namespace clausius
