#pragma once

#include <functional>

#include "clausius/theory/value.h"

/// The homogeneously cooling gas of inelastic spheres (d = 3) or disks (d = 2) of one species with
/// restitution e. `collision_rate` is Enskog's rate for the elastic gas at the same temperature.
namespace clausius {

/// The momentum transferred in a collision is (1 + e)/2 of that of elastic spheres, and so is the
/// collisional part of the pressure (Garzó & Dufty, Phys. Rev. E 59 (1999) 5895).
TheoryValue inelastic_compressibility_factor(const TheoryValue& elastic, double restitution);

/// Second Sonine coefficient of the cooling state: 16(1−e)(1−2e²)/[25 + 2e²(e−1) + 24d + e(8d−57)]
/// (Montanero & Santos, Granular Matter 2 (2000) 53).
TheoryValue cooling_kurtosis_a2(int d, double restitution);

/// Change of a moment ⟨c^p⟩ of the velocities c in units of √(2 k_BT/m) by collisions, for
/// velocities that follow Maxwell's law times 1 + a₂S₂(c²) + a₃S₃(c²), to first order in a₂ and a₃:
/// −d⟨c^p⟩/dt = maxwell + second·a₂ + third·a₃, in units in which ⟨c²⟩ of Maxwell's law decays at
/// the rate (1−e²)/2.
struct CollisionalMoment {
  double maxwell = 0, second = 0, third = 0;
};
/// @param power p = 2, 4 or 6
CollisionalMoment collisional_moment(int d, double restitution, int power);

/// Third Sonine coefficient of the cooling state, from the equations of the fourth and sixth moment
/// to first order in both coefficients (Brilliantov & Pöschel, Europhys. Lett. 74 (2006) 424; see
/// also Santos & Montanero, Granular Matter 11 (2009) 157). Its uncertainty is that of the second
/// order in a₂.
TheoryValue cooling_sonine_a3(int d, double restitution);

/// Sonine coefficients of the gas in the steady state under random kicks ("white noise"):
/// a₂ = 16(1−e)(1−2e²)/[73 + 56d − 24de − 105e + 30(1−e)e²] (van Noije & Ernst 1998).
TheoryValue driven_kurtosis_a2(int d, double restitution);
TheoryValue driven_sonine_a3(int d, double restitution);

/// Factor of Maxwell's law of velocities: 1 + a₂S₂(c²) + a₃S₃(c²), S_p the Sonine polynomials, c
/// the speed in units of √(2 k_BT/m).
double sonine_factor(int d, double a2, double a3, double c);

/// Factor of the survival exp(−x) of x = μ v_n²/2k_BT, v_n the normal speed of collisions at
/// random, for such velocities to first order in a₂: [1 + a₂(x²/2 − x/2 − 1/8)/2]/(1 − a₂/16).
double sonine_collision_factor(double a2, double x);

/// ⟨μ v_n²⟩ of collisions over k_BT: 2(1 + a₂/4), by which (1 − e²)/d (1 + a₂/4) is lost per
/// collision.
double sonine_collision_energy(double a2);

/// Self-diffusion of inelastic spheres or disks over that of elastic ones at the same temperature.
/// Collisions with others decorrelate a velocity by (1 + e)/2 (1 + 3a₂/16) of what elastic ones do
/// (first Sonine approximation). In the cooling state, in units of the falling thermal speed, half
/// the cooling rate is gained back: 4/(1 + e)²/(1 + 3a₂/16) (Brey, Ruiz-Montero, Cubero &
/// García-Rojo, Phys. Fluids 12 (2000) 876; Brilliantov & Pöschel, Phys. Rev. E 61 (2000) 1716). In
/// the steady state under random kicks 2/(1 + e)/(1 + 3a₂/16). The next orders are those of random
/// collisions, measured with this program.
TheoryValue cooling_diffusion_factor(int d, double restitution);
TheoryValue driven_diffusion_factor(int d, double restitution);

/// A of exp(−A c), the tail of the velocity distribution of the cooling state:
/// √2 d Γ(d/2)/Γ((d+1)/2)/[(1−e²)(1 + 3a₂/16)] (Esipov & Pöschel, J. Stat. Phys. 86 (1997) 1385;
/// van Noije & Ernst 1998). Infinite at e = 1.
TheoryValue cooling_tail_exponent(int d, double restitution);

/// −d ln T/dc, c collisions per particle: (1−e²)/d · (1 + a₂/4).
TheoryValue reduced_cooling_rate(int d, double restitution);

/// Reduced cooling rate for Maxwell's law of velocities, where restitution(v) depends on the normal
/// relative speed: ∫ x e^(−x) (1 − e²) dx/d, v² = 4x k_BT/m.
double reduced_cooling_rate(int d, const std::function<double(double)>& restitution,
                            double kt_over_mass);

/// −d ln T/dt at the temperature where the elastic gas has `collision_rate`:
/// (1−e²)/d · collision_rate · (1 + 3a₂/16) (van Noije & Ernst, Granular Matter 1 (1998) 57).
TheoryValue cooling_rate(int d, double restitution, double collision_rate);

/// Haff's law T = T₀/(1 + t/τ)² (J. Fluid Mech. 134 (1983) 401): τ, twice the inverse of
/// cooling_rate() at T₀; infinite at e = 1.
TheoryValue haff_time(int d, double restitution, double collision_rate);
/// T/T₀ after time t.
double haff_temperature(double time, double haff_time);

/// reduced_cooling_rate() of N particles relative to infinitely many, exact for weak dissipation:
/// M/(D + 1), where M = dN (plus rotations) is the total number of degrees of freedom, and D =
/// `dof` that of those that share the energy.
double finite_cooling_factor(double motions, double dof);

}  // namespace clausius
