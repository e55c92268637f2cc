#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/geometry/bitmap.h"

namespace clausius {

/// Sites for `count` spheres of the largest diameter (contact distance) of `gas`, in the order of
/// their planes: the points of an evenly spaced rectangular grid, all of them or every other one
/// like the black squares of a chessboard (in three dimensions face-centred, in two centred
/// rectangular, which is hexagonal if the box allows), whichever has the widest spacing, without
/// those where such a sphere would overlap an obstacle. There may be more sites than requested.
/// Between walls the outermost spheres touch them.
/// @return nothing if no such lattice is wide enough
template <int Dim>
std::optional<std::vector<Vec<Dim>>> lattice_sites(const Gas<Dim>& gas, std::size_t count);

/// A part of the box that must contain particles, including their surfaces; with a bitmap, laid
/// over x and y, the centres must lie in its dark pixels.
template <int Dim>
struct Region {
  Vec<Dim> low, high;
  Bitmap bitmap{};
};
/// Region of each species that is not placed in the whole box. Empty: none.
template <int Dim>
using Regions = std::vector<std::optional<Region<Dim>>>;

/// Random sequential insertion without overlap, the largest species first, of spheres whose
/// diameters are `scale` times those of the gas.
/// @param particles their species and, in a polydisperse gas, diameters
/// @return positions by id, or nothing after a hundred attempts per particle
template <int Dim>
std::optional<std::vector<Vec<Dim>>> insert_randomly(const Gas<Dim>& gas,
                                                     const State<Dim>& particles, double scale,
                                                     std::uint64_t seed,
                                                     const Regions<Dim>& regions = {});

/// A random placement without overlap: by insertion alone where that is fast, otherwise by
/// inserting smaller spheres and growing them (not with regions or obstacles).
/// @return positions by id, or nothing if the gas jams before it has grown
/// @throws Interrupted if the flag `interrupt` is raised while spheres grow
template <int Dim>
std::optional<std::vector<Vec<Dim>>> place_randomly(const Gas<Dim>& gas,
                                                    const State<Dim>& particles, std::uint64_t seed,
                                                    const Regions<Dim>& regions = {},
                                                    const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
