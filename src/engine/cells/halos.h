#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cells/cell_grid.h"
#include "engine/cells/cell_plan.h"
#include "engine/queues/overflow_lists.h"

namespace clausius {

/// The cells around each of a few particles that are wider than the cells of a grid. The halo of
/// such a particle are all cells from which another can touch it while both stay in their cells. It
/// is marked in these cells, so that the others find it in the one cell where they are, and it
/// finds those in its halo. It has the other wide ones as candidates wherever they are.
template <int Dim>
class Halos {
 public:
  using Coordinates = typename CellGrid<Dim>::Coordinates;
  using Candidates = typename CellGrid<Dim>::Candidates;

  Halos() = default;
  /// @param grid of the others; the wide ones are at places in its cells, too
  Halos(const Box<Dim>& box, const CellGrid<Dim>& grid, const std::vector<WideParticle>& wide)
      : box_(box), count_(grid.count()), shape_(wide.size()) {
    std::size_t cells = 1;
    for (int k = 0; k < Dim; ++k) {
      stride_[k] = cells;
      cells *= count_[k];
    }
    marks_.resize(cells, kNone);
    for (const WideParticle& one : wide) ids_.push_back(one.id);
    std::vector<double> reaches;  // of each shape, in steps of a part of the edge
    const double step = 0.25 * grid.edge().minCoeff();
    for (std::size_t k = 0; k < wide.size(); ++k) {
      const double reach = step * std::ceil(kWider * wide[k].reach / step);
      const auto known = std::find(reaches.begin(), reaches.end(), reach);
      shape_[k] = static_cast<std::size_t>(known - reaches.begin());
      if (known != reaches.end()) continue;
      reaches.push_back(reach);
      shapes_.push_back(shape_within(grid.edge(), reach));
    }
  }

  [[nodiscard]] bool is_wide(Id id) const {
    return std::binary_search(ids_.begin(), ids_.end(), id);
  }

  void clear() {
    std::fill(marks_.begin(), marks_.end(), kNone);
    lists_.clear();
  }
  /// Marks the halo of a wide particle in `cell`, or takes the marks away.
  void insert(Id id, const Coordinates& cell) {
    for_cells(shape_of(id).all, cell, [&](const Coordinates& at) { mark(id, at); });
  }
  void remove(Id id, const Coordinates& cell) {
    for_cells(shape_of(id).all, cell, [&](const Coordinates& at) { unmark(id, at); });
  }
  /// Moves the halo of a wide particle that goes from one cell to the next.
  void move(Id id, const Coordinates& from, const Coordinates& to, int axis, int step) {
    for_cells(front(id, axis, -step), from, [&](const Coordinates& at) { unmark(id, at); });
    for_cells(front(id, axis, step), to, [&](const Coordinates& at) { mark(id, at); });
  }

  /// Appends the wide particles in whose halo a cell is.
  /// @param end number of candidates so far @return their number
  std::size_t gather_wide(const Coordinates& cell, Candidates& candidates, std::size_t end) const {
    const std::uint32_t list = marks_[index_of(cell)];
    if (list == kNone) return end;
    make_room(candidates, end + lists_[list].size());
    for (const Id id : lists_[list]) candidates[end++] = id;
    return end;
  }
  /// As gather_wide(), without those in whose halo the cell `before` is.
  std::size_t gather_new_wide(const Coordinates& cell, const Coordinates& before,
                              Candidates& candidates, std::size_t end) const {
    const std::uint32_t list = marks_[index_of(cell)], known = marks_[index_of(before)];
    if (list == kNone) return end;
    make_room(candidates, end + lists_[list].size());
    for (const Id id : lists_[list])
      if (known == kNone || !contains(lists_[known], id)) candidates[end++] = id;
    return end;
  }
  /// Appends the candidates of a wide particle: the other wide ones, and what `grid` holds in its
  /// halo; of that only what is new after a step along an axis.
  std::size_t gather_around(Id id, const CellGrid<Dim>& grid, const Coordinates& cell,
                            Candidates& candidates, std::size_t end) const {
    return gather(id, shape_of(id).all, grid, cell, candidates, end);
  }
  std::size_t gather_ahead(Id id, const CellGrid<Dim>& grid, const Coordinates& cell, int axis,
                           int step, Candidates& candidates, std::size_t end) const {
    return gather(id, front(id, axis, step), grid, cell, candidates, end);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes =
        bytes_of(marks_) + lists_.memory_bytes() + bytes_of(ids_) + bytes_of(shape_);
    for (const Shape& shape : shapes_) {
      bytes += bytes_of(shape.all);
      for (const auto& cells : shape.front) bytes += bytes_of(cells);
    }
    return bytes;
  }

