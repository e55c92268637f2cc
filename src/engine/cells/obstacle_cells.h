#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "clausius/engine/state.h"
#include "collision/obstacle.h"
#include "engine/memory.h"

namespace clausius {

/// The obstacles of a gas and their images, filed in cells: each cell lists those that a
/// particle in it may touch. A flight is asked only about the obstacles of the cells that it
/// passes. If there are few obstacles, there are no cells, and all obstacles are visited.
///
/// On axes with walls the first and the last cell have no end.
template <int Dim>
class ObstacleCells {
 public:
  explicit ObstacleCells(const Gas<Dim>& gas);

  /// Calls visit(obstacle, index, shift) at least for the obstacles, moved by `shift`, that exist
  /// at the absolute time of the beginning of a flight and that a particle on it may touch before
  /// the delay until(). Nothing is visited that lies only in cells entered after that: visit() may
  /// make until() earlier. An obstacle may be visited repeatedly.
  template <class Until, class Visit>
  void for_each_along(const Gas<Dim>& gas, const Parabola<Dim>& flight, double time,
                      const Until& until, const Visit& visit) const {
    if (!are_used()) {
      const Range range = flight.range(std::max(until(), 0.0));
      return gas.boundary.for_obstacles(gas.box, time, range.first, range.second, reach_, visit);
    }
    Place place = place_of(flight.r);
    std::array<int, Dim> step;
    std::array<double, Dim> exit;
    for (int k = 0; k < Dim; ++k) {
      const double speed = flight.v[k] != 0 ? flight.v[k] : flight.g[k];
      step[k] = speed < 0 ? -1 : 1;
      exit[k] = exit_time(k, flight, place, step[k]);
    }
    for (double enter = 0;;) {
      const auto first = std::min_element(exit.begin(), exit.end());
      visit_passed(gas, flight, place, enter, *first, time, until, visit);
      if (!(*first < until())) return;
      enter = std::max(enter, *first);
      const auto axis = static_cast<int>(first - exit.begin());
      move(axis, step[axis], place);
      exit[axis] = exit_time(axis, flight, place, step[axis]);
    }
  }

  /// Calls visit(obstacle, index, shift) at least for those that exist at an absolute time and that
  /// a particle at r may touch.
  template <class Visit>
  void for_each_near(const Gas<Dim>& gas, const Vec<Dim>& r, double time,
                     const Visit& visit) const {
    if (!are_used()) return gas.boundary.for_obstacles(gas.box, time, r, r, reach_, visit);
    const Range here{r, r};
    visit_cell(
        gas, place_of(r), time, [&]() -> const Range& { return here; }, visit);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes_of(extents_) + bytes_of(begin_) + bytes_of(entries_);
  }

 private:
  using Range = std::pair<Vec<Dim>, Vec<Dim>>;  // corners of a box
  // A cell in the box, and the number of boxes by which a position in it is moved.
  struct Place {
    std::array<std::int64_t, Dim> cell, boxes;
  };
  struct Entry {
    std::uint32_t obstacle;
    std::array<std::int32_t, Dim> boxes;
  };

  [[nodiscard]] bool are_used() const { return !begin_.empty(); }
  std::size_t divide(const Vec<Dim>& box);
  template <class Take>
  void for_each_cell_of(std::size_t obstacle, const Take& take) const;

  // The place of a cell with these coordinates, which go on beyond the box.
  [[nodiscard]] Place place_at(const std::array<std::int64_t, Dim>& unbounded) const {
    Place place;
    for (int k = 0; k < Dim; ++k) {
      place.boxes[k] = 0;
      place.cell[k] = std::clamp<std::int64_t>(unbounded[k], 0, count_[k] - 1);
      if (!periodic_[k] || place.cell[k] == unbounded[k]) continue;
      place.boxes[k] = unbounded[k] / count_[k] - (unbounded[k] % count_[k] < 0);
      place.cell[k] = unbounded[k] - place.boxes[k] * count_[k];
    }
    return place;
  }
  [[nodiscard]] Place place_of(const Vec<Dim>& r) const {
    std::array<std::int64_t, Dim> unbounded;
    for (int k = 0; k < Dim; ++k)
      unbounded[k] = static_cast<std::int64_t>(std::floor(r[k] / edge_[k]));
    return place_at(unbounded);
  }
  [[nodiscard]] std::size_t index_of(const Place& place) const {
    std::int64_t index = place.cell[Dim - 1];
    for (int k = Dim - 2; k >= 0; --k) index = index * count_[k] + place.cell[k];
    return static_cast<std::size_t>(index);
  }
  void move(int axis, int step, Place& place) const {
    std::int64_t& cell = place.cell[axis];
    cell += step;
    if (cell >= 0 && cell < count_[axis]) return;
    cell -= step * count_[axis];
    place.boxes[axis] += step;
  }

