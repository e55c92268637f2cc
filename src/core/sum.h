#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>

namespace clausius {

/// A sum that keeps the digits lost by rounding (Neumaier, ZAMM 54 (1974) 39; the lost part without
/// a branch, by Knuth's two-sum): its error is one rounding of the result, for any number, order
/// and signs of terms. `Number` is double, or several side by side as in an array.
template <typename Number>
class CompensatedSumOf {
 public:
  explicit CompensatedSumOf(const Number& start) : sum_(start), lost_(0 * start) {}

  CompensatedSumOf& operator+=(const Number& term) {
    const Number total = sum_ + term;
    const Number added = total - sum_;
    lost_ += (sum_ - (total - added)) + (term - added);
    sum_ = total;
    return *this;
  }
  CompensatedSumOf& operator-=(const Number& term) { return *this += -term; }

  [[nodiscard]] Number value() const { return sum_ + lost_; }
  /// Its parts: the rounded sum, and the lost part.
  [[nodiscard]] const Number& rounded() const { return sum_; }
  [[nodiscard]] const Number& lost() const { return lost_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(sum_, lost_);
  }

 private:
  Number sum_, lost_;
};

class CompensatedSum : public CompensatedSumOf<double> {
 public:
  explicit CompensatedSum(double start = 0) : CompensatedSumOf(start) {}
};

/// Numbers side by side, for sums of many: whole vectors are added at once if the machine has them,
/// and as there are always eight the result is the same on every machine.
using Eight = Eigen::Array<double, 8, 1>;

/// Calls `add` with the terms in groups of eight, the last one filled up with zeros.
template <class Add>
void by_eights(std::span<const double> terms, Add add) {
  constexpr std::size_t kEight = 8;
  for (; terms.size() >= kEight; terms = terms.subspan(kEight))
    add(Eight(Eigen::Map<const Eight>(terms.data())));
  if (terms.empty()) return;
  Eight rest = Eight::Zero();
  std::copy(terms.begin(), terms.end(), rest.begin());
  add(rest);
}

/// Sum of eight terms, in their order.
inline double sum_of(const Eight& terms) {
  double sum = 0;
  for (const double term : terms) sum += term;
  return sum;
}
inline double sum_of(const CompensatedSumOf<Eight>& sums) {
  CompensatedSum sum;
  for (const double term : sums.rounded()) sum += term;
  for (const double term : sums.lost()) sum += term;
  return sum.value();
}

}  // namespace clausius
