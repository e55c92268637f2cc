#pragma once

#include "clausius/core/vec.h"

namespace clausius {

/// Principal moments, ascending, and a right-handed frame of axes. Moments that agree to 1e-8 of
/// the largest become equal (their mean), so that a body is either symmetric or clearly not: with
/// 1e-10 a hundredth of the angle in the plane of equal moments would determine the motion, with
/// 1e-6 the error of the moments would be visible. Axes in a plane of equal moments are those
/// nearest to the written ones.
struct PrincipalFrame {
  Vec<3> moments;
  Mat3 axes;
};
PrincipalFrame principal_frame(const Mat3& inertia);

}  // namespace clausius
