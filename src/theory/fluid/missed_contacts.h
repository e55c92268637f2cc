#pragma once

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"

/// Errors of a time-step simulation that tests for overlaps only at the ends of steps of length
/// `dt`, to leading order in dt. The overlap of two spheres that pass through each other with
/// relative speed v lasts τ = 2σ√(1 − b²/σ²)/v; it begins and ends within one step with probability
/// 1 − τ/dt. Impact parameters and speeds are those of collisions in equilibrium at `kt` = k_B T.
namespace clausius {

/// Fraction of the contacts missed: k_BT dt²/(3μσ²) for a pair in 3D, k_BT dt²/(8μσ²) in 2D,
/// averaged over the pairs by their collision rates. For one species (2/3)dt² and dt²/4 in reduced
/// units.
TheoryValue missed_fraction(const Mixture& mixture, double kt, double dt);

/// Fraction of the collisional part of the pressure, Σ impulse·σ, due to the missed contacts:
/// (k_BT/μ)^(3/2) (dt/σ)³/√(2π) for a pair in 3D, 5/16 of that in 2D. It is of third order because
/// missed contacts are grazing ones.
TheoryValue missed_virial_fraction(const Mixture& mixture, double kt, double dt);

/// The step with which no pair of species misses more than `fraction` of its contacts; infinite for
/// k_BT = 0.
double step_that_misses(const Mixture& mixture, double kt, double fraction);

/// The speed that on average one of `count` particles of Maxwell's law exceeds; 0 for k_BT = 0.
double fastest_speed(int d, double mass, double kt, double count);

}  // namespace clausius
