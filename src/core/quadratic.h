#pragma once

#include "clausius/core/constants.h"
#include "core/lanes.h"

namespace clausius {

/// Contact of |r + v·t| with a distance σ: the roots of c + 2bt + v²t² = 0. `Real` is double or
/// Lanes.
template <class Real>
struct ApproachQuadratic {
  Real b;             ///< r·v
  Real c;             ///< r² − σ²
  Real discriminant;  ///< σ²v² − |r×v|², which is b² − v²c
};

/// Whether there will be a contact: neither receding nor missing.
template <class Real>
auto will_touch(const ApproachQuadratic<Real>& approach) {
  return (approach.b < broadcast<Real>(0.0)) & (approach.discriminant > broadcast<Real>(0.0));
}

/// The only quadratic solver: the delay until |r + v·t| first decreases to sigma, from now on.
///
/// The earlier root as t = c / (−b + √disc), with the discriminant from the cross product, which
/// keeps all digits where −b − √(b² − v²c) loses them: far apart (b² ≫ σ²v²) and nearly touching (c
/// → 0). Overlapping and approaching: 0, collide now. Receding, missing, grazing or at relative
/// rest: kNever.
template <class Real>
Real contact_delay(const ApproachQuadratic<Real>& approach) {
  const auto& [b, c, discriminant] = approach;
  // NaN for a miss; then `delay` is not used.
  const Real root = square_root(discriminant);
  const Real delay = larger(c / (root - b), broadcast<Real>(0.0));
  return will_touch(approach) ? delay : broadcast<Real>(kNever);
}

/// The delay until |r + v·t| increases to sigma, of two that are nearer: the later root, again
/// without a difference of nearly equal numbers. Farther apart by rounding and receding: 0. At
/// relative rest: kNever.
/// @param speed_sq v²
inline double departure_delay(const ApproachQuadratic<double>& approach, double speed_sq) {
  if (speed_sq == 0) return kNever;
  const auto& [b, c, discriminant] = approach;
  const double root = square_root(larger(discriminant, 0.0));
  return b > 0 ? larger(-c / (b + root), 0.0) : (root - b) / speed_sq;
}

}  // namespace clausius
