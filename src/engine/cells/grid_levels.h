#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/audit.h"
#include "engine/cells/cell_grid.h"
#include "engine/cells/cell_plan.h"
#include "engine/cells/halos.h"
#include "engine/records.h"

namespace clausius {

/// Nested cell grids, for diameters of different magnitude: a particle is filed in the grid of its
/// own size, `level` 0 being the finest, and a coarse cell is a block of whole finer cells. Two
/// particles are candidates for each other if they lie in the same or adjacent cells of the coarser
/// of their two grids; so a small particle has few large candidates, and the many small ones around
/// a large one are searched only for the large one's own flight. With one level this is a CellGrid.
/// A plan with wide particles has a level for them above the one of the others, with as many cells,
/// in which they find others by their halos.
template <int Dim>
class GridLevels {
 public:
  using Candidates = typename CellGrid<Dim>::Candidates;
  using Coordinates = typename CellGrid<Dim>::Coordinates;
  using Event = EventRecord<Dim>;
  static constexpr bool kRepeats = false;  // no particle is a candidate twice
  // next_crossing() computes the crossing after a search.
  static constexpr bool kKnowsCrossing = false;
  static constexpr bool kEnteredAhead = false;

  /// @param cells each level's least edge is at least as large as the diameters of that level
  GridLevels(const Box<Dim>& box, const CellPlan& cells, std::size_t particles) : box_(box) {
    auto counts = cells_of(box, cells, particles);
    if (!cells.wide.empty()) counts.push_back(counts.back());
    for (const auto& count : counts) grids_.emplace_back(box, count);
    if (!cells.wide.empty()) halos_.emplace(box, grids_[0], cells.wide);
    for (std::size_t level = 0; level + 1 < counts.size(); ++level) {
      blocks_.emplace_back();
      for (int k = 0; k < Dim; ++k) blocks_.back()[k] = counts[level][k] / counts[level + 1][k];
    }
    axes_.resize(grids_.size());
    for (std::size_t level = 0; level < grids_.size(); ++level)
      for (int k = 0; k < Dim; ++k) {
        Axes& axes = axes_[level];
        axes.cell_edge[k] = grids_[level].edge()[k];
        axes.edge[k] = box.size[k];
        axes.inv_edge[k] = box.periodic[k] ? 1 / box.size[k] : 0;
        axes.first_cell[k] = box.periodic[k] ? -1 : 0;
        axes.last_cell[k] = box.periodic[k] ? -1 : grids_[level].count()[k] - 1.0;
      }
  }

  [[nodiscard]] const CellGrid<Dim>& operator[](std::size_t level) const { return grids_[level]; }

  void locate(const Vec<Dim>& r, Event& event) const { grids_[event.level].locate(r, event.cell); }
  void insert(Id id, const Event& event) {
    grids_[event.level].insert(id, event.cell);
    if (is_wide(event)) halos_->insert(id, event.cell);
  }
  void remove(Id id, const Event& event) {
    grids_[event.level].remove(id, event.cell);
    if (is_wide(event)) halos_->remove(id, event.cell);
  }
  /// Whether the event's cell exists, and the one that its crossing leads to.
  [[nodiscard]] bool holds(Id id, const Event& event) const {
    if (event.level >= grids_.size() || (halos_ && is_wide(event) != halos_->is_wide(id)))
      return false;
    const CellGrid<Dim>& grid = grids_[event.level];
    for (int k = 0; k < Dim; ++k)
      if (event.cell[k] >= grid.count()[k]) return false;
    const int axis = event.crossing_axis;
    return event.kind != EventKind::crossing || event.time == kNever ||
           (event.crossing_step != 0 &&
            grid.shifted(axis, event.cell[axis], event.crossing_step) >= 0);
  }
  /// Files all particles again. @param at(id) gives each as Filed
  template <class At>
  void file_all(std::size_t particles, const At& at) {
    for (auto& grid : grids_) grid.clear();
    if (halos_) halos_->clear();
    for (Id id = 0; id < particles; ++id) insert(id, at(id).event);
  }

