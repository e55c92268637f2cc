#pragma once

#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// Largest first order in density of contact values up to which those of nonadditive mixtures are
/// known: their error is then 3 % at most, see contact_uncertainties().
inline constexpr double kMostCrowdedNonadditive = 0.3;

/// Whether the contact values of a mixture of this density are known, or nearly: of additive ones
/// those of all fluids.
inline bool contacts_are_known(const Mixture& mixture) {
  return mixture.is_additive() ||
         (mixture.packing_fraction < freezing_packing_fraction(mixture.dimensions) &&
          ContactValues(mixture).crowding() <= kMostCrowdedNonadditive);
}

}  // namespace clausius
