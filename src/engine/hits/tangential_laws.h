#pragma once

#include <algorithm>
#include <cstddef>

#include "clausius/engine/state.h"
#include "collision/resolve.h"

namespace clausius {

/// Tangential law of a hit of two spheres. @pre gas.is_rough()
template <int Dim>
TangentialLaw tangential_law(const Gas<Dim>& gas, std::size_t a, std::size_t b) {
  const auto i = static_cast<Eigen::Index>(a), j = static_cast<Eigen::Index>(b);
  TangentialLaw law{gas.tangential(i, j)};
  if (gas.friction.size() > 0) law.friction = gas.friction(i, j);
  return law;
}

/// Tangential law of a hit of a sphere on a surface. @pre gas.is_rough()
template <int Dim>
TangentialLaw tangential_law(const Gas<Dim>& gas, const WallLaw<Dim>& surface,
                             std::size_t species) {
  TangentialLaw law{surface.tangential.value_or(gas.wall_tangential[species])};
  if (surface.friction)
    law.friction = *surface.friction;
  else if (!gas.wall_friction.empty())
    law.friction = gas.wall_friction[species];
  return law;
}

/// Whether `test` holds for some wall or obstacle.
template <int Dim, class Test>
bool any_surface(const Gas<Dim>& gas, const Test& test) {
  for (std::size_t face = 0; face < gas.boundary.faces.size(); ++face)
    if (!gas.box.periodic[face / 2] && test(gas.boundary.faces[face])) return true;
  const auto& obstacles = gas.boundary.obstacles;
  return std::any_of(obstacles.begin(), obstacles.end(), test);
}

/// Whether `test` holds for the law of some pair, or of some species at a wall or an obstacle. None
/// does in a gas of smooth spheres.
template <int Dim, class Test>
bool any_tangential_law(const Gas<Dim>& gas, const Test& test) {
  for (std::size_t a = 0; a < gas.species.size() && gas.is_rough(); ++a) {
    for (std::size_t b = a; b < gas.species.size(); ++b)
      if (test(tangential_law(gas, a, b))) return true;
    if (any_surface(gas, [&](const WallLaw<Dim>& surface) {
          return test(tangential_law(gas, surface, a));
        }))
      return true;
  }
  return false;
}

/// Whether friction lets some hits slide.
template <int Dim>
bool has_friction(const Gas<Dim>& gas) {
  return any_tangential_law(
      gas, [](const TangentialLaw& law) { return law.is_rough() && law.may_slide(); });
}

}  // namespace clausius
