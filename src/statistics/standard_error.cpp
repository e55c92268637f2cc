#include "clausius/statistics/standard_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/elementary.h"
#include "core/sum.h"

namespace clausius {
namespace {

// Squared standard error of the mean from overlapping blocks of `length`; `prefix[k]` is the sum of
// the first k deviations from the mean.
double squared_error(std::span<const double> prefix, std::size_t length) {
  const std::size_t n = prefix.size() - 1;
  CompensatedSum squares;
  for (std::size_t k = 0; k + length <= n; ++k) {
    const double block = (prefix[k + length] - prefix[k]) / static_cast<double>(length);
    squares += block * block;
  }
  return squares.value() * static_cast<double>(length) /
         (static_cast<double>(n - length) * static_cast<double>(n - length + 1));
}

// Squared standard error of the mean if the samples were a first-order autoregressive series: from
// the correlation r of neighbours alone, which is known far better than the scatter of a few long
// blocks. r is corrected for its bias −(1 + 3r)/n (Kendall, Biometrika 41 (1954) 403). Where r is
// near 1 the error increases steeply with it, and is far too small if r is underestimated; so r is
// increased by kAbove of its own standard error √((1 − r²)/n), which makes deviations over error
// scatter by 1 down to series worth three independent samples. 0 if r is no larger than for
// independent samples by chance, so that their errors stay unbiased.
double autoregressive_squared_error(std::span<const double> prefix, double independent) {
  const auto n = static_cast<double>(prefix.size() - 1);
  CompensatedSum squares, products;
  for (std::size_t k = 1; k < prefix.size(); ++k) {
    const double deviation = prefix[k] - prefix[k - 1];
    squares += deviation * deviation;
    if (k > 1) products += deviation * (prefix[k - 1] - prefix[k - 2]);
  }
  const double raw = products.value() / squares.value();
  if (raw < 2 / std::sqrt(n)) return 0;
  constexpr double kAbove = 0.7;
  const double largest = 1 - 1 / n;
  const double found = std::min(raw + (1 + 3 * raw) / n, largest);
  const double r = std::min(found + kAbove * std::sqrt((1 - found * found) / n), largest);
  return independent * (1 + r) / (1 - r);
}

// Degrees of freedom of the scatter of blocks of `length`.
double degrees_of_blocks(double samples, std::size_t length) {
  return length == 1 ? samples - 1
                     : std::max(1.0, 1.5 * (samples / static_cast<double>(length) - 1));
}

// What the squared error is at least according to blocks longer than `length`: their result less
// its own standard error. A weak correlation that decays slowly shows in these alone.
double least_by_longer(std::span<const double> prefix, std::size_t length) {
  constexpr double kFewest = 6;  // degrees of freedom
  const auto samples = static_cast<double>(prefix.size() - 1);
  double least = 0;
  for (std::size_t longer = 2 * length; degrees_of_blocks(samples, longer) >= kFewest; longer *= 2)
    least = std::max(least, squared_error(prefix, longer) *
                                (1 - std::sqrt(2 / degrees_of_blocks(samples, longer))));
  return least;
}

}  // namespace

StandardError SeriesEstimate::standard_error() const {
  const double above = 1 + std::sqrt(2 / degrees_of_freedom);
  return {error, samples / std::max(1.0, correlation_time / above), degrees_of_freedom};
}

std::optional<SeriesEstimate> estimate_mean(std::span<const double> samples) {
  const std::size_t n = samples.size();
  if (n < 2) return std::nullopt;
  const auto count = static_cast<double>(n);

  CompensatedSum total;
  for (double x : samples) total += x;
  SeriesEstimate estimate;
  estimate.samples = count;
  estimate.mean = total.value() / count;

  std::vector<double> prefix{0};
  prefix.reserve(n + 1);
  CompensatedSum running;
  for (double x : samples) {
    running += x - estimate.mean;
    prefix.push_back(running.value());
  }

  const double independent = squared_error(prefix, 1);
  double squared = independent;
  // At least four blocks are needed to estimate their own scatter.
  const std::size_t longest = std::max<std::size_t>(1, n / 4);
  estimate.converged = independent == 0;
  for (std::size_t length = 1; !estimate.converged && length <= longest; length *= 2) {
    squared = squared_error(prefix, length);
    estimate.block_length = length;
    const double inefficiency = std::max(1.0, squared / independent);
    const double cube = portable::pow(static_cast<double>(length), 3);
    estimate.converged = cube > 2 * count * inefficiency * inefficiency;
  }
  estimate.degrees_of_freedom = degrees_of_blocks(count, estimate.block_length);
  if (independent > 0) squared = std::max(squared, least_by_longer(prefix, estimate.block_length));
  double autoregressive = 0;
  if (independent > 0) autoregressive = autoregressive_squared_error(prefix, independent);
  const double of_samples = std::max(squared, autoregressive);
  estimate.correlation_time = independent > 0 ? of_samples / independent : 1;
  estimate.effective_samples = count / estimate.correlation_time;
  // Deviations divided by the error from few blocks follow Student's law, whose variance is ν/(ν −
  // 2).
  constexpr double kFewest = 3;
  const double nu = std::max(kFewest, estimate.degrees_of_freedom);
  estimate.error = std::sqrt(std::max(squared * nu / (nu - 2), autoregressive));
  return estimate;
}

std::optional<SeriesEstimate> estimate_ratio(std::span<const double> numerator,
                                             std::span<const double> denominator) {
  const auto sum = [](std::span<const double> series) {
    return std::accumulate(series.begin(), series.end(), 0.0);
  };
  const double whole = sum(denominator);
  if (numerator.empty() || denominator.empty() || !(whole > 0)) return std::nullopt;
  const double ratio = sum(numerator) / whole;
  const double mean = whole / static_cast<double>(denominator.size());
  std::vector<double> deviations;
  deviations.reserve(denominator.size());
  for (std::size_t i = 0; i < denominator.size(); ++i)
    deviations.push_back((numerator[i] - ratio * denominator[i]) / mean);
  auto estimate = estimate_mean(deviations);
  if (estimate) estimate->mean = ratio;
  return estimate;
}

}  // namespace clausius
