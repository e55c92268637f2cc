#pragma once

#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"

/// Transport coefficients of mixtures of hard spheres (d = 3) and disks (d = 2) after Chapman &
/// Enskog in converged Sonine polynomials, with Enskog's dependence on density as revised by van
/// Beijeren & Ernst (López de Haro, Cohen & Kincaid, J. Chem. Phys. 78 (1983) 2746; any number of
/// dimensions: Garzó, Dufty & Hrenya, Phys. Rev. E 76 (2007) 031303, at e = 1). The uncertainty
/// covers the contribution of correlated collisions, which Enskog's theory neglects, as in
/// transport.h, and of more polynomials. `kt` = k_B T.
namespace clausius {

/// Diffusion of marked particles of one species through the gas, including their own species: area
/// per time.
TheoryValue self_diffusion_coefficient(const Mixture& mixture, double kt, std::size_t species);

/// Mutual diffusion of two species: the coefficient of Maxwell and Stefan, which is Fick's divided
/// by the thermodynamic factor.
/// @pre the mixture has two components, with particles of both
TheoryValue mutual_diffusion_coefficient(const Mixture& mixture, double kt);

TheoryValue shear_viscosity(const Mixture& mixture, double kt);

/// Thermal conductivity without diffusion, as in the steady state, in units of k_B.
TheoryValue thermal_conductivity(const Mixture& mixture, double kt);

/// Thermal diffusion of two species: α of −x₁x₂ α ∇ln T, the gradient of the mole fraction of the
/// first in the steady state times the thermodynamic factor, which is 1 in a dilute gas; positive
/// if the first collects where it is cold.
/// @pre the mixture has two components, with particles of both
TheoryValue thermal_diffusion_factor(const Mixture& mixture, double kt);

/// Partial enthalpies per particle of each component, d/2 k_BT + P v_i, with the partial volumes
/// v_i = (∂P/∂n_i)/Σ_j n_j (∂P/∂n_j) of compressibility_factor(): exact for hard particles except
/// for that.
std::vector<double> partial_enthalpies(const Mixture& mixture, double kt);

}  // namespace clausius
