#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "clausius/core/vec.h"

namespace clausius {

/// The points of two segments that are nearest to each other: centre + s·half of the first and
/// centre + t·half of the second, s and t in [−1, 1] (0 for a segment of no length).
struct NearestPoints {
  double s = 0;
  double t = 0;
  Vec<3> separation = Vec<3>::Zero();  ///< from the first to the second
};

/// @param d from the centre of the first segment to that of the second
/// @param half_a, half_b from a segment's centre to its end; may be zero
inline NearestPoints nearest_points(const Vec<3>& d, const Vec<3>& half_a, const Vec<3>& half_b) {
  const double aa = half_a.squaredNorm();
  const double bb = half_b.squaredNorm();
  const double da = d.dot(half_a);
  const double db = d.dot(half_b);
  const auto at = [&](double s, double t) -> NearestPoints {
    return {s, t, d + t * half_b - s * half_a};
  };
  if (aa == 0) return at(0, bb == 0 ? 0 : std::clamp(-db / bb, -1.0, 1.0));
  if (bb == 0) return at(std::clamp(da / aa, -1.0, 1.0), 0);

  // Unless they are parallel to 1e-7 rad: then the crossing is lost in rounding, and an end is
  // equally near to 1e-14 of the length.
  constexpr double kParallel = 1e-14;
  const double ab = half_a.dot(half_b);
  const double det = half_a.cross(half_b).squaredNorm();
  if (det > kParallel * aa * bb) {
    // The point of the first line that is nearest to the second line, or the end before it; the
    // point nearest to that; and the first again if that was an end (C. Ericson, Real-Time
    // Collision Detection, 2005, section 5.1.9).
    const double s = std::clamp((da * bb - db * ab) / det, -1.0, 1.0);
    const double t = (s * ab - db) / bb;
    const double end = std::clamp(t, -1.0, 1.0);
    return at(t == end ? s : std::clamp((end * ab + da) / aa, -1.0, 1.0), end);
  }
  NearestPoints best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const NearestPoints& points) {
    const double distance_sq = points.separation.squaredNorm();
    if (distance_sq >= least) return;
    least = distance_sq;
    best = points;
  };
  for (const double end : {-1.0, 1.0}) {
    consider(at(end, std::clamp((end * ab - db) / bb, -1.0, 1.0)));
    consider(at(std::clamp((end * ab + da) / aa, -1.0, 1.0), end));
  }
  // Nearly parallel segments are equally near each other to rounding at an end and beside it. Only
  // where each point is the nearest to the other one is the line between them as perpendicular to
  // the segments as it should be.
  const double s = std::clamp((best.t * ab + da) / aa, -1.0, 1.0);
  return at(s, std::clamp((s * ab - db) / bb, -1.0, 1.0));
}

}  // namespace clausius
