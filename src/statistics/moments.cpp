#include "statistics/moments.h"

#include <cmath>

#include "core/elementary.h"

namespace clausius {

void RunningMoments::add(double x) {
  RunningMoments one;
  one.count_ = 1;
  one.mean_ = x;
  merge(one);
}

// Pébay's equations (1.1)–(1.5) for the union of two sets.
void RunningMoments::merge(const RunningMoments& other) {
  if (other.count_ == 0) return;
  const auto na = static_cast<double>(count_);
  const auto nb = static_cast<double>(other.count_);
  const double n = na + nb;
  const double delta = other.mean_ - mean_;
  const double delta_n = delta / n;
  m4_ += other.m4_ + delta * delta_n * delta_n * delta_n * na * nb * (na * na - na * nb + nb * nb) +
         6 * delta_n * delta_n * (na * na * other.m2_ + nb * nb * m2_) +
         4 * delta_n * (na * other.m3_ - nb * m3_);
  m3_ += other.m3_ + delta * delta_n * delta_n * na * nb * (na - nb) +
         3 * delta_n * (na * other.m2_ - nb * m2_);
  m2_ += other.m2_ + delta * delta_n * na * nb;
  mean_ += delta_n * nb;
  count_ += other.count_;
}

double RunningMoments::variance() const { return m2_ / static_cast<double>(count_ - 1); }

double RunningMoments::standard_error() const {
  return std::sqrt(variance() / static_cast<double>(count_));
}

double RunningMoments::skewness() const {
  return std::sqrt(static_cast<double>(count_)) * m3_ / portable::pow(m2_, 1.5);
}

double RunningMoments::kurtosis() const { return static_cast<double>(count_) * m4_ / (m2_ * m2_); }

}  // namespace clausius
