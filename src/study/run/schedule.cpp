#include "study/run/schedule.h"

#include <algorithm>
#include <cmath>

namespace clausius {

namespace {

// Approximate duration of a period.
constexpr double kStretchSeconds = 0.1;
// Weight, in collisions, of the theoretical rate in the estimate of the rate measured so far.
constexpr double kTheoryWeight = 50;

}  // namespace

double MeasuredRate::over_root_kt() const {
  if (at_unit_kt_ <= 0) return 1 / crossing_time_;
  return (2 * collisions_ / particles_ + kTheoryWeight / particles_) /
         (root_kt_time_ + kTheoryWeight / particles_ / at_unit_kt_);
}

double MeasuredRate::now() const { return over_root_kt() * std::sqrt(kt_); }

double MeasuredRate::time_of(double collisions_per_particle) const {
  return kt_ > 0 ? collisions_per_particle / now() : collisions_per_particle * crossing_time_;
}

void MeasuredRate::learn(double time, std::int64_t collisions, double kt) {
  root_kt_time_ += time * 0.5 * (std::sqrt(kt_) + std::sqrt(kt));
  collisions_ += static_cast<double>(collisions);
  kt_ = kt;
}

double MeasuredRate::by_theory(double kt) const { return at_unit_kt_ * std::sqrt(kt); }

void Stretch::adapt(double seconds, std::int64_t collisions_done, double time_done) {
  if (seconds > 2 * kStretchSeconds) {
    collisions_ = std::max<std::int64_t>(1, collisions_ / 2);
    time_ /= 2;
  } else if (seconds < 0.5 * kStretchSeconds) {
    if (collisions_done >= collisions_) collisions_ *= 2;
    if (time_done >= 0.99 * time_) time_ *= 2;
  }
  if (seconds > 0) per_second_ = static_cast<double>(collisions_done) / seconds;
}

bool ErrorLimit::is_due() {
  ++samples_;
  if (!config_.until || samples_ < next_look_) return false;
  next_look_ = samples_ + std::max<std::int64_t>(1, samples_ / kLooksPerDoubling);
  return true;
}

void ErrorLimit::look_at(const std::vector<Observable>& observables) {
  const Observable* one = find_observable(observables, config_.until->observable);
  reached_ = one != nullptr && one->error && *one->error > 0 &&
             *one->error <= wanted_error(*config_.until, *one) *
                                std::sqrt(static_cast<double>(config_.replicas));
}

double wanted_error(const UntilConfig& until, const Observable& observable) {
  return until.error * (until.relative ? std::abs(observable.value) / 100 : 1);
}

std::int64_t pair_collisions(double per_particle, double particles) {
  if (per_particle <= 0) return 0;
  return std::max<std::int64_t>(1, std::llround(0.5 * per_particle * particles));
}

}  // namespace clausius
