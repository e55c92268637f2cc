#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/cells/cell_plan.h"
#include "engine/queues/overflow_lists.h"
#include "engine/records.h"

namespace clausius {

/// Assignment of particles to cells. A cell is at least as wide as the largest diameter, so that
/// partners of a contact lie in the same or in adjacent cells. It holds two ids in place or,
/// rarely, a list of more. Eight neighbouring cells, two along each axis (four along x in two
/// dimensions), share a cache line, so that a cell and its neighbours lie in eight lines: in a
/// large gas, waiting for cache lines dominates the cost of a search.
///
/// @pre ids are below 2³⁰, as is the number of cells
template <int Dim>
class CellGrid {
 public:
  using Coordinates = std::uint32_t[Dim];

  /// @param least_edge least edge of a cell
  CellGrid(const Box<Dim>& box, double least_edge, std::size_t particles) : box_(box) {
    divide(cells_along_axes(box, least_edge, particles));
  }

  /// @param count number of cells along each axis, at least two on a periodic one
  CellGrid(const Box<Dim>& box, const std::array<std::uint32_t, Dim>& count) : box_(box) {
    divide(count);
  }

  [[nodiscard]] const std::array<std::uint32_t, Dim>& count() const { return count_; }
  [[nodiscard]] const Vec<Dim>& edge() const { return edge_; }

  /// Coordinates of the cell of a position in the box.
  void locate(const Vec<Dim>& r, Coordinates& cell) const {
    for (int k = 0; k < Dim; ++k) {
      const double x = std::clamp(std::floor(r[k] / edge_[k]), 0.0, count_[k] - 1.0);
      cell[k] = static_cast<std::uint32_t>(x);
    }
  }

  void clear() {
    std::fill(cells_.begin(), cells_.end(), kEmpty);
    lists_.clear();
  }
  void insert(Id id, const Coordinates& cell) { insert(id, cells_[index_of(cell)]); }
  void remove(Id id, const Coordinates& cell) { remove(id, cells_[index_of(cell)]); }

  /// Moves the particle filed in `cell` to the next cell, by `step` (±1) along `axis`.
  void move(Id id, Coordinates& cell, int axis, int step) {
    const std::uint32_t x = cell[axis];
    const auto from = static_cast<std::uint32_t>(index_of(cell));
    remove(id, cells_[from]);
    insert(id, cells_[from - offset(axis, x) + offset(axis, x, step)]);
    cell[axis] = static_cast<std::uint32_t>(shifted(axis, x, step));
  }

  /// The candidates of a search, with room for kLanes more behind them.
  using Candidates = std::vector<Id>;

  /// Writes the ids in `cell` and the cells around it to `candidates`, from place `begin` on.
  /// `self` is left out if it is in `cell`, unless that cell has a list.
  /// @return the place behind the last
  std::size_t gather_all(Id self, const Coordinates& cell, Candidates& candidates,
                         std::size_t begin = 0) const {
    const Beside& x = beside(0, cell);
    const Beside& y = beside(1, cell);
    if constexpr (Dim == 3) {
      const auto [low, here, high, unused] = beside(2, cell).by_step;
      return gather_planes<3>(self, {low, here, high}, x, y, candidates, begin);
    } else {
      return gather_planes<1>(self, {0}, x, y, candidates, begin);
    }
  }

  /// Gathers the layer of cells beyond `cell` in direction `step` (±1) of `axis`.
  std::size_t gather_layer(const Coordinates& cell, int axis, int step, Candidates& candidates,
                           std::size_t begin = 0) const {
    const std::uint32_t layer = offset(axis, cell[axis], step);
    const Beside& along = beside(axis == 0 ? 1 : 0, cell);
    if constexpr (Dim == 3)
      return gather_rows<3>(layer, beside(axis == 2 ? 1 : 2, cell), along, candidates, begin);
    else
      return gather_rows<1>(layer, kNoOffset, along, candidates, begin);
  }

  /// Gathers one cell.
  std::size_t gather_cell(const Coordinates& cell, Candidates& candidates, std::size_t end) const {
    const Cell& place = cells_[index_of(cell)];
    const std::size_t room = end + kInPlace + kLanes;
    if (candidates.size() < room) candidates.resize(2 * room);
    end += static_cast<std::size_t>(copy_unmarked(place, &candidates[end]));
    if (overflows(place)) add_list(place, candidates, end);
    return end;
  }

