#pragma once

#include "clausius/core/random.h"

namespace clausius {

/// The energies that parcels of gas exchange in a collision: that of their relative motion along
/// the line of centres, ½ μ v_n², and those of their reservoirs.
struct ExchangedEnergies {
  double normal = 0;
  double first = 0, second = 0;
};

/// A parcel represents many molecules. Besides its translation it has a reservoir, the energy of
/// their rotation and vibration, with as many quadratic degrees of freedom as one of its molecules.
/// At a collision the sum of the three energies is redistributed: in equilibrium at k_BT they are
/// independent among colliding pairs, ½ μ v_n² with the density exp(−x/k_BT) and a reservoir of f
/// degrees with x^(f/2 − 1) exp(−x/k_BT), so that for a given sum they follow Dirichlet's law with
/// the exponents 1, f_i/2, f_j/2, from which the new ones are drawn. This satisfies detailed
/// balance: in equilibrium all degrees of freedom have one temperature. Momentum is conserved,
/// because the impulse is along the line of centres, and so is the total energy, but not each part.
///
/// This is Borgnakke & Larsen's model (J. Comput. Phys. 18 (1975) 405) for contacts of hard
/// spheres, in which only the normal part of the motion takes part. As far as public sources show,
/// LS-DYNA's corpuscular particle method (Olovsson, Corpuscular method for airbag deployment
/// simulations in LS-DYNA, report R32S-1, Impetus Afea 2007; Hirth, Haufe & Olovsson, 6th European
/// LS-DYNA Users' Conference 2007) has parcels that collide elastically as rigid spheres and
/// balances the translational energy of each with that of spin and vibration by the gas's heat
/// capacities; its exact rule is not published.
/// @param first_degrees, second_degrees  not both 0
ExchangedEnergies exchange_energies(const ExchangedEnergies& before, int first_degrees,
                                    int second_degrees, RandomStream& random);

}  // namespace clausius
