#pragma once

#include <atomic>

#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"

namespace clausius {

/// Places the particles of `config` and gives them their velocities. Ids run through the species
/// in their order (placement "listed": through the list; "file": as written there).
///
/// - lattice: the face-centred (in two dimensions centred rectangular, so hexagonal where it fits)
///   or simple lattice with the widest spacing in this box that has a site for every particle;
///   species and vacancies are shuffled over the sites.
///   Rigid bodies stand there with the spheres about them, each turned at random.
/// - random: random sequential insertion, the largest first; too dense for that, spheres scaled
///   down are inserted and grown (Lubachevsky & Stillinger 1990). Rigid bodies are turned at
///   random, too; see place_bodies.
/// - file, listed: exactly as written, velocities too.
///
/// Placed particles: each species gets its kind of velocities at its temperature, then on periodic
/// axes the total momentum is removed (from the species that move), then all velocities are scaled
/// so that the kinetic energy is ½ k_B Σ T_s (d N_s (1 − p/(dN)) + f_s N_s), p the number of
/// periodic axes and f_s that of kinds of rotation that collisions can change; without the first
/// term for species at rest, without the second for those without angular velocity (no body ever
/// spins about an axis about which collisions can't turn it). Equal speeds are given in opposite
/// pairs (the last three of an odd number 120° apart), so that they stay equal when the momentum is
/// removed.
///
/// One configuration gives one state, bit for bit.
/// @throws InputError: every fault of a start file or list with the two ids and the depth of each
///         overlap, or a density that cannot be placed, located at the study's key.
/// @throws Interrupted when the flag `interrupt` goes up before all particles are placed
Snapshot make_initial_state(const StudyConfig& config,
                            const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
