#pragma once

#include <optional>
#include <span>
#include <vector>

#include "clausius/statistics/standard_error.h"
#include "clausius/statistics/trend.h"
#include "statistics/joined_blocks.h"

namespace clausius {

/// Means of several quantities in several groups (lags, species), and linear functions of them,
/// with errors from blocks, of which at most a thousand are kept, for any number of samples.
class BlockedSums {
 public:
  BlockedSums(std::size_t groups, std::size_t quantities)
      : quantities_(quantities), current_(groups * (quantities + 1)), total_(current_) {}

  /// Adds a sample of a group, or the sums of several; as many values as there are quantities.
  void add(std::size_t group, std::span<const double> values, double samples = 1) {
    double* sums = &current_[group * (quantities_ + 1)];
    sums[0] += samples;
    for (std::size_t q = 0; q < quantities_; ++q) sums[q + 1] += values[q];
  }
  /// Ends a block; blocks may be correlated.
  void end_block();

  /// Number of samples of a group.
  [[nodiscard]] double samples(std::size_t group) const {
    return total_[group * (quantities_ + 1)];
  }

  /// weight · (mean of the quantity in the group)
  struct Term {
    std::size_t group, quantity;
    double weight;
  };
  struct Estimate {
    double value = 0;
    /// The number of events is at most the number of samples of the smallest group.
    std::optional<StandardError> error;
  };
  /// Estimate of the sum of the terms; empty if any group has no sample.
  [[nodiscard]] std::optional<Estimate> estimate(std::span<const Term> terms) const;
  /// The trend of a quantity over the blocks that is `value` over the whole and changes as the sum
  /// of the terms does, to first order. Empty as estimate(), and for fewer than eight blocks.
  [[nodiscard]] std::optional<Trend> trend(std::span<const Term> terms, double value) const;
  [[nodiscard]] std::optional<Estimate> mean(std::size_t group, std::size_t quantity,
                                             double weight = 1) const {
    return estimate(std::vector<Term>{{group, quantity, weight}});
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(current_, total_, blocks_);
  }

 private:
  /// The part of each block in the sum of the terms beyond its share, times the number of blocks.
  [[nodiscard]] std::vector<double> deviations(std::span<const Term> terms) const;

  std::size_t quantities_;
  std::vector<double> current_, total_;  // by group: its number of samples, then the sums
  JoinedBlocks<std::vector<double>> blocks_{1024};
};

}  // namespace clausius
