#include "clausius/measure/blocked_histogram.h"

#include <algorithm>
#include <cmath>

namespace clausius {

namespace {

constexpr std::size_t kMostBlocks = 32;
constexpr std::size_t kLeastBlocks = 6;  // for a variance worth the name

}  // namespace

BlockedHistogram::BlockedHistogram(double lower, double upper, std::size_t bins)
    : total_(lower, upper, bins), current_(lower, upper, bins) {}

void BlockedHistogram::end_instant() {
  total_.merge(current_);
  if (blocks_.empty() || instants_in_last_ == instants_per_block_) {
    if (blocks_.size() == kMostBlocks) {
      for (std::size_t b = 0; b < kMostBlocks / 2; ++b) {
        Histogram pair = blocks_[2 * b];
        pair.merge(blocks_[2 * b + 1]);
        blocks_[b] = std::move(pair);
      }
      blocks_.erase(blocks_.begin() + kMostBlocks / 2, blocks_.end());
      instants_per_block_ *= 2;
    }
    blocks_.push_back(current_);
    instants_in_last_ = 1;
  } else {
    blocks_.back().merge(current_);
    ++instants_in_last_;
  }
  current_ = Histogram(total_.lower(), total_.upper(), total_.bins());
}

double BlockedHistogram::design_effect() const {
  // An unfinished last block is left out.
  const std::size_t whole =
      instants_in_last_ == instants_per_block_ ? blocks_.size() : blocks_.size() - 1;
  if (blocks_.empty() || whole < kLeastBlocks) return 1;
  const auto blocks = static_cast<double>(whole);
  double scatter = 0, independent = 0;
  for (std::size_t i = 0; i < total_.bins(); ++i) {
    double sum = 0, samples = 0;
    for (std::size_t b = 0; b < whole; ++b) {
      sum += static_cast<double>(blocks_[b].counts()[i]);
      samples += static_cast<double>(blocks_[b].total());
    }
    const double mean = sum / blocks;
    double previous = 0;
    for (std::size_t b = 0; b < whole; ++b) {
      const double deviation = static_cast<double>(blocks_[b].counts()[i]) - mean;
      scatter += deviation * deviation + 2 * deviation * previous;
      previous = deviation;
    }
    independent += mean * (1 - sum / samples);
  }
  if (independent <= 0) return 1;
  // The mean taken from the same B blocks leaves (B − 1)(1 − 2/B) times the variance in `scatter`.
  return std::max(0.0, scatter / ((blocks - 1) * (1 - 2 / blocks) * independent));
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
