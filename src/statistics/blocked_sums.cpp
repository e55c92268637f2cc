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
  double scarcest = std::numeric_limits<double>::infinity();
  for (const Term& term : terms) {
    const std::size_t count = term.group * (quantities_ + 1), sum = count + term.quantity + 1;
    if (total_[count] == 0) return std::nullopt;
    const double mean = total_[sum] / total_[count];
    scarcest = std::min(scarcest, total_[count]);
    result.value += term.weight * mean;
  }
  if (const auto deviation = estimate_mean(deviations(terms)))
    result.error = deviation->standard_error().of_at_most(scarcest);
  return result;
}

std::vector<double> BlockedSums::deviations(std::span<const Term> terms) const {
  const std::span<const std::vector<double>> all = blocks_.all();
  std::vector<double> deviations(all.size());
  const auto blocks = static_cast<double>(all.size());
  for (const Term& term : terms) {
    const std::size_t count = term.group * (quantities_ + 1), sum = count + term.quantity + 1;
    const double mean = total_[sum] / total_[count];
    for (std::size_t b = 0; b < all.size(); ++b)
      deviations[b] += term.weight * blocks * (all[b][sum] - mean * all[b][count]) / total_[count];
  }
  return deviations;
}

std::optional<Trend> BlockedSums::trend(std::span<const Term> terms, double value) const {
  const std::span<const std::vector<double>> all = blocks_.all();
  const std::size_t count = terms.front().group * (quantities_ + 1);
  for (const Term& term : terms)
    if (samples(term.group) == 0) return std::nullopt;
  std::vector<double> sums = deviations(terms), shares(all.size());
  for (std::size_t b = 0; b < all.size(); ++b) {
    shares[b] = all[b][count] / total_[count];
    sums[b] = value * shares[b] + sums[b] / static_cast<double>(all.size());
  }
  return trend_of(sums, shares);
}

}  // namespace clausius
