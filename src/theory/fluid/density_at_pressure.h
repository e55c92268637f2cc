#pragma once

#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// Pressure of the spheres or disks of `mixture` at the packing fraction `fraction`.
double pressure_at(Mixture mixture, double kt, double fraction);

/// The packing fraction of `mixture` at `pressure`.
/// @pre pressure is not above that of freezing_packing_fraction()
double packing_fraction_at(const Mixture& mixture, double kt, double pressure);

}  // namespace clausius
