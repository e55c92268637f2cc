#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "clausius/core/lanes.h"
#include "clausius/geometry/box.h"
#include "engine/memory.h"

namespace clausius {

/// Finds overlapping spheres among particles that have all moved, in a time proportional to their
/// number: every step they are filed anew, sorted by cell into columns of numbers, and tested
/// kLanes at a time. Along x the cells of a row lie side by side, so all candidates of a particle
/// in one row are one stretch of memory.
///
/// A particle is named by its slot, 0 … N − 1. A periodic axis has at least three cells or one.
template <int Dim>
class StepGrid {
 public:
  using Slot = std::uint32_t;

  /// @param largest_diameter two particles farther apart than that are never looked at together
  StepGrid(const Box<Dim>& box, double largest_diameter, std::size_t particles)
      : box_(box), where_(particles), slot_(particles) {
    // A little more than touching, so that rounding of positions can't put a pair two cells apart.
    double edge =
        std::max((1 + 1e-9) * largest_diameter,
                 std::pow(kPerCell * box.volume() / static_cast<double>(particles + 1), 1.0 / Dim));
    // In a box of very unequal edges that would be too many cells.
    while (make_cells(edge) > 2 * particles + 64) edge *= 1.25;
    for (auto& column : sorted_) column.resize(particles + kLanes);
    radius_.resize(particles + kLanes);
  }

  /// Forgets all particles: each is to be filed again, then sort() to be called.
  void begin() {
    std::fill(first_.begin(), first_.end(), 0);
    for (const Moved& moved : moved_) head_[moved.cell] = kNone;
    moved_.clear();
  }
  /// @param r in the box on periodic axes; beyond a wall it counts to the cell before
  void file(Slot slot, const Vec<Dim>& r) {
    where_[slot].cell = cell_of(r);
    ++first_[where_[slot].cell + 2];
  }
  /// @param place_of gives {r, radius} of a slot, r as it was filed
  template <class PlaceOf>
  void sort(PlaceOf&& place_of) {
    for (std::size_t c = 2; c < first_.size(); ++c) first_[c] += first_[c - 1];
    for (Slot slot = 0; slot < where_.size(); ++slot) {
      const std::uint32_t place = first_[where_[slot].cell + 1]++;
      where_[slot].place = place;
      slot_[place] = slot;
      const auto [r, radius] = place_of(slot);
      for (int k = 0; k < Dim; ++k) sorted_[k][place] = r[k];
      radius_[place] = radius;
    }
  }

  /// Moves a particle after sort().
  void move(Slot slot, const Vec<Dim>& r, double radius) {
    Where& where = where_[slot];
    if (where.place < slot_.size())  // where it was, nothing overlaps any more
      sorted_[0][where.place] = std::numeric_limits<double>::quiet_NaN();
    const std::uint32_t cell = cell_of(r);
    const auto node = static_cast<std::uint32_t>(moved_.size());
    moved_.push_back({r, radius, cell, slot, head_[cell]});
    head_[cell] = node;
    where = {cell, static_cast<std::uint32_t>(slot_.size()) + node};  // its last move
  }

  /// Calls visit(i, j) for every overlapping pair, once. @pre none has moved since sort()
  template <class Visit>
  void for_each_overlap(Visit&& visit) {
    Coordinates cell{};
    for (std::uint32_t c = 0; c < cells_; ++c) {
      if (first_[c] != first_[c + 1]) {
        const Stretches ahead = stretches(cell, true);
        for (std::uint32_t place = first_[c]; place < first_[c + 1]; ++place) {
          Vec<Dim> r;
          for (int k = 0; k < Dim; ++k) r[k] = sorted_[k][place];
          const double radius = radius_[place];
          const auto found = [&](Slot j) { visit(slot_[place], j); };
          test(r, radius, place + 1, ahead.end[0], found);
          for (int s = 1; s < ahead.count; ++s)
            test(r, radius, ahead.begin[s], ahead.end[s], found);
        }
      }
      for (int k = 0; k < Dim && ++cell[k] == count_[k]; ++k) cell[k] = 0;
    }
  }

  /// Calls visit(j) for every particle j that overlaps with particle i, which has moved.
  template <class Visit>
  void for_each_overlap_with(Slot i, Visit&& visit) {
    const Moved own = moved_[where_[i].place - slot_.size()];
    const Stretches around = stretches(coordinates_of(own.r), false);
    for (int s = 0; s < around.count; ++s) {
      test(own.r, own.radius, around.begin[s], around.end[s], visit);
      for (std::uint32_t c = around.first_cell[s]; c <= around.last_cell[s]; ++c)
        for (std::uint32_t m = head_[c]; m != kNone; m = moved_[m].next) {
          const Moved& other = moved_[m];
          if (other.slot != i && where_[other.slot].place == slot_.size() + m &&
              overlap(own, other))
            visit(other.slot);
        }
    }
  }

