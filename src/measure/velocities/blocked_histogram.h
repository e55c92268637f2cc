#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "statistics/histogram.h"
#include "statistics/joined_blocks.h"

namespace clausius {

/// A histogram of correlated samples with estimates of their correlation: the counts are also kept
/// in up to 32 blocks of equal numbers of instants, for any length of the run.
class BlockedHistogram {
 public:
  BlockedHistogram(double lower, double upper, std::size_t bins);

  void add(double x) { current_.add(x); }
  void add(std::span<const double> numbers) { current_.add(numbers); }
  void end_instant();

  /// All counts of finished instants.
  [[nodiscard]] const Histogram& total() const { return total_; }
  /// Ratio of the variance of the counts to that of as many independent samples, averaged over the
  /// bins, from the scatter of the blocks and the covariance of neighbouring ones; 1 with too few
  /// blocks. Below 1 where conserved quantities correlate the samples of one instant.
  [[nodiscard]] double design_effect() const;
  /// p-value of a density that is even along a periodic axis from the lower to the upper end: of
  /// its Fourier components, with errors from the scatter of blocks, averaged over waves of similar
  /// length unless one lasts visibly longer, as the longest (of the composition most of all) may.
  /// Components that last too long for an error are left out; empty if all do.
  [[nodiscard]] std::optional<double> test_of_evenness() const;
  /// One standard error of the density in each bin, given the `probabilities` of the bins.
  [[nodiscard]] std::vector<double> density_errors(std::span<const double> probabilities) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(total_, current_, blocks_);
  }

 private:
  /// A wave of the density over the axis: its cosine and sine, with the variance of either mean.
  struct Wave {
    std::array<double, 2> mean{};
    double variance = 0, degrees = 0;
    double events = std::numeric_limits<double>::infinity();
    bool converged = true;
  };
  [[nodiscard]] std::vector<Wave> waves() const;

  Histogram total_, current_;
  JoinedBlocks<Histogram> blocks_{32};
};

}  // namespace clausius
