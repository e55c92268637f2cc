#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "clausius/geometry/box.h"
#include "core/elementary.h"
#include "core/lanes.h"
#include "engine/memory.h"

namespace clausius {

/// Finds spheres that may overlap among particles that have all moved, in a time proportional to
/// their number: in every step they are filed again, sorted by cell, and tested a vector at a time.
/// Along x the cells of a row lie side by side, so all candidates of a particle in one row are
/// contiguous in memory.
///
/// In a large gas memory access limits the speed of a step. Positions are therefore kept here as
/// fixed-point numbers of 32 bits, fractions of the box whose differences wrap around its edges
/// automatically. A pair that overlaps is always found; a few of those found only nearly touch.
///
/// A particle is identified by its slot, 0 … N − 1. A periodic axis has at least three cells or
/// one.
template <int Dim>
class StepGrid {
 public:
  using Slot = std::uint32_t;

  /// @param largest_diameter two particles farther apart than that are never tested
  /// @param mixed whether there are smaller ones
  StepGrid(const Box<Dim>& box, double largest_diameter, bool mixed, std::size_t particles)
      : box_(box),
        mixed_(mixed),
        point_(particles),
        place_(particles),
        slot_(particles),
        sorted_(particles + kPoints),
        radius_(mixed ? particles + kNumbers : 0) {
    for (int k = 0; k < Dim; ++k) {
      // Beyond walls half a box on each side; particles still farther away count as being there.
      const double range = box.periodic[k] ? box.size[k] : 2 * box.size[k];
      per_length_[k] = 0x1p32 / range;
      const auto unit = static_cast<float>(range * 0x1p-32);
      for (int place = k; place < kNumbers; place += kStride) unit_[place] = unit;
      slack_ = std::max(slack_, 2 * unit);
    }
    const float near = static_cast<float>(largest_diameter) * kNearly + slack_;
    near_sq_ = Floats{} + near * near;
    // A little more than contact, so that rounding of positions cannot put a pair two cells apart.
    double edge = std::max(
        (1 + 1e-9) * largest_diameter + slack_,
        portable::pow(kPerCell * box.volume() / static_cast<double>(particles + 1), 1.0 / Dim));
    // Limits the number of cells in a box of very unequal edges.
    while (make_cells(edge) > 2 * particles + 64) edge *= 1.25;
  }

  /// Removes all particles: each must be filed again, then sort() called.
  void begin() {
    std::fill(cells_.begin(), cells_.end(), Cell{0, kNone});
    moved_.clear();
  }
  /// @param r in the box on periodic axes; beyond a wall it counts to the last cell
  void file(Slot slot, const Vec<Dim>& r) {
    point_[slot] = point_of(r);
    ++cells_[cell_of(point_[slot]) + 2].first;
  }
  /// @param radius_of gives the radius of a slot
  template <class RadiusOf>
  void sort(RadiusOf&& radius_of) {
    for (std::size_t c = 2; c < cells_.size(); ++c) cells_[c].first += cells_[c - 1].first;
    for (Slot slot = 0; slot < point_.size(); ++slot) {
      const std::uint32_t place = cells_[cell_of(point_[slot]) + 1].first++;
      place_[slot] = place;
      slot_[place] = slot;
      sorted_[place] = point_[slot];
      if (mixed_) radius_[place] = static_cast<float>(radius_of(slot));
    }
  }

  /// Moves a particle after sort().
  void move(Slot slot, const Vec<Dim>& r, double radius) {
    const Point point = point_of(r);
    const auto last = place_[slot] - static_cast<std::uint32_t>(slot_.size());
    if (place_[slot] >= slot_.size() && cell_of(moved_[last].point) == cell_of(point)) {
      moved_[last].point = point;  // again, in its cell
      return;
    }
    std::uint32_t& head = cells_[cell_of(point)].head;
    const auto node = static_cast<std::uint32_t>(moved_.size());
    moved_.push_back({point, static_cast<float>(radius), slot, head});
    head = node;
    place_[slot] = static_cast<std::uint32_t>(slot_.size()) + node;  // its last move
  }

