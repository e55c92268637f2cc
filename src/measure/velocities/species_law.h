#pragma once

#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "theory/velocities/maxwell.h"

namespace clausius {

/// Number of particles of each species.
template <int Dim>
std::vector<double> counts_of(const Gas<Dim>& gas, const State<Dim>& state);

/// Number D of quadratic degrees of freedom of the gas with `count` particles of each species: one
/// per particle and axis, minus the kept_momenta() of the whole, plus the rotations of rigid
/// bodies.
template <int Dim>
double degrees_of_freedom(const Gas<Dim>& gas, const std::vector<double>& count);

/// Ratio of the mean energy of a particle of `mass` in equilibrium to an equal share, averaged over
/// the axes: 1 − m/M on those whose momentum is conserved, 1 on the others.
template <int Dim>
double energy_share(const Gas<Dim>& gas, double mass, double total_mass);

/// Equilibrium distribution of the velocities of one species, in units of √(k_BT/m), T = 2E/(D k_B)
/// being the temperature of the whole gas.
struct SpeciesLaw {
  MaxwellLaw maxwell;                       ///< for infinitely many particles
  std::optional<FiniteVelocityLaw> finite;  ///< exact; unset if D ≤ d, when the speed is fixed
};

/// In a box with both walls and periodic axes the distribution of the velocity is not quite
/// isotropic; the mean over the axes is given, which is correct up to terms of order (m/M)².
template <int Dim>
SpeciesLaw equilibrium_law(const Gas<Dim>& gas, double dof, double mass, double total_mass);

}  // namespace clausius
