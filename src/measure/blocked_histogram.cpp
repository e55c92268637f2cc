#include "measure/blocked_histogram.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/statistics/standard_error.h"
#include "core/elementary.h"
#include "core/special_functions.h"
#include "statistics/student.h"

namespace clausius {

namespace {

constexpr std::size_t kLeastBlocks = 6;  // for a meaningful variance

}  // namespace

BlockedHistogram::BlockedHistogram(double lower, double upper, std::size_t bins)
    : total_(lower, upper, bins), current_(lower, upper, bins) {}

void BlockedHistogram::end_instant() {
  total_.merge(current_);
  blocks_.add(current_);
  current_ = Histogram(total_.lower(), total_.upper(), total_.bins());
}

double BlockedHistogram::design_effect() const {
  const std::span<const Histogram> whole = blocks_.whole();
  if (whole.size() < kLeastBlocks) return 1;
  const auto blocks = static_cast<double>(whole.size());
  double scatter = 0, independent = 0;
  for (std::size_t i = 0; i < total_.bins(); ++i) {
    double sum = 0, samples = 0;
    for (const Histogram& block : whole) {
      sum += static_cast<double>(block.counts()[i]);
      samples += static_cast<double>(block.total());
    }
    const double mean = sum / blocks;
    double previous = 0;
    for (const Histogram& block : whole) {
      const double deviation = static_cast<double>(block.counts()[i]) - mean;
      scatter += deviation * deviation + 2 * deviation * previous;
      previous = deviation;
    }
    independent += mean * (1 - sum / samples);
  }
  if (independent <= 0) return 1;
  // With the mean from the same B blocks, `scatter` is (B − 1)(1 − 2/B) times the variance.
  return std::max(0.0, scatter / ((blocks - 1) * (1 - 2 / blocks) * independent));
}

std::optional<double> BlockedHistogram::test_of_evenness() const {
  constexpr double kFewestSamples = 10;  // independent ones
  const std::span<const Histogram> whole = blocks_.whole();
  const auto bins = static_cast<double>(total_.bins());
  double sum = 0, components = 0;
  std::vector<double> series(whole.size());
  for (std::size_t wave = 1; 2 * wave < total_.bins(); ++wave)
    for (const double phase : {0.0, 0.25}) {
      for (std::size_t b = 0; b < whole.size(); ++b) {
        series[b] = 0;
        for (std::size_t i = 0; i < total_.bins(); ++i)
          series[b] += static_cast<double>(whole[b].counts()[i]) *
                       portable::cos(2 * kPi * (static_cast<double>(wave * i) / bins + phase));
      }
      const auto mean = estimate_mean(series);
      if (!mean || mean->error <= 0 || !mean->converged ||
          mean->standard_error().events < kFewestSamples)
        continue;
      const double z = normal_deviation(mean->mean / mean->error, mean->degrees_of_freedom);
      sum += z * z;
      ++components;
    }
  if (components == 0) return std::nullopt;
  return portable::gamma_q(0.5 * components, 0.5 * sum);
}

std::vector<double> BlockedHistogram::density_errors(std::span<const double> probabilities) const {
  const double effect = design_effect();
  const auto samples = static_cast<double>(total_.total());
  std::vector<double> errors;
  errors.reserve(probabilities.size());
  for (double p : probabilities)
    errors.push_back(std::sqrt(effect * p * (1 - p) / samples) / total_.width());
  return errors;
}

}  // namespace clausius
