#pragma once

#include <optional>

#include "clausius/engine/state.h"
#include "theory/transport/transport.h"

namespace clausius {

/// The gas of one species of smooth spheres at this density; empty for others.
template <int Dim>
std::optional<SphereGas> local_gas(const Gas<Dim>& gas, double density, double kt) {
  if (gas.species.size() > 1 || !gas.bodies.empty() || gas.is_rough() || density <= 0 || kt <= 0)
    return std::nullopt;
  return SphereGas{density, gas.species[0].diameter, gas.species[0].mass, kt, Dim};
}

}  // namespace clausius
