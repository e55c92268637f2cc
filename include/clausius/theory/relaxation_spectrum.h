#pragma once

#include <Eigen/Core>

#include "clausius/theory/value.h"

/// How the shape of the velocity distribution of an elastic gas of one species relaxes: the
/// linearised Boltzmann equation of hard spheres and disks in Sonine polynomials. Time is c,
/// collisions per particle, in which homogeneous gases of any density relax alike (Enskog).
namespace clausius {

/// Λ of da/dc = −Λ a for f = M (1 + Σ_p a_p √w_p ψ_p), p = 2 … order + 1, where ψ_p are the Sonine
/// polynomials L_p^{(d/2−1)}(v²/2) over their norms √w_p in Maxwell's law M. Symmetric; its
/// elements are exact: averages of polynomials over colliding pairs by Gauss' quadrature. Λ(0, 0)
/// is sonine_relaxation_rate().
/// @pre 1 <= order <= 32; beyond, the quadrature loses its digits
Eigen::MatrixXd sonine_relaxation_matrix(int d, int order);

/// Its eigenvalues, rising. Of infinitely many polynomials those below the smallest rate at which a
/// particle collides, 1/√2 of the mean for spheres and disks, are the discrete spectrum of the
/// collision operator (Kuščer & Williams, Phys. Fluids 10 (1967) 1922); above lies a continuum.
Eigen::VectorXd relaxation_spectrum(int d, int order);

/// ⟨a_p(0) a_p(c)⟩/⟨a_p²⟩ in equilibrium at each of `collisions`, p = 2 … order + 1 (rows): the
/// fluctuations of the Sonine coefficients of finitely many particles forget as the linearised
/// Boltzmann equation says (Onsager).
Eigen::MatrixXd sonine_autocorrelation(int d, int order, const Eigen::VectorXd& collisions);

}  // namespace clausius
