#pragma once

#include <array>
#include <cmath>

#include "clausius/core/vec.h"

namespace clausius {

/// The box [0, L) on each axis, periodic or closed by two hard walls per axis.
template <int Dim>
struct Box {
  Vec<Dim> size = Vec<Dim>::Ones();
  std::array<bool, Dim> periodic = [] {
    std::array<bool, Dim> all{};
    all.fill(true);
    return all;
  }();

  [[nodiscard]] double volume() const { return size.prod(); }

  [[nodiscard]] bool all_periodic() const {
    for (bool axis : periodic)
      if (!axis) return false;
    return true;
  }

  /// Separation `dr` moved to its nearest periodic image on the periodic axes.
  [[nodiscard]] Vec<Dim> minimum_image(Vec<Dim> dr) const {
    for (int k = 0; k < Dim; ++k)
      if (periodic[k]) dr[k] -= size[k] * std::nearbyint(dr[k] / size[k]);
    return dr;
  }

  /// Position `r` moved into [0, L) on the periodic axes; exact in between.
  [[nodiscard]] Vec<Dim> wrap(Vec<Dim> r) const {
    for (int k = 0; k < Dim; ++k) {
      if (!periodic[k] || (r[k] >= 0 && r[k] < size[k])) continue;
      r[k] -= size[k] * std::floor(r[k] / size[k]);
      if (r[k] >= size[k] || r[k] < 0) r[k] = 0;  // a tiny negative number rounds up to L
    }
    return r;
  }
};

}  // namespace clausius
