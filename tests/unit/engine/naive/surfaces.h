#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "clausius/collision/surfaces.h"

namespace clausius::testing {

/// The first time from 0 on, not beyond `horizon`, at which gap(t) closes; infinity if it does not.
/// A gap that is closed at the beginning counts if it goes on closing. No formula, but steps in
/// which the gap cannot close at `speed`, and bisection.
template <class Gap>
double first_touch(const Gap& gap, double speed, double horizon) {
  constexpr double kLeast = 1e-6;  // shorter touches, of a depth of about 1e-12, are missed
  double t = 0, now = gap(t);
  while (t < horizon) {
    double next = std::min(horizon, t + std::max(kLeast, now / speed));
    const double then = gap(next);
    if (then <= 0 && then < now) {
      if (now <= 0) return t;
      while (true) {
        const double middle = 0.5 * (t + next);
        if (middle <= t || middle >= next) return next;
        (gap(middle) > 0 ? t : next) = middle;
      }
    }
    t = next;
    now = then;
  }
  return std::numeric_limits<double>::infinity();
}

// Walls, by their motion: at rest until `begin` and from `end` on.

inline double displacement_of(const WallPath& path, double time) {
  const double moving = std::max(0.0, std::min(time, path.end) - path.begin);
  return path.velocity * moving + path.amplitude * std::sin(path.angular_frequency * moving);
}
inline double velocity_of(const WallPath& path, double time) {
  if (time < path.begin || time >= path.end) return 0;
  const double phase = path.angular_frequency * (time - path.begin);
  return path.velocity + path.amplitude * path.angular_frequency * std::cos(phase);
}
inline double fastest_of(const WallPath& path) {
  return std::abs(path.velocity) + std::abs(path.amplitude * path.angular_frequency);
}

// Obstacles, by the way from a point outside to the nearest point of their surface.

template <int Dim>
Vec<Dim> way_to(const BallObstacle<Dim>& ball, const Vec<Dim>& r) {
  const Vec<Dim> to_centre = ball.centre - r;
  return (1 - ball.radius / to_centre.norm()) * to_centre;
}

template <int Dim>
Vec<Dim> way_to(const BlockObstacle<Dim>& block, const Vec<Dim>& r) {
  Vec<Dim> way = Vec<Dim>::Zero();
  for (int k = 0; k < Dim; ++k) {
    if (r[k] < block.low[k]) way[k] = block.low[k] - r[k];
    if (r[k] > block.high[k]) way[k] = block.high[k] - r[k];
  }
  return way;
}

/// The shortest of those to the sides.
template <int Dim>
Vec<Dim> way_to(const PolygonObstacle<Dim>& polygon, const Vec<Dim>& r) {
  const std::size_t corners = polygon.vertices.size();
  Vec<Dim> shortest = polygon.vertices[0] - r;
  for (std::size_t i = 0; i < corners; ++i) {
    const Vec<Dim> from = polygon.vertices[i] - r;
    const Vec<Dim> side = polygon.vertices[(i + 1) % corners] - polygon.vertices[i];
    const double foot = std::clamp(-from.dot(side) / side.squaredNorm(), 0.0, 1.0);
    const Vec<Dim> way = from + foot * side;
    if (way.norm() < shortest.norm()) shortest = way;
  }
  return shortest;
}

/// Before the hole, that to its wall; elsewhere as to a block.
template <int Dim>
Vec<Dim> way_to(const PiercedPlate<Dim>& plate, const Vec<Dim>& r) {
  Vec<Dim> way = way_to(BlockObstacle<Dim>{plate.low, plate.high}, r);
  Vec<Dim> outward = r - plate.centre;
  outward[plate.axis] = 0;
  const double distance = outward.norm();
  if (distance < plate.radius) way += (plate.radius / distance - 1) * outward;
  return way;
}

template <int Dim>
Vec<Dim> way_to(const ObstacleShape<Dim>& shape, const Vec<Dim>& r) {
  return std::visit([&](const auto& one) { return way_to(one, r); }, shape);
}

}  // namespace clausius::testing
