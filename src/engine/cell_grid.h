#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/records.h"

namespace clausius {

/// Which particles are in which cell. A cell is at least as wide as the largest diameter, so
/// partners of a contact lie in the same or in adjacent cells; it holds four ids in place and the
/// rest, which is rare, in a table aside. Rows along x have one ghost cell at each end (a copy of
/// the other end on a periodic axis, empty at a wall), so three neighbours along x always lie side
/// by side in memory.
template <int Dim>
class CellGrid {
 public:
  static constexpr int kRows = Dim == 3 ? 9 : 3;  // of cells around a cell; the middle one its own
  using Coordinates = std::uint32_t[Dim];

  /// @param least_edge of a cell
  CellGrid(const Box<Dim>& box, double least_edge, std::size_t particles) : box_(box) {
    // A box much larger than its gas needs no more cells than a few per particle.
    double edge = least_edge;
    const double most_cells = 8.0 * static_cast<double>(particles) + 64;
    while (true) {
      double cells = 1;
      for (int k = 0; k < Dim; ++k) cells *= std::max(1.0, std::floor(box.size[k] / edge));
      if (cells <= most_cells) break;
      edge *= std::max(1.01, std::pow(cells / most_cells, 1.0 / Dim));
    }
    std::array<std::uint32_t, Dim> count;
    for (int k = 0; k < Dim; ++k) {
      // Two cells at least on a periodic axis: with one, a particle that crosses the edge of the
      // box would return to the cell it left.
      const double least = box.periodic[k] ? 2.0 : 1.0;
      count[k] = static_cast<std::uint32_t>(std::max(least, std::floor(box.size[k] / edge)));
    }
    divide(count);
  }

  /// @param count of cells along each axis, at least two on a periodic one
  CellGrid(const Box<Dim>& box, const std::array<std::uint32_t, Dim>& count) : box_(box) {
    divide(count);
  }

  [[nodiscard]] const std::array<std::uint32_t, Dim>& count() const { return count_; }
  [[nodiscard]] const Vec<Dim>& edge() const { return edge_; }

  /// Whether the nearest image at the time of a search is the image of the cells: with fewer than
  /// five cells on a periodic axis it need not be.
  [[nodiscard]] bool nearest_image_holds() const {
    for (int k = 0; k < Dim; ++k)
      if (box_.periodic[k] && count_[k] < 5) return false;
    return true;
  }

  /// Coordinates of the cell of a position in the box.
  void locate(const Vec<Dim>& r, Coordinates& cell) const {
    for (int k = 0; k < Dim; ++k) {
      const double x = std::clamp(std::floor(r[k] / edge_[k]), 0.0, count_[k] - 1.0);
      cell[k] = static_cast<std::uint32_t>(x);
    }
  }

  void insert(Id id, const Coordinates& cell) {
    const std::size_t index = index_of(cell);
    const std::uint8_t fill = fill_[index];
    if (fill < kInPlace) {
      cells_[index].ids[fill] = id;
      fill_[index] = fill + 1;
    } else {
      overflow_[index].push_back(id);
      fill_[index] = kInPlace | kOverflows;
    }
    update_ghosts(cell, index);
  }

  void remove(Id id, const Coordinates& cell) {
    const std::size_t index = index_of(cell);
    Cell& place = cells_[index];
    if (fill_[index] & kOverflows) {
      remove_overflowing(id, index);
    } else {
      const std::uint8_t last = --fill_[index];
      int k = 0;
      for (int other = 1; other < kInPlace; ++other)
        k += other * static_cast<int>((place.ids[other] == id) & (other <= last));
      place.ids[k] = place.ids[last];
    }
    update_ghosts(cell, index);
  }

  /// The candidates of a search; there is room for kLanes more behind them.
  using Candidates = std::vector<Id>;

  /// Writes the ids in the cells around `cell` (its own included, with the particle itself) to
  /// `candidates`, from place `begin` on.
  /// @return the place behind the last
  std::size_t gather_all(const Coordinates& cell, Candidates& candidates,
                         std::size_t begin = 0) const {
    const auto& rows = neighbour_rows_[row_of(cell)];
    return gather<3, kRows>(candidates, begin, [&](int n) { return rows[n] + cell[0]; });
  }

  /// The same for the layer of cells beyond `cell` in direction `step` (±1) of `axis`.
  std::size_t gather_layer(const Coordinates& cell, int axis, int step, Candidates& candidates,
                           std::size_t begin = 0) const {
    const auto& rows = neighbour_rows_[row_of(cell)];
    const Layer& layer = kLayers[2 * axis + (step > 0 ? 1 : 0)];
    return gather<1, kRows>(candidates, begin,
                            [&](int n) { return rows[layer[n].row] + cell[0] + layer[n].x; });
  }

