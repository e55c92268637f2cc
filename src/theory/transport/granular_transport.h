#pragma once

#include "clausius/theory/value.h"
#include "theory/transport/transport.h"

namespace clausius {

/// Sonine polynomials on top of which velocity distribution the linear response to gradients is
/// expanded: Maxwell's law (the first approximation, as usual), or the law of the homogeneous
/// cooling state, to first order in a₂ (Garzó, Santos & Montanero, Physica A 376 (2007) 94), which
/// is better where much energy is lost.
enum class SonineWeight { maxwell, cooling };

/// Navier–Stokes transport coefficients of smooth inelastic spheres (disks), relative to those of
/// the dilute elastic gas in first Sonine approximation, η₀ and κ₀.
struct ReducedGranularTransport {
  double viscosity, bulk_viscosity;  ///< over η₀
  double conductivity;               ///< over κ₀
  double diffusive;                  ///< n/(k_BT κ₀) μ, see GranularTransport
  /// Parts of viscosity and conductivity that collisions transfer in the undeformed gas.
  double contact_viscosity, contact_conductivity;
};

/// By Enskog's equation, to first order in gradients about the homogeneous cooling state (Garzó &
/// Dufty, Phys. Rev. E 59 (1999) 5895; d dimensions: Lutsko, Phys. Rev. E 72 (2005) 021306).
/// @pre packing fractions up to freezing
ReducedGranularTransport reduced_granular_transport(int dimensions, double restitution,
                                                    double packing_fraction, SonineWeight weight);

/// Transport coefficients of a cooling granular gas at the temperature of `gas`. The heat flux is
/// −κ ∇(k_BT) − μ ∇n, with the diffusive heat conductivity μ, which is 0 of elastic particles.
struct GranularTransport {
  TheoryValue shear_viscosity, bulk_viscosity;
  TheoryValue thermal_conductivity;         ///< κ
  TheoryValue diffusive_heat_conductivity;  ///< μ
};

/// With SonineWeight::cooling, and the factors of all other Sonine polynomials of elastic
/// particles: at e = 1 they are shear_viscosity(), bulk_viscosity() and thermal_conductivity(). The
/// uncertainty is half of what the other weight changes, of what the other polynomials contribute,
/// and that of correlated collisions.
GranularTransport granular_transport(const SphereGas& gas, double restitution);

}  // namespace clausius
