#pragma once

#include "clausius/measure/results.h"
#include "measure/velocities/blocked_histogram.h"

namespace clausius {

/// The table `velocity_tails` of a cooling gas: the density f(c) of velocities c, in units of √(2
/// k_BT/m), over the speed, with Maxwell's law, that law with two Sonine corrections, and the
/// theoretical exponential tail exp(−A c) for c → ∞, drawn where it touches Maxwell's law, c = A/2;
/// and the first two divided by Maxwell's law.
/// @param speeds in units of √(k_BT/m), from 0
/// @param a2, a3 Sonine coefficients, @param exponent A
Table velocity_tails(const BlockedHistogram& speeds, int dimensions, double a2, double a3,
                     double exponent);

}  // namespace clausius
