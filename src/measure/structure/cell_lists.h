#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "clausius/engine/state.h"

namespace clausius {

/// The particles of a box in the order of the cells they are in.
template <int Dim>
struct CellLists {
  struct Point {
    Vec<Dim> r;
    std::uint8_t species;
    std::uint32_t id;
  };
  std::array<int, Dim> cells;        ///< number along each axis
  std::vector<std::uint32_t> begin;  ///< place of the first point of each cell, and the end
  std::vector<Point> points;
  std::vector<std::uint32_t> cell_of;  ///< by particle

  /// @param edge   least edge of a cell, unless there would be fewer of them along an axis than
  /// @param least
  CellLists(const Box<Dim>& box, const State<Dim>& state, double edge, int least)
      : cell_of(state.size()) {
    std::size_t total = 1;
    for (int k = 0; k < Dim; ++k) {
      cells[k] = std::max(least, static_cast<int>(box.size[k] / edge));
      total *= static_cast<std::size_t>(cells[k]);
    }
    begin.resize(total + 1);
    for (std::size_t i = 0; i < state.size(); ++i) {
      std::uint32_t cell = 0;
      for (int k = 0; k < Dim; ++k)
        cell =
            cell * static_cast<std::uint32_t>(cells[k]) +
            static_cast<std::uint32_t>(std::clamp(
                static_cast<int>(state.position[i][k] / box.size[k] * cells[k]), 0, cells[k] - 1));
      cell_of[i] = cell;
      ++begin[cell + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    points.resize(state.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < state.size(); ++i)
      points[next[cell_of[i]]++] = {state.position[i], state.species[i],
                                    static_cast<std::uint32_t>(i)};
  }

  struct Neighbour {
    std::size_t cell;
    Vec<Dim> image;  ///< displacement of its points
  };
  /// The cell at an offset from another one.
  [[nodiscard]] Neighbour at(const Box<Dim>& box, std::size_t cell,
                             const std::array<int, Dim>& offset) const {
    Neighbour found{0, Vec<Dim>::Zero()};
    std::size_t scale = 1;
    for (int k = Dim - 1; k >= 0; --k) {
      const auto along = static_cast<std::size_t>(cells[k]);
      int place = static_cast<int>(cell % along) + offset[k];
      if (place < 0) found.image[k] = -box.size[k];
      if (place >= cells[k]) found.image[k] = box.size[k];
      place = (place + cells[k]) % cells[k];
      found.cell += scale * static_cast<std::size_t>(place);
      scale *= along;
      cell /= along;
    }
    return found;
  }

  /// Calls `visit(point, image, others)` for each particle and those after it in its own cell, and
  /// for each particle and those of half of the cells around: each pair once, with the image in
  /// which it is reached, the displacement of `others`. Where an axis has fewer than three cells a
  /// pair is reached in several images. None is reached through a wall.
  template <class Visit>
  void visit_pairs(const Box<Dim>& box, const Visit& visit) const {
    constexpr int kAround = Dim == 3 ? 27 : 9;
    for (std::size_t cell = 0; cell + 1 < begin.size(); ++cell)
      for (int n = kAround / 2; n < kAround; ++n) {
        std::array<int, Dim> offset{};
        for (int k = 0, code = n; k < Dim; ++k, code /= 3) offset[k] = code % 3 - 1;
        const auto [other, image] = at(box, cell, offset);
        bool is_beyond_wall = false;
        for (int k = 0; k < Dim; ++k)
          is_beyond_wall = is_beyond_wall || (image[k] != 0 && !box.periodic[k]);
        if (is_beyond_wall) continue;
        const bool is_own = n == kAround / 2;
        for (std::uint32_t i = begin[cell]; i < begin[cell + 1]; ++i) {
          const std::uint32_t first = is_own ? i + 1 : begin[other];
          visit(points[i], image, std::span(points).subspan(first, begin[other + 1] - first));
        }
      }
  }
};

}  // namespace clausius
