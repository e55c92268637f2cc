#include "statistics/goodness_of_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "core/special_functions.h"
#include "core/sum.h"

namespace clausius {
namespace {

struct Pool {
  double observed = 0, expected = 0;
};

// Joins neighbours, from the left, until each pool expects enough; the rest at the right end joins
// the last pool.
std::vector<Pool> pool_bins(std::span<const std::int64_t> observed,
                            std::span<const double> probabilities, double effective_fraction,
                            double least_expected) {
  const auto total =
      static_cast<double>(std::accumulate(observed.begin(), observed.end(), std::int64_t{0}));
  std::vector<Pool> pools;
  Pool open;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    open.observed += effective_fraction * static_cast<double>(observed[i]);
    open.expected += effective_fraction * total * probabilities[i];
    if (open.expected >= least_expected) pools.push_back(std::exchange(open, {}));
  }
  if (!pools.empty()) {
    pools.back().observed += open.observed;
    pools.back().expected += open.expected;
  }
  return pools;
}

}  // namespace

std::optional<GoodnessOfFit> chi_square_test(std::span<const std::int64_t> observed,
                                             std::span<const double> probabilities,
                                             double effective_fraction, double least_expected) {
  if (observed.size() != probabilities.size())
    throw std::invalid_argument("chi-square test: as many probabilities as bins are needed");
  const auto pools = pool_bins(observed, probabilities, effective_fraction, least_expected);
  if (pools.size() < 2) return std::nullopt;
  CompensatedSum statistic;
  for (const Pool& pool : pools) {
    const double difference = pool.observed - pool.expected;
    statistic += difference * difference / pool.expected;
  }
  GoodnessOfFit result{statistic.value(), static_cast<double>(pools.size() - 1), 1};
  result.p_value = portable::gamma_q(0.5 * result.degrees_of_freedom, 0.5 * result.statistic);
  return result;
}

std::optional<GoodnessOfFit> chi_square_test(const Histogram& histogram, const Cdf& cdf,
                                             double effective_fraction, double least_expected) {
  std::vector<std::int64_t> observed{histogram.underflow()};
  std::vector<double> probabilities;
  double below = 0;
  for (std::size_t i = 0; i <= histogram.bins(); ++i) {
    const double at_edge = cdf(histogram.edge(i));
    probabilities.push_back(at_edge - below);
    below = at_edge;
  }
  probabilities.push_back(1 - below);
  observed.insert(observed.end(), histogram.counts().begin(), histogram.counts().end());
  observed.push_back(histogram.overflow());
  return chi_square_test(observed, probabilities, effective_fraction, least_expected);
}

// Kolmogorov's law in its two forms: the theta series converges fast for small arguments, the
// alternating one for large; both are exact to rounding with these few terms on either side of 1.
double kolmogorov_p_value(double distance, double effective_samples) {
  const double root = std::sqrt(effective_samples);
  const double x = (root + 0.12 + 0.11 / root) * distance;
  constexpr int kTerms = 6;
  if (x <= 0) return 1;
  double sum = 0;
  if (x < 1) {
    for (int k = 1; k <= kTerms; ++k)
      sum += portable::exp(-(2 * k - 1) * (2 * k - 1) * kPi * kPi / (8 * x * x));
    return 1 - std::sqrt(2 * kPi) / x * sum;
  }
  for (int k = 1; k <= kTerms; ++k)
    sum += (k % 2 == 1 ? 2 : -2) * portable::exp(-2 * k * k * x * x);
  return sum;
}

std::optional<GoodnessOfFit> kolmogorov_smirnov_test(std::vector<double> samples, const Cdf& cdf,
                                                     double effective_samples) {
  if (samples.empty()) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<double>(samples.size());
  double distance = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double expected = cdf(samples[i]);
    distance = std::max({distance, expected - static_cast<double>(i) / n,
                         static_cast<double>(i + 1) / n - expected});
  }
  return GoodnessOfFit{distance, 0, kolmogorov_p_value(distance, effective_samples)};
}

std::optional<GoodnessOfFit> kolmogorov_smirnov_test(const Histogram& histogram, const Cdf& cdf,
                                                     double effective_samples) {
  const auto n = static_cast<double>(histogram.total());
  if (n == 0) return std::nullopt;
  std::vector<double> below{static_cast<double>(histogram.underflow()) / n};  // part, by edges
  std::int64_t count = histogram.underflow();
  for (const std::int64_t in_bin : histogram.counts()) {
    count += in_bin;
    below.push_back(static_cast<double>(count) / n);
  }
  double distance = 0;
  struct Edge {
    std::size_t index;
    double cdf;
  };
  const auto look_at = [&](std::size_t index) {
    const Edge edge{index, cdf(histogram.edge(index))};
    distance = std::max(distance, std::abs(below[index] - edge.cdf));
    return edge;
  };
  // Both functions increase, which bounds their distance between two edges: the law, which is
  // expensive, is evaluated only if the distance can exceed the largest so far.
  std::deque<std::pair<Edge, Edge>> spans{{look_at(0), look_at(histogram.bins())}};
  for (; !spans.empty(); spans.pop_front()) {
    const auto [low, high] = spans.front();
    const double most = std::max(below[high.index] - low.cdf, high.cdf - below[low.index]);
    if (high.index - low.index < 2 || most <= distance) continue;
    const Edge middle = look_at((low.index + high.index) / 2);
    spans.emplace_back(low, middle);
    spans.emplace_back(middle, high);
  }
  return GoodnessOfFit{distance, 0, kolmogorov_p_value(distance, effective_samples)};
}

}  // namespace clausius
