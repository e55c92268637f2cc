#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"

/// Relaxation of a gas to equilibrium. c counts collisions per particle, 2C/N.
namespace clausius {

/// dK/dc at the start of K = ⟨v⁴⟩/⟨v²⟩² for particles of equal speed and mass in random
/// directions, dilute: 8/35 (3D), 64/225 (2D), from K = 1.
TheoryValue initial_kurtosis_slope(int d);

/// Rate r of the approach a₂ ∝ exp(−r c) of the second Sonine coefficient to 0 in an elastic gas,
/// in the first Sonine approximation: 4(d−1)/(d(d+2)), that is 8/15 (3D), 1/2 (2D). An upper bound:
/// higher Sonine polynomials are slower (van Noije & Ernst, Granular Matter 1 (1998) 57, at e = 1).
TheoryValue sonine_relaxation_rate(int d);

/// Mean change of the kinetic energy of the first of two colliding particles, for gases that are
/// both Maxwellian with temperatures `first_kt` and `second_kt`:
/// −2(1+e) μ kT₁/m₁ + (1+e)² μ² (kT₁/m₁ + kT₂/m₂)/m₁ (any dimension); −4 m₁m₂/M² (kT₁ − kT₂) at e
/// = 1.
double mean_energy_change(double first_mass, double second_mass, double first_kt, double second_kt,
                          double restitution);

/// dk_BT_i/dt of the species of a homogeneous gas, each Maxwellian with k_BT = kt[i]; `restitution`
/// is species × species (Garzó & Dufty, Phys. Rev. E 60 (1999) 5706, lowest order).
Eigen::VectorXd temperature_rates(const Mixture& mixture, const Eigen::VectorXd& kt,
                                  const Eigen::MatrixXd& restitution);

/// k_BT of each species (rows) at each of `times` (columns; rising, from `kt` at time 0), the
/// solution of temperature_rates().
/// @throws std::invalid_argument if the times do not increase from 0 on.
Eigen::MatrixXd relax_temperatures(const Mixture& mixture, const Eigen::VectorXd& kt,
                                   const Eigen::MatrixXd& restitution,
                                   std::span<const double> times);

}  // namespace clausius
