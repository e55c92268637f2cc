#include "geometry/placed_body.h"

#include <algorithm>
#include <limits>

#include "geometry/segments.h"

namespace clausius {

PlacedBody::PlacedBody(const RigidBody& body, const Eigen::Quaterniond& orientation, double scale)
    : bounding_radius_(scale * body.bounding_radius) {
  const Mat3 axes = scale * orientation.toRotationMatrix();
  sticks_.reserve(body.members.size());
  for (const Member& member : body.members)
    sticks_.push_back(
        {axes * member.centre, member.half_shaft * axes.col(0), scale * member.radius});
}

double PlacedBody::gap(const PlacedBody& other, const Vec<3>& apart) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Stick& a : sticks_)
    for (const Stick& b : other.sticks_) {
      const NearestPoints points = nearest_points(apart + b.centre - a.centre, a.half, b.half);
      least = std::min(least, points.separation.norm() - a.radius - b.radius);
    }
  return least;
}

bool PlacedBody::is_nearer(const PlacedBody& other, const Vec<3>& apart, double gap) const {
  return std::any_of(sticks_.begin(), sticks_.end(), [&](const Stick& one) {
    return other.is_nearer(one, one.centre - apart, gap);
  });
}

bool PlacedBody::is_nearer(const Stick& stick, const Vec<3>& place, double gap) const {
  const double reach = bounding_radius_ + stick.half.norm() + stick.radius + gap;
  if (place.squaredNorm() > reach * reach) return false;
  return std::any_of(sticks_.begin(), sticks_.end(), [&](const Stick& one) {
    const Vec<3> between = place - one.centre;
    const double within = gap + one.radius + stick.radius;
    const bool balls = one.half.isZero(0) && stick.half.isZero(0);
    const Vec<3> separation =
        balls ? between : nearest_points(between, one.half, stick.half).separation;
    return within > 0 && separation.squaredNorm() < within * within;
  });
}

double PlacedBody::extent(const Vec<3>& n) const {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Stick& stick : sticks_)
    farthest = std::max(farthest, n.dot(stick.centre) + std::abs(n.dot(stick.half)) + stick.radius);
  return farthest;
}

}  // namespace clausius
