#pragma once

#include "clausius/theory/value.h"

namespace clausius {

/// The steady state of identical smooth spheres (disks) whose hits add the speed Δ: two that
/// approach each other at the normal speed v separate at e v + Δ, a model of a shaken layer of
/// grains seen from above (Brito, Risso & Soto, Phys. Rev. E 87 (2013) 022209; Garzó, Brito & Soto,
/// Phys. Rev. E 98 (2018) 052904; their Δ is half of this one). Boltzmann's equation for velocities
/// that follow Maxwell's law times 1 + a₂S₂(c²), to first order in a₂: the second and fourth moment
/// are balanced. Dilute or dense: Enskog's factor changes all rates alike.
struct AddedSpeedState {
  TheoryValue kt;  ///< k_BT in units of m Δ²; without a₂ Δ² + √(4π k_BT/m) e Δ = 4 (1 − e²) k_BT/m
  TheoryValue a2;       ///< second Sonine coefficient
  double pressure = 1;  ///< collisional part of the pressure over that of elastic particles
};

/// @param restitution below 1: elastic particles heat without end
AddedSpeedState added_speed_state(int dimensions, double restitution);

/// Changes of ⟨c²⟩ and of ⟨c⁴⟩ at a collision, summed over both particles, c in units of √(2
/// k_BT/m), for Maxwell's law and with a₂: second = maxwell[0] + a2[0]·a₂ …; for tests.
struct AddedSpeedMoments {
  double maxwell[2], a2[2];
};
/// @param delta Δ in the same units
AddedSpeedMoments added_speed_moments(int dimensions, double restitution, double delta);

}  // namespace clausius
