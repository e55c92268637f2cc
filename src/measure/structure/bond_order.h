#pragma once

#include "clausius/engine/state.h"

namespace clausius {

/// Order of the directions between neighbours (bonds): for disks ψ₆, the mean of exp(6iθ) over
/// bonds at angles θ, by absolute value (Halperin & Nelson, Phys. Rev. Lett. 41 (1978) 121); for
/// spheres Q₆, √ of the mean over pairs of bonds of the sixth Legendre polynomial of the cosine
/// between them (Steinhardt, Nelson & Ronchetti, Phys. Rev. B 28 (1983) 784). Neighbours are closer
/// than halfway between the first two shells of a close-packed crystal of the same number density.
/// 0 without bonds.
struct BondOrder {
  double global = 0;      ///< of all bonds: in a fluid it decreases with the number of particles
  double local = 0;       ///< of the bonds of one particle, mean over particles that have any
  double neighbours = 0;  ///< mean number of neighbours of a particle
  double bonds = 0;       ///< number of pairs of neighbours
};

template <int Dim>
BondOrder bond_order(const Box<Dim>& box, const State<Dim>& state);

/// Order of the close-packed crystal: of the triangular lattice, and of the face-centred cubic one
/// (13/(16√2); hexagonal close packing has 0.485).
template <int Dim>
inline constexpr double kCrystalOrder = Dim == 2 ? 1 : 0.57452426;

/// Above this global order a gas counts as ordered.
template <int Dim>
inline constexpr double kOrdered = Dim == 2 ? 0.5 : 0.3;

}  // namespace clausius