  /// Gathers a block of cells that may extend beyond the box: around the edge if it is periodic,
  /// not beyond a wall. The block is no longer than the box.
  std::size_t gather_block(const std::array<std::int64_t, Dim>& first,
                           const std::array<std::int64_t, Dim>& count, Candidates& candidates,
                           std::size_t begin) const {
    std::size_t end = begin;
    Coordinates cell{};
    const auto along = [&](int axis, const auto& visit) {
      const auto size = static_cast<std::int64_t>(count_[axis]);
      for (std::int64_t x = first[axis]; x < first[axis] + count[axis]; ++x) {
        const std::int64_t around = x < 0 ? x + size : (x < size ? x : x - size);
        if (around != x && !box_.periodic[axis]) continue;
        cell[axis] = static_cast<std::uint32_t>(around);
        visit();
      }
    };
    const auto row = [&] { along(0, [&] { end = gather_cell(cell, candidates, end); }); };
    if constexpr (Dim == 3)
      along(2, [&] { along(1, row); });
    else
      along(1, row);
    return end;
  }

  /// Prefetches `cell` and the cells around it.
  void prefetch(const Coordinates& cell) const {
    // Only the outermost of them; those between share their cache lines.
    for (int corner = 0; corner < 1 << Dim; ++corner) prefetch_corner(cell, corner, -1, 0);
  }

  /// Prefetches one cell.
  void prefetch_cell(const Coordinates& cell) const { clausius::prefetch(&cells_[index_of(cell)]); }
  /// Prefetches the cell and the layer beyond it, as of gather_layer.
  void prefetch_layer(const Coordinates& cell, int axis, int step) const {
    prefetch_cell(cell);
    for (int corner = 0; corner < 1 << Dim; ++corner)
      if ((corner >> axis & 1) == 0) prefetch_corner(cell, corner, axis, step);
  }

  /// Calls visit(id, shift, its cell) for every particle in the cells up to `Steps` (1 or 2) from
  /// `cell`, once for every image there; shift is the number of boxes by which the image is moved
  /// along each axis.
  template <int Steps = 1, class Visit>
  void for_each_image(const Coordinates& cell, const Visit& visit) const {
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{cell[k]} - Steps;
      count[k] = 2 * Steps + 1;
    }
    for_each_image_in(first, count, visit);
  }

  /// Visits images in a block of cells, which may extend beyond the box by less than another box.
  template <class Visit>
  void for_each_image_in(const std::array<std::int64_t, Dim>& first,
                         const std::array<std::int64_t, Dim>& count, const Visit& visit) const {
    std::array<int, Dim> shift{};
    Coordinates cell{};
    visit_axis<Dim - 1>(first, count, cell, shift, visit);
  }

  /// The cell next to `cell` along `axis`; −1 beyond a wall.
  [[nodiscard]] std::int64_t shifted(int axis, std::uint32_t x, int step) const {
    const auto count = static_cast<std::int64_t>(count_[axis]);
    const std::int64_t moved = std::int64_t{x} + step;
    if (moved >= 0 && moved < count) return moved;
    if (!box_.periodic[axis]) return -1;
    return moved < 0 ? moved + count : moved - count;
  }

  /// Number of times that `id` is filed in `cell`.
  [[nodiscard]] std::int64_t count_of(Id id, const Coordinates& cell) const {
    std::int64_t found = 0;
    for_each_in(cells_[index_of(cell)], [&](Id other) { found += other == id ? 1 : 0; });
    return found;
  }

  /// Number of particles filed in all cells.
  [[nodiscard]] std::size_t filed() const {
    std::size_t sum = 0;
    for (const Cell& cell : cells_) for_each_in(cell, [&](Id) { ++sum; });
    return sum;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(cells_) + lists_.memory_bytes();
    for (const auto& offsets : offsets_) bytes += bytes_of(offsets);
    return bytes;
  }

 private:
  // Two ids, the first in the low half: particles, then kNoId; in a cell with more, kOverflow
  // | the place of its list, then kNoId. Bit 31 marks an entry that is no particle, bit 30 a
  // list.
  using Cell = std::uint64_t;
  static constexpr int kInPlace = 2;
  static constexpr std::uint32_t kNoId = 0x80000000;
  static constexpr std::uint32_t kOverflow = 0xc0000000;
  static constexpr Cell kNoParticle = 0x8000000080000000;
  static constexpr Cell kIsList = 0x40000000;
  static constexpr Cell kEmpty = kNoParticle;

  static Id first_of(Cell cell) { return static_cast<Id>(cell); }
  static Id second_of(Cell cell) { return static_cast<Id>(cell >> 32); }
  static Cell cell_of(Id first, Id second) { return Cell{second} << 32 | first; }
  static int fill_of(Cell cell) { return std::popcount(~cell & kNoParticle); }
  static bool overflows(Cell cell) { return (cell & kIsList) != 0; }
  static std::size_t list_of(Cell cell) { return first_of(cell) & ~kOverflow; }

