#pragma once

#include <array>
#include <vector>

#include "engine/drive.h"
#include "engine/engine.h"

namespace clausius {

/// Axes along which collisions, walls and obstacles conserve the momentum of the gas (in a sheared
/// gas, the momentum of the peculiar velocities): the periodic axes, provided that no wall is
/// thermal or rough and there is no obstacle.
template <int Dim>
std::array<bool, Dim> conserved_momentum(const Gas<Dim>& gas);

/// Centre-of-mass velocity along these axes, 0 along the others, and the kinetic energy of this
/// motion of the whole gas.
template <int Dim>
struct CommonMotion {
  Vec<Dim> velocity = Vec<Dim>::Zero();
  double energy = 0;
};
template <int Dim>
CommonMotion<Dim> common_motion(const Gas<Dim>& gas, const State<Dim>& state);

/// Conserved quantities other than the energy, which with all losses and gains included is always
/// conserved.
template <int Dim>
struct Conserved {
  std::array<bool, Dim> momentum{};  ///< total momentum by axis; a reversal changes its sign
  bool angular_momentum = false;     ///< about any point fixed in space
};

/// The only place that decides which quantities audits and checks may treat as conserved.
/// Collisions between particles conserve momentum and angular momentum; gravity changes both; walls
/// and obstacles change neither before the first hit, and afterwards all momenta except
/// conserved_momentum(); images across a periodic edge change angular momentum, those of a sheared
/// box also the momentum along x.
/// @param met_boundary whether a particle has hit a wall or an obstacle so far
template <int Dim>
Conserved<Dim> conserved_quantities(const Gas<Dim>& gas, const std::vector<Drive<Dim>>& drives,
                                    Mode mode, bool met_boundary);

}  // namespace clausius