  /// The same for a block of cells that may reach beyond the box: around the edge where it is
  /// periodic, not beyond a wall. The block is no longer than the box.
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
    const auto row = [&] {
      along(0, [&] {
        const std::size_t index = index_of(cell);
        const std::uint8_t fill = fill_[index];
        const std::size_t room = end + kInPlace + kLanes;
        if (candidates.size() < room) candidates.resize(2 * room);
        std::memcpy(&candidates[end], &cells_[index], sizeof(Cell));
        end += fill & kFillMask;
        if (fill & kOverflows) add_overflow(index, candidates, end);
      });
    };
    if constexpr (Dim == 3)
      along(2, [&] { along(1, row); });
    else
      along(1, row);
    return end;
  }

  /// Has the cells around `cell` fetched from memory.
  void prefetch(const Coordinates& cell) const {
    for (const std::uint32_t row : neighbour_rows_[row_of(cell)]) {
      clausius::prefetch(&cells_[row + cell[0]]);
      clausius::prefetch(&fill_[row + cell[0]]);
    }
  }

  /// Calls visit(id, shift, its cell) for every particle in the cells up to `Steps` (1 or 2) from
  /// `cell`, once for every image there; shift is the number of boxes by which that image is moved
  /// along each axis.
  template <int Steps = 1, class Visit>
  void for_each_image(const Coordinates& cell, const Visit& visit) const {
    std::array<int, Dim> shift{};
    Coordinates other{};
    visit_axis<Dim - 1, Steps>(cell, other, shift, visit);
  }

  /// The cell next to `cell` along `axis`; −1 beyond a wall.
  [[nodiscard]] std::int64_t shifted(int axis, std::uint32_t x, int step) const {
    const auto count = static_cast<std::int64_t>(count_[axis]);
    const std::int64_t moved = std::int64_t{x} + step;
    if (moved >= 0 && moved < count) return moved;
    if (!box_.periodic[axis]) return -1;
    return moved < 0 ? moved + count : moved - count;
  }

  /// How often `id` is filed in `cell`.
  [[nodiscard]] std::int64_t count_of(Id id, const Coordinates& cell) const {
    const std::size_t index = index_of(cell);
    const Id* const ids = cells_[index].ids;
    std::int64_t found = std::count(ids, ids + (fill_[index] & kFillMask), id);
    if (fill_[index] & kOverflows) {
      const auto& more = overflow_.at(index);
      found += std::count(more.begin(), more.end(), id);
    }
    return found;
  }

  /// How many are filed in all cells.
  [[nodiscard]] std::size_t filed() const {
    std::size_t sum = 0;
    for (std::size_t index = 0; index + stride_ < cells_.size(); ++index) {
      if (real_cell(index) != index) continue;
      sum += fill_[index] & kFillMask;
      if (fill_[index] & kOverflows) sum += overflow_.at(index).size();
    }
    return sum;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(cells_) + bytes_of(fill_) + bytes_of(neighbour_rows_);
    for (const auto& [index, ids] : overflow_) bytes += 64 + bytes_of(ids);
    return bytes;
  }

 private:
  void divide(const std::array<std::uint32_t, Dim>& count) {
    count_ = count;
    for (int k = 0; k < Dim; ++k) edge_[k] = box_.size[k] / count_[k];
    const std::size_t rows = Dim == 3 ? std::size_t{count_[1]} * count_[Dim - 1] : count_[1];
    stride_ = count_[0] + 2;
    cells_.assign((rows + 1) * stride_, Cell{});
    fill_.assign((rows + 1) * stride_ + 4, 0);  // read four at a time
    neighbour_rows_.resize(rows);
    const auto empty_row = static_cast<std::uint32_t>(rows);
    for (std::uint32_t row = 0; row < rows; ++row)
      for (int n = 0; n < kRows; ++n) {
        const auto y = shifted(1, row % count_[1], n % 3 - 1);
        const auto z = Dim == 3 ? shifted(Dim - 1, row / count_[1], n / 3 - 1) : 0;
        neighbour_rows_[row][n] =
            (y < 0 || z < 0 ? empty_row : static_cast<std::uint32_t>(z * count_[1] + y)) * stride_;
      }
  }

  static constexpr int kInPlace = 4;
  static constexpr std::uint8_t kOverflows = 0x80;  // more ids lie in overflow_
  static constexpr std::uint8_t kFillMask = 0x07;
  struct alignas(16) Cell {
    Id ids[kInPlace];
  };

  // The cells of a layer: which of the rows around, and where in it (0 to 2, the middle 1).
  struct InLayer {
    std::uint8_t row;
    std::uint8_t x;
  };
  using Layer = std::array<InLayer, kRows>;
  static constexpr std::array<Layer, 2 * Dim> kLayers = [] {
    std::array<Layer, 2 * Dim> layers{};
    for (int axis = 0; axis < Dim; ++axis)
      for (int up = 0; up < 2; ++up)
        for (int n = 0; n < kRows; ++n) {
          // The two other coordinates of the n-th cell, and along `axis` the far one.
          std::array<int, 3> place = {n % 3, n / 3, 0};
          std::rotate(place.begin(), place.end() - 1, place.end());
          std::array<int, 3> at{};
          at[axis] = 2 * up;
          for (int k = 0, other = 1; k < Dim; ++k)
            if (k != axis) at[k] = place[other++];
          layers[2 * axis + up][n] = {static_cast<std::uint8_t>(at[1] + 3 * at[2]),
                                      static_cast<std::uint8_t>(at[0])};
        }
    return layers;
  }();

