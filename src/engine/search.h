#pragma once

#include <array>
#include <cmath>

#include "clausius/collision/predict.h"
#include "engine/cell_grid.h"
#include "engine/records.h"

namespace clausius {

/// Earliest known contact of a particle. Of two at the same instant the lower partner counts.
struct Contact {
  double time = kNever;
  Id partner = kNoPartner;

  void take_earlier(double other_time, Id other) {
    if (other_time < time || (other_time == time && other < partner)) {
      time = other_time;
      partner = other;
    }
  }
};

/// Diameters as a fraction of their final value: scale + rate·t (t local time). Only for
/// preparing initial states.
struct Growth {
  double scale = 1;
  double rate = 0;
};

/// What every search needs to know.
template <int Dim>
struct SearchContext {
  const HugeVector<ParticleRecord<Dim>>& records;
  const CellGrid<Dim>& grid;
  std::array<double, Dim> edge;
  std::array<double, Dim> inv_edge;  ///< 0 on axes with walls
  Growth growth;
};

/// Candidates one after the other: the reference for VectorSearch, and the search of growing
/// spheres.
template <int Dim, bool kGrowing>
class ScalarSearch {
 public:
  using Coordinates = typename CellGrid<Dim>::Coordinates;

  void all(const SearchContext<Dim>& context, Id i, const Coordinates& cell, double now,
           Contact& best) {
    test(context, i, now, context.grid.gather_all(cell, candidates_), best);
  }
  void layer(const SearchContext<Dim>& context, Id i, const Coordinates& cell, int axis, int step,
             double now, Contact& best) {
    test(context, i, now, context.grid.gather_layer(cell, axis, step, candidates_), best);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }

 private:
  void test(const SearchContext<Dim>& context, Id i, double now, std::size_t count, Contact& best) {
    pair_tests_ += static_cast<std::int64_t>(count);
    const Flight<Dim, double> flight = context.records[i].flight();
    for (std::size_t k = 0; k < count; ++k) {
      const Id j = candidates_[k];
      if (j == i) continue;
      const Flight<Dim, double> other = context.records[j].flight();
      RelativeMotion<Dim, double> motion(flight, other);
      motion.to_nearest_image(now, context.edge, context.inv_edge);
      best.take_earlier(time_of(context, motion, flight.radius + other.radius), j);
    }
  }

 public:
  static double time_of(const SearchContext<Dim>& context,
                        const RelativeMotion<Dim, double>& motion, double sigma) {
    if constexpr (kGrowing) {
      const Growth& growth = context.growth;
      return motion.growing_contact_time(sigma * (growth.scale + growth.rate * motion.time),
                                         sigma * growth.rate);
    } else {
      return motion.contact_time(sigma);
    }
  }

 private:
  typename CellGrid<Dim>::Candidates candidates_;
  std::int64_t pair_tests_ = 0;
};

/// For boxes of few cells: looks at every image of a partner in the cells around, where the
/// nearest one now need not be the one that is hit.
template <int Dim, bool kGrowing>
class ImageSearch {
 public:
  using Coordinates = typename CellGrid<Dim>::Coordinates;

  void all(const SearchContext<Dim>& context, Id i, const Coordinates& cell, double now,
           Contact& best) {
    const CellGrid<Dim>& grid = context.grid;
    const auto wraps = wraps_of(context, i, cell, now);
    const Flight<Dim, double> flight = context.records[i].flight();
    grid.for_each_image(cell, [&](Id j, const std::array<int, Dim>& shift,
                                  const Coordinates& other_cell) {
      if (j == i) return;
      ++pair_tests_;
      const auto other_wraps = wraps_of(context, j, other_cell, now);
      const Flight<Dim, double> other = context.records[j].flight();
      RelativeMotion<Dim, double> motion(flight, other);
      for (int k = 0; k < Dim; ++k)
        motion.r[k] = motion.r[k] + context.edge[k] * (shift[k] + wraps[k] - other_wraps[k]);
      best.take_earlier(
          ScalarSearch<Dim, kGrowing>::time_of(context, motion, flight.radius + other.radius), j);
    });
  }
  void layer(const SearchContext<Dim>& context, Id i, const Coordinates& cell, int /*axis*/,
             int /*step*/, double now, Contact& best) {
    all(context, i, cell, now, best);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }

 private:
  // How many boxes the particle has flown since its record, by the cell it is filed in.
  std::array<double, Dim> wraps_of(const SearchContext<Dim>& context, Id id,
                                   const Coordinates& cell, double now) const {
    const Vec<Dim> r = context.records[id].position_at(now);
    std::array<double, Dim> wraps{};
    for (int k = 0; k < Dim; ++k) {
      const double centre = (cell[k] + 0.5) * context.grid.edge()[k];
      wraps[k] = nearest_integer((r[k] - centre) * context.inv_edge[k]);
    }
    return wraps;
  }

