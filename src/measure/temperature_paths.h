#pragma once

#include <vector>

#include "measure/measured_run.h"

namespace clausius {

/// Relative tolerance of curves of theory over time: a tenth of a line's width in a figure.
inline constexpr double kPathTolerance = 1e-4;

/// k_BT of theory at each row of the history, going on from the first one: of translation by
/// species, then of rotation by species. Empty where theory says nothing.
template <int Dim>
std::vector<std::vector<double>> temperature_paths(const Measured<Dim>& run);

}  // namespace clausius
