#include "measure/transport/thermal_clock.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/archive.h"
#include "measure/interval_statistics.h"

namespace clausius {

namespace {

// The reading passed from `from` to `to`, relative to √(k_BT₀) = 1.
double passed(double duration, double from_kt, double to_kt) {
  return duration * mean_root_in_cooling(std::sqrt(from_kt), std::sqrt(to_kt));
}

}  // namespace

template <int Dim>
void ThermalClock<Dim>::begin(const Measured<Dim>& run) {
  degrees_of_freedom_ = run.theory.degrees_of_freedom();
  begin_ = time_ = run.books.last().time;
  start_kt_ = kt_ = run.books.reference_kt();
  before_ = {{begin_, kt_, 0}};
  const std::vector<HistoryRow>& rows = run.history.rows();
  before_.reserve(rows.size() + 1);
  for (auto row = rows.rbegin(); row != rows.rend() && start_kt_ > 0; ++row) {
    const Instant& later = before_.back();
    before_.push_back(
        {row->time, row->kt,
         later.reading - passed(later.time - row->time, row->kt, later.kt) / std::sqrt(start_kt_)});
  }
}

template <int Dim>
double ThermalClock<Dim>::scale() const {
  return kt_ > 0 ? std::sqrt(start_kt_ / kt_) : 0;
}

template <int Dim>
void ThermalClock<Dim>::add(const CollisionRecord<Dim>& collision) {
  reading_ = reading(collision.time);
  time_ = collision.time;
  kt_ = std::max(0.0, kt_ + 2 * collision.predicted_energy_change / degrees_of_freedom_);
}

template <int Dim>
void ThermalClock<Dim>::set(double time, double kt) {
  reading_ = reading(time);
  time_ = time;
  kt_ = kt;
}

template <int Dim>
double ThermalClock<Dim>::reading(double time) const {
  if (time <= begin_) return reading_before(time);
  return start_kt_ > 0 ? reading_ + (time - time_) * std::sqrt(kt_ / start_kt_) : 0;
}

template <int Dim>
double ThermalClock<Dim>::reading_before(double time) const {
  const auto earlier = std::find_if(before_.begin(), before_.end(),
                                    [&](const Instant& one) { return one.time <= time; });
  if (earlier == before_.begin()) return 0;
  if (earlier == before_.end()) return before_.back().reading;
  const Instant& later = *(earlier - 1);
  const double whole = later.time - earlier->time;
  if (whole <= 0 || earlier->kt <= 0 || later.kt <= 0) return earlier->reading;
  // 1/√T is linear in time.
  const double part = (time - earlier->time) / whole;
  const double slowness = (1 - part) / std::sqrt(earlier->kt) + part / std::sqrt(later.kt);
  const double kt = 1 / (slowness * slowness);
  return earlier->reading + passed(time - earlier->time, earlier->kt, kt) / std::sqrt(start_kt_);
}

template class ThermalClock<2>;
template class ThermalClock<3>;

}  // namespace clausius