  /// Time at which the particle crosses into another cell on a straight flight; the direction is
  /// stored in the event. All axes at once and without branches on direction or axis, because both
  /// are as good as random.
  [[gnu::always_inline]] double next_crossing(const Filed<Dim>& filed) const {
    const auto& [id, event, record, now] = filed;
    const auto components = [](const auto* from) {
      Quad quad;
      for (int k = 0; k < 4; ++k) quad[k] = static_cast<double>(from[k < Dim ? k : Dim - 1]);
      return quad;
    };
    const Axes& axes = axes_[event.level];
    const Quad v = components(record.word + Dim);
    const Quad cell = components(event.cell);
    const double ahead = now - record.time();
    Quad x = (components(record.word) + v * ahead) - cell * axes.cell_edge;
    x = x - axes.edge * nearest_integer(x - 0.5 * axes.cell_edge, axes.inv_edge);
    const Quad gap = v > 0 ? axes.cell_edge - x : x;
    const QuadInts closed = (v == 0) | (cell == (v > 0 ? axes.last_cell : axes.first_cell));
    const Quad delay = gap / (v > 0 ? v : -v);
    const auto [least, axis] = least_delay<Dim>(closed ? Quad{} + kNever : delay);
    event.crossing_axis = static_cast<std::uint8_t>(axis);
    event.crossing_step = v[axis] > 0 ? 1 : -1;
    return now + least;
  }

  /// Writes all candidates of the particle to `candidates`, from place `begin` on; rarely the
  /// particle itself is included.
  /// @return the place behind the last
  std::size_t enter_all(const Filed<Dim>& filed, Candidates& candidates,
                        std::size_t begin = 0) const {
    return gather_all(filed.id, filed.event, candidates, begin);
  }
  /// Moves the particle one cell on by its crossing, and gathers the candidates that are new there.
  std::size_t enter_new(const Filed<Dim>& filed, Candidates& candidates) {
    cross(filed.id, filed.event);
    return gather_layer(filed.id, filed.event, candidates);
  }

  /// Moves the particle one cell on by its crossing.
  void cross(Id id, Event& event) {
    if (is_wide(event)) [[unlikely]]
      halos_->move(id, event.cell, crossed(event).cell, event.crossing_axis, event.crossing_step);
    grids_[event.level].move(id, event.cell, event.crossing_axis, event.crossing_step);
  }

  /// As enter_all(), for the particle filed by `event`.
  std::size_t gather_all(Id self, const Event& event, Candidates& candidates,
                         std::size_t begin = 0) const {
    if (grids_.size() == 1) [[likely]]
      return grids_[0].gather_all(self, event.cell, candidates, begin);
    return gather_all_levels(self, event, candidates, begin);
  }

  /// Prefetches the candidates of the coming search.
  std::size_t gather_ahead(Id self, const Event& event, Candidates& candidates,
                           std::size_t begin) const {
    if (event.kind != EventKind::crossing) return gather_all(self, event, candidates, begin);
    return gather_layer(self, crossed(event), candidates, begin);
  }

  /// As enter_new(), after the crossing.
  std::size_t gather_layer(Id self, const Event& event, Candidates& candidates,
                           std::size_t begin = 0) const {
    if (grids_.size() == 1) [[likely]]
      return grids_[0].gather_layer(event.cell, event.crossing_axis, event.crossing_step,
                                    candidates, begin);
    return gather_layer_levels(self, event, candidates, begin);
  }

  /// Calls visit(id, shift, its level, its cell) for every image of every candidate of the particle
  /// filed by `event`; shift as in CellGrid::for_each_image.
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

  /// Prefetches the cells in which the event will be searched (roughly: those of its own level).
  void prefetch(const Event& event) const {
    const CellGrid<Dim>& grid = grids_[event.level];
    if (event.kind == EventKind::collision) return grid.prefetch(event.cell);
    grid.prefetch_cell(event.cell);
    grid.prefetch_layer(crossed(event).cell, event.crossing_axis, event.crossing_step);
  }
  /// Prefetches the cells with the candidates of the particle at its place.
  void prefetch_around(const Event& event) const { grids_[event.level].prefetch(event.cell); }
  /// Nothing needs to be prefetched shortly before.
  static void prefetch_first(const Event& /*event*/) {}

  /// Number of particles filed in all cells.
  [[nodiscard]] std::size_t filed() const {
    std::size_t sum = 0;
    for (const auto& grid : grids_) sum += grid.filed();
    return sum;
  }

