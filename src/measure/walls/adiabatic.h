#pragma once

#include "clausius/engine/state.h"
#include "clausius/theory/value.h"
#include "measure/gas_theory/gas_theory.h"

namespace clausius {

/// Whether smooth walls of a gas without drives move steadily and slower than its thermal speed
/// √(k_BT/m), so that they compress or expand it along an adiabat; `kt` is k_BT at the start.
template <int Dim>
bool has_adiabat(const Gas<Dim>& gas, double kt);

/// k_BT at the time `to` of a gas whose walls have compressed or expanded it since the time `from`,
/// when it was `kt`: that of adiabatic_temperature(). The uncertainty is the deviation of walls
/// that do not move slowly, which drive sound.
/// @pre has_adiabat()
template <int Dim>
Prediction adiabatic_kt(const Gas<Dim>& gas, const GasTheory& theory, double kt, double from,
                        double to);

}  // namespace clausius
