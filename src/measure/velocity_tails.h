#pragma once

#include "clausius/measure/results.h"
#include "measure/blocked_histogram.h"

namespace clausius {

/// The table `velocity_tails` of a cooling gas: the density f(c) of velocities c, in units of
/// √(2 k_BT/m), over the speed, beside Maxwell's law, that law with two Sonine corrections, and the
/// exponential exp(−A c) that theory has for c → ∞, drawn where it touches Maxwell's law, c = A/2;
/// and the first two over Maxwell's law.
/// @param speeds in units of √(k_BT/m), from 0
/// @param a2, a3 Sonine coefficients, @param exponent A
Table velocity_tails(const BlockedHistogram& speeds, int dimensions, double a2, double a3,
                     double exponent);

}  // namespace clausius
