#pragma once

#include <algorithm>
#include <cstddef>

#include "clausius/theory/enskog.h"

namespace clausius {

/// rate(mixture) as an estimate at any density, for rates that are proportional to density and
/// contact value. Above freezing the equations of state soon become meaningless (they are wrong by
/// factors of 10¹² in dense crystals, or negative), so there the contact values of the freezing
/// fluid are used: too low, by less than a factor of ten up to a few per cent below close packing.
template <class Rate>
double estimated_rate(Mixture mixture, const Rate& rate) {
  const double fraction = mixture.packing_fraction;
  mixture.packing_fraction = std::min(fraction, freezing_packing_fraction(mixture.dimensions));
  const double value = rate(mixture);
  return fraction == mixture.packing_fraction ? value
                                              : value * (fraction / mixture.packing_fraction);
}

/// Estimates of collision_rate() in this way, averaged over all particles and for one species.
inline double estimated_collision_rate(const Mixture& mixture, double kt) {
  return estimated_rate(mixture, [&](const Mixture& m) { return collision_rate(m, kt).value; });
}
inline double estimated_collision_rate(const Mixture& mixture, double kt, std::size_t species) {
  return estimated_rate(mixture,
                        [&](const Mixture& m) { return collision_rate(m, kt, species).value; });
}

}  // namespace clausius
