#pragma once

#include <algorithm>
#include <utility>

#include "clausius/collision/surfaces.h"
#include "clausius/core/vec.h"

namespace clausius {

/// The point of an obstacle that is nearest to `r`, `r` itself if inside.
template <int Dim>
Vec<Dim> nearest_point(const ObstacleShape<Dim>& shape, const Vec<Dim>& r);

/// Depth of overlap of a sphere at `r` with an obstacle; ≤ 0 if there is none (minus the gap). If
/// the centre itself is inside, measured from the nearest face.
template <int Dim>
double depth_in(const ObstacleShape<Dim>& shape, const Vec<Dim>& r, double radius);

/// A flight in a field of gravity: r + v t + ½ g t², t from 0 on.
template <int Dim>
struct Parabola {
  Vec<Dim> r, v, g;
  [[nodiscard]] Vec<Dim> at(double t) const { return r + t * (v + 0.5 * t * g); }
  /// The corners of the smallest box around the flight from 0 to t.
  [[nodiscard]] std::pair<Vec<Dim>, Vec<Dim>> range(double t) const {
    std::pair<Vec<Dim>, Vec<Dim>> corners{r.cwiseMin(at(t)), r.cwiseMax(at(t))};
    for (int k = 0; k < Dim; ++k) {
      if (g[k] == 0) continue;
      const double turn = -v[k] / g[k];
      if (turn <= 0 || turn >= t) continue;
      const double x = at(turn)[k];
      corners.first[k] = std::min(corners.first[k], x);
      corners.second[k] = std::max(corners.second[k], x);
    }
    return corners;
  }
};

/// Time at which a sphere on this flight first touches an obstacle while approaching it (now if it
/// already does); kNever if not before `horizon`. Faces, edges and corners are those of the
/// obstacle grown by the radius: planes, cylinders, spheres and, about the rims of round holes,
/// tori. Their gaps are polynomials in time of up to the fourth degree, for tori up to the eighth.
template <int Dim>
double delay_to_obstacle(const ObstacleShape<Dim>& shape, const Parabola<Dim>& flight,
                         double radius, double horizon);

}  // namespace clausius
