#pragma once

#include <vector>

#include "clausius/core/vec.h"
#include "clausius/geometry/shape.h"

namespace clausius {

/// Moments of a region over space; in two dimensions over the plane z = 0.
struct Moments {
  double volume = 0;              ///< ∫ dV (area in two dimensions)
  Vec<3> first = Vec<3>::Zero();  ///< ∫ r dV
  Mat3 second = Mat3::Zero();     ///< ∫ r rᵀ dV

  Moments& operator+=(const Moments& other);
};

/// The union of disks (z is ignored), exactly: by Green's theorem only arcs that no other disk
/// covers contribute.
Moments moments_of_disks(const std::vector<Ball>& disks);

/// The union of balls by slices: at each height it is a union of disks. Between the heights at
/// which arcs appear or vanish (poles, the extremes of the circles in which two spheres cross, the
/// points common to three) the slices change smoothly, and Gauss quadrature is exact to rounding.
Moments moments_of_balls(const std::vector<Ball>& balls);

}  // namespace clausius
