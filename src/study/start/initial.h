#pragma once

#include <atomic>

#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"

namespace clausius {

/// Places the particles of `config` and gives them their velocities. Ids are numbered through the
/// species in their order (placement "listed": through the list; "file": as written there).
///
/// - lattice: the face-centred (in two dimensions centred rectangular, hence hexagonal where it
///   fits) or simple lattice with the widest spacing in this box that has a site for every
///   particle; species and vacancies are shuffled over the sites.
///   Rigid bodies are placed there with their bounding spheres, each in a random orientation.
/// - random: random sequential insertion, the largest first; if the gas is too dense for that,
///   smaller spheres are inserted and grown (Lubachevsky & Stillinger 1990). Rigid bodies have
///   random orientations, too; see place_bodies.
/// - file, listed: exactly as written, velocities too.
///
/// Placed particles: each species gets its kind of velocities at its temperature; then the total
/// momentum along periodic axes is removed (from the species that move); then all velocities are
/// scaled so that the kinetic energy is ½ k_B Σ T_s (d N_s (1 − p/(dN)) + f_s N_s), with the number
/// p of periodic axes and the number f_s of rotational degrees of freedom that collisions can
/// change; without the first term for species at rest, without the second for those without angular
/// velocity (no body ever rotates about an axis about which collisions cannot rotate it). Equal
/// speeds are given in opposite pairs (the last three of an odd number at 120°), so that they stay
/// equal when the momentum is removed.
///
/// One configuration gives one state, bit for bit.
/// @throws InputError: every fault of a start file or list with the two ids and the depth of each
/// overlap, or a density that cannot be placed, located at the study's key.
/// @throws Interrupted if the flag `interrupt` is raised before all particles are placed
Snapshot make_initial_state(const StudyConfig& config,
                            const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
