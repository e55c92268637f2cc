#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clausius/geometry/box.h"
#include "core/elementary.h"

namespace clausius {

/// Points of a box in cells, for finding those within a fixed reach of a position. Points are only
/// added: made for placing particles one by one and for auditing a placement.
template <int Dim>
class PointGrid {
 public:
  /// @param reach the largest distance at which near() must find a point
  /// @param expected number of points, which limits the number of cells
  PointGrid(const Box<Dim>& box, double reach, std::size_t expected) : box_(box) {
    // Beyond about two cells per point, smaller cells cost memory without speeding up the search.
    const double least_edge = std::max(
        reach, portable::pow(box.volume() / (2.0 * static_cast<double>(expected) + 8), 1.0 / Dim));
    std::size_t total = 1;
    for (int k = 0; k < Dim; ++k) {
      cells_[k] = std::max(1, static_cast<int>(box.size[k] / least_edge));
      per_length_[k] = cells_[k] / box.size[k];
      total *= static_cast<std::size_t>(cells_[k]);
    }
    head_.assign(total, kNone);
    nodes_.reserve(expected);
  }

  /// @pre r inside the box, [0, L) on periodic axes
  void insert(std::uint32_t id, const Vec<Dim>& r) {
    std::size_t cell = 0;
    for (int k = Dim - 1; k >= 0; --k) cell = cell * cells_[k] + cell_on_axis(r, k);
    nodes_.push_back({r, id, head_[cell]});
    head_[cell] = static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  /// Calls `visit(id, separation)`, with the separation from `r` to the nearest image of the point,
  /// for every point within reach of `r` and some more, each once, until it returns true.
  /// @return whether it did
  template <class Visit>
  bool near(const Vec<Dim>& r, Visit&& visit) const {
    return near_on_axis(Dim - 1, 0, r, visit);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Node {
    Vec<Dim> r;
    std::uint32_t id;
    std::uint32_t next;
  };

  [[nodiscard]] int cell_on_axis(const Vec<Dim>& r, int k) const {
    return std::clamp(static_cast<int>(r[k] * per_length_[k]), 0, cells_[k] - 1);
  }

  template <class Visit>
  bool near_on_axis(int k, std::size_t cell, const Vec<Dim>& r, Visit& visit) const {
    if (k < 0) {
      for (std::uint32_t n = head_[cell]; n != kNone; n = nodes_[n].next)
        if (visit(nodes_[n].id, box_.minimum_image(nodes_[n].r - r))) return true;
      return false;
    }
    const int own = cell_on_axis(r, k);
    const int count = cells_[k];
    const auto descend = [&](int c) {
      return near_on_axis(k - 1, cell * count + static_cast<std::size_t>(c), r, visit);
    };
    if (descend(own)) return true;
    const int below = own > 0 ? own - 1 : box_.periodic[k] ? count - 1 : own;
    const int above = own + 1 < count ? own + 1 : box_.periodic[k] ? 0 : own;
    if (below != own && descend(below)) return true;
    return above != own && above != below && descend(above);
  }

  Box<Dim> box_;
  std::array<int, Dim> cells_;
  Vec<Dim> per_length_;
  std::vector<std::uint32_t> head_;
  std::vector<Node> nodes_;
};

}  // namespace clausius
