#pragma once

#include <algorithm>

#include "clausius/engine/state.h"

namespace clausius {

/// Least speed at which two particles separate after a hit in an enduring contact at the speed
/// `approach`, `since` the last hit of either. Under gravity slow hits may follow each other much
/// faster than the contact-duration rule looks back, as in a row of particles that fills its space
/// to the last digit. The two then separate a little faster than they approached, which makes room
/// until hits follow no faster than that.
template <int Dim>
double least_rebound(const Gas<Dim>& gas, double approach, double since) {
  // Much faster, in contact durations; a little faster; slow, in least speeds.
  constexpr double kFollows = 0.03, kFaster = 1.01, kSlow = 100;
  const double least = gas.least_rebound();
  const bool crowded =
      since < kFollows * gas.contact_duration && approach > least && approach < kSlow * least;
  return crowded ? kFaster * approach : least;
}

}  // namespace clausius
