#pragma once

#include <array>
#include <vector>

#include "engine/drive.h"
#include "engine/engine.h"

namespace clausius {

/// Along which axes collisions, walls and obstacles leave the momentum of the gas what it is: those
/// that are periodic, if no wall is thermal or rough and no obstacle stands in the way. Of a
/// sheared gas the momentum of the peculiar velocities is meant.
template <int Dim>
std::array<bool, Dim> conserved_momentum(const Gas<Dim>& gas);

/// Mean velocity by mass along these axes, 0 along the others, and the kinetic energy that this
/// motion of the whole gas carries.
template <int Dim>
struct CommonMotion {
  Vec<Dim> velocity = Vec<Dim>::Zero();
  double energy = 0;
};
template <int Dim>
CommonMotion<Dim> common_motion(const Gas<Dim>& gas, const State<Dim>& state);

/// What the motion of a gas leaves unchanged, beside its energy, which with all that is lost and
/// given always is.
template <int Dim>
struct Conserved {
  std::array<bool, Dim> momentum{};  ///< total momentum by axis; a reversal changes its sign
  bool angular_momentum = false;     ///< about any point fixed in space
};

/// The only place that says which quantities audits and checks may take for conserved. Collisions
/// between particles conserve momentum and angular momentum; gravity changes both; walls and
/// obstacles change neither before the first hit, then all momenta but conserved_momentum(); images
/// across a periodic edge change angular momentum, those of a sheared box the momentum along x too.
/// @param met_boundary whether a particle has met a wall or an obstacle so far
template <int Dim>
Conserved<Dim> conserved_quantities(const Gas<Dim>& gas, const std::vector<Drive<Dim>>& drives,
                                    Mode mode, bool met_boundary);

}  // namespace clausius