  /// Calls visit(i, j) for every pair that may overlap, once. @pre none has moved since sort()
  template <class Visit>
  void for_each_overlap(Visit&& visit) {
    Coordinates cell{};
    for (std::uint32_t c = 0; c + 2 < cells_.size(); ++c) {
      const std::uint32_t end = cells_[c + 1].first;
      if (cells_[c].first != end) {
        const Stretches ahead = stretches(cell, true);
        for (std::uint32_t place = cells_[c].first; place < end; ++place) {
          const auto found = [&](std::uint32_t other) { visit(slot_[place], slot_[other]); };
          const Ints own = repeated(sorted_[place]);
          const float radius = mixed_ ? radius_[place] : 0;
          test(own, radius, place + 1, ahead.end[0], found);
          for (int s = 1; s < ahead.count; ++s)
            test(own, radius, ahead.begin[s], ahead.end[s], found);
        }
      }
      for (int k = 0; k < Dim && ++cell[k] == count_[k]; ++k) cell[k] = 0;
    }
  }

  /// Calls visit(j) for every particle j that may overlap with particle i, which has moved.
  template <class Visit>
  void for_each_overlap_with(Slot i, Visit&& visit) {
    const Moved own = moved_[place_[i] - slot_.size()];
    const Stretches around = stretches(coordinates_of(own.point), false);
    const Ints point = repeated(own.point);
    for (int s = 0; s < around.count; ++s) {
      test(point, own.radius, around.begin[s], around.end[s], [&](std::uint32_t place) {
        if (place_[slot_[place]] == place) visit(slot_[place]);  // otherwise it has moved
      });
      for (std::uint32_t c = around.first_cell[s]; c <= around.last_cell[s]; ++c)
        for (std::uint32_t m = cells_[c].head; m != kNone; m = moved_[m].next) {
          const Moved& other = moved_[m];
          if (near(own, other) && other.slot != i && place_[other.slot] == slot_.size() + m)
            visit(other.slot);
        }
    }
  }

  /// Prefetch the data that move() and for_each_overlap_with() will read: the particle, then its
  /// cells, then the particles in them.
  void prefetch_particle(Slot slot) const {
    prefetch(&place_[slot]);
    prefetch(&point_[slot]);
  }
  void prefetch_cells(Slot slot) const {
    if (place_[slot] < slot_.size()) prefetch(&slot_[place_[slot]]);
    const Coordinates cell = coordinates_of(point_[slot]);
    for_each_row(cell, false, [&](std::uint32_t row) {
      prefetch(&cells_[row + static_cast<std::uint32_t>(cell[0])]);
    });
  }
  void prefetch_around(Slot slot) const {
    const Coordinates cell = coordinates_of(point_[slot]);
    for_each_row(cell, false, [&](std::uint32_t row) {
      const auto x = static_cast<std::uint32_t>(std::max(cell[0] - 1, 0));
      const std::uint32_t place = cells_[row + x].first;
      prefetch(&sorted_[place]);
      prefetch(&sorted_[place + kPoints]);
      const std::uint32_t head = cells_[row + static_cast<std::uint32_t>(cell[0])].head;
      if (head != kNone) prefetch(&moved_[head]);
      if (mixed_) prefetch(&radius_[place]);
    });
  }

  /// The particles in the order of their cells, as of sort().
  [[nodiscard]] const HugeVector<Slot>& order() const { return slot_; }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }

