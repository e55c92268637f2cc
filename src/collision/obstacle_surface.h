#pragma once

#include <optional>
#include <vector>

#include "clausius/collision/surfaces.h"
#include "clausius/core/vec.h"

namespace clausius {

/// The wall of a cylindrical hole between two rims, which may coincide.
struct SurfaceHole {
  Vec<3> centre = Vec<3>::Zero(), axis = Vec<3>::UnitX();  ///< middle; unit vector
  double half = 0;                                         ///< half of the distance from rim to rim
  double radius = 1;
};

/// The surface of a fixed obstacle, which is all that rigid bodies collide with: straight edges
/// (among them the sides of a plane figure), flat faces without thickness, and a round hole through
/// two of these; a ball is an edge without length.
struct ObstacleSurface {
  struct Edge {
    Vec<3> centre = Vec<3>::Zero(), half = Vec<3>::Zero();  ///< centre ± half are its ends
    double radius = 0;
  };
  /// A rectangle with the corners centre ± u ± v, u ⊥ v.
  struct Face {
    Vec<3> centre = Vec<3>::Zero(), u = Vec<3>::Zero(), v = Vec<3>::Zero();
    bool pierced = false;  ///< pierced by the hole, whose rim lies in the face
  };
  std::vector<Edge> edges{};
  std::vector<Face> faces{};
  std::optional<SurfaceHole> hole{};
  Vec<3> low = Vec<3>::Zero(), high = Vec<3>::Zero();  ///< corners of the smallest box around it
};

template <int Dim>
ObstacleSurface surface_of(const ObstacleShape<Dim>& shape);

}  // namespace clausius
