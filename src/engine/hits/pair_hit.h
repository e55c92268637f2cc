#pragma once

#include "clausius/engine/state.h"
#include "collision/resolve.h"
#include "engine/hits/enduring_contact.h"

namespace clausius {

/// The part of a hit of two spheres along their line of centres.
template <int Dim>
struct NormalHit {
  PairImpulse<Dim> impulse;
  double restitution;
  bool enduring;  ///< made elastic, and smooth, by the contact-duration rule
};

/// The one rule for events and steps.
/// @param line along r, see line_of_centres()
/// @param r, v relative position and velocity of the second
/// @param since time since the last hit of either
/// @param speeds() the sum of the speeds of the two, which few hits need
template <int Dim, class Speeds>
[[gnu::always_inline]] inline NormalHit<Dim> normal_hit(const Gas<Dim>& gas, const Vec<Dim>& line,
                                                        const Vec<Dim>& r, const Vec<Dim>& v,
                                                        double reduced_mass, double restitution,
                                                        double since, const Speeds& speeds) {
  const bool enduring =
      is_enduring(restitution, since, gas.contact_duration) && gas.added_speed == 0;
  if (!enduring && restitution >= kHardlyRebounds) [[likely]]
    return {smooth_impulse<Dim>(line, v, reduced_mass, restitution), restitution, false};
  const double e = enduring ? 1 : restitution;
  const double rebound =
      (enduring ? least_rebound(gas, -v.dot(r) / r.norm(), since) : 0) + kLeastRebound * speeds();
  return {parting_impulse<Dim>(line, v, reduced_mass, e, rebound), e, enduring};
}

}  // namespace clausius
