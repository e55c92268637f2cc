#include "measure/books.h"

#include <cmath>
#include <utility>

#include "core/elementary.h"
#include "interval_statistics.h"

namespace clausius {

template <int Dim>
Interval<Dim>& Interval<Dim>::operator+=(const Interval& next) {
  totals += next.totals;
  suffered.resize(next.suffered.size());
  for (std::size_t s = 0; s < suffered.size(); ++s) suffered[s] += next.suffered[s];
  end = next.end;
  duration += next.duration;
  kt_time += next.kt_time;
  root_kt_time += next.root_kt_time;
  path += next.path;
  cooling += next.cooling;
  haff_slope += next.haff_slope;
  work += next.work;
  return *this;
}

template <int Dim>
Instant Books<Dim>::instant(double time, const std::vector<SpeciesMoments>& moments) const {
  Instant now;
  now.time = time;
  now.suffered.reserve(species_);
  double energy = 0;
  for (std::size_t s = 0; s < species_; ++s) {
    energy += moments[s].thermal_energy();
    now.speed += moments[s].speed;
    std::int64_t suffered = 0;
    for (std::size_t b = 0; b < species_; ++b) suffered += tally_.suffered(s, b);
    now.suffered.push_back(suffered);
  }
  if (degrees_of_freedom_ > 0) now.kt = 2 * energy / degrees_of_freedom_;
  return now;
}

template <int Dim>
void Books<Dim>::begin(const Instant& now) {
  pass();
  interval_work_ = 0;
  last_ = now;
  reference_kt_ = now.kt;
}

template <int Dim>
const Interval<Dim>& Books<Dim>::end_interval(const Instant& now) {
  Interval<Dim> interval;
  interval.totals = tally_.take();
  interval.work = std::exchange(interval_work_, 0.0);
  interval.end = now.time;
  interval.duration = now.time - last_->time;
  interval.kt_time = interval.duration * mean_in_cooling(last_->kt, now.kt);
  interval.root_kt_time =
      interval.duration * mean_root_in_cooling(std::sqrt(last_->kt), std::sqrt(now.kt));
  interval.path = interval.duration * mean_root_in_cooling(last_->speed, now.speed);
  if (last_->kt > 0 && now.kt > 0) {
    interval.cooling = portable::log(last_->kt / now.kt);
    interval.haff_slope = 1 / std::sqrt(now.kt) - 1 / std::sqrt(last_->kt);
  }
  for (std::size_t s = 0; s < species_; ++s)
    interval.suffered.push_back(static_cast<double>(now.suffered[s] - last_->suffered[s]));
  collisions_ += interval.totals.collisions;
  total_ += interval;
  intervals_.push_back(std::move(interval));
  last_ = now;
  return intervals_.back();
}

template <int Dim>
void Books<Dim>::join_short_rest() {
  if (intervals_.size() < 2) return;
  const Interval<Dim>& rest = intervals_.back();
  Interval<Dim>& whole = intervals_[intervals_.size() - 2];
  if (rest.duration >= 0.5 * whole.duration) return;
  whole += rest;
  intervals_.pop_back();
}

template <int Dim>
double Books<Dim>::measured_share() const {
  return collisions_ > 0
             ? static_cast<double>(total_.totals.collisions) / static_cast<double>(collisions_)
             : 0;
}

template struct Interval<2>;
template struct Interval<3>;
template class Books<2>;
template class Books<3>;

}  // namespace clausius