  std::int64_t pair_tests_ = 0;
};

/// kLanes candidates at a time, without a branch on any of them: mispredicted branches, not
/// arithmetic, cost most of a search. Same operations as ScalarSearch, so the same bits.
template <int Dim>
class VectorSearch {
 public:
  using Coordinates = typename CellGrid<Dim>::Coordinates;

  void all(const SearchContext<Dim>& context, Id i, const Coordinates& cell, double now,
           Contact& best) {
    test(context, i, now, context.grid.gather_all(cell, candidates_), best);
  }
  void layer(const SearchContext<Dim>& context, Id i, const Coordinates& cell, int axis, int step,
             double now, Contact& best) {
    test(context, i, now, context.grid.gather_layer(cell, axis, step, candidates_), best);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }

 private:
  void test(const SearchContext<Dim>& context, Id i, double now, std::size_t count, Contact& best) {
    pair_tests_ += static_cast<std::int64_t>(count);
    // A particle never meets itself (relative velocity zero), so it can fill the last vector.
    for (int k = 0; k < kLanes; ++k) candidates_[count + k] = i;
    const ParticleRecord<Dim>* records = context.records.data();
    const Flight<Dim, double> own = records[i].flight();
    Flight<Dim, Lanes> flight;
    for (int k = 0; k < Dim; ++k) {
      flight.r[k] = broadcast<Lanes>(own.r[k]);
      flight.v[k] = broadcast<Lanes>(own.v[k]);
    }
    flight.time = broadcast<Lanes>(own.time);
    flight.radius = broadcast<Lanes>(own.radius);
    const Lanes instant = broadcast<Lanes>(now);
    Lanes times = broadcast<Lanes>(kNever);
    LaneInts partners = LaneInts{} + kNoPartner;
    for (std::size_t k = 0; k < count; k += kLanes) {
      const Id* ids = &candidates_[k];
      const Flight<Dim, Lanes> other = load(records, ids);
      LaneInts other_ids;
      for (int lane = 0; lane < kLanes; ++lane) other_ids[lane] = ids[lane];
      RelativeMotion<Dim, Lanes> motion(flight, other);
      motion.to_nearest_image(instant, context.edge, context.inv_edge);
      const Lanes found = motion.contact_time(flight.radius + other.radius);
      const LaneInts earlier = (found < times) | ((found == times) & (other_ids < partners));
      times = earlier ? found : times;
      partners = earlier ? other_ids : partners;
    }
    for (int lane = 0; lane < kLanes; ++lane)
      best.take_earlier(times[lane], static_cast<Id>(partners[lane]));
  }

  // Transposes kLanes records of eight numbers into eight vectors. A template of the vector's type
  // because the shuffles of one width are ill-formed for the other.
  template <typename V = Lanes>
  static Flight<Dim, Lanes> load(const ParticleRecord<Dim>* records, const Id* ids) {
    std::array<V, 8> column;
    if constexpr (sizeof(V) == 8 * sizeof(double)) {
      std::array<V, 8> a, b;
      for (int k = 0; k < 8; ++k) std::memcpy(&a[k], records[ids[k]].word, sizeof(V));
      for (int k = 0; k < 8; k += 2) {
        b[k] = __builtin_shufflevector(a[k], a[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        b[k + 1] = __builtin_shufflevector(a[k], a[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
      }
      for (int k = 0; k < 8; k += 4)
        for (int m = 0; m < 2; ++m) {
          a[k + m] = __builtin_shufflevector(b[k + m], b[k + m + 2], 0, 1, 8, 9, 4, 5, 12, 13);
          a[k + m + 2] =
              __builtin_shufflevector(b[k + m], b[k + m + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
      for (int m = 0; m < 4; ++m) {
        column[m] = __builtin_shufflevector(a[m], a[m + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        column[m + 4] = __builtin_shufflevector(a[m], a[m + 4], 4, 5, 6, 7, 12, 13, 14, 15);
      }
    } else {
      for (int half = 0; half < 2; ++half) {
        std::array<V, 4> a, b;
        for (int k = 0; k < 4; ++k) std::memcpy(&a[k], records[ids[k]].word + 4 * half, sizeof(V));
        for (int k = 0; k < 4; k += 2) {
          b[k] = __builtin_shufflevector(a[k], a[k + 1], 0, 4, 2, 6);
          b[k + 1] = __builtin_shufflevector(a[k], a[k + 1], 1, 5, 3, 7);
        }
        for (int m = 0; m < 2; ++m) {
          column[4 * half + m] = __builtin_shufflevector(b[m], b[m + 2], 0, 1, 4, 5);
          column[4 * half + m + 2] = __builtin_shufflevector(b[m], b[m + 2], 2, 3, 6, 7);
        }
      }
    }
    Flight<Dim, Lanes> flight;
    for (int k = 0; k < Dim; ++k) {
      flight.r[k] = column[k];
      flight.v[k] = column[Dim + k];
    }
    flight.time = column[ParticleRecord<Dim>::kTime];
    flight.radius = column[ParticleRecord<Dim>::kRadius];
    return flight;
  }

  typename CellGrid<Dim>::Candidates candidates_;
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
