#pragma once

#include <limits>

#include "clausius/core/lanes.h"

namespace clausius {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// THE quadratic solver: the delay until |r + v·t| first falls to sigma, from now on.
///
/// Solves r² + 2bt + v²t² = σ² as t = c / (−b + √disc) with c = r² − σ² and
/// disc = σ²v² − |r×v|², which keeps all digits where −b − √(b² − v²c) loses them: far apart
/// (b² ≫ σ²v²) and nearly touching (c → 0).
/// Overlapping and approaching: 0, collide now. Receding, missing, grazing or at relative rest:
/// kNever. `Real` is double or Lanes.
///
/// @param b r·v, @param r_sq |r|², @param v_sq |v|², @param cross_sq |r×v|², @param sigma_sq σ²
template <class Real>
Real contact_delay(Real b, Real r_sq, Real v_sq, Real cross_sq, Real sigma_sq) {
  const Real zero = broadcast<Real>(0.0);
  const Real discriminant = sigma_sq * v_sq - cross_sq;
  const Real root = square_root(larger(discriminant, zero));
  const Real delay = larger((r_sq - sigma_sq) / (root - b), zero);
  const Real hit = discriminant > zero ? delay : broadcast<Real>(kNever);
  return b < zero ? hit : broadcast<Real>(kNever);
}

}  // namespace clausius
