#pragma once

#include <algorithm>

#include "collision/obstacle.h"
#include "geometry/placed_body.h"

namespace clausius {

/// Depth of a body with its centre at r in an obstacle, computed from members whose ends or middle
/// are inside. Bodies collide with the surface of obstacles alone, and a member wholly inside may
/// be far from it. 0 if no member is inside.
template <int Dim>
double depth_of_members_inside(const ObstacleShape<Dim>& shape, const PlacedBody& body,
                               const Vec<Dim>& r) {
  double deepest = 0;
  for (const PlacedBody::Stick& stick : body.sticks())
    for (const double place : {-1.0, 0.0, 1.0}) {
      const Vec<3> arm = stick.centre + place * stick.half;
      const Vec<Dim> point = r + arm.template head<Dim>();
      if (nearest_point<Dim>(shape, point) == point)
        deepest = std::max(deepest, depth_in<Dim>(shape, point, stick.radius));
    }
  return deepest;
}

}  // namespace clausius
