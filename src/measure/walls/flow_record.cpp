#include "measure/walls/flow_record.h"

namespace clausius {

namespace {

// Whether a wall across an axis moves without oscillating.
template <int Dim>
bool advances(const Gas<Dim>& gas, int axis) {
  const auto does = [](const FaceWall<Dim>& wall) {
    return wall.path.velocity != 0 && !wall.path.swings();
  };
  const auto& faces = gas.boundary.faces;
  return !gas.box.periodic[axis] && (does(faces[2 * axis]) || does(faces[2 * axis + 1]));
}

}  // namespace

template <int Dim>
FlowRecord<Dim>::FlowRecord(const Gas<Dim>& gas) : gas_(gas) {
  const Boundary<Dim>& boundary = gas.boundary;
  for (int axis = 0; axis < Dim; ++axis) {
    const bool exchanges = !gas.box.periodic[axis] && (!boundary.faces[2 * axis].is_plain() ||
                                                       !boundary.faces[2 * axis + 1].is_plain());
    const bool sheared = boundary.is_sheared() && axis == 1;
    if (exchanges || sheared || boundary.gravity[axis] != 0) profiles_.emplace_back(gas, axis);
  }
}

template <int Dim>
void FlowRecord<Dim>::sample(const State<Dim>& in_box) {
  last_sample_ = in_box.time;
  for (auto& profile : profiles_) {
    if (advances(gas_, profile.axis())) profile = FlowProfile<Dim>(gas_, profile.axis());
    profile.sample(in_box);
  }
}

template <int Dim>
void FlowRecord<Dim>::store(const State<Dim>& in_box) {
  // The end may be the last sample again.
  if (stores_.size() <= totals_.size()) stores_.push_back(wall_stores(gas_, in_box));
}

template <int Dim>
void FlowRecord<Dim>::end_interval(const Interval<Dim>& interval) {
  durations_.push_back(interval.duration);
  totals_.push_back(interval.totals.faces);
}

template class FlowRecord<2>;
template class FlowRecord<3>;

}  // namespace clausius
