#include "collision/obstacle_surface.h"

namespace clausius {

namespace {

ObstacleSurface::Edge edge_between(const Vec<3>& a, const Vec<3>& b) {
  return {0.5 * (a + b), 0.5 * (b - a), 0};
}

template <int Dim>
void add_surface(const BallObstacle<Dim>& ball, ObstacleSurface& surface) {
  surface.edges.push_back({in_space<Dim>(ball.centre), Vec<3>::Zero(), ball.radius});
}

template <int Dim>
void add_surface(const BlockObstacle<Dim>& block, ObstacleSurface& surface) {
  const Vec<3> centre = in_space<Dim>(0.5 * (block.low + block.high));
  const Vec<3> half = in_space<Dim>(0.5 * (block.high - block.low));
  const auto along = [&](int axis) -> Vec<3> { return half[axis] * Vec<3>::Unit(axis); };
  for (int axis = 0; axis < Dim; ++axis) {
    const int next = (axis + 1) % Dim, last = (axis + 2) % Dim;
    for (const double i : {-1.0, 1.0}) {
      if constexpr (Dim == 2) surface.edges.push_back({centre + i * along(next), along(axis), 0});
      if constexpr (Dim == 3) {
        for (const double j : {-1.0, 1.0})
          surface.edges.push_back({centre + i * along(next) + j * along(last), along(axis), 0});
        if (half[next] > 0 && half[last] > 0)
          surface.faces.push_back({centre + i * along(axis), along(next), along(last)});
      }
    }
  }
}

template <int Dim>
void add_surface(const PolygonObstacle<Dim>& polygon, ObstacleSurface& surface) {
  const auto& corners = polygon.vertices;
  for (std::size_t k = 0; k < corners.size(); ++k)
    surface.edges.push_back(
        edge_between(in_space<Dim>(corners[k]), in_space<Dim>(corners[(k + 1) % corners.size()])));
}

template <int Dim>
void add_surface(const PiercedPlate<Dim>& plate, ObstacleSurface& surface) {
  add_surface<Dim>(BlockObstacle<Dim>{plate.low, plate.high}, surface);
  SurfaceHole& hole = surface.hole.emplace();
  hole.centre = in_space<Dim>(plate.centre);
  hole.centre[plate.axis] = 0.5 * (plate.low[plate.axis] + plate.high[plate.axis]);
  hole.axis = Vec<3>::Unit(plate.axis);
  hole.half = 0.5 * (plate.high[plate.axis] - plate.low[plate.axis]);
  hole.radius = plate.radius;
  for (ObstacleSurface::Face& face : surface.faces)
    face.pierced = face.u[plate.axis] == 0 && face.v[plate.axis] == 0;
}

}  // namespace

template <int Dim>
ObstacleSurface surface_of(const ObstacleShape<Dim>& shape) {
  ObstacleSurface surface;
  std::visit([&](const auto& one) { add_surface<Dim>(one, surface); }, shape);
  const auto corners = extent(shape);
  surface.low = in_space<Dim>(corners.first);
  surface.high = in_space<Dim>(corners.second);
  return surface;
}

template ObstacleSurface surface_of(const ObstacleShape<2>&);
template ObstacleSurface surface_of(const ObstacleShape<3>&);

}  // namespace clausius