  // Time at which a flight leaves a place across an axis on which it moves by `step` (±1), which is
  // turned around where the flight turns around before.
  [[nodiscard]] double exit_time(int k, const Parabola<Dim>& flight, const Place& place,
                                 int& step) const {
    const double v = flight.v[k], g = flight.g[k];
    const auto way = [&] {
      const std::int64_t edge = place.cell[k] + place.boxes[k] * count_[k] + (step > 0);
      return static_cast<double>(edge) * edge_[k] - flight.r[k];
    };
    const auto is_last = [&] {
      return !periodic_[k] && place.cell[k] == (step > 0 ? count_[k] - 1 : 0);
    };
    if (g * step < 0 && (is_last() || v * v + 2 * g * way() < 0)) step = -step;
    if (is_last()) return kNever;
    const double end = step * std::sqrt(std::max(v * v + 2 * g * way(), 0.0));  // velocity there
    // The one of two forms in which nothing cancels.
    if (v * step < 0) return (end - v) / g;
    if (v + end == 0) return g == 0 ? kNever : 0;
    return 2 * way() / (v + end);
  }

  // Visits the obstacles in a cell that are near the part of a flight from `enter` to `exit`.
  template <class Until, class Visit>
  void visit_passed(const Gas<Dim>& gas, const Parabola<Dim>& flight, const Place& place,
                    double enter, double exit, double time, const Until& until,
                    const Visit& visit) const {
    const Parabola<Dim> part{flight.at(enter), flight.v + enter * flight.g, flight.g};
    double end = -kNever;
    Range range{part.r, part.r};
    const auto passed = [&]() -> const Range& {
      if (const double now = std::min(exit, until()); now != end) {
        end = now;
        range = part.range(std::max(end - enter, 0.0));
      }
      return range;
    };
    visit_cell(gas, place, time, passed, visit);
  }

  // Visits the obstacles in a cell that are near the box range().
  template <class RangeNow, class Visit>
  void visit_cell(const Gas<Dim>& gas, const Place& place, double time, const RangeNow& range,
                  const Visit& visit) const {
    const std::size_t cell = index_of(place);
    for (std::uint32_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
      const Entry& entry = entries_[i];
      Vec<Dim> shift;
      for (int k = 0; k < Dim; ++k)
        shift[k] = static_cast<double>(place.boxes[k] + entry.boxes[k]) * gas.box.size[k];
      const Range &extent = extents_[entry.obstacle], &passed = range();
      bool is_near = true;
      for (int k = 0; k < Dim; ++k)
        is_near &= (passed.second[k] - shift[k] >= extent.first[k]) &
                   (passed.first[k] - shift[k] <= extent.second[k]);
      if (!is_near) continue;
      const Obstacle<Dim>& obstacle = gas.boundary.obstacles[entry.obstacle];
      if (time - gas.boundary.start < obstacle.until)
        visit(obstacle, std::size_t{entry.obstacle}, shift);
    }
  }

  double reach_;  // the largest radius of a particle, with a margin for rounding
  std::array<bool, Dim> periodic_;
  std::array<std::int64_t, Dim> count_{};  // of the cells along each axis
  Vec<Dim> edge_ = Vec<Dim>::Zero();
  std::vector<Range> extents_;        // of the obstacles, grown by reach_
  std::vector<std::uint32_t> begin_;  // of the list of each cell in entries_
  std::vector<Entry> entries_;
};

extern template class ObstacleCells<2>;
extern template class ObstacleCells<3>;

}  // namespace clausius
