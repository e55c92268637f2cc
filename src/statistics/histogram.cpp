#include "statistics/histogram.h"

#include <numeric>
#include <stdexcept>

#include "clausius/core/archive.h"
#include "core/blocks.h"

namespace clausius {

Histogram::Histogram(double lower, double upper, std::size_t bins)
    : lower_(lower),
      upper_(upper),
      inv_width_(static_cast<double>(bins) / (upper - lower)),
      counts_(bins) {
  if (!(lower < upper) || bins == 0)
    throw std::invalid_argument("a histogram needs lower < upper and at least one bin");
}

void Histogram::add(std::span<const double> numbers) {
  in_blocks(
      numbers.size(), [&](std::size_t i) { return bin_of(numbers[i]); },
      [&](std::span<const int> bins) {
        for (const int bin : bins) count(bin);
      });
}

void Histogram::merge(const Histogram& other) {
  if (other.lower_ != lower_ || other.upper_ != upper_ || other.bins() != bins())
    throw std::invalid_argument("histograms with different bins cannot be merged");
  for (std::size_t i = 0; i < bins(); ++i) counts_[i] += other.counts_[i];
  underflow_ += other.underflow_;
  overflow_ += other.overflow_;
}

void Histogram::check_counts() const {
  // So that their sum is also finite.
  const std::int64_t most = (std::int64_t{1} << 62) / static_cast<std::int64_t>(bins() + 2);
  const auto is_possible = [most](std::int64_t count) { return count >= 0 && count <= most; };
  require(bins() > 0 && is_possible(underflow_) && is_possible(overflow_) &&
              std::all_of(counts_.begin(), counts_.end(), is_possible),
          "holds an impossible histogram");
}

double Histogram::edge(std::size_t i) const {
  return i == bins() ? upper_ : lower_ + static_cast<double>(i) * width();
}

double Histogram::centre(std::size_t i) const {
  return lower_ + (static_cast<double>(i) + 0.5) * width();
}

std::int64_t Histogram::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), underflow_ + overflow_);
}

double Histogram::density(std::size_t i) const {
  return static_cast<double>(counts_[i]) / (static_cast<double>(total()) * width());
}

}  // namespace clausius
