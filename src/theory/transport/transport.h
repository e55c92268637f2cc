#pragma once

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "theory/velocities/relaxation_spectrum.h"

/// Transport coefficients of hard spheres and disks after Chapman & Enskog in converged Sonine
/// polynomials (sonine_factors()), with Enskog's dependence on density. The uncertainty covers the
/// contribution of correlated collisions, which Enskog's theory neglects, in a fluid of this
/// density. `density` = N/V; `kt` = k_B T.
namespace clausius {

/// A gas of one species.
struct SphereGas {
  double density = 0;
  double diameter = 1;
  double mass = 1;
  double kt = 1;
  int dimensions = 3;
};
double packing_fraction(const SphereGas& gas);

/// Factors of all Sonine polynomials over the first approximation.
const SonineFactors& transport_sonine_factors(int d);
/// Viscosity and conductivity of the dilute gas in first Sonine approximation.
double first_viscosity(const SphereGas& gas);
double first_conductivity(const SphereGas& gas);

/// Self-diffusion, area per time.
TheoryValue diffusion_coefficient(const SphereGas& gas);
/// ½⟨Δx²⟩ after `time` for a particle whose velocity decorrelates at the rate k_BT/(m·diffusion): D
/// (t − τ(1 − exp(−t/τ))), τ = D m/k_BT. At first its flight is straight.
double half_square_displacement(double time, double diffusion, double kt_over_mass);
TheoryValue shear_viscosity(const SphereGas& gas);
TheoryValue bulk_viscosity(const SphereGas& gas);
/// Thermal conductivity in units of k_B.
TheoryValue thermal_conductivity(const SphereGas& gas);

/// Coefficients with what correlated collisions contribute in spheres up to freezing, by fits to
/// simulations: of self-diffusion by Erpenbeck & Wood (Phys. Rev. A 43 (1991) 4254), good
/// to 1 % when tried with this program; of the others to simulations with this program. At freezing
/// D is 0.62 of Enskog's, η twice, κ more than twice, λ 5 % more. For disks Enskog's, because the
/// integrals do not converge in two dimensions.
TheoryValue correlated_diffusion_coefficient(const SphereGas& gas);
TheoryValue correlated_shear_viscosity(const SphereGas& gas);
TheoryValue correlated_bulk_viscosity(const SphereGas& gas);
TheoryValue correlated_thermal_conductivity(const SphereGas& gas);
/// Diffusion of a few particles of one species through the others, by Enskog's friction (first
/// Sonine approximation, exact for particles much heavier than the others): k_BT/(m ν), ν = (2/d)
/// Σ_b ω_b 2m_b/(m + m_b) with collision_rates(); their velocities decorrelate as exp(−νt).
TheoryValue tracer_diffusion_coefficient(const Mixture& mixture, double kt, std::size_t species);

/// Factors of the transport coefficients of N particles in a periodic box at constant energy
/// relative to infinitely many, in a dilute gas; the next order in 1/N is neglected.
SonineFactors finite_transport_factors(int d, double particles);

/// Factors of the rates at which the autocorrelations of the velocity and of the energy of a
/// particle begin to decay at a given rate of its collisions: exact for N particles of one species
/// in a periodic box at constant energy, relative to infinitely many.
struct MemoryFactors {
  double velocity, energy;
};
MemoryFactors finite_memory_factors(int d, double particles);
/// Relative uncertainty of the rates of decay after some collisions, and of what they integrate to:
/// partners meet again around the box. Measured with this program: 50 disks decay faster by 0.4/N
/// to 1.2/N after one collision each, depending on the free path relative to the box, 50 spheres by
/// 0.15/N.
double uncertain_memory(int d, double particles);

/// Reduction of the diffusion coefficient of spheres in a cubic box of edge L by periodic images:
/// 2.837297 k_BT/(6π η L) (Dünweg & Kremer 1993; Yeh & Hummer 2004).
double finite_diffusion_loss(double kt, double viscosity, double edge);

}  // namespace clausius
