#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "clausius/core/lanes.h"
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

/// Box::wrap() without a branch, for many positions one after the other: which of them are outside
/// is as good as random. A position is the first Dim of four numbers. Where it is within rounding
/// of L from an edge it may end up on the other side of it.
template <int Dim>
class Wrap {
 public:
  explicit Wrap(const Box<Dim>& box) {
    for (int k = 0; k < Dim; ++k) {
      if (!box.periodic[k]) continue;
      edge_[k] = high_[k] = box.size[k];
      half_edge_[k] = 0.5 * box.size[k];
      inv_edge_[k] = 1 / box.size[k];
      low_[k] = 0;
    }
  }

  [[nodiscard]] Quad operator()(Quad r) const {
    // How many boxes away, but for rounding at their edges.
    Quad x = r - edge_ * nearest_integer(r - half_edge_, inv_edge_);
    x = x < low_ ? x + edge_ : x;
    return x >= high_ ? x - edge_ : x;  // also what was negative and so small that it became L
  }

 private:
  Quad edge_{}, half_edge_{}, inv_edge_{};
  Quad low_ = Quad{} - std::numeric_limits<double>::infinity();
  Quad high_ = Quad{} + std::numeric_limits<double>::infinity();
};

}  // namespace clausius
