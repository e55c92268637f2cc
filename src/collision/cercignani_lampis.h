#pragma once

#include "collision/moving_wall.h"

namespace clausius {

/// A hit on a surface at k_BT, which moves at `u`, by the law of Cercignani & Lampis (1971), drawn
/// as Lord, Phys. Fluids A 3 (1991) 706, does. In units of √(k_BT/m), relative to the surface, with
/// the coefficients α across and σ along it, each component along it becomes
///   v' = (1 − σ) v + √(σ (2 − σ)) g,
/// and the speed across it the length of the vector of two components
///   (√(1 − α) v + √α g₁, √α g₂),
/// with normal random numbers g. A gas in equilibrium at the temperature of the surface stays so.
template <int Dim>
WallBounce<Dim> partial_bounce(const Vec<Dim>& velocity, const Vec<Dim>& u, const Vec<Dim>& normal,
                               double mass, double kt, const CercignaniLampis& law,
                               RandomStream& random);

}  // namespace clausius
