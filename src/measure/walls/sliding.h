#pragma once

#include <optional>

#include "measure/measured_run.h"

// Friction of a gas at walls that slide.

namespace clausius {

/// Direction along which the walls of an axis slide.
template <int Dim>
std::optional<Vec<Dim>> sliding(const Gas<Dim>& gas, int axis);

/// Momentum along `along` that a face receives per area and time: that of rarefied_shear_stress().
template <int Dim>
Prediction shear_stress_theory(const Measured<Dim>& run, int face, const Vec<Dim>& along);

}  // namespace clausius
