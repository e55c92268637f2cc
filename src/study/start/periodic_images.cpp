#include "study/start/periodic_images.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "clausius/core/archive.h"

namespace clausius {

namespace {

constexpr double kMostBoxes = std::numeric_limits<std::int32_t>::max();

}  // namespace

template <int Dim>
void PeriodicImages<Dim>::begin(const State<Dim>& state) {
  paths_.clear();
  paths_.reserve(state.size());
  for (std::size_t id = 0; id < state.size(); ++id)
    paths_.push_back({state.time, state.position[id], state.velocity[id]});
}

template <int Dim>
void PeriodicImages<Dim>::on_collision(const CollisionRecord<Dim>& collision) {
  turn(collision.first, collision.time, collision.first_after - collision.first_before);
  if (collision.second != CollisionRecord<Dim>::kWall)
    turn(collision.second, collision.time, collision.second_after - collision.second_before);
}

// By the change of the velocity, which is the same in all rows of a sheared box.
template <int Dim>
void PeriodicImages<Dim>::turn(std::uint32_t id, double time, const Vec<Dim>& change) {
  paths_[id].fly_to(time);
  paths_[id].velocity += change;
}

template <int Dim>
void PeriodicImages<Dim>::look(const State<Dim>& state) {
  constexpr int kAlong = Boundary<Dim>::kGradient;
  const Box<Dim>& box = gas_.box;
  const bool sheared = gas_.boundary.is_sheared();
  const double tilt = sheared ? gas_.boundary.shear_shift(box, state.time) : 0;
  const double speed = sheared ? gas_.boundary.shear_speed(box) : 0;
  for (std::size_t id = 0; id < state.size(); ++id) {
    FlightPath<Dim>& path = paths_[id];
    path.fly_to(state.time);
    const Vec<Dim> boxes = boxes_between(state.position[id], path.position, tilt);
    Vec<Dim> place = state.position[id] + boxes.cwiseProduct(box.size);
    place[0] += boxes[kAlong] * tilt;
    for (int k = 0; k < Dim; ++k)
      if (box.periodic[k])
        farthest_ = std::max(farthest_, std::abs(place[k] - path.position[k]) / box.size[k]);
    path.position = place;
    path.velocity = state.velocity[id];
    path.velocity[0] += boxes[kAlong] * speed;
  }
}

template <int Dim>
std::vector<std::array<std::int32_t, 3>> PeriodicImages<Dim>::images(const State<Dim>& state,
                                                                     double tilt) const {
  std::vector<std::array<std::int32_t, 3>> all;
  all.reserve(state.size());
  for (std::size_t id = 0; id < state.size(); ++id) {
    const Vec<Dim> boxes = boxes_between(state.position[id], paths_[id].at(state.time), tilt);
    std::array<std::int32_t, 3>& image = all.emplace_back();
    for (int k = 0; k < Dim; ++k)
      image[static_cast<std::size_t>(k)] =
          static_cast<std::int32_t>(std::clamp(boxes[k], -kMostBoxes, kMostBoxes));
  }
  return all;
}

template <int Dim>
Vec<Dim> PeriodicImages<Dim>::boxes_between(const Vec<Dim>& in_box, const Vec<Dim>& in_space,
                                            double tilt) const {
  Vec<Dim> boxes = Vec<Dim>::Zero(), way = in_space - in_box;
  // The row of images first, which is tilted along x.
  for (int k = Dim - 1; k >= 0; --k) {
    if (!gas_.box.periodic[k]) continue;
    boxes[k] = std::nearbyint(way[k] / gas_.box.size[k]);
    if (k == Boundary<Dim>::kGradient) way[0] -= boxes[k] * tilt;
  }
  return boxes;
}

template <int Dim>
bool PeriodicImages<Dim>::is_possible(std::size_t particles) const {
  return (paths_.empty() || paths_.size() == particles) && farthest_ >= 0 &&
         std::all_of(paths_.begin(), paths_.end(), [](const FlightPath<Dim>& path) {
           return std::isfinite(path.time) && path.position.allFinite() &&
                  path.velocity.allFinite();
         });
}

template class PeriodicImages<2>;
template class PeriodicImages<3>;

}  // namespace clausius
