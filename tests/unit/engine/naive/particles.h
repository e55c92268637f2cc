#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "clausius/engine/state.h"

namespace clausius::testing {

/// A particle of the slow references.
template <int Dim>
struct NaiveParticle {
  std::uint8_t species = 0;
  double radius = 0, mass = 0, moment = 0;
  Vec<Dim> r, v;
  Vec<3> spin = Vec<3>::Zero();
  double internal_energy = 0;
  std::uint32_t hits = 0;  ///< collisions so far
};

/// All particles of a species have one density.
template <int Dim>
std::vector<NaiveParticle<Dim>> naive_particles(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<NaiveParticle<Dim>> all(state.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    NaiveParticle<Dim>& one = all[i];
    one.species = state.species[i];
    const SphereSpecies& species = gas.species[one.species];
    const double diameter = state.diameter.empty() ? species.diameter : state.diameter[i];
    one.radius = diameter / 2;
    one.mass = species.mass * std::pow(diameter / species.diameter, Dim);
    one.moment = species.moment;
    one.r = state.position[i];
    one.v = state.velocity[i];
    if (!state.angular_velocity.empty()) one.spin = state.angular_velocity[i];
    if (!state.internal_energy.empty()) one.internal_energy = state.internal_energy[i];
  }
  return all;
}

/// Distance of the centres of two particles that touch.
template <int Dim>
double naive_contact(const Gas<Dim>& gas, const NaiveParticle<Dim>& a,
                     const NaiveParticle<Dim>& b) {
  return gas.contact_distances.size() == 0 ? a.radius + b.radius
                                           : gas.contact_distances(a.species, b.species);
}

}  // namespace clausius::testing
