#pragma once

#include "clausius/theory/value.h"

/// Transport coefficients of hard spheres (d = 3) of one species after Chapman & Enskog, with the
/// Sonine factors of high order (1.018954, 1.016034, 1.025218; Chapman & Cowling § 10.21) and
/// Enskog's dependence on density. `density` = N/V; `kt` = k_B T.
namespace clausius {

struct SphereGas {
  double density = 0;
  double diameter = 1;
  double mass = 1;
  double kt = 1;
};

/// Self-diffusion, area per time.
TheoryValue diffusion_coefficient(const SphereGas& gas);
TheoryValue shear_viscosity(const SphereGas& gas);
TheoryValue bulk_viscosity(const SphereGas& gas);
/// In units of k_B.
TheoryValue thermal_conductivity(const SphereGas& gas);

/// What periodic images take from the diffusion coefficient in a cubic box of edge L:
/// 2.837297 k_BT/(6π η L) (Dünweg & Kremer 1993; Yeh & Hummer 2004).
double finite_diffusion_loss(double kt, double viscosity, double edge);

}  // namespace clausius
