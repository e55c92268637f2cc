#pragma once

#include "clausius/core/vec.h"

namespace clausius {

/// Principal moments, ascending, and a right-handed frame of axes. Moments that agree to 1e-8 of
/// the largest become equal (their mean), so a body is either symmetric or clearly not: with 1e-10
/// a hundredfold smaller angle in the plane of equal moments would decide on the motion, with 1e-6
/// the error of the moments would show. Axes in a plane of equal moments are those nearest to the
/// written ones.
struct PrincipalFrame {
  Vec<3> moments;
  Mat3 axes;
};
PrincipalFrame principal_frame(const Mat3& inertia);

}  // namespace clausius