  /// Have fetched from memory what move() and for_each_overlap_with() will read of a particle: the
  /// particle, then its cells, then who is in them.
  void prefetch_particle(Slot slot) const { prefetch(&where_[slot]); }
  void prefetch_cells(Slot slot, const Vec<Dim>& r) const {
    const Coordinates cell = coordinates_of(r);
    for_each_row(cell, false, [&](std::uint32_t row) {
      prefetch(&first_[row + static_cast<std::uint32_t>(cell[0])]);
      prefetch(&head_[row + static_cast<std::uint32_t>(cell[0])]);
    });
    if (where_[slot].place < slot_.size()) prefetch(&sorted_[0][where_[slot].place]);
  }
  void prefetch_around(const Vec<Dim>& r) const {
    const Coordinates cell = coordinates_of(r);
    for_each_row(cell, false, [&](std::uint32_t row) {
      const std::uint32_t place =
          first_[row + static_cast<std::uint32_t>(std::max(cell[0] - 1, 0))];
      for (const auto& column : sorted_) prefetch(&column[place]);
      prefetch(&radius_[place]);
    });
  }

  /// The particles in the order of their cells, as of sort().
  [[nodiscard]] const HugeVector<Slot>& order() const { return slot_; }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }

  /// Between two steps nothing else is left of them.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(where_) + bytes_of(slot_) + bytes_of(radius_) + bytes_of(first_) +
                        bytes_of(head_) + bytes_of(moved_);
    for (const auto& column : sorted_) bytes += bytes_of(column);
    return bytes;
  }

 private:
  using Coordinates = std::array<int, Dim>;
  static constexpr std::uint32_t kNone = 0xffffffff;
  // Particles a cell in a gas: fewer, and vectors stay half empty; more, and most tests are in
  // vain.
  static constexpr double kPerCell = Dim == 3 ? 1.5 : 2.5;

  struct Where {
    std::uint32_t cell, place;
  };
  struct Moved {
    Vec<Dim> r;
    double radius;
    std::uint32_t cell;
    Slot slot;
    std::uint32_t next;
  };

  // Cells that lie side by side, first … last, and the places begin … end − 1 of what is in them.
  struct Stretches {
    static constexpr int kMost = 2 * (Dim == 3 ? 9 : 3);
    std::array<std::uint32_t, kMost> begin, end, first_cell, last_cell;
    int count = 0;
  };

  std::size_t make_cells(double edge) {
    std::size_t cells = 1;
    for (int k = 0; k < Dim; ++k) {
      count_[k] = static_cast<int>(std::min(box_.size[k] / edge, 1e6));
      if (count_[k] < (box_.periodic[k] ? 3 : 1)) count_[k] = 1;
      per_length_[k] = count_[k] / box_.size[k];
      inv_edge_[k] = box_.periodic[k] ? 1 / box_.size[k] : 0;
      cells *= static_cast<std::size_t>(count_[k]);
    }
    cells_ = static_cast<std::uint32_t>(std::min<std::size_t>(cells, kNone));
    if (cells <= 2 * slot_.size() + 64) {
      first_.assign(cells + 2, 0);
      head_.assign(cells, kNone);
    }
    return cells;
  }

  [[nodiscard]] Coordinates coordinates_of(const Vec<Dim>& r) const {
    Coordinates cell;
    for (int k = 0; k < Dim; ++k)
      cell[k] = std::clamp(static_cast<int>(r[k] * per_length_[k]), 0, count_[k] - 1);
    return cell;
  }
  [[nodiscard]] std::uint32_t cell_of(const Vec<Dim>& r) const {
    const Coordinates cell = coordinates_of(r);
    int index = cell[Dim - 1];
    for (int k = Dim - 2; k >= 0; --k) index = index * count_[k] + cell[k];
    return static_cast<std::uint32_t>(index);
  }

  // The coordinate on axis k so many cells on; −1: there is none.
  [[nodiscard]] int shifted(const Coordinates& cell, int k, int step) const {
    const int to = cell[k] + step;
    if (to >= 0 && to < count_[k]) return to;
    if (!box_.periodic[k] || count_[k] == 1) return -1;
    return to < 0 ? count_[k] - 1 : 0;
  }

  // Calls visit(first cell of the row) for the rows along x in and around that of a cell, its own
  // first. `ahead`: only half of those around.
  template <class Visit>
  void for_each_row(const Coordinates& cell, bool ahead, Visit&& visit) const {
    const auto row = [&](int y, int z) {
      visit(static_cast<std::uint32_t>((z * count_[1] + y) * count_[0]));
    };
    constexpr int kFlat = Dim == 2;
    const int own_z = kFlat ? 0 : cell[Dim - 1];
    row(cell[1], own_z);
    for (int dz = kFlat || ahead ? 0 : -1; dz <= (kFlat ? 0 : 1); ++dz) {
      const int z = kFlat ? 0 : shifted(cell, Dim - 1, dz);
      for (int dy = -1; dy <= 1; ++dy) {
        if ((dy == 0 && dz == 0) || (ahead && dz == 0 && dy < 0)) continue;
        if (const int y = shifted(cell, 1, dy); y >= 0 && z >= 0) row(y, z);
      }
    }
  }

  // Where the candidates of a cell lie: its own row first, in which those behind it lie in one
  // stretch with its own. `ahead`: only half of the cells around, so that each pair comes up once.
  [[nodiscard]] Stretches stretches(const Coordinates& cell, bool ahead) const {
    Stretches result;
    const int x = cell[0];
    const int last = count_[0] - 1;
    const bool wraps = box_.periodic[0] && last > 0;
    const auto add = [&](std::uint32_t row, int from, int to) {
      const int s = result.count++;
      result.first_cell[s] = row + static_cast<std::uint32_t>(from);
      result.last_cell[s] = row + static_cast<std::uint32_t>(to);
      result.begin[s] = first_[result.first_cell[s]];
      result.end[s] = first_[result.last_cell[s] + 1];
    };
    for_each_row(cell, ahead, [&](std::uint32_t row) {
      const bool only_behind = ahead && result.count == 0;
      add(row, only_behind ? x : std::max(x - 1, 0), std::min(x + 1, last));
      if (wraps && x == last) add(row, 0, 0);
      if (wraps && x == 0 && !only_behind) add(row, last, last);
    });
    return result;
  }

  // Visits those among the places begin … end − 1 that overlap with a sphere.
  template <class Visit>
  void test(const Vec<Dim>& r, double radius, std::uint32_t begin, std::uint32_t end,
            Visit&& visit) {
    if (begin >= end) return;
    pair_tests_ += end - begin;
    for (std::uint32_t place = begin; place < end; place += kLanes) {
      Lanes distance_sq = {};
      for (int k = 0; k < Dim; ++k) {
        Lanes x = load(&sorted_[k][place]) - r[k];
        x -= box_.size[k] * nearest_integer(x, broadcast<Lanes>(inv_edge_[k]));
        distance_sq += x * x;
      }
      const Lanes sigma = load(&radius_[place]) + radius;
      const LaneInts overlaps = distance_sq < sigma * sigma;
      const std::uint32_t left = end - place;
      std::uint32_t lanes = bits_of(overlaps);
      if (left < static_cast<std::uint32_t>(kLanes)) lanes &= (1u << left) - 1;
      for (; lanes != 0; lanes &= lanes - 1)
        visit(slot_[place + static_cast<std::uint32_t>(std::countr_zero(lanes))]);
    }
  }

  [[nodiscard]] bool overlap(const Moved& i, const Moved& j) const {
    const double sigma = i.radius + j.radius;
    return box_.minimum_image(j.r - i.r).squaredNorm() < sigma * sigma;
  }

  static Lanes load(const double* from) {
    using Unaligned = double
        __attribute__((vector_size(kLanes * sizeof(double)), aligned(sizeof(double)), may_alias));
    return *reinterpret_cast<const Unaligned*>(from);
  }

  // One bit a lane.
  static std::uint32_t bits_of(LaneInts mask) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask));
#else
    std::uint32_t bits = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      bits |= static_cast<std::uint32_t>(mask[lane] & 1) << lane;
    return bits;
#endif
  }

  Box<Dim> box_;
  Coordinates count_{};  // of cells on each axis
  std::uint32_t cells_ = 0;
  std::array<double, Dim> per_length_{}, inv_edge_{};  // 1/L, 0 between walls

  HugeVector<Where> where_;  // by slot
  HugeVector<Slot> slot_;    // by place, like the next two
  std::array<HugeVector<double>, Dim> sorted_;
  HugeVector<double> radius_;
  HugeVector<std::uint32_t> first_;  // of the places of each cell, after sort()
  HugeVector<std::uint32_t> head_;   // of the list of those that have moved into each cell
  HugeVector<Moved> moved_;
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
