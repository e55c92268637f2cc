#pragma once

#include "clausius/engine/state.h"
#include "clausius/study/config.h"

namespace clausius {

/// Draws all motion of particles that have their places: velocities, angular velocities of bodies
/// and rough spheres, energies of reservoirs. Each species has exactly the energy of its
/// temperature, and the gas no momentum along the periodic axes; a sheared gas flows. The random
/// numbers of a species are taken by its particles in the order of their ids.
/// @param state with species, positions, orientations and diameters
/// @pre the species have the numbers of particles that `config` gives them
template <int Dim>
void draw_motion(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state);

}  // namespace clausius
