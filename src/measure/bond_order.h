#pragma once

#include "clausius/engine/state.h"

namespace clausius {

/// Order of the directions from one neighbour to another (bonds) over the whole of a gas of equal
/// spheres or disks: of disks |ψ₆|, the mean of exp(6iθ); of spheres Q₆, √ of the mean of the sixth
/// Legendre polynomial over pairs of bonds (Steinhardt, Nelson & Ronchetti, Phys. Rev. B 28 (1983)
/// 784). In a fluid it falls with the number of particles, in a crystal it stays: of disks about
/// 0.7 and more, of spheres 0.57 (face-centred) to 0.48 (hexagonal close packing). From a few
/// hundred particles and bonds. 0 without bonds.
template <int Dim>
double bond_order(const Gas<Dim>& gas, const State<Dim>& state);

/// Above this a gas is ordered.
template <int Dim>
inline constexpr double kOrdered = Dim == 2 ? 0.5 : 0.3;

}  // namespace clausius
