#pragma once

#include <optional>
#include <vector>

#include "clausius/collision/obstacle.h"
#include "clausius/core/vec.h"

namespace clausius {

/// A fixed obstacle as rigid bodies meet it: by its surface alone. Straight edges, among them the
/// sides of a plane figure, and flat faces without thickness; a ball is an edge without length.
struct Hurdle {
  struct Edge {
    Vec<3> centre = Vec<3>::Zero(), half = Vec<3>::Zero();  ///< centre ± half are its ends
    double radius = 0;
  };
  /// A rectangle with the corners centre ± u ± v, u ⊥ v.
  struct Face {
    Vec<3> centre = Vec<3>::Zero(), u = Vec<3>::Zero(), v = Vec<3>::Zero();
  };
  std::vector<Edge> edges{};
  std::vector<Face> faces{};
  Vec<3> low = Vec<3>::Zero(), high = Vec<3>::Zero();  ///< corners of the smallest box around it
};

/// @return empty for plates with round holes
template <int Dim>
std::optional<Hurdle> hurdle_of(const ObstacleShape<Dim>& shape);

}  // namespace clausius
