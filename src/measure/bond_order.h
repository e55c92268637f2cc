#pragma once

#include "clausius/engine/state.h"

namespace clausius {

/// Order of the directions between neighbours (bonds) over a whole gas of equal spheres or disks:
/// for disks |ψ₆|, the mean of exp(6iθ); for spheres Q₆, √ of the mean of the sixth Legendre
/// polynomial over pairs of bonds (Steinhardt, Nelson & Ronchetti, Phys. Rev. B 28 (1983) 784). In
/// a fluid it decreases with the number of particles, in a crystal it does not: for disks about 0.7
/// and more, for spheres 0.57 (face-centred) to 0.48 (hexagonal close packing). Uses a few hundred
/// particles and bonds. 0 without bonds.
template <int Dim>
double bond_order(const Gas<Dim>& gas, const State<Dim>& state);

/// Above this value a gas counts as ordered.
template <int Dim>
inline constexpr double kOrdered = Dim == 2 ? 0.5 : 0.3;

}  // namespace clausius
