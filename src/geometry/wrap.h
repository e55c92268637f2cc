#pragma once

#include "clausius/core/constants.h"
#include "clausius/geometry/box.h"
#include "core/lanes.h"

namespace clausius {

/// Box::wrap() without a branch, for many positions in sequence, because which of them are outside
/// is as good as random. A position is the first Dim of four numbers. If it is within rounding of L
/// from an edge it may end up on the other side of it.
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
    // Number of boxes away, up to rounding at their edges.
    Quad x = r - edge_ * nearest_integer(r - half_edge_, inv_edge_);
    x = x < low_ ? x + edge_ : x;
    return x >= high_ ? x - edge_ : x;  // also a negative number so small that it became L
  }

 private:
  Quad edge_{}, half_edge_{}, inv_edge_{};
  Quad low_ = Quad{} - kInfinity;
  Quad high_ = Quad{} + kInfinity;
};

}  // namespace clausius
