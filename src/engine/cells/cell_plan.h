#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/geometry/box.h"
#include "core/elementary.h"

namespace clausius {

/// A particle that is wider than the cells, see Halos.
struct WideParticle {
  std::uint32_t id;
  double reach;  ///< its largest contact distance with those that are not wide
};

/// Division of a gas into cells.
struct CellPlan {
  std::vector<double> least_edges;  ///< least edge of each level, ascending
  double overlapping_edge = 0;      ///< least edge of OverlappingCells; 0: they do not suit the gas
  double diameter = 0;              ///< largest contact distance
  double excess = 0;                ///< see largest_excess()
  /// If there are any, there is one level for all others; by id.
  std::vector<WideParticle> wide{};
  double widest_other = 0;  ///< largest diameter of those that are not wide

  /// Level of the particles of this diameter: the finest with cells as wide, so that its edge is at
  /// least the contact distance with any that is not larger. The wide ones are above the last.
  [[nodiscard]] std::uint8_t level_of(double its_diameter) const {
    if (!wide.empty()) return its_diameter > widest_other ? 1 : 0;
    std::uint8_t level = 0;
    while (level + 1U < least_edges.size() && least_edges[level] < its_diameter + excess) ++level;
    return level;
  }
};

/// Number of cells along each axis: as many as fit, at least two on a periodic one, because with
/// one a particle that crosses the edge of the box would return to the cell it left. A box much
/// larger than its gas gets only a few cells per particle.
template <int Dim>
std::array<std::uint32_t, Dim> cells_along_axes(const Box<Dim>& box, double least_edge,
                                                std::size_t particles) {
  double edge = least_edge;
  const double most_cells = std::min(8.0 * static_cast<double>(particles) + 64, 0x1p30);
  while (true) {
    double cells = 1;
    for (int k = 0; k < Dim; ++k) cells *= std::max(1.0, std::floor(box.size[k] / edge));
    if (cells <= most_cells) break;
    edge *= std::max(1.01, portable::pow(cells / most_cells, 1.0 / Dim));
  }
  std::array<std::uint32_t, Dim> count;
  for (int k = 0; k < Dim; ++k) {
    const double least = box.periodic[k] ? 2.0 : 1.0;
    count[k] = static_cast<std::uint32_t>(std::max(least, std::floor(box.size[k] / edge)));
  }
  return count;
}

/// Least number of cells on a periodic axis with which the nearest image at the time of a search is
/// the image in the cells.
inline constexpr std::uint32_t kLeastCells = 5;

/// Whether it is.
template <int Dim>
bool nearest_image_holds(const Box<Dim>& box, const std::array<std::uint32_t, Dim>& cells) {
  for (int k = 0; k < Dim; ++k)
    if (box.periodic[k] && cells[k] < kLeastCells) return false;
  return true;
}

/// Number of cells of each level along each axis; a cell of one level is a block of whole cells of
/// the next finer one.
/// @param least_edges of each level, ascending
template <int Dim>
std::vector<std::array<std::uint32_t, Dim>> cells_of_levels(const Box<Dim>& box,
                                                            const std::vector<double>& least_edges,
                                                            std::size_t particles) {
  std::vector<std::array<std::uint32_t, Dim>> count(least_edges.size());
  count.back() = cells_along_axes(box, least_edges.back(), particles);
  for (std::size_t level = count.size() - 1; level-- > 0;)
    for (int k = 0; k < Dim; ++k) {
      const std::uint32_t coarser = count[level + 1][k];
      const double fitting = std::floor(box.size[k] / coarser / least_edges[level]);
      count[level][k] = coarser * static_cast<std::uint32_t>(std::max(1.0, fitting));
    }
  return count;
}

/// Largest distance, in cells along an axis, of two cells that are less than `reach` apart.
inline std::int32_t cells_within(double reach, double edge) {
  return static_cast<std::int32_t>(std::ceil(reach / edge));
}

/// Number of cells along each axis of a gas whose particles are all wide: so many that of two which
/// come to touch before either leaves its cell the nearest image does.
/// @param contact largest contact distance @return none if the box is too small
template <int Dim>
std::optional<std::array<std::uint32_t, Dim>> cells_for_wide(const Box<Dim>& box, double contact) {
  constexpr double kMost = 40;
  std::array<std::uint32_t, Dim> count;
  for (int k = 0; k < Dim; ++k) {
    const double most = 0.25 * box.size[k] - 0.5 * kWider * contact;  // edge of a cell
    if (box.periodic[k] && !(most * kMost > box.size[k])) return std::nullopt;
    count[k] = box.periodic[k] ? 1 + static_cast<std::uint32_t>(box.size[k] / most) : 1;
  }
  return count;
}

/// Number of cells of each level along each axis.
template <int Dim>
std::vector<std::array<std::uint32_t, Dim>> cells_of(const Box<Dim>& box, const CellPlan& plan,
                                                     std::size_t particles) {
  if (!plan.wide.empty() && plan.wide.size() == particles)
    return {cells_for_wide<Dim>(box, plan.diameter).value()};
  return cells_of_levels(box, plan.least_edges, particles);
}

/// Whether the nearest image at the time of a search is the one that the search means.
template <int Dim>
bool nearest_image_holds(const Box<Dim>& box, const CellPlan& plan, std::size_t particles) {
  return !plan.wide.empty() ||
         nearest_image_holds<Dim>(box, cells_along_axes(box, plan.least_edges.back(), particles));
}

/// Edge of the cells of a gas whose particles are filed in one grid.
/// @param requested in units of the largest contact distance; 0: by the density
template <int Dim>
double cell_edge(const Gas<Dim>& gas, std::size_t particles, double requested);

/// The cells in which a search costs least. They change no event.
/// @param requested as for cell_edge(); if not 0 there is one level
template <int Dim>
CellPlan plan_cells(const Gas<Dim>& gas, const State<Dim>& start, double requested);

}  // namespace clausius
