#pragma once

#include <Eigen/Core>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"

/// Collision rates in equilibrium (Enskog: the kinetic rate of a dilute gas times the contact value
/// of the pair distribution). For elastic hard particles they are exact except for the contact
/// value. `kt` = k_B T; a rate is per time, whose unit follows from σ, m and k_BT.
namespace clausius {

/// Partial collision rate ω_ij: collisions per time of one particle of species i with particles of
/// species j, S_d σ_ij^{d−1} n_j χ_ij √(k_BT/(2π μ_ij)), S_d = 4π (3D) or 2π (2D).
Eigen::MatrixXd collision_rates(const Mixture& mixture, double kt);

/// Collisions per time of a particle of species i with particles of all species.
TheoryValue collision_rate(const Mixture& mixture, double kt, std::size_t species);
/// Collision rate averaged over all particles: 2C/(N t).
TheoryValue collision_rate(const Mixture& mixture, double kt);

/// Mean time between collisions of a particle, 1/ω.
TheoryValue mean_free_time(const Mixture& mixture, double kt);
/// Total path of all particles over the number of collisions they suffer, ⟨v⟩/ω;
/// 1/(√2 π ρ σ² χ) in 3D and 1/(2√2 ρ σ χ) in 2D for one species. Does not depend on temperature.
TheoryValue mean_free_path(const Mixture& mixture);
/// Mean free path of the particles of one species.
TheoryValue mean_free_path(const Mixture& mixture, std::size_t species);

/// The rates above at constant energy with `dof` = D degrees of freedom, relative to those at
/// constant temperature k_BT = 2E/D: √(D/2) Γ(D/2)/Γ((D+1)/2) ≈ 1 + 1/(4D). The factor is exact for
/// the mean relative speed of any pair, for all masses, dimensions and kinds of box: √μ v_ij is a
/// projection of a point on the energy sphere.
double finite_speed_factor(double dof);

/// The rates above for N = Σ count particles in a periodic box at constant energy: with N_j − δ_ij
/// partners of species j, the kinetic factor finite_speed_factor(d(N−1)) and FiniteContactValues.
Eigen::MatrixXd finite_collision_rates(const Mixture& mixture, double kt);
TheoryValue finite_collision_rate(const Mixture& mixture, double kt, std::size_t species);
TheoryValue finite_collision_rate(const Mixture& mixture, double kt);

/// ⟨μ v_n²⟩ over the collisions, v_n the normal relative speed: 2 k_BT · D/(D + 1).
TheoryValue mean_collision_energy(double kt, double dof);
/// Fraction of the collisions with μ v_n²/2k_BT above x: (1 − 2x/D)^((D−1)/2), which tends to e^−x
/// for large D; valid at any density.
double collision_energy_survival(double x, double dof);

/// Hits of a wall by one species, per area and time: ρ_i χ_w √(k_BT/(2πm)) = P_i/√(2π m k_BT) at
/// any density, where P_i = `pressure` is the species' share (the whole pressure for one species).
TheoryValue wall_hit_rate(double pressure, double mass, double kt);

/// ⟨t²⟩/⟨t⟩² of the free times in a gas of one species (2.07613 in 3D, 2.10844 in 2D): the rate of
/// a particle depends on its speed, so free times are not exponential. From Enskog's
/// speed-dependent rate.
TheoryValue free_time_ratio(int d);
/// ⟨ℓ²⟩/⟨ℓ⟩² of the free paths in a gas of one species (2.10122 in 3D, 2.15982 in 2D).
TheoryValue free_path_ratio(int d);

/// Probability that a free flight in a gas of one species lasts longer than `time` mean free times,
/// or is longer than `length` mean free paths: averages over the speeds with which flights begin.
/// From Enskog's speed-dependent rate; not exponential.
double free_time_survival(int d, double time);
double free_path_survival(int d, double length);

/// Collision rate of a particle of speed v relative to that of the average particle, in a gas of
/// one species; `reduced_speed` is v √(m/k_BT).
double relative_rate_of_speed(int d, double reduced_speed);

}  // namespace clausius