  // Ids in kRuns runs of kCells cells each, side by side in memory; run(n) is the first cell of
  // the n-th. Copies whole cells and advances by their fill: no branch depends on how many there
  // are. Plain local pointers, so the compiler need not fear that a copy changes them.
  template <int kCells, int kRuns, class Run>
  std::size_t gather(Candidates& candidates, std::size_t begin, const Run& run) const {
    constexpr std::size_t kRoom = 27 * kInPlace + 16;
    if (candidates.size() < begin + kRoom) candidates.resize(begin + kRoom);
    const Cell* const cells = cells_.data();
    const std::uint8_t* const fills = fill_.data();
    Id* out = candidates.data() + begin;
    std::uint32_t any = 0;
    for (int n = 0; n < kRuns; ++n) {
      const std::size_t first = run(n);
      std::uint32_t fill = 0;
      std::memcpy(&fill, fills + first, sizeof(fill));
      for (int k = 0; k < kCells; ++k) {
        std::memcpy(out, cells + first + k, sizeof(Cell));
        any |= fill;
        out += fill & kFillMask;
        fill >>= 8;
      }
    }
    auto end = static_cast<std::size_t>(out - candidates.data());
    if (any & kOverflows) [[unlikely]]
      for (int n = 0; n < kRuns; ++n)
        for (std::size_t index = run(n); index < run(n) + kCells; ++index)
          if (fill_[index] & kOverflows) add_overflow(real_cell(index), candidates, end);
    return end;
  }

  void add_overflow(std::size_t index, Candidates& candidates, std::size_t& end) const {
    const auto& more = overflow_.at(index);
    candidates.resize(std::max(candidates.size(), end + more.size() + kLanes));
    std::copy(more.begin(), more.end(), candidates.begin() + static_cast<std::ptrdiff_t>(end));
    end += more.size();
  }

  [[nodiscard]] std::size_t row_of(const Coordinates& cell) const {
    if constexpr (Dim == 3) return std::size_t{cell[2]} * count_[1] + cell[1];
    return cell[1];
  }
  [[nodiscard]] std::size_t index_of(const Coordinates& cell) const {
    return row_of(cell) * stride_ + cell[0] + 1;
  }

  // The cell that a ghost is the copy of; itself if it is none.
  [[nodiscard]] std::size_t real_cell(std::size_t index) const {
    const std::size_t x = index % stride_;
    if (x == 0) return index + count_[0];
    if (x == stride_ - 1) return index - count_[0];
    return index;
  }

  void update_ghosts(const Coordinates& cell, std::size_t index) {
    if (!box_.periodic[0]) return;
    if (cell[0] == 0) copy_cell(index, index + count_[0]);
    if (cell[0] == count_[0] - 1) copy_cell(index, index - count_[0]);
  }
  void copy_cell(std::size_t from, std::size_t to) {
    cells_[to] = cells_[from];
    fill_[to] = fill_[from];
  }

  void remove_overflowing(Id id, std::size_t index) {
    auto& more = overflow_[index];
    Id* const begin = cells_[index].ids;
    Id* const place = std::find(begin, begin + kInPlace, id);
    if (place != begin + kInPlace)
      *place = more.back();
    else
      *std::find(more.begin(), more.end(), id) = more.back();
    more.pop_back();
    if (more.empty()) {
      overflow_.erase(index);
      fill_[index] = kInPlace;
    }
  }

  template <int Axis, int Steps, class Visit>
  void visit_axis(const Coordinates& cell, Coordinates& other, std::array<int, Dim>& shift,
                  const Visit& visit) const {
    for (int step = -Steps; step <= Steps; ++step) {
      const std::int64_t moved = std::int64_t{cell[Axis]} + step;
      const std::int64_t inside = shifted(Axis, cell[Axis], step);
      if (inside < 0) continue;
      other[Axis] = static_cast<std::uint32_t>(inside);
      shift[Axis] = moved < 0 ? -1 : (moved >= std::int64_t{count_[Axis]} ? 1 : 0);
      if constexpr (Axis > 0) {
        visit_axis<Axis - 1, Steps>(cell, other, shift, visit);
      } else {
        const std::size_t index = index_of(other);
        for (int k = 0; k < (fill_[index] & kFillMask); ++k)
          visit(cells_[index].ids[k], shift, other);
        if (fill_[index] & kOverflows)
          for (const Id id : overflow_.at(index)) visit(id, shift, other);
      }
    }
  }

  Box<Dim> box_;
  std::array<std::uint32_t, Dim> count_;
  Vec<Dim> edge_;
  std::size_t stride_ = 0;
  HugeVector<Cell> cells_;
  HugeVector<std::uint8_t> fill_;
  HugeVector<std::array<std::uint32_t, kRows>> neighbour_rows_;
  std::unordered_map<std::size_t, std::vector<Id>> overflow_;
};

}  // namespace clausius
