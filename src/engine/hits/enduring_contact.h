#pragma once

#include "clausius/engine/state.h"

namespace clausius {

/// Speed at which two particles separate after a hit in an enduring contact at the speed `approach`
/// that follows the last hit of either after the time `since`. Under gravity slow hits may follow
/// each other much faster than the contact-duration rule looks back, as in a row of particles that
/// fills its space to the last digit, or between bodies that carry others. Two that hit again
/// sooner than `soon` separate a little faster than they approached, which makes room until hits
/// follow no faster than that.
/// @param least least speed at which two separate in an enduring contact
inline double rebound_of_crowded(double least, double approach, double since, double soon) {
  constexpr double kFaster = 1.01, kSlow = 100;  // slow: in least speeds
  const bool crowded = since < soon && approach > least && approach < kSlow * least;
  return crowded ? kFaster * approach : least;
}

/// Least speed at which two spheres or disks separate after a hit in an enduring contact.
template <int Dim>
double least_rebound(const Gas<Dim>& gas, double approach, double since) {
  constexpr double kSoon = 0.03;  // in contact durations
  return rebound_of_crowded(gas.least_rebound(), approach, since, kSoon * gas.contact_duration);
}

}  // namespace clausius
