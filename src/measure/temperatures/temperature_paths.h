#pragma once

#include <vector>

#include "measure/measured_run.h"

namespace clausius {

/// Relative tolerance of theoretical curves over time: a tenth of a line's width in a figure.
inline constexpr double kPathTolerance = 1e-4;

/// Theoretical k_BT at each row of the history, starting from the first row: of translation by
/// species, then of rotation by species. Empty if there is no theory.
template <int Dim>
std::vector<std::vector<double>> temperature_paths(const Measured<Dim>& run);

}  // namespace clausius
