#pragma once

#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "theory/maxwell.h"

namespace clausius {

/// Particles of each species.
template <int Dim>
std::vector<double> counts_of(const Gas<Dim>& gas, const State<Dim>& state);

/// Number D of quadratic degrees of freedom of the gas with `count` particles of each species: one
/// per particle and axis, less the kept_momenta() of the whole, and the rotations of rigid bodies.
template <int Dim>
double degrees_of_freedom(const Gas<Dim>& gas, const std::vector<double>& count);

/// The share of an equal share of the energy that a particle of `mass` gets in equilibrium,
/// averaged over the axes: 1 − m/M on those whose momentum is kept, 1 on the others.
template <int Dim>
double energy_share(const Gas<Dim>& gas, double mass, double total_mass);

/// How the particles of one species are distributed in equilibrium, for velocities in units of
/// √(k_BT/m), T = 2E/(D k_B) being the temperature of the whole gas.
struct SpeciesLaw {
  MaxwellLaw maxwell;                       ///< of infinitely many particles
  std::optional<FiniteVelocityLaw> finite;  ///< exact; unset where D ≤ d, the speed being fixed
};

/// In a box with both walls and periodic axes the velocity's law is not quite isotropic; the mean
/// over the axes is given, which is right up to terms of order (m/M)².
template <int Dim>
SpeciesLaw equilibrium_law(const Gas<Dim>& gas, double dof, double mass, double total_mass);

}  // namespace clausius
