#pragma once

#include "clausius/theory/value.h"

/// The homogeneously cooling gas of inelastic spheres (d = 3) or disks (d = 2) of one species with
/// restitution e. `collision_rate` is Enskog's for the elastic gas at the same temperature.
namespace clausius {

/// Second Sonine coefficient of the cooling state: 16(1−e)(1−2e²)/[25 + 2e²(e−1) + 24d + e(8d−57)]
/// (Montanero & Santos, Granular Matter 2 (2000) 53).
TheoryValue cooling_kurtosis_a2(int d, double restitution);

/// −d ln T/dc, c collisions per particle: (1−e²)/d · (1 + a₂/4).
TheoryValue reduced_cooling_rate(int d, double restitution);

/// −d ln T/dt at the temperature where the elastic gas has `collision_rate`:
/// (1−e²)/d · collision_rate · (1 + 3a₂/16) (van Noije & Ernst, Granular Matter 1 (1998) 57).
TheoryValue cooling_rate(int d, double restitution, double collision_rate);

/// Haff's law T = T₀/(1 + t/τ)² (J. Fluid Mech. 134 (1983) 401): τ, twice the inverse of
/// cooling_rate() at T₀; infinite at e = 1.
TheoryValue haff_time(int d, double restitution, double collision_rate);
/// T/T₀ after time t.
double haff_temperature(double time, double haff_time);

/// reduced_cooling_rate() of N particles with `dof` = D degrees of freedom over that of infinitely
/// many, exact for weak dissipation: dN/(D + 1).
double finite_cooling_factor(int d, double particles, double dof);

}  // namespace clausius
