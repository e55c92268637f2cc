#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>

namespace clausius {

/// A sum that keeps the digits lost by rounding (Neumaier, ZAMM 54 (1974) 39; what is lost without
/// a branch, by Knuth's sum of two): its error is one rounding of the result, however many terms
/// there are and whatever their order and signs. `Number` is double, or as many side by side as an
/// array holds.
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
  /// The parts of it: the sum as rounding made it, and what that lost.
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

/// Numbers side by side, for sums of many: whole vectors are added at once where the machine has
/// any, and as it is always eight the result is the same on every machine.
using Eight = Eigen::Array<double, 8, 1>;

/// Calls `add` with the terms by eights, the last ones filled up with zeros.
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
