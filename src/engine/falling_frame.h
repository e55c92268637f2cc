#pragma once

#include "clausius/core/vec.h"

namespace clausius {

/// A frame in free fall since local time 0. In it the flights of particles under gravity are
/// straight, so that pairs are searched as without it; only cells, walls and obstacles see
/// parabolas.
template <int Dim>
struct FallingFrame {
  const Vec<Dim>& gravity;

  /// Displacement and velocity of the frame at a local time.
  [[nodiscard]] Vec<Dim> displacement(double time) const { return (0.5 * time * time) * gravity; }
  [[nodiscard]] Vec<Dim> velocity(double time) const { return time * gravity; }
};

}  // namespace clausius
