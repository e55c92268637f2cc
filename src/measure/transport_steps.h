#pragma once

#include <vector>

#include "measure/measured_run.h"

namespace clausius {

/// Time from one sample of the particles of each species to the next for transport: an eighth of
/// that in which they forget their velocities. 0: unknown, or without particles.
/// @pre the measured part has begun
template <int Dim>
std::vector<double> transport_steps(const Measured<Dim>& run);

}  // namespace clausius
