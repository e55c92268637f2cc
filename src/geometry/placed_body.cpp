#include "clausius/geometry/placed_body.h"

#include <algorithm>
#include <limits>

#include "clausius/geometry/segments.h"

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

double PlacedBody::extent(const Vec<3>& n) const {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Stick& stick : sticks_)
    farthest = std::max(farthest, n.dot(stick.centre) + std::abs(n.dot(stick.half)) + stick.radius);
  return farthest;
}

}  // namespace clausius
