#include "statistics/blocked_sums.h"

#include <algorithm>
#include <limits>

#include "clausius/statistics/standard_error.h"

namespace clausius {

void BlockedSums::end_block() {
  for (std::size_t i = 0; i < current_.size(); ++i) total_[i] += current_[i];
  blocks_.add(current_);
  current_.assign(current_.size(), 0);
}

std::optional<BlockedSums::Estimate> BlockedSums::estimate(std::span<const Term> terms) const {
  Estimate result;
  const std::span<const std::vector<double>> all = blocks_.all();
  // Each block's share of the value's, × number of blocks.
  std::vector<double> deviations(all.size());
  const auto blocks = static_cast<double>(all.size());
  double scarcest = std::numeric_limits<double>::infinity();
  for (const Term& term : terms) {
    const std::size_t count = term.group * (quantities_ + 1), sum = count + term.quantity + 1;
    if (total_[count] == 0) return std::nullopt;
    const double mean = total_[sum] / total_[count];
    scarcest = std::min(scarcest, total_[count]);
    result.value += term.weight * mean;
    for (std::size_t b = 0; b < all.size(); ++b)
      deviations[b] += term.weight * blocks * (all[b][sum] - mean * all[b][count]) / total_[count];
  }
  if (const auto deviation = estimate_mean(deviations))
    result.error = deviation->standard_error().of_at_most(scarcest);
  return result;
}

}  // namespace clausius