  /// Whether the particle is filed where its event says.
  [[nodiscard]] bool is_filed(const Filed<Dim>& filed) const {
    return grids_[filed.event.level].count_of(filed.id, filed.event.cell) == 1;
  }
  /// Distance of the particle from its cell, if it is at r at some time before its next crossing.
  [[nodiscard]] double outside(const Filed<Dim>& filed, const Vec<Dim>& r, double /*time*/) const {
    return distance_outside(grids_[filed.event.level], box_, filed.event.cell, r);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = 0;
    for (const auto& grid : grids_) bytes += grid.memory_bytes();
    return bytes + (halos_ ? halos_->memory_bytes() : 0);
  }

 private:
  [[nodiscard]] bool is_wide(const Event& event) const {
    return event.level != 0 && halos_.has_value();
  }
  [[nodiscard]] Event crossed(Event event) const {
    const int axis = event.crossing_axis;
    event.cell[axis] = static_cast<std::uint32_t>(
        grids_[event.level].shifted(axis, event.cell[axis], event.crossing_step));
    return event;
  }

  // With several levels. Out of line: with one, a search is faster without this code.
  [[gnu::noinline]] std::size_t gather_all_levels(Id self, const Event& event,
                                                  Candidates& candidates, std::size_t begin) const {
    if (is_wide(event))
      return halos_->gather_around(self, grids_[0], event.cell, candidates, begin);
    std::size_t end = grids_[event.level].gather_all(self, event.cell, candidates, begin);
    if (halos_) return halos_->gather_wide(event.cell, candidates, end);
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{event.cell[k]} - 1;
      count[k] = 3;
    }
    end = gather_finer(event.level, first, count, candidates, end);
    for_coarser(event, [&](std::size_t level, const Coordinates& cell, const auto& /*block*/) {
      end = grids_[level].gather_all(self, cell, candidates, end);
    });
    return end;
  }

  [[gnu::noinline]] std::size_t gather_layer_levels(Id self, const Event& event,
                                                    Candidates& candidates,
                                                    std::size_t begin) const {
    const int axis = event.crossing_axis;
    const int step = event.crossing_step;
    if (is_wide(event))
      return halos_->gather_ahead(self, grids_[0], event.cell, axis, step, candidates, begin);
    std::size_t end = grids_[event.level].gather_layer(event.cell, axis, step, candidates, begin);
    if (halos_) {
      Coordinates before;
      std::copy(event.cell, event.cell + Dim, before);
      before[axis] = static_cast<std::uint32_t>(grids_[0].shifted(axis, event.cell[axis], -step));
      return halos_->gather_new_wide(event.cell, before, candidates, end);
    }
    std::array<std::int64_t, Dim> first, count;
    for (int k = 0; k < Dim; ++k) {
      first[k] = std::int64_t{event.cell[k]} + (k == axis ? step : -1);
      count[k] = k == axis ? 1 : 3;
    }
    end = gather_finer(event.level, first, count, candidates, end);
    for_coarser(event, [&](std::size_t level, const Coordinates& cell, const auto& block) {
      // Only the first cell of a block, in the direction of flight, is entered from another block.
      const std::uint32_t in_block = event.cell[axis] % block[axis];
      if (in_block == (step > 0 ? 0 : block[axis] - 1))
        end = grids_[level].gather_layer(cell, axis, step, candidates, end);
    });
    return end;
  }

  // Calls visit(level, the event's cell there, number of its own cells per such cell along each
  // axis).
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

  // All particles in the finer grids in a range of cells of `level`.
  std::size_t gather_finer(std::size_t level, std::array<std::int64_t, Dim> first,
                           std::array<std::int64_t, Dim> count, Candidates& candidates,
                           std::size_t end) const {
    for_finer(level, first, count, [&](std::size_t finer) {
      end = grids_[finer].gather_block(first, count, candidates, end);
    });
    return end;
  }

  // Data for next_crossing(), by axis. A particle does not leave a cell towards an adjacent wall:
  // the number of that cell, or −1.
  struct Axes {
    Quad cell_edge{}, edge{}, inv_edge{}, first_cell{}, last_cell{};
  };

  Box<Dim> box_;
  HugeVector<Axes> axes_;                               // for each level
  std::vector<CellGrid<Dim>> grids_;                    // finest first
  std::vector<std::array<std::uint32_t, Dim>> blocks_;  // cells of a level per cell of the next
  std::optional<Halos<Dim>> halos_;                     // of the particles of the last level
};

}  // namespace clausius
