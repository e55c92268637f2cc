#include "clausius/statistics/lagged_sums.h"

#include "clausius/statistics/block_average.h"

namespace clausius {

void LaggedSums::end_block() {
  for (std::size_t i = 0; i < current_.size(); ++i) total_[i] += current_[i];
  blocks_.push_back(current_);
  current_.assign(current_.size(), 0);
}

std::optional<LaggedSums::Estimate> LaggedSums::estimate(std::span<const Term> terms) const {
  Estimate result;
  std::vector<double> deviations(blocks_.size());  // each block's share of the value's, × blocks
  const auto blocks = static_cast<double>(blocks_.size());
  for (const Term& term : terms) {
    const std::size_t pairs = term.lag * (quantities_ + 1), sum = pairs + term.quantity + 1;
    if (total_[pairs] == 0) return std::nullopt;
    const double mean = total_[sum] / total_[pairs];
    result.value += term.weight * mean;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      deviations[b] +=
          term.weight * blocks * (blocks_[b][sum] - mean * blocks_[b][pairs]) / total_[pairs];
  }
  if (const auto deviation = estimate_mean(deviations)) result.error = deviation->error;
  return result;
}

}  // namespace clausius
