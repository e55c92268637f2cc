#pragma once

#include <algorithm>
#include <cmath>

#include "collision/resolve.h"

namespace clausius {

/// Outcome of two spheres coming to a step of their potential.
template <int Dim>
struct StepImpulse {
  PairImpulse<Dim> impulse;
  bool passes = false;  ///< or else they are reflected
};

/// Least speed, in units of the speeds of two spheres, at which a step reflects them. If they
/// touched it at speed 0 they would touch it again at once, endlessly. The energy that this adds,
/// 1e-18 of theirs, is lost in rounding.
inline constexpr double kLeastReflection = 1e-9;

/// Two spheres at a step of their potential: the energy of their motion along the line of centres
/// pays for the step, or, if it is too small, the motion is reversed (Alder & Wainwright, J. Chem.
/// Phys. 31 (1959) 459). As in smooth_impulse(), the normal enters as s s/|s|², and no digits are
/// lost where the step is small: the change of v_n is −2 ΔU/μ divided by the sum of both v_n.
/// @param s along r_ij at the step, of any length; v_ij and mu as of smooth_impulse()
/// @param rise of the potential energy, ΔU, if they pass
/// @param outwards whether they come from the inside
/// @param speed sum of their speeds
template <int Dim>
StepImpulse<Dim> step_impulse(const Vec<Dim>& s, const Vec<Dim>& v_ij, double mu, double rise,
                              bool outwards, double speed) {
  const double side = outwards ? 1 : -1, s_sq = s.squaredNorm();
  const double b = v_ij.dot(s), ahead = std::max(side * b, 0.0);
  const double twice = 2 * (rise / mu);
  const double left = ahead * ahead - twice * s_sq;
  if (left > 0) return {{s, -side * twice / (ahead + std::sqrt(left)), -rise}, true};
  const double back = std::max(ahead, kLeastReflection * speed * std::sqrt(s_sq));
  return {{s, -(side * back + b) / s_sq, 0}, false};
}

}  // namespace clausius
