#pragma once

#include <cstdint>

namespace clausius {

/// Mean and central moments of a stream of numbers, without cancellation (Welford 1962; Pébay,
/// Sandia report SAND2008-6212).
class RunningMoments {
 public:
  void add(double x);
  /// Adds all numbers of `other`.
  void merge(const RunningMoments& other);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  /// Unbiased estimate Σ(x − mean)²/(n − 1). @pre count() ≥ 2
  [[nodiscard]] double variance() const;
  /// Standard error of the mean of independent numbers: √(variance/n). @pre count() ≥ 2
  [[nodiscard]] double standard_error() const;
  /// m₃/m₂^{3/2}, central moments with 1/n. @pre not all numbers are equal
  [[nodiscard]] double skewness() const;
  /// m₄/m₂², central moments with 1/n; 3 for a Gaussian. @pre not all numbers are equal
  [[nodiscard]] double kurtosis() const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(count_, mean_, m2_, m3_, m4_);
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double m2_ = 0, m3_ = 0, m4_ = 0;  // sums of powers of (x − mean)
};

}  // namespace clausius
