#pragma once

#include <cstdint>
#include <vector>

namespace clausius {

/// Counts in equal bins over [lower, upper), with what falls below and above.
class Histogram {
 public:
  /// @throws std::invalid_argument unless lower < upper and bins ≥ 1.
  Histogram(double lower, double upper, std::size_t bins);
  Histogram() : Histogram(0, 1, 1) {}

  void add(double x) {
    if (x < lower_) {
      ++underflow_;
    } else if (x < upper_) {
      // A number just below an edge may be rounded to it, the last one to the number of bins.
      const auto bin = static_cast<std::size_t>((x - lower_) * inv_width_);
      ++counts_[bin < counts_.size() ? bin : counts_.size() - 1];
    } else {
      ++overflow_;
    }
  }
  /// Adds the counts of a histogram with the same bins.
  /// @throws std::invalid_argument if the bins differ.
  void merge(const Histogram& other);

  [[nodiscard]] std::size_t bins() const { return counts_.size(); }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double width() const { return (upper_ - lower_) / static_cast<double>(bins()); }
  [[nodiscard]] double edge(std::size_t i) const;    ///< lower edge of bin i; i = bins(): upper()
  [[nodiscard]] double centre(std::size_t i) const;  ///< of bin i
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }
  [[nodiscard]] std::int64_t underflow() const { return underflow_; }
  [[nodiscard]] std::int64_t overflow() const { return overflow_; }
  [[nodiscard]] std::int64_t total() const;  ///< all numbers added, under- and overflow too
  /// Probability density in bin i: count/(total·width). @pre total() > 0
  [[nodiscard]] double density(std::size_t i) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(lower_, upper_, inv_width_, counts_, underflow_, overflow_);
  }

 private:
  double lower_, upper_, inv_width_;
  std::vector<std::int64_t> counts_;
  std::int64_t underflow_ = 0, overflow_ = 0;
};

}  // namespace clausius
