#pragma once

#include <algorithm>

#include "clausius/engine/state.h"

namespace clausius {

/// Least speed at which two particles part that hit each other in a lasting contact at the speed
/// `approach`, `since` the last hit of either. Where under gravity hit follows hit much faster than
/// the contact-duration rule looks back, as in a row of particles that fills its place to the last
/// digit, they part a little faster than they came, which makes room until hits are no faster.
template <int Dim>
double least_rebound(const Gas<Dim>& gas, double approach, double since) {
  // Much faster, in contact durations; a little faster; speeds (in parts of the least one) that are
  // those of rest no more.
  constexpr double kFollows = 0.03, kFaster = 1.01, kMost = 100;
  const double least = gas.least_rebound();
  if (since >= kFollows * gas.contact_duration || approach > kMost * least) return least;
  return kFaster * std::max(approach, least);
}

}  // namespace clausius
