#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace clausius {

/// Counts in equal bins over [lower, upper), with those below and above.
class Histogram {
 public:
  /// @throws std::invalid_argument unless lower < upper and bins ≥ 1.
  Histogram(double lower, double upper, std::size_t bins);
  Histogram() : Histogram(0, 1, 1) {}

  void add(double x) { count(bin_of(x)); }
  /// Adds all values, whose bins are found several at once.
  void add(std::span<const double> numbers);
  /// Adds the counts of a histogram with the same bins.
  /// @throws std::invalid_argument if the bins differ.
  void merge(const Histogram& other);

  [[nodiscard]] std::size_t bins() const { return counts_.size(); }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double width() const { return (upper_ - lower_) / static_cast<double>(bins()); }
  [[nodiscard]] double edge(std::size_t i) const;    ///< lower edge of bin i; i = bins(): upper()
  [[nodiscard]] double centre(std::size_t i) const;  ///< centre of bin i
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }
  [[nodiscard]] std::int64_t underflow() const { return underflow_; }
  [[nodiscard]] std::int64_t overflow() const { return overflow_; }
  [[nodiscard]] std::int64_t total() const;  ///< all numbers added, including under- and overflow
  /// Probability density in bin i: count/(total·width). @pre total() > 0
  [[nodiscard]] double density(std::size_t i) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(lower_, upper_, inv_width_, counts_, underflow_, overflow_);
    if constexpr (Archive::is_loading::value) check_counts();
  }

 private:
  // Checks a loaded histogram. @throws ArchiveError if it is invalid
  void check_counts() const;
  // −1: below all bins, bins(): above.
  [[nodiscard]] int bin_of(double x) const {
    // A number just below an edge may be rounded to it, the last edge to the number of bins.
    const auto bins = static_cast<int>(counts_.size());
    const double at = (x - lower_) * inv_width_, last = bins - 1;
    const int inside = static_cast<int>(std::max(0.0, std::min(last, at)));  // not for NaN
    const bool is_below = x < lower_, is_above = !(x < upper_);
    return is_below ? -1 : (is_above ? bins : inside);
  }
  void count(int bin) {
    if (bin < 0)
      ++underflow_;
    else if (static_cast<std::size_t>(bin) < counts_.size())
      ++counts_[static_cast<std::size_t>(bin)];
    else
      ++overflow_;
  }

  double lower_, upper_, inv_width_;
  std::vector<std::int64_t> counts_;
  std::int64_t underflow_ = 0, overflow_ = 0;
};

}  // namespace clausius
