#include "study/run/pace.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/archive.h"

namespace clausius {

namespace {

// Collisions by which the estimate of the rate is weighed against those that happen: as many as it
// is based on, within these limits.
constexpr std::int64_t kLeastWeight = 50, kMostWeight = 2000;
// What is amiss is regained in this part of the intervals so far, but in so many at least, and
// during so many collisions.
constexpr double kRegainedIn = 1.0 / 12, kLeastIntervals = 8;
// Limit of the factor and of its inverse.
constexpr double kMostFactor = 4;

}  // namespace

void Pace::check() const {
  require(per_interval_ > 0 && std::isfinite(per_interval_) && factor_ >= 1 / kMostFactor &&
              factor_ <= kMostFactor && std::isfinite(intended_) && std::isfinite(absolute_) &&
              std::isfinite(relative_) && begin_ >= 0 && passed_ >= 0,
          "holds impossible intervals of samples or frames");
}

void Pace::pass(std::int64_t collisions) {
  ++passed_;
  intended_ += factor_;
  const auto passed = static_cast<double>(passed_);
  const auto happened = static_cast<double>(collisions - begin_);
  const double too_many = passed - happened / per_interval_;
  // The number may go on to scatter as collisions do.
  const double part = std::max(0.0, relative_ - 0.5 / std::sqrt(std::max(happened, 1.0)));
  const double excess = std::abs(too_many) - (absolute_ + part * passed);
  if (excess <= 0) return;
  const auto weight = static_cast<double>(std::clamp(begin_, kLeastWeight, kMostWeight));
  const double right = (intended_ * per_interval_ + weight) / (happened + weight);
  const double in = std::max(kRegainedIn * passed, kLeastIntervals) +
                    static_cast<double>(kLeastWeight) / per_interval_;
  factor_ =
      std::clamp(right * (1 + std::copysign(excess, too_many) / in), 1 / kMostFactor, kMostFactor);
}

}  // namespace clausius
