#pragma once

#include <Eigen/Core>
#include <span>

#include "clausius/theory/value.h"

/// Relaxation of the velocity distribution of an elastic gas of one species: the Boltzmann equation
/// of hard spheres and disks in Sonine polynomials, linearised about equilibrium or complete. Time
/// is c, collisions per particle, in which homogeneous gases of any density relax alike (Enskog).
namespace clausius {

/// Λ of da/dc = −Λ a for f = M (1 + Σ_p a_p √w_p ψ_p), p = 2 … order + 1, where ψ_p are the Sonine
/// polynomials L_p^{(d/2−1)}(v²/2) over their norms √w_p in Maxwell's law M. Symmetric; its
/// elements are exact: averages of polynomials over colliding pairs by Gauss' quadrature. Λ(0, 0)
/// is sonine_relaxation_rate().
/// @pre 1 <= order <= 32; beyond, the quadrature loses its digits
Eigen::MatrixXd sonine_relaxation_matrix(int d, int order);

/// Eigenvalues of Λ, ascending. For infinitely many polynomials those below the smallest rate at
/// which a particle collides, 1/√2 of the mean for spheres and disks, are the discrete spectrum of
/// the collision operator (Kuščer & Williams, Phys. Fluids 10 (1967) 1922); above lies a continuum.
Eigen::VectorXd relaxation_spectrum(int d, int order);

/// ⟨a_p(0) a_p(c)⟩/⟨a_p²⟩ in equilibrium at each of `collisions`, p = 2 … order + 1 (rows): the
/// fluctuations of the Sonine coefficients of finitely many particles decay by the linearised
/// Boltzmann equation (Onsager).
Eigen::MatrixXd sonine_autocorrelation(int d, int order, const Eigen::VectorXd& collisions);

/// Transport coefficients of a dilute gas with `order` Sonine polynomials, relative to those with
/// the first alone (Chapman & Cowling, ch. 7 and 10).
struct SonineFactors {
  double diffusion;  ///< for a marked particle among identical ones
  double viscosity;
  double conductivity;
};
/// @pre 1 <= order <= 16; beyond, the quadrature loses its digits
SonineFactors sonine_factors(int d, int order);

/// Means over the particles of a homogeneous isotropic gas at its start, v being in units of
/// √(k_BT/m): the initial data of relax_from(). Each has order + 2 elements.
struct SonineStart {
  Eigen::VectorXd shape;   ///< ⟨ψ_p⟩
  Eigen::VectorXd energy;  ///< ⟨ψ_p (v² − d)⟩
  Eigen::VectorXd velocity;  ///< ⟨φ_p v²⟩; φ_p v is the p-th vector, φ_p ∝ L_p^{(d/2)}(v²/2)
};
/// Initial data of a gas in equilibrium.
SonineStart maxwell_start(int d, int order);
/// Initial data of particles with these squares of their speeds, in any unit.
/// @throws std::invalid_argument if all are at rest
SonineStart sonine_start(int d, int order, std::span<const double> speed_sq);

/// Order used in comparisons of measurements with relax_from(): more polynomials change the
/// autocorrelations of velocity and energy by less than 1e-5.
inline constexpr int kMemoryOrder = 8;
inline constexpr const char* kMemorySource =
    "Boltzmann equation of a marked particle, 8 Sonine polynomials";

/// Columns and elements: by time.
struct SoninePath {
  Eigen::MatrixXd coefficients;     ///< a_p, p = 2 … order + 1 (rows)
  Eigen::VectorXd velocity_memory;  ///< ⟨v(0)·v(c)⟩/⟨v²⟩ over the particles
  Eigen::VectorXd energy_memory;  ///< ⟨δ(0) δ(c)⟩/⟨δ²⟩, δ = v² − ⟨v²⟩; meaningless at equal speeds
};
/// Solution of the Boltzmann equation, quadratic terms included, and of that of a marked particle
/// in the same gas. From equal speeds a₂, a₃ and the autocorrelations are accurate to 5e-4 at order
/// 8; for a₂ and a₃ from a start with a much wider spread a higher order is needed.
/// @pre order <= 16; beyond, the quadrature loses its digits
/// @throws std::invalid_argument if the collisions per particle do not increase from 0 on
SoninePath relax_from(int d, const SonineStart& start, std::span<const double> collisions);

}  // namespace clausius
