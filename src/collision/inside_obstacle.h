#pragma once

#include <algorithm>

#include "collision/obstacle.h"
#include "geometry/placed_body.h"

namespace clausius {

/// How deep a body with its centre at r is in an obstacle, as seen from members whose ends or
/// middle are inside: bodies meet obstacles by the surface alone, from which a member wholly inside
/// may be far. 0 where there are none.
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
