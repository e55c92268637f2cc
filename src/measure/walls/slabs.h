#pragma once

#include <algorithm>
#include <cstddef>

#include "clausius/engine/state.h"

namespace clausius {

/// Slabs of equal width across the box along one axis, over the range of the centres of the
/// smallest particles.
template <int Dim>
struct Slabs {
  static constexpr std::size_t kCount = 40;

  Slabs(const Gas<Dim>& gas, int across) : axis(across) {
    double smallest = gas.species[0].diameter;
    for (const SphereSpecies& one : gas.species) smallest = std::min(smallest, one.diameter);
    // For a body this is the diameter of its bounding sphere: centres come nearer.
    begin = gas.box.periodic[axis] || !gas.bodies.empty() ? 0 : 0.5 * smallest;
    width = gas.box.size[axis] - 2 * begin;
    volume = gas.box.volume() / gas.box.size[axis] * width / kCount;
  }

  /// Where a centre is, in slabs from the beginning.
  [[nodiscard]] double place(double x) const { return (x - begin) / width * kCount; }
  [[nodiscard]] std::size_t of(double x) const {
    return static_cast<std::size_t>(std::clamp(place(x), 0.0, kCount - 1.0));
  }
  [[nodiscard]] double centre(std::size_t slab) const {
    return begin + (static_cast<double>(slab) + 0.5) / kCount * width;
  }

  int axis;
  double begin = 0, width = 0;
  double volume = 0;  ///< of a slab
};

}  // namespace clausius