  /// Between two steps no other data are kept.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes_of(point_) + bytes_of(place_) + bytes_of(slot_) + bytes_of(sorted_) +
           bytes_of(radius_) + bytes_of(cells_) + bytes_of(moved_);
  }

 private:
  using Coordinates = std::array<int, Dim>;
  static constexpr std::uint32_t kNone = 0xffffffff;
  // Particles per cell in a gas: with fewer, vectors stay half empty; with more, most tests are in
  // vain.
  static constexpr double kPerCell = Dim == 3 ? 1.5 : 2.5;

  // Vectors of 32-bit numbers: one point after the other, each padded to a power of two.
  static constexpr int kNumbers = 2 * kLanes;
  static constexpr int kStride = Dim == 3 ? 4 : 2;
  static constexpr int kPoints = kNumbers / kStride;
  using Ints = std::int32_t __attribute__((vector_size(kNumbers * 4)));
  using Words = std::uint32_t __attribute__((vector_size(kNumbers * 4)));
  using Floats = float __attribute__((vector_size(kNumbers * 4)));

  // In units of 2⁻³² of the axis' range.
  struct alignas(4 * kStride) Point {
    std::array<std::uint32_t, kStride> at;
  };
  struct Cell {
    std::uint32_t first;  // first of its places, after sort()
    std::uint32_t head;   // head of the list of particles that have moved into it
  };
  struct Moved {
    Point point;
    float radius;
    Slot slot;
    std::uint32_t next;
  };

  // Cells that lie side by side, first … last, and the places begin … end − 1 of their particles.
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
      cells *= static_cast<std::size_t>(count_[k]);
    }
    if (cells <= 2 * slot_.size() + 64) cells_.assign(cells + 2, Cell{0, kNone});
    return cells;
  }

  [[nodiscard]] Point point_of(const Vec<Dim>& r) const {
    Point point{};
    for (int k = 0; k < Dim; ++k) {
      double x = r[k] * per_length_[k];
      if (!box_.periodic[k]) x = std::clamp(x + 0x1p30, 0.0, 0x1p32 - 1);
      point.at[k] = static_cast<std::uint32_t>(static_cast<std::int64_t>(x));
    }
    return point;
  }
  [[nodiscard]] Coordinates coordinates_of(const Point& point) const {
    Coordinates cell;
    for (int k = 0; k < Dim; ++k) {
      const std::int64_t x = point.at[k];
      cell[k] = static_cast<int>(box_.periodic[k]
                                     ? x * count_[k] >> 32
                                     : std::clamp((x - (1 << 30)) * count_[k] >> 31,
                                                  std::int64_t{0}, std::int64_t{count_[k] - 1}));
    }
    return cell;
  }
  [[nodiscard]] std::uint32_t cell_of(const Point& point) const {
    const Coordinates cell = coordinates_of(point);
    int index = cell[Dim - 1];
    for (int k = Dim - 2; k >= 0; --k) index = index * count_[k] + cell[k];
    return static_cast<std::uint32_t>(index);
  }

  // The coordinate on axis k that many cells further; −1: there is none.
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

  // Ranges of the candidates of a cell: its own row first, where the cells after it form one range
  // with it. `ahead`: only half of the cells around, so that each pair occurs once.
  [[nodiscard]] Stretches stretches(const Coordinates& cell, bool ahead) const {
    Stretches result;
    const int x = cell[0];
    const int last = count_[0] - 1;
    const bool wraps = box_.periodic[0] && last > 0;
    const auto add = [&](std::uint32_t row, int from, int to) {
      const int s = result.count++;
      result.first_cell[s] = row + static_cast<std::uint32_t>(from);
      result.last_cell[s] = row + static_cast<std::uint32_t>(to);
      result.begin[s] = cells_[result.first_cell[s]].first;
      result.end[s] = cells_[result.last_cell[s] + 1].first;
    };
    for_each_row(cell, ahead, [&](std::uint32_t row) {
      const bool only_behind = ahead && result.count == 0;
      add(row, only_behind ? x : std::max(x - 1, 0), std::min(x + 1, last));
      if (wraps && x == last) add(row, 0, 0);
      if (wraps && x == 0 && !only_behind) add(row, last, last);
    });
    return result;
  }

  [[nodiscard]] bool near(const Moved& i, const Moved& j) const {
    float distance_sq = 0;
    for (int k = 0; k < Dim; ++k) {
      const float x =
          static_cast<float>(static_cast<std::int32_t>(j.point.at[k] - i.point.at[k])) * unit_[k];
      distance_sq += x * x;
    }
    const float sigma = (i.radius + j.radius) * kNearly + slack_;
    return distance_sq < sigma * sigma;
  }

  // Calls visit(place) for those of begin … end − 1 that may overlap with a sphere at a point
  // (repeated).
  template <class Visit>
  void test(const Ints& own, float radius, std::uint32_t begin, std::uint32_t end, Visit&& visit) {
    if (begin >= end) return;
    pair_tests_ += end - begin;
    if (mixed_)
      test_all(own, begin, end, visit, [&](std::uint32_t place) {
        const Floats sigma = (radii_from(place) + radius) * kNearly + slack_;
        return sigma * sigma;
      });
    else
      test_all(own, begin, end, visit, [&](std::uint32_t /*place*/) { return near_sq_; });
  }
  template <class Visit, class NearSq>
  void test_all(const Ints& own, std::uint32_t begin, std::uint32_t end, const Visit& visit,
                const NearSq& near_sq) const {
    const Floats unit = unit_;
    for (std::uint32_t place = begin; place < end; place += kPoints) {
      // Differences modulo 2³²: to the nearest image.
      const Words apart = load<Words>(&sorted_[place]) - std::bit_cast<Words>(own);
      const Floats x = __builtin_convertvector(std::bit_cast<Ints>(apart), Floats) * unit;
      std::uint32_t hits = bits_of(summed(x * x) < near_sq(place));
      const std::uint32_t left = end - place;
      if (left < static_cast<std::uint32_t>(kPoints)) hits &= (1U << left * kStride) - 1;
      for (hits &= kFirstOfPoints; hits != 0; hits &= hits - 1)
        visit(place + static_cast<std::uint32_t>(std::countr_zero(hits)) / kStride);
    }
  }
  // Error of a distance by rounding to single precision. With a hundredth of it, overlaps would be
  // missed; with a hundred times as much, one pair in ten thousand would be tested in vain.
  static constexpr float kNearly = 1 + 1e-6F;
  static constexpr std::uint32_t kFirstOfPoints = Dim == 3 ? 0x11111111 : 0x55555555;

  static Ints repeated(const Point& point) {
    constexpr int kHigh = kStride - 2;  // in two dimensions repeated
    const auto word = [&](int k) {
      return static_cast<std::int64_t>(std::uint64_t{point.at[k + 1]} << 32 | point.at[k]);
    };
    const std::int64_t low = word(0), high = word(kHigh);
    LaneInts odd;
    for (int k = 0; k < kLanes; ++k) odd[k] = -(k % 2);
    return std::bit_cast<Ints>(odd != 0 ? LaneInts{} + high : LaneInts{} + low);
  }

  // The sum over each point's numbers, in the place of each of them.
  static Floats summed(Floats x) {
    x += permuted<1>(x);
    if constexpr (kStride == 4) x += permuted<2>(x);
    return x;
  }
  // Number k is that at place k XOR `flip`.
  template <int flip>
  static Floats permuted(Floats x) {
    return rearranged(x, [](int k) { return k ^ flip; });
  }

  // The radius, in the places of each point's numbers.
  [[nodiscard]] Floats radii_from(std::uint32_t place) const {
    return rearranged(load<Floats>(&radius_[place]), [](int k) { return k / kStride; });
  }

  // Number k is that at place from(k).
  template <class From>
  static Floats rearranged(Floats x, From from) {
    return [&]<int... k>(std::integer_sequence<int, k...>) {
      return __builtin_shufflevector(x, x, from(k)...);
    }
    (std::make_integer_sequence<int, kNumbers>());
  }

  template <class Numbers>
  static Numbers load(const void* from) {
    Numbers numbers;
    std::memcpy(&numbers, from, sizeof(numbers));
    return numbers;
  }

  // One bit a number.
  static std::uint32_t bits_of(Ints mask) {
#if defined(__AVX512F__)
    const auto bits = std::bit_cast<__m512i>(mask);
    return _mm512_test_epi32_mask(bits, bits);
#else
    std::uint32_t bits = 0;
    for (int k = 0; k < kNumbers; ++k) bits |= static_cast<std::uint32_t>(mask[k] & 1) << k;
    return bits;
#endif
  }

  Box<Dim> box_;
  bool mixed_;                            // not all have one diameter
  Coordinates count_{};                   // number of cells on each axis
  std::array<double, Dim> per_length_{};  // units of a point per length
  Floats unit_{};     // length of a unit of each number of a point; 0 for padding
  Floats near_sq_{};  // squared distance of possible overlaps, if all have one diameter
  float slack_ = 0;   // error of a distance by rounding to units

  HugeVector<Point> point_;          // by slot
  HugeVector<std::uint32_t> place_;  // by slot
  HugeVector<Slot> slot_;            // by place, like the next two
  HugeVector<Point> sorted_;
  HugeVector<float> radius_;  // if mixed
  HugeVector<Cell> cells_;
  HugeVector<Moved> moved_;
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
