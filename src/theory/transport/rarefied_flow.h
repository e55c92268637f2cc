#pragma once

#include <string>

#include "clausius/theory/value.h"
#include "theory/transport/transport.h"

/// Flow and conduction in a dilute gas of hard spheres between two parallel thermal walls that
/// reflect diffusely, at any Knudsen number Kn = free path/distance: with slip and temperature
/// jump, times a factor that leads over to free flight, interpolated in the solutions of the
/// linearised Boltzmann equation by Sone, Takata & Ohwada, Eur. J. Mech. B 9 (1990) 273 (shear) and
/// Ohwada, Aoki & Sone, Rarefied Gas Dynamics (1989) 70 (heat). Uncertainty: half a per cent, plus
/// what the density and the size of the difference between the walls may change.
namespace clausius {

/// Force per area along walls that slide with a relative speed; both have the temperature of the
/// gas.
/// @param gas  with the mean density of centres
/// @param width  between the walls, accessible to the centres
/// Empty, with the range, if the gas is too dense or the walls too fast.
Prediction rarefied_shear_stress(const SphereGas& gas, double width, double relative_speed);

/// Energy per area and time from the wall of temperature kt + difference/2 to the one of kt −
/// difference/2, kt being that of `gas`.
/// Empty, with the range, if the gas is too dense or the difference too large.
Prediction rarefied_heat_flux(const SphereGas& gas, double width, double difference);

}  // namespace clausius
