#pragma once

#include "clausius/engine/state.h"
#include "collision/resolve.h"
#include "engine/hits/record.h"

namespace clausius {

/// Whether the ratio of the speeds of two spheres after and before a hit depends on its speed.
template <int Dim>
bool restitution_varies(const Gas<Dim>& gas) {
  return gas.viscosity > 0 || gas.added_speed > 0;
}

/// This ratio. @param e restitution of the pair, @param approach the normal relative speed, above 0
/// @pre restitution_varies(gas)
template <int Dim>
double restitution_at(const Gas<Dim>& gas, double e, double approach) {
  return gas.viscosity > 0 ? viscoelastic_restitution(gas.viscosity, approach)
                           : e + gas.added_speed / approach;
}

/// Books what the speed Δ that is added to a hit gives, ½ μ [(e v + Δ)² − (e v)²], apart from what
/// the hit loses. @param outcome with the change of the energy by both
template <int Dim>
void book_added_energy(const Gas<Dim>& gas, double reduced_mass, HitOutcome& outcome) {
  if (gas.added_speed == 0) return;
  const double parting = outcome.impulse / reduced_mass / (1 + 1 / outcome.restitution);
  outcome.added = reduced_mass * gas.added_speed * (parting - 0.5 * gas.added_speed);
  outcome.energy_change -= outcome.added;
}

}  // namespace clausius