 private:
  using Offset = std::array<std::int32_t, Dim>;
  // Cells of a halo, from the cell of the particle.
  struct Shape {
    std::vector<Offset> all;
    /// Cells that the halo one step back along an axis does not have; by face_of().
    std::array<std::vector<Offset>, 2 * Dim> front;
  };
  static constexpr std::uint32_t kNone = 0xffffffff;

  static int face_of(int axis, int step) { return 2 * axis + (step > 0 ? 1 : 0); }

  static Shape shape_within(const Vec<Dim>& edge, double reach) {
    const auto is_in = [&](const Offset& offset) {
      double squared = 0;
      for (int k = 0; k < Dim; ++k) {
        const double gap = std::max(std::abs(offset[k]) - 1, 0) * edge[k];
        squared += gap * gap;
      }
      return squared < reach * reach;
    };
    Shape shape;
    Offset offset{};
    const auto along = [&](auto&& self, int axis) -> void {
      if (axis < 0) {
        if (!is_in(offset)) return;
        shape.all.push_back(offset);
        for (int k = 0; k < Dim; ++k)
          for (const int step : {-1, 1}) {
            Offset from_before = offset;
            from_before[k] += step;
            if (!is_in(from_before)) shape.front[face_of(k, step)].push_back(offset);
          }
        return;
      }
      const auto most = reach > 0 ? cells_within(reach, edge[axis]) : -1;
      for (offset[axis] = -most; offset[axis] <= most; ++offset[axis]) self(self, axis - 1);
    };
    along(along, Dim - 1);
    return shape;
  }

  [[nodiscard]] std::size_t place_of(Id id) const {
    return static_cast<std::size_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
  }
  [[nodiscard]] const Shape& shape_of(Id id) const { return shapes_[shape_[place_of(id)]]; }
  [[nodiscard]] const std::vector<Offset>& front(Id id, int axis, int step) const {
    return shape_of(id).front[face_of(axis, step)];
  }

  [[nodiscard]] std::size_t index_of(const Coordinates& cell) const {
    std::size_t index = 0;
    for (int k = 0; k < Dim; ++k) index += cell[k] * stride_[k];
    return index;
  }

  // Calls visit(cell) for the cells at these offsets from `centre`, around periodic edges and not
  // beyond walls.
  template <class Visit>
  void for_cells(const std::vector<Offset>& offsets, const Coordinates& centre,
                 const Visit& visit) const {
    for (const Offset& offset : offsets) {
      Coordinates cell{};
      bool exists = true;
      for (int k = 0; k < Dim; ++k) {
        const auto count = static_cast<std::int64_t>(count_[k]);
        std::int64_t x = std::int64_t{centre[k]} + offset[k];
        if (x < 0 || x >= count) {
          exists = exists && box_.periodic[k];
          x += x < 0 ? count : -count;
        }
        cell[k] = static_cast<std::uint32_t>(x);
      }
      if (exists) visit(cell);
    }
  }

  void mark(Id id, const Coordinates& cell) {
    std::uint32_t& list = marks_[index_of(cell)];
    if (list == kNone) list = lists_.take();
    lists_[list].push_back(id);
  }
  void unmark(Id id, const Coordinates& cell) {
    std::uint32_t& list = marks_[index_of(cell)];
    auto& marked = lists_[list];
    *std::find(marked.begin(), marked.end(), id) = marked.back();
    marked.pop_back();
    if (!marked.empty()) return;
    lists_.give_back(list);
    list = kNone;
  }
  static bool contains(const std::vector<Id>& ids, Id id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  std::size_t gather(Id id, const std::vector<Offset>& offsets, const CellGrid<Dim>& grid,
                     const Coordinates& centre, Candidates& candidates, std::size_t end) const {
    make_room(candidates, end + ids_.size());
    for (const Id other : ids_)
      if (other != id) candidates[end++] = other;
    for_cells(offsets, centre,
              [&](const Coordinates& cell) { end = grid.gather_cell(cell, candidates, end); });
    return end;
  }
  static void make_room(Candidates& candidates, std::size_t end) {
    constexpr std::size_t kLeast = 128;
    if (candidates.size() < end + kLeast) candidates.resize(2 * end + kLeast);
  }

  Box<Dim> box_;
  std::array<std::uint32_t, Dim> count_{};
  std::array<std::size_t, Dim> stride_{};
  HugeVector<std::uint32_t> marks_;  // the list of each cell
  OverflowLists<Id> lists_;          // wide particles in whose halo a cell is
  std::vector<Id> ids_;              // of the wide ones, ascending
  std::vector<std::size_t> shape_;   // of each of these
  std::vector<Shape> shapes_;
};

}  // namespace clausius
