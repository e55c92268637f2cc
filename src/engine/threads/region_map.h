#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "clausius/geometry/box.h"

namespace clausius {

/// Division of the cells of a gas into regions, blocks of cells along each axis, one for each
/// thread.
template <int Dim>
class RegionMap {
 public:
  using Cell = std::uint32_t[Dim];
  using Region = std::uint8_t;

  /// A region is at least as many cells thick, so that most of its events are inside.
  static constexpr std::uint32_t kLeastLayers = 8;
  static constexpr std::size_t kMostRegions = 64;

  /// @param cells number of cells along each axis
  /// @param regions wanted; there are fewer if they would be too thin
  RegionMap(const Box<Dim>& box, const std::array<std::uint32_t, Dim>& cells, std::size_t regions)
      : cells_(cells) {
    std::array<std::uint32_t, Dim> parts =
        best_division(std::clamp<std::size_t>(regions, 1, kMostRegions));
    std::uint32_t stride = 1;
    for (int k = 0; k < Dim; ++k) {
      divide(k, parts[k], stride, box.periodic[k]);
      stride *= parts[k];
    }
    regions_ = stride;
  }

  [[nodiscard]] std::size_t regions() const { return regions_; }
  [[nodiscard]] Region region_of(const Cell& cell) const {
    std::uint32_t region = 0;
    for (int k = 0; k < Dim; ++k) region += places_[k][cell[k]].region;
    return static_cast<Region>(region);
  }
  /// Number of layers of cells of the same region between a cell and the next region.
  [[nodiscard]] std::uint32_t depth(const Cell& cell) const {
    std::uint32_t depth = kNoFace;
    for (int k = 0; k < Dim; ++k) depth = std::min(depth, places_[k][cell[k]].depth);
    return depth;
  }

  [[nodiscard]] std::size_t cells() const {
    std::size_t product = 1;
    for (const std::uint32_t count : cells_) product *= count;
    return product;
  }
  [[nodiscard]] std::uint32_t index_of(const Cell& cell) const {
    std::uint32_t index = 0;
    for (int k = 0; k < Dim; ++k) index += places_[k][cell[k]].index[1];
    return index;
  }
  void find_cell(std::uint32_t index, Cell& cell) const {
    for (int k = 0; k < Dim; ++k) {
      cell[k] = index % cells_[k];
      index /= cells_[k];
    }
  }
  /// Calls visit(index) for a cell and all those beside it; where there are fewer than three along
  /// an axis, or a wall, some more than once.
  template <class Visit>
  [[gnu::always_inline]] void for_around(const Cell& cell, const Visit& visit) const {
    const Place& x = places_[0][cell[0]];
    const Place& y = places_[1][cell[1]];
    const auto in_plane = [&](std::uint32_t offset) {
      for (const std::uint32_t row : y.index)
        for (const std::uint32_t column : x.index) visit(offset + row + column);
    };
    if constexpr (Dim == 3)
      for (const std::uint32_t plane : places_[2][cell[2]].index) in_plane(plane);
    else
      in_plane(0);
  }

 private:
  static constexpr std::uint32_t kNoFace = 0xffffffff;
  struct Place {
    std::uint32_t region;  ///< contribution to its number
    std::uint32_t depth;
    std::uint32_t index[3];  ///< contributions of the coordinates before it, its own, behind it
  };

  void divide(int axis, std::uint32_t parts, std::uint32_t stride, bool periodic) {
    const std::uint32_t count = cells_[axis];
    std::uint32_t step = 1;
    for (int k = 0; k < axis; ++k) step *= cells_[k];
    places_[axis].resize(count);
    for (std::uint32_t part = 0; part < parts; ++part) {
      const auto bound = [&](std::uint32_t k) {
        return static_cast<std::uint32_t>(std::uint64_t{count} * k / parts);
      };
      const std::uint32_t first = bound(part), end = bound(part + 1);
      const bool low = parts > 1 && (periodic || part > 0);
      const bool high = parts > 1 && (periodic || part + 1 < parts);
      for (std::uint32_t x = first; x < end; ++x)
        places_[axis][x] = {part * stride,
                            std::min(low ? x - first : kNoFace, high ? end - 1 - x : kNoFace),
                            {step * (x > 0 ? x - 1 : (periodic ? count - 1 : x)), step * x,
                             step * (x + 1 < count ? x + 1 : (periodic ? 0 : x))}};
    }
  }

  // The parts along each axis that make the most regions, then those with the smallest faces.
  std::array<std::uint32_t, Dim> best_division(std::size_t regions) const {
    std::array<std::uint32_t, Dim> best, parts;
    best.fill(1);
    double best_faces = 0;
    std::size_t most = 1;
    const auto try_parts = [&] {
      std::size_t product = 1;
      double faces = 0;
      for (int k = 0; k < Dim; ++k) {
        product *= parts[k];
        faces += parts[k] > 1 ? static_cast<double>(parts[k]) / cells_[k] : 0;
      }
      if (product > regions || product < most) return;
      if (product == most && faces >= best_faces && most > 1) return;
      best = parts, best_faces = faces, most = product;
    };
    const auto most_along = [&](int k) {
      return std::max(1U, std::min(cells_[k] / kLeastLayers, static_cast<std::uint32_t>(regions)));
    };
    parts.fill(1);
    for (parts[0] = 1; parts[0] <= most_along(0); ++parts[0])
      for (parts[1] = 1; parts[1] <= most_along(1); ++parts[1]) {
        if constexpr (Dim == 3)
          for (parts[2] = 1; parts[2] <= most_along(2); ++parts[2]) try_parts();
        else
          try_parts();
      }
    return best;
  }

  std::array<std::uint32_t, Dim> cells_;
  std::size_t regions_ = 1;
  std::array<std::vector<Place>, Dim> places_;
};

}  // namespace clausius
