#pragma once

#include <optional>
#include <span>
#include <vector>

namespace clausius {

/// Means of several quantities at several lags, and what is linear in them, with errors from
/// blocks.
class LaggedSums {
 public:
  LaggedSums(std::size_t lags, std::size_t quantities)
      : quantities_(quantities), current_(lags * (quantities + 1)), total_(current_) {}

  /// One pair of samples; as many values as there are quantities.
  void add(std::size_t lag, std::span<const double> values) {
    double* sums = &current_[lag * (quantities_ + 1)];
    ++sums[0];
    for (std::size_t q = 0; q < quantities_; ++q) sums[q + 1] += values[q];
  }
  /// Ends a block; blocks may be correlated.
  void end_block();

  /// weight · (mean of the quantity at the lag)
  struct Term {
    std::size_t lag, quantity;
    double weight;
  };
  struct Estimate {
    double value = 0;
    std::optional<double> error;  ///< one standard error
  };
  /// Of the sum of the terms; empty if any lag has no pair.
  [[nodiscard]] std::optional<Estimate> estimate(std::span<const Term> terms) const;
  [[nodiscard]] std::optional<Estimate> mean(std::size_t lag, std::size_t quantity,
                                             double weight = 1) const {
    return estimate(std::vector<Term>{{lag, quantity, weight}});
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(current_, total_, blocks_);
  }

 private:
  std::size_t quantities_;
  std::vector<double> current_, total_;  // by lag: number of pairs, then the sums
  std::vector<std::vector<double>> blocks_;
};

}  // namespace clausius
