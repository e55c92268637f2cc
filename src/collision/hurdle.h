#pragma once

#include <optional>
#include <vector>

#include "clausius/collision/surfaces.h"
#include "clausius/core/vec.h"

namespace clausius {

/// The inside of a cylinder between two rims, which may be one.
struct HurdleHole {
  Vec<3> centre = Vec<3>::Zero(), axis = Vec<3>::UnitX();  ///< middle; unit vector
  double half = 0;                                         ///< of the way from rim to rim
  double radius = 1;
};

/// A fixed obstacle as rigid bodies meet it: by its surface alone. Straight edges, among them the
/// sides of a plane figure, flat faces without thickness, and a round hole through two of these; a
/// ball is an edge without length.
struct Hurdle {
  struct Edge {
    Vec<3> centre = Vec<3>::Zero(), half = Vec<3>::Zero();  ///< centre ± half are its ends
    double radius = 0;
  };
  /// A rectangle with the corners centre ± u ± v, u ⊥ v.
  struct Face {
    Vec<3> centre = Vec<3>::Zero(), u = Vec<3>::Zero(), v = Vec<3>::Zero();
    bool pierced = false;  ///< by the hole, whose rim lies in it
  };
  std::vector<Edge> edges{};
  std::vector<Face> faces{};
  std::optional<HurdleHole> hole{};
  Vec<3> low = Vec<3>::Zero(), high = Vec<3>::Zero();  ///< corners of the smallest box around it
};

template <int Dim>
Hurdle hurdle_of(const ObstacleShape<Dim>& shape);

}  // namespace clausius