  static_assert(std::endian::native == std::endian::little);
  [[gnu::always_inline]] void insert(Id id, Cell& place) {
    const int fill = fill_of(place);
    if (fill < kInPlace && !overflows(place)) [[likely]] {
      std::memcpy(reinterpret_cast<Id*>(&place) + fill, &id, sizeof(id));
    } else {
      if (!overflows(place)) place = spill(place);
      lists_[list_of(place)].push_back(id);
    }
  }
  void remove(Id id, Cell& place) {
    if (overflows(place)) [[unlikely]]
      remove_from_list(id, place);
    else
      place = without(id, place);
  }
  // The ids in place without one of them; free of branches.
  static Cell without(Id id, Cell cell) {
    const Id first = first_of(cell), second = second_of(cell);
    const Cell is_first = 0 - Cell{first == id}, is_there = is_first | (0 - Cell{second == id});
    const Cell rest = cell_of(first ^ ((first ^ second) & static_cast<Id>(is_first)), kNoId);
    return cell ^ ((cell ^ rest) & is_there);
  }

  void divide(const std::array<std::uint32_t, Dim>& count) {
    count_ = count;
    // Blocks of eight cells: 2 × 2 × 2 of them (4 × 2) per block.
    std::uint32_t stride = 8;
    for (int k = 0; k < Dim; ++k) {
      edge_[k] = box_.size[k] / count_[k];
      const std::uint32_t width = Dim == 2 && k == 0 ? 4 : 2;
      const std::uint32_t step = k == 0 ? 1 : (Dim == 2 ? 4 : 1U << k);
      // Beyond a wall there is one more cell, always empty, for both ends.
      const std::uint32_t cells = count_[k] + (box_.periodic[k] ? 0 : 1);
      const auto place = [&](std::uint32_t x) { return x / width * stride + x % width * step; };
      const std::uint32_t before = place(box_.periodic[k] ? count_[k] - 1 : count_[k]);
      const std::uint32_t behind = place(box_.periodic[k] ? 0 : count_[k]);
      offsets_[k].resize(count_[k]);
      for (std::uint32_t x = 0; x < count_[k]; ++x)
        offsets_[k][x] = {{x > 0 ? place(x - 1) : before, place(x),
                           x + 1 < count_[k] ? place(x + 1) : behind, 0}};
      stride *= (cells + width - 1) / width;
    }
    cells_.assign(stride, kEmpty);
  }

  // Contributions of a coordinate and its neighbours to a cell's index.
  struct alignas(16) Beside {
    std::uint32_t by_step[4];  // −1, 0, 1; one for padding
  };
  static constexpr Beside kNoOffset = {};
  [[nodiscard]] const Beside& beside(int axis, const Coordinates& cell) const {
    return offsets_[axis][cell[axis]];
  }
  // Contribution of the coordinate `step` cells from x along an axis to a cell's index.
  [[nodiscard]] std::uint32_t offset(int axis, std::uint32_t x, int step = 0) const {
    return offsets_[axis][x].by_step[1 + step];
  }
  [[nodiscard]] std::size_t index_of(const Coordinates& cell) const {
    std::size_t index = 0;
    for (int k = 0; k < Dim; ++k) index += offset(k, cell[k]);
    return index;
  }

  // The cell that differs from `cell` by ±1 along each axis, by the bits of `corner`, but by `step`
  // along `axis`.
  void prefetch_corner(const Coordinates& cell, int corner, int axis, int step) const {
    std::uint32_t index = 0;
    for (int k = 0; k < Dim; ++k)
      index += offset(k, cell[k], k == axis ? step : ((corner >> k & 1) != 0 ? 1 : -1));
    clausius::prefetch(&cells_[index]);
  }

  // Ids of the cells at all sums of one of `outer` and one offset along each of two axes. Copies
  // whole cells and advances by their fill: no branch depends on their number. Uses a plain local
  // pointer, so that the compiler knows that a copy does not change it.
  template <std::size_t kOuter>
  std::size_t gather_planes(Id self, const std::array<std::uint32_t, kOuter>& outer,
                            const Beside& a, const Beside& b, Candidates& candidates,
                            std::size_t begin) const {
    const Cell* const cells = cells_.data();
    Id* out = room_in(candidates, begin);
    const EightPlaces around =
        pick<0, 1, 2, 0, 2, 0, 1, 2>(a.by_step) + pick<0, 0, 0, 1, 1, 2, 2, 2>(b.by_step);
    const std::uint32_t middle = a.by_step[1] + b.by_step[1];
    bool overflow = false;
    for (std::size_t k = 0; k < kOuter; ++k) {
      const Unmarked ids = copy_unmarked(cells, around + outer[k], kIsList, out);
      overflow |= ids.flagged;
      const Cell cell = cells[middle + outer[k]];
      out = copy(k == kOuter / 2 ? without(self, cell) : cell, out + ids.count, overflow);
    }
    auto end = static_cast<std::size_t>(out - candidates.data());
    if (overflow) [[unlikely]]
      for (const std::uint32_t offset : outer)
        for (int k = 0; k < 3; ++k) add_lists(offset + b.by_step[k], a, candidates, end);
    return end;
  }

