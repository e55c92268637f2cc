#pragma once

#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "theory/transport/transport.h"

namespace clausius {

/// The gas of one species of smooth spheres at this density; empty for others.
template <int Dim>
std::optional<SphereGas> local_gas(const Gas<Dim>& gas, double density, double kt);

/// `pressure_fluctuation`, see BoundaryFlows; empty unless all walls are thermal with one
/// temperature.
/// @param durations durations of the intervals
/// @param impulses impulses on all walls in them
template <int Dim>
std::optional<Observable> pressure_fluctuation(const Gas<Dim>& gas, double particles, double kt,
                                               const std::vector<double>& durations,
                                               const std::vector<double>& impulses);

}  // namespace clausius
