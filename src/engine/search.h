#pragma once

#include <array>
#include <cmath>
#include <utility>

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
      take_earlier(times, partners, found, other_ids);
    }
    earliest_lane(times, partners);
    best.take_earlier(times[0], static_cast<Id>(partners[0]));
  }

  static void take_earlier(Lanes& times, LaneInts& partners, Lanes other_times,
                           LaneInts other_partners) {
    const LaneInts earlier =
        (other_times < times) | ((other_times == times) & (other_partners < partners));
    times = earlier ? other_times : times;
    partners = earlier ? other_partners : partners;
  }

  // Leaves the earliest contact of all lanes in lane 0.
  static void earliest_lane(Lanes& times, LaneInts& partners) {
    const auto fold = [&]<int... kFrom>(std::integer_sequence<int, kFrom...>) {
      take_earlier(times, partners, __builtin_shufflevector(times, times, kFrom...),
                   __builtin_shufflevector(partners, partners, kFrom...));
    };
    if constexpr (kLanes == 8) {
      fold(std::integer_sequence<int, 4, 5, 6, 7, 0, 1, 2, 3>{});
      fold(std::integer_sequence<int, 2, 3, 0, 1, 4, 5, 6, 7>{});
      fold(std::integer_sequence<int, 1, 0, 2, 3, 4, 5, 6, 7>{});
    } else {
      fold(std::integer_sequence<int, 2, 3, 0, 1>{});
      fold(std::integer_sequence<int, 1, 0, 2, 3>{});
    }
  }

  static Flight<Dim, Lanes> load(const ParticleRecord<Dim>* records, const Id* ids) {
    static_assert(ParticleRecord<Dim>::kTime == 6 && ParticleRecord<Dim>::kRadius == 7);
    const auto [w0, w1, w2, w3, w4, w5, time, radius] =
        columns_of([&](int k) { return records[ids[k]].word; });
    if constexpr (Dim == 3)
      return {{w0, w1, w2}, {w3, w4, w5}, time, radius};
    else
      return {{w0, w1}, {w2, w3}, time, radius};
  }

  typename CellGrid<Dim>::Candidates candidates_;
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