  // Gathers fewer cells: `offset` and one offset along each of two axes.
  template <int kRows>
  std::size_t gather_rows(std::uint32_t offset, const Beside& rows, const Beside& along,
                          Candidates& candidates, std::size_t begin) const {
    const Cell* const cells = cells_.data();
    Id* out = room_in(candidates, begin);
    bool overflow = false;
    for (int row = 0; row < kRows; ++row)
      for (int k = 0; k < 3; ++k)
        out = copy(cells[offset + rows.by_step[row] + along.by_step[k]], out, overflow);
    auto end = static_cast<std::size_t>(out - candidates.data());
    if (overflow) [[unlikely]]
      for (int row = 0; row < kRows; ++row)
        add_lists(offset + rows.by_step[row], along, candidates, end);
    return end;
  }

  static Id* room_in(Candidates& candidates, std::size_t begin) {
    constexpr std::size_t kRoom = 27 * kInPlace + 16;
    if (candidates.size() < begin + kRoom) [[unlikely]]
      candidates.resize(begin + kRoom);
    return candidates.data() + begin;
  }

  static Id* copy(Cell cell, Id* out, bool& overflow) {
    overflow |= overflows(cell);
    return out + copy_unmarked(cell, out);
  }

  // Adds the lists of three cells.
  void add_lists(std::uint32_t offset, const Beside& along, Candidates& candidates,
                 std::size_t& end) const {
    for (int k = 0; k < 3; ++k)
      if (const Cell cell = cells_[offset + along.by_step[k]]; overflows(cell))
        add_list(cell, candidates, end);
  }

  template <class Visit>
  void for_each_in(Cell cell, const Visit& visit) const {
    if (overflows(cell)) {
      for (const Id id : lists_[list_of(cell)]) visit(id);
    } else {
      const int fill = fill_of(cell);
      if (fill > 0) visit(first_of(cell));
      if (fill > 1) visit(second_of(cell));
    }
  }

  void add_list(Cell cell, Candidates& candidates, std::size_t& end) const {
    const auto& list = lists_[list_of(cell)];
    candidates.resize(std::max(candidates.size(), end + list.size() + kLanes));
    std::copy(list.begin(), list.end(), candidates.begin() + static_cast<std::ptrdiff_t>(end));
    end += list.size();
  }

  // The cell whose ids are in a list.
  Cell spill(Cell cell) {
    const std::uint32_t list = lists_.take();
    for_each_in(cell, [&](Id id) { lists_[list].push_back(id); });
    return cell_of(kOverflow | list, kNoId);
  }

  void remove_from_list(Id id, Cell& cell) {
    const std::size_t place = list_of(cell);
    auto& list = lists_[place];
    *std::find(list.begin(), list.end(), id) = list.back();
    list.pop_back();
    if (list.size() > kInPlace) return;
    cell = cell_of(list[0], list[1]);
    lists_.give_back(place);
  }

  template <int Axis, class Visit>
  void visit_axis(const std::array<std::int64_t, Dim>& first,
                  const std::array<std::int64_t, Dim>& count, Coordinates& cell,
                  std::array<int, Dim>& shift, const Visit& visit) const {
    const std::int64_t size = count_[Axis];
    for (std::int64_t x = first[Axis]; x < first[Axis] + count[Axis]; ++x) {
      shift[Axis] = x < 0 ? -1 : (x < size ? 0 : 1);
      if (shift[Axis] != 0 && !box_.periodic[Axis]) continue;
      cell[Axis] = static_cast<std::uint32_t>(x - shift[Axis] * size);
      if constexpr (Axis > 0) {
        visit_axis<Axis - 1>(first, count, cell, shift, visit);
      } else {
        for_each_in(cells_[index_of(cell)], [&](Id id) { visit(id, shift, cell); });
      }
    }
  }

  Box<Dim> box_;
  std::array<std::uint32_t, Dim> count_;
  Vec<Dim> edge_;
  std::array<std::vector<Beside>, Dim> offsets_;  // by coordinate, along each axis
  HugeVector<Cell> cells_;
  OverflowLists<Id> lists_;
};

}  // namespace clausius
