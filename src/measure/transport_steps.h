#pragma once

#include <vector>

#include "measure/measured_run.h"

namespace clausius {

/// Sampling interval of the particles of each species for transport: an eighth of the decay time of
/// their velocities. 0: unknown, or without particles.
/// @pre the measured part has begun
template <int Dim>
std::vector<double> transport_steps(const Measured<Dim>& run);

}  // namespace clausius
