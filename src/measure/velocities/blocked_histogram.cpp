#include "measure/velocities/blocked_histogram.h"

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

std::vector<BlockedHistogram::Wave> BlockedHistogram::waves() const {
  const std::span<const Histogram> whole = blocks_.whole();
  const auto bins = static_cast<double>(total_.bins());
  std::vector<Wave> all;
  std::vector<double> series(whole.size());
  for (std::size_t wave = 1; 2 * wave < total_.bins(); ++wave) {
    Wave& one = all.emplace_back();
    for (const std::size_t quarter : {0, 1}) {
      for (std::size_t b = 0; b < whole.size(); ++b) {
        series[b] = 0;
        for (std::size_t i = 0; i < total_.bins(); ++i)
          series[b] += static_cast<double>(whole[b].counts()[i]) *
                       portable::cos(2 * kPi *
                                     (static_cast<double>(wave * i) / bins +
                                      0.25 * static_cast<double>(quarter)));
      }
      const auto mean = estimate_mean(series);
      if (!mean) return {};
      one.mean[quarter] = mean->mean;
      one.variance += 0.5 * mean->error * mean->error;
      one.degrees += mean->degrees_of_freedom;
      one.events = std::min(one.events, mean->standard_error().events);
      one.converged = one.converged && mean->converged;
    }
  }
  return all;
}

std::optional<double> BlockedHistogram::test_of_evenness() const {
  constexpr double kFewestSamples = 10;  // independent ones
  constexpr double kVisible = 2;         // standard errors of a variance
  // The variance is averaged over waves up to so many times shorter.
  constexpr std::size_t kNeighbours = 8;
  const std::vector<Wave> all = waves();
  double sum = 0, components = 0, least = 1;
  for (std::size_t w = 0; w < all.size(); ++w) {
    Wave error = all[w];
    Wave usual{.variance = 0, .degrees = 0};
    const std::size_t end = std::min(all.size(), kNeighbours * (w + 1));
    for (std::size_t near = w; near < end; ++near) {
      usual.variance += all[near].variance / static_cast<double>(end - w);
      usual.degrees += all[near].degrees;
    }
    if (error.variance <= 0) continue;
    const bool lasts_longer =
        error.variance > usual.variance * (1 + kVisible * std::sqrt(2 / error.degrees));
    if (lasts_longer && (!error.converged || error.events < kFewestSamples)) continue;
    if (!lasts_longer) error = usual;
    for (const double mean : all[w].mean) {
      const double z = normal_deviation(mean / std::sqrt(error.variance), error.degrees);
      sum += z * z;
      components += 1;
      least = std::min(least, portable::gamma_q(0.5, 0.5 * z * z));
    }
  }
  if (components == 0) return std::nullopt;
  // All waves together, or the one that stands out.
  return std::min(1.0,
                  2 * std::min(portable::gamma_q(0.5 * components, 0.5 * sum), components * least));
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
