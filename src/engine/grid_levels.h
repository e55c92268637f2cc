#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/cell_grid.h"
#include "engine/records.h"

namespace clausius {

/// Cell grids one in the other, for diameters of different order: a particle is filed in the grid
/// of its own size, `level` 0 the finest, and a coarse cell is a block of whole finer cells. Two
/// particles are candidates for each other if they lie in the same or adjacent cells of the coarser
/// of their two grids; so a small one sees few large ones, and the many small ones around a large
/// one are looked at only when that one's own flight calls for it. With one level this is a
/// CellGrid.
template <int Dim>
class GridLevels {
 public:
  using Candidates = typename CellGrid<Dim>::Candidates;
  using Coordinates = typename CellGrid<Dim>::Coordinates;
  using Event = EventRecord<Dim>;

  /// @param least_edges of the cells of each level, ascending, each at least as large as the
  ///        diameters of that level
  GridLevels(const Box<Dim>& box, const std::vector<double>& least_edges, std::size_t particles) {
    CellGrid<Dim> coarser(box, least_edges.back(), particles);
    grids_.push_back(std::move(coarser));
    for (std::size_t level = least_edges.size() - 1; level-- > 0;) {
      std::array<std::uint32_t, Dim> blocks;
      std::array<std::uint32_t, Dim> count = grids_.front().count();
      for (int k = 0; k < Dim; ++k) {
        const double fitting = std::floor(grids_.front().edge()[k] / least_edges[level]);
        blocks[k] = static_cast<std::uint32_t>(std::max(1.0, fitting));
        count[k] *= blocks[k];
      }
      grids_.emplace(grids_.begin(), box, count);
      blocks_.insert(blocks_.begin(), blocks);
    }
  }

  [[nodiscard]] std::size_t size() const { return grids_.size(); }
  [[nodiscard]] const CellGrid<Dim>& operator[](std::size_t level) const { return grids_[level]; }
  [[nodiscard]] bool nearest_image_holds() const { return grids_.back().nearest_image_holds(); }

  void locate(const Vec<Dim>& r, Event& event) const { grids_[event.level].locate(r, event.cell); }
  void insert(Id id, const Event& event) { grids_[event.level].insert(id, event.cell); }
  void remove(Id id, const Event& event) { grids_[event.level].remove(id, event.cell); }

  /// Moves the particle one cell on, the way of its crossing.
  void cross(Id id, Event& event) {
    grids_[event.level].move(id, event.cell, event.crossing_axis, event.crossing_step);
  }
  /// The same for the event alone.
  void step(Event& event) const {
    const int axis = event.crossing_axis;
    event.cell[axis] = static_cast<std::uint32_t>(
        grids_[event.level].shifted(axis, event.cell[axis], event.crossing_step));
  }

  /// Writes to `candidates`, from place `begin` on, whoever the particle filed by `event` may meet
  /// (itself included).
  /// @return the place behind the last
  std::size_t gather_all(const Event& event, Candidates& candidates, std::size_t begin = 0) const {
    if (grids_.size() == 1) [[likely]]
      return grids_[0].gather_all(event.cell, candidates, begin);
    return gather_all_levels(event, candidates, begin);
  }

  /// The same, after a crossing into the cell of `event`, for those not seen from the one before.
  std::size_t gather_layer(const Event& event, Candidates& candidates,
                           std::size_t begin = 0) const {
    if (grids_.size() == 1) [[likely]]
      return grids_[0].gather_layer(event.cell, event.crossing_axis, event.crossing_step,
                                    candidates, begin);
    return gather_layer_levels(event, candidates, begin);
  }

  /// Calls visit(id, shift, its level, its cell) for every image of whoever the particle filed by
  /// `event` may meet; shift as in CellGrid::for_each_image.
  template <class Visit>
  void for_each_image(const Event& event, const Visit& visit) const {
    const auto visit_in = [&](std::size_t level) {
      return [&visit, level](Id id, const std::array<int, Dim>& shift, const Coordinates& cell) {
        visit(id, shift, level, cell);
      };
    };
    grids_[event.level].for_each_image(event.cell, visit_in(event.level));
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{event.cell[k]} - 1;
      count[k] = 3;
    }
    for_finer(event.level, first, count, [&](std::size_t level) {
      grids_[level].for_each_image_in(first, count, visit_in(level));
    });
    for_coarser(event, [&](std::size_t level, const Coordinates& cell, const auto& /*block*/) {
      grids_[level].for_each_image(cell, visit_in(level));
    });
  }

