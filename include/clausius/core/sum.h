#pragma once

#include <cmath>

namespace clausius {

/// A sum that keeps the digits lost by rounding (Neumaier, ZAMM 54 (1974) 39): its error is one
/// rounding of the result, however many terms there are and whatever their order and signs.
class CompensatedSum {
 public:
  CompensatedSum() = default;
  explicit CompensatedSum(double start) : sum_(start) {}

  CompensatedSum& operator+=(double term) {
    const double total = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - total) + term : (term - total) + sum_;
    sum_ = total;
    return *this;
  }
  CompensatedSum& operator-=(double term) { return *this += -term; }

  [[nodiscard]] double value() const { return sum_ + lost_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sum_, lost_);
  }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

}  // namespace clausius
