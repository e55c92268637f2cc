#include "measure/collisions/changing_flights.h"

#include <algorithm>

#include "clausius/core/archive.h"

namespace clausius {

template <int Dim>
ChangingFlights<Dim>::ChangingFlights(const Measured<Dim>& run, const State<Dim>& state, bool cools)
    : cools_(cools) {
  clock_.begin(run);
  begin_ = state.time;
  if (cools_) {
    began_.resize(state.size());
    return;
  }
  legs_.reserve(state.size());
  for (const Vec<Dim>& velocity : state.velocity)
    legs_.push_back({begin_, velocity.norm(), 0, velocity.norm()});
}

template <int Dim>
FreeFlight ChangingFlights<Dim>::end(std::uint32_t id, double time, double free_time, double speed,
                                     double speed_after) {
  if (cools_) {
    const double now = clock_.reading(time);
    // A flight without a collision in the measured part began before it, apart from rounding.
    const double began =
        began_[id] ? *began_[id] : clock_.reading(std::min(begin_, time - free_time));
    began_[id] = now;
    return {now - began, free_time * speed};
  }
  Leg& leg = legs_[id];
  double path = leg.before + (time - leg.began) * speed;
  // Before the measured part the speed was that at its beginning, as far as is known.
  if (leg.first_speed > 0) path += (free_time - (time - begin_)) * leg.first_speed;
  leg = {time, speed_after, 0, 0};
  return {free_time, path};
}

template <int Dim>
std::pair<FreeFlight, FreeFlight> ChangingFlights<Dim>::end(const CollisionRecord<Dim>& collision) {
  const FreeFlight first = end(collision.first, collision.time, collision.first_free_time,
                               collision.first_before.norm(), collision.first_after.norm());
  FreeFlight second;
  if (collision.second != CollisionRecord<Dim>::kWall)
    second = end(collision.second, collision.time, collision.second_free_time,
                 collision.second_before.norm(), collision.second_after.norm());
  clock_.add(collision);
  return {first, second};
}

template <int Dim>
void ChangingFlights<Dim>::turn(const State<Dim>& state, double kt) {
  for (std::size_t id = 0; id < legs_.size(); ++id) {
    Leg& leg = legs_[id];
    leg.before += (state.time - leg.began) * leg.speed;
    leg.began = state.time;
    leg.speed = state.velocity[id].norm();
  }
  clock_.set(state.time, kt);
}

template class ChangingFlights<2>;
template class ChangingFlights<3>;

}  // namespace clausius