  /// Has the cells fetched from memory that the event will be looked for in (roughly: those of its
  /// own level).
  void prefetch(const Event& event) const {
    const CellGrid<Dim>& grid = grids_[event.level];
    if (event.kind == EventKind::collision) return grid.prefetch(event.cell);
    Event crossed = event;
    step(crossed);
    grid.prefetch_layer(crossed.cell, event.crossing_axis, event.crossing_step);
  }

  /// How many are filed in all cells.
  [[nodiscard]] std::size_t filed() const {
    std::size_t sum = 0;
    for (const auto& grid : grids_) sum += grid.filed();
    return sum;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = 0;
    for (const auto& grid : grids_) bytes += grid.memory_bytes();
    return bytes;
  }

 private:
  // With several levels. Out of line: with one, a search is quicker without their code.
  [[gnu::noinline]] std::size_t gather_all_levels(const Event& event, Candidates& candidates,
                                                  std::size_t begin) const {
    std::size_t end = grids_[event.level].gather_all(event.cell, candidates, begin);
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{event.cell[k]} - 1;
      count[k] = 3;
    }
    end = gather_finer(event.level, first, count, candidates, end);
    for_coarser(event, [&](std::size_t level, const Coordinates& cell, const auto& /*block*/) {
      end = grids_[level].gather_all(cell, candidates, end);
    });
    return end;
  }

  [[gnu::noinline]] std::size_t gather_layer_levels(const Event& event, Candidates& candidates,
                                                    std::size_t begin) const {
    const int axis = event.crossing_axis;
    const int step = event.crossing_step;
    std::size_t end = grids_[event.level].gather_layer(event.cell, axis, step, candidates, begin);
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{event.cell[k]} + (k == axis ? step : -1);
      count[k] = k == axis ? 1 : 3;
    }
    end = gather_finer(event.level, first, count, candidates, end);
    for_coarser(event, [&](std::size_t level, const Coordinates& cell, const auto& block) {
      // Only the first cell of a block, in the direction of flight, is entered from another one.
      const std::uint32_t in_block = event.cell[axis] % block[axis];
      if (in_block == (step > 0 ? 0 : block[axis] - 1))
        end = grids_[level].gather_layer(cell, axis, step, candidates, end);
    });
    return end;
  }

  // Calls visit(level, the event's cell there, how many of its own cells that is along each axis).
  template <class Visit>
  void for_coarser(const Event& event, const Visit& visit) const {
    Coordinates cell;
    std::copy(event.cell, event.cell + Dim, cell);
    std::array<std::uint32_t, Dim> block;
    block.fill(1);
    for (std::size_t level = event.level; level + 1 < grids_.size(); ++level) {
      for (int k = 0; k < Dim; ++k) {
        cell[k] /= blocks_[level][k];
        block[k] *= blocks_[level][k];
      }
      visit(level + 1, cell, block);
    }
  }

  // Calls visit(level) for each of the finer grids, with a range of cells of `level` in its cells.
  template <class Visit>
  void for_finer(std::size_t level, std::array<std::int64_t, Dim>& first,
                 std::array<std::int64_t, Dim>& count, const Visit& visit) const {
    while (level-- > 0) {
      for (int k = 0; k < Dim; ++k) {
        first[k] *= blocks_[level][k];
        count[k] *= blocks_[level][k];
      }
      visit(level);
    }
  }

  // All in the finer grids in a range of cells of `level`.
  std::size_t gather_finer(std::size_t level, std::array<std::int64_t, Dim> first,
                           std::array<std::int64_t, Dim> count, Candidates& candidates,
                           std::size_t end) const {
    for_finer(level, first, count, [&](std::size_t finer) {
      end = grids_[finer].gather_block(first, count, candidates, end);
    });
    return end;
  }

  std::vector<CellGrid<Dim>> grids_;                    // finest first
  std::vector<std::array<std::uint32_t, Dim>> blocks_;  // cells of a level in one of the next
};

}  // namespace clausius
