#pragma once

/// \file Shear waves of a granular gas that cools, by fluctuating hydrodynamics to first order in
/// the waves (van Noije, Ernst, Brito & Orza, Phys. Rev. Lett. 79 (1997) 411).
namespace clausius {

/// Energy of a shear wave over that of independent velocities at the momentary temperature, with
/// which it starts: s = [exp((1 − κ) L) − κ]/(1 − κ).
/// @param damping κ, the rate of its decay by viscosity over that of the thermal velocities
/// @param fallen L = ln(T_0/T)
double shear_wave_strength(double damping, double fallen);

/// Energy that the shear waves of a periodic cube (square) with κ < 1 have beyond that of
/// independent velocities, over all energy of the gas: the theory holds while this is small.
/// @param longest_damping κ of the longest waves
double energy_of_shear_waves(int dimensions, double particles, double longest_damping,
                             double fallen);

}  // namespace clausius
