#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/cells/grid_levels.h"
#include "engine/queues/overflow_lists.h"
#include "engine/records.h"

namespace clausius {

/// Cells for dilute gases, where crossings dominate the cost. Each extends beyond its edges by half
/// a diameter, so that adjacent cells overlap, and a particle is filed in every cell that covers
/// its position. Two particles in contact are both in the cell that contains their midpoint. A
/// particle that enters a cell is therefore tested against the particles in that cell alone, not in
/// a layer of cells around it; for the same number of candidates cells can be larger, and crossings
/// are fewer (Krantz, ACM Trans. Model. Comput. Simul. 6 (1996) 185).
///
/// Particles are not removed from a cell when they leave it. An entry holds the id and the time
/// until which the particle stays, which follows from its flight; expired entries are dropped at
/// the next visit.
///
/// Along an axis, the cells that cover a place form its zone: 2k where only cell k does, 2k + 1
/// where cells k and k + 1 do. EventRecord::cell is the zone in which the particle will be at its
/// next crossing, so that the data needed then are known in advance.
///
/// @pre local times are not negative
template <int Dim>
class OverlappingCells {
  using Zone = QuadInts;  // by axis

 public:
  using Candidates = std::vector<Id>;
  // Particles that share several cells are candidates several times.
  static constexpr bool kRepeats = true;
  // A search yields the crossing, which is the event's time.
  static constexpr bool kKnowsCrossing = true;
  static constexpr bool kEnteredAhead = true;  // filing particles before they enter does no harm
  using Event = EventRecord<Dim>;

  /// @param cells their edge is more than the diameter and at most a fifth of a periodic box, so
  /// that the nearest image at the time of a search is the image in the cells
  OverlappingCells(const Box<Dim>& box, const CellPlan& cells, std::size_t /*particles*/)
      : diameter_(cells.diameter), rounding_(1e-14 * box.size.maxCoeff()) {
    axes_.margin += std::max(0.5 * kWider * cells.diameter, 0.5 * cells.diameter + rounding_);
    std::uint32_t stride = 1;
    for (int k = 0; k < Dim; ++k) {
      const double fitting = std::floor(box.size[k] / cells.overlapping_edge);
      const auto count = static_cast<std::uint32_t>(std::max(1.0, fitting));
      const bool periodic = box.periodic[k];
      axes_.edge[k] = box.size[k] / count;
      axes_.inv_edge[k] = 1 / axes_.edge[k];
      axes_.box_edge[k] = box.size[k];
      axes_.inv_box_edge[k] = periodic ? 1 / box.size[k] : 0;
      axes_.zones[k] = 2 * count;
      axes_.first_cell[k] = periodic ? -1 : 0;
      axes_.last_cell[k] = periodic ? -1 : static_cast<std::int64_t>(count) - 1;
      spans_[k].resize(std::size_t{2} * count);
      for (std::uint32_t zone = 0; zone < 2 * count; ++zone)
        spans_[k][zone] = {{zone / 2 * stride, (zone + 1) / 2 % count * stride}};
      stride *= count;
    }
    cells_.resize(stride);
  }

  /// A particle that has not been searched yet has no zone: enter_all() sets it.
  void locate(const Vec<Dim>& /*r*/, Event& /*event*/) const {}
  /// Whether the event's zone exists.
  [[nodiscard]] bool holds(Id /*id*/, const Event& event) const {
    for (int k = 0; k < Dim; ++k)
      if (event.cell[k] >= axes_.zones[k]) return false;
    return event.level == 0;
  }

  /// Files all particles again, as times have changed. @param at(id) gives each as Filed
  template <class At>
  void file_all(std::size_t particles, const At& at) {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    lists_.clear();
    past_ = 0;
    Candidates no_candidates;
    for (Id id = 0; id < particles; ++id) {
      const Filed<Dim>& filed = at(id);
      Event event = filed.event;  // stays unchanged
      const Filed<Dim> copy{id, event, filed.record, filed.now};
      // In case of doubt by rounding, in one cell too many.
      const Place place = locate(copy, kWider * axes_.margin);
      enter(copy, place, corners_of(two_of(place.zone)), no_candidates, 0);
    }
  }

  /// Time at which the particle enters another cell; the cell is known since its last search.
  double next_crossing(const Filed<Dim>& filed) const {
    const auto& [id, event, record, now] = filed;
    if (event.crossing_step == 0) return kNever;
    const int k = event.crossing_axis;
    const double v = record.word[Dim + k];
    const std::uint32_t plane = (event.cell[k] + 1) / 2;
    const double border = plane * axes_.edge[k] - event.crossing_step * axes_.margin[k];
    double gap = border - (record.word[k] + v * (now - record.time()));
    gap -= axes_.box_edge[k] * nearest_integer(gap, axes_.inv_box_edge[k]);
    return now + std::max(gap / v, 0.0);
  }

  /// Files the particle again in all cells that contain it, and writes the other particles there to
  /// `candidates`, from place `begin` on.
  /// @return the place behind the last
  std::size_t enter_all(const Filed<Dim>& filed, Candidates& candidates, std::size_t begin = 0) {
    const Place place = locate(filed, axes_.margin);
    return enter(filed, place, corners_of(two_of(place.zone)), candidates, begin);
  }
  /// Gathers the candidates in the cells that the particle enters by its crossing.
  std::size_t enter_new(const Filed<Dim>& filed, Candidates& candidates) {
    const std::int64_t corners = entered_corners(filed.event);
    return enter(filed, entered(filed), corners, candidates, 0);
  }

  /// Gathers for kLanes particles at once, each at the time of its event.
  /// @param flights their flights
  /// @param owners receives the owner of each candidate (0 … kLanes − 1)
  std::size_t enter_new(const Id* ids, const Flight<Dim, Lanes>& flights, HugeVector<Event>& events,
                        Candidates& candidates, std::vector<std::uint8_t>& owners) {
    Visit<kLanes> visit;
    alignas(64) std::int64_t axes[kLanes], steps[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      const Event& event = events[ids[lane]];
      visit.now[lane] = event.time;
      for (int k = 0; k < Dim; ++k) visit.zone[k][lane] = event.cell[k];
      axes[lane] = event.crossing_axis;
      steps[lane] = event.crossing_step;
    }
    const Lanes now = load_lanes(visit.now);
    const Lanes since = now - flights.time;
    std::array<LaneInts, Dim> zone;
    std::array<Lanes, Dim> x, delay;
    LaneInts two{};
    for (int k = 0; k < Dim; ++k) {
      const Axis<Lanes> axis = axis_of_all(k);
      zone[k] = load_ints(visit.zone[k]);
      two |= (zone[k] & 1) << k;
      x[k] = entered(flights.r[k] + flights.v[k] * since, zone[k], axis);
      const Ways<Lanes> ways = ways_from(x[k], flights.v[k], zone[k], axis);
      delay[k] = ways.out;
      store_lanes(visit.stay[0][k], ways.in_first);
      store_lanes(visit.stay[1][k], ways.in_second);
    }
    const LaneInts corners = entered_corners(two, load_ints(axes), load_ints(steps) > 0);
    std::uint64_t all_corners = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      all_corners |= static_cast<std::uint64_t>(corners[lane]) << 8 * lane;

    Lanes least = smaller(delay[0], delay[1]);
    LaneInts next_axis = (delay[1] < delay[0]) & 1;
    if constexpr (Dim == 3) {
      next_axis = delay[2] < least ? LaneInts{} + 2 : next_axis;
      least = smaller(least, delay[2]);
    }
    LaneInts next_step{};
    alignas(64) std::int64_t next[Dim][kLanes];
    for (int k = 0; k < Dim; ++k) {
      const LaneInts across = next_axis == k;
      next_step |= across & (flights.v[k] > 0 ? LaneInts{} + 1 : LaneInts{} - 1);
      store_ints(next[k], zone_after(zone[k], x[k], flights.v[k], least, across, axis_of_all(k)));
    }
    next_step &= least < broadcast<Lanes>(kNever);
    store_ints(axes, next_axis);
    store_ints(steps, next_step);
    alignas(64) double times[kLanes];
    store_lanes(times, now + least);
    for (int lane = 0; lane < kLanes; ++lane) {
      Event& event = events[ids[lane]];
      event.time = times[lane];
      for (int k = 0; k < Dim; ++k) event.cell[k] = static_cast<std::uint32_t>(next[k][lane]);
      event.crossing_axis = static_cast<std::uint8_t>(axes[lane]);
      event.crossing_step = static_cast<std::int8_t>(steps[lane]);
    }
    return enter(ids, visit, all_corners, candidates, 0, &owners);
  }

  /// Declares that entries expiring at or before this time are not needed any more.
  void forget_before(double time) { past_ = entry_of(time, 0); }
  /// Distance along any axis that a particle may fly ahead.
  [[nodiscard]] double furthest_ahead() const {
    double least = kNever;
    for (int k = 0; k < Dim; ++k)
      if (axes_.inv_box_edge[k] > 0)
        least = std::min(least, 0.5 * axes_.box_edge[k] - axes_.edge[k] - 2 * axes_.margin[k]);
    return 0.99 * least;
  }

  // For looking ahead.

  /// Particles filed, at the last visit, in the cells that the particle is about to enter.
  std::size_t gather_all(Id /*self*/, const Event& event, Candidates& candidates,
                         std::size_t begin) const {
    return gather(zone_of(event), corners_of(two_of(zone_of(event))), candidates, begin);
  }
  /// Gathers the cells in which the next event will be searched.
  std::size_t gather_ahead(Id /*self*/, const Event& event, Candidates& candidates,
                           std::size_t begin) const {
    return gather(zone_of(event), corners_ahead(event), candidates, begin);
  }
  /// Prefetches those cells.
  void prefetch(const Event& event) const {
    const Zone zone = zone_of(event);
    for (std::uint64_t corners = corners_ahead(event); corners != 0; corners &= corners - 1)
      clausius::prefetch(&cells_[index_of(zone, std::countr_zero(corners))]);
  }
  /// Does nothing: the cells of a partner are nearly all prefetched already.
  static void prefetch_around(const Event& /*event*/) {}
  /// Prefetches one of them, shortly before.
  void prefetch_first(const Event& event) const {
    const int corner = event.crossing_step > 0 ? 1 << event.crossing_axis : 0;
    clausius::prefetch<1>(&cells_[index_of(zone_of(event), corner)]);
  }

  // For audits.

  /// Number of particles filed anywhere.
  [[nodiscard]] std::size_t filed() const {
    std::vector<Id> ids;
    for (const Cell& cell : cells_)
      for_each_in(cell, [&](Entry entry) { ids.push_back(static_cast<Id>(entry)); });
    std::sort(ids.begin(), ids.end());
    return static_cast<std::size_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
  }
  /// Whether the particle's next crossing leads into the zone stored in its event.
  [[nodiscard]] bool is_filed(const Filed<Dim>& filed) const {
    if (filed.event.crossing_step == 0) return true;
    const double slack = 1e-9 * diameter_ + rounding_;
    const double then = next_crossing(filed);
    const Place place = entered({filed.id, filed.event, filed.record, then});
    for (int k = 0; k < Dim; ++k) {
      const bool two = (place.zone[k] & 1) != 0;
      const double margin = axes_.margin[k];
      const double low = two ? -margin : margin;
      const double high = two ? margin : axes_.edge[k] - margin;
      const bool at_first_wall = place.zone[k] / 2 == axes_.first_cell[k] && !two;
      const bool at_last_wall = place.zone[k] / 2 == axes_.last_cell[k];
      if (!(place.x[k] >= low - slack || at_first_wall)) return false;
      if (!(place.x[k] <= high + slack || at_last_wall)) return false;
    }
    return true;
  }
  /// Depth of the particle, if it is at r at a time, inside a cell in which it is not filed.
  [[nodiscard]] double outside(const Filed<Dim>& filed, const Vec<Dim>& r, double time) const {
    double deepest = 0;
    const auto along = [&](auto&& self, int axis, std::uint32_t index, double depth) -> void {
      if (depth <= 0) return;
      if (axis < Dim) {
        const auto count = static_cast<std::uint32_t>(axes_.zones[axis] / 2);
        for (std::uint32_t cell = 0; cell < count; ++cell) {
          double x = r[axis] - (cell + 0.5) * axes_.edge[axis];
          x -= axes_.box_edge[axis] * nearest_integer(x, axes_.inv_box_edge[axis]);
          const double inside = 0.5 * (axes_.edge[axis] + diameter_) - std::abs(x);
          self(self, axis + 1, index + spans_[axis][2 * cell].at[0], std::min(depth, inside));
        }
        return;
      }
      bool stays = false;
      for_each_in(cells_[index], [&](Entry entry) {
        stays |= static_cast<Id>(entry) == filed.id && entry >= entry_of(time, 0);
      });
      if (!stays) deepest = std::max(deepest, depth);
    };
    along(along, 0, 0, kNever);
    return deepest;
  }

  /// Whether the loaded cells can belong to so many particles.
  [[nodiscard]] bool are_possible(std::size_t particles) const {
    const auto is_id = [&](Entry entry) { return static_cast<Id>(entry) < particles; };
    for (const Cell& cell : cells_) {
      if (cell.overflows() && cell.list() >= lists_.size()) return false;
      bool possible = true;
      for_each_in(cell, [&](Entry entry) { possible &= is_id(entry); });
      if (!possible) return false;
    }
    return cells_.size() == cell_count() && lists_.are_possible();
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(cells_, lists_, past_);
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(cells_) + lists_.memory_bytes();
    for (const auto& spans : spans_) bytes += bytes_of(spans);
    return bytes;
  }

 private:
  // Expiry time, as a float's bits, in the high half, and the id in the low half: floats that are
  // not negative are ordered as their bits are.
  using Entry = std::int64_t;
  static Entry entry_of(double until, Id id) {
    return Entry{std::bit_cast<std::int32_t>(static_cast<float>(until))} << 32 | id;
  }
  static constexpr Entry kNoParticle = -1;
  static constexpr int kInPlace = 7;
  // Entries, then kNoParticle; behind them, if they overflow, the place of the list that holds all.
  struct alignas(64) Cell {
    Entry entries[kInPlace + 1];
    Cell() { std::fill(entries, entries + kInPlace + 1, kNoParticle); }
    [[nodiscard]] bool overflows() const { return entries[kInPlace] != kNoParticle; }
    [[nodiscard]] std::size_t list() const { return static_cast<std::size_t>(entries[kInPlace]); }
    template <class Archive>
    void serialize(Archive& archive) {
      archive(entries);
    }
  };

  // The cells of a zone are the corners of a cube: bit k of a corner's number selects one of two
  // cells along axis k, and is 0 where there is one. For one particle, or for kLanes.
  // @param two bit k is set if there are two cells along axis k
  template <class Int>
  static Int corners_of(Int two) {
    constexpr auto kCorners = static_cast<std::int64_t>(0xff5533110f050301);  // by `two`, in bytes
    return (Int{} + kCorners) >> (two * 8) & 0xff;
  }
  template <class Int, class Bool>
  static Int entered_corners(Int two, Int axis, Bool up) {
    constexpr std::int64_t kSecond = 0xf0ccaa;  // second of two along each axis
    const Int second = (Int{} + kSecond) >> (axis * 8);
    return corners_of(two) & (up ? second : ~second);
  }
  static std::int64_t two_of(Zone zone) {
    return (zone[0] & 1) | (zone[1] & 1) << 1 | (Dim == 3 ? (zone[2] & 1) << 2 : 0);
  }
  static std::int64_t entered_corners(const Event& event) {
    return entered_corners(two_of(zone_of(event)), std::int64_t{event.crossing_axis},
                           event.crossing_step > 0);
  }
  static std::uint64_t corners_ahead(const Event& event) {
    return static_cast<std::uint64_t>(event.kind == EventKind::crossing
                                          ? entered_corners(event)
                                          : corners_of(two_of(zone_of(event))));
  }
  template <class Zones>
  [[nodiscard]] std::size_t index_of(const Zones& zone, int corner) const {
    std::uint32_t index = 0;
    for (int k = 0; k < Dim; ++k)
      index += spans_[k][static_cast<std::size_t>(zone[k])].at[corner >> k & 1];
    return index;
  }

  static Zone zone_of(const Event& event) {
    Zone zone{};
    for (int k = 0; k < Dim; ++k) zone[k] = event.cell[k];
    return zone;
  }

  // The following is for one particle, with all axes in a Quad, or for kLanes particles, with one
  // axis in Lanes. No branches on direction or axis, because both are as good as random.

  template <class Real>
  using IntsOf = decltype(Real{} < Real{});
  template <class Real>
  struct Axis {
    Real margin{};  // distance by which a cell extends beyond its edges
    Real edge{}, inv_edge{}, box_edge{}, inv_box_edge{};
    IntsOf<Real> zones{};                    // number of zones
    IntsOf<Real> first_cell{}, last_cell{};  // next to walls, else −1
  };
  [[nodiscard]] Axis<Lanes> axis_of_all(int k) const {
    const auto all = [k](Quad x) { return broadcast<Lanes>(x[k]); };
    const auto all_ints = [k](QuadInts x) { return LaneInts{} + x[k]; };
    return {all(axes_.margin),          all(axes_.edge),          all(axes_.inv_edge),
            all(axes_.box_edge),        all(axes_.inv_box_edge),  all_ints(axes_.zones),
            all_ints(axes_.first_cell), all_ints(axes_.last_cell)};
  }

  template <class Real>
  static IntsOf<Real> around(IntsOf<Real> zone, const Axis<Real>& axis) {
    return zone + (axis.zones & (zone < 0)) - (axis.zones & (zone >= axis.zones));
  }

  // Origin of the place of a particle that enters a zone: the plane in the middle of an overlap or,
  // if there is none, the cell's lower face.
  template <class Real>
  static Real entered(Real r, IntsOf<Real> zone, const Axis<Real>& axis) {
    const Real x = r - __builtin_convertvector((zone + 1) >> 1, Real) * axis.edge;
    return x - axis.box_edge * nearest_integer(x, axis.inv_box_edge);
  }

  // For a place in a zone, the times after which a particle leaves the zone, and the first and the
  // second of the zone's cells.
  template <class Real>
  struct Ways {
    Real out, in_first, in_second;
  };
  template <class Real>
  static Ways<Real> ways_from(Real x, Real v, IntsOf<Real> zone, const Axis<Real>& axis) {
    const IntsOf<Real> odd = zone & 1;
    const IntsOf<Real> high = (zone + 1) >> 1;
    const IntsOf<Real> up = v > 0;
    const IntsOf<Real> rests = v == 0;
    const Real never = Real{} + kNever;
    const Real inv_speed = 1 / (up ? v : -v);
    // Distance from the lower face of the first cell.
    const Real from_first = x + (odd != 0 ? axis.edge : Real{});
    const IntsOf<Real> closed = up ? high == axis.last_cell : high - odd == axis.first_cell;
    const Real out = (up ? axis.edge - axis.margin - x : from_first - axis.margin) * inv_speed;
    const Real in_second = (up ? axis.edge + axis.margin - x : x + axis.margin) * inv_speed;
    const Real in_first = (up ? axis.margin - x : from_first + axis.margin) * inv_speed;
    return {(rests | closed) != 0 ? never : (out > 0 ? out : Real{}),
            rests ? never : (odd != 0 ? in_first : in_second), rests ? never : in_second};
  }
  // The next zone, if the particle leaves the zone across this axis, or across another.
  template <class Real>
  static IntsOf<Real> zone_after(IntsOf<Real> zone, Real x, Real v, Real out, IntsOf<Real> across,
                                 const Axis<Real>& axis) {
    const IntsOf<Real> odd = zone & 1;
    const IntsOf<Real> further = v > 0 ? odd + 1 : ~odd;
    // Which of the two cells it has left by then.
    const Real then = x + v * out;
    const IntsOf<Real> left = ((then < -axis.margin) - (then > axis.margin)) & -odd;
    return around(zone + (across ? further : left), axis);
  }

  struct Place {
    Zone zone;
    Quad x;
  };
  // Place of a particle in cells that extend this far.
  [[nodiscard]] Place locate(const Filed<Dim>& filed, Quad reach) const {
    Quad x = filed.record.quad_at(filed.now);
    x = x - axes_.box_edge * nearest_integer(x - 0.5 * axes_.box_edge, axes_.inv_box_edge);
    const Quad lower = nearest_integer(x - 0.5 * axes_.edge, axes_.inv_edge);
    x = x - lower * axes_.edge;
    const Zone cell = __builtin_convertvector(lower, Zone);
    const Zone above = (x >= axes_.edge - reach) & (cell != axes_.last_cell);
    const Zone below = (x <= reach) & (cell != axes_.first_cell);
    return {around(2 * cell + below - above, axes_), x - (above ? axes_.edge : Quad{})};
  }
  // Place of a particle that makes its crossing now.
  [[nodiscard]] Place entered(const Filed<Dim>& filed) const {
    const Zone zone = zone_of(filed.event);
    return {zone, entered(filed.record.quad_at(filed.now), zone, axes_)};
  }

  // Position and time of each of kN particles, and the times after which it leaves the first and
  // the second cell along each axis.
  template <int kN>
  struct alignas(64) Visit {
    double stay[2][4][kN];
    std::int64_t zone[4][kN];
    double now[kN];
  };

  // Sets the event's next crossing, files the particle in some of the cells of its place, and
  // writes the other particles there.
  std::size_t enter(const Filed<Dim>& filed, const Place& place, std::int64_t corners,
                    Candidates& candidates, std::size_t end) {
    const auto& [zone, x] = place;
    Event& event = filed.event;
    const Quad v = filed.record.velocity_quad();
    const Ways<Quad> ways = ways_from(x, v, zone, axes_);
    const auto [least, axis] = least_delay<Dim>(ways.out);
    const Zone next = zone_after(zone, x, v, Quad{} + least, kAxis[axis], axes_);
    event.time = filed.now + least;
    for (int k = 0; k < Dim; ++k) event.cell[k] = static_cast<std::uint32_t>(next[k]);
    event.crossing_axis = static_cast<std::uint8_t>(axis);
    event.crossing_step = static_cast<std::int8_t>(least == kNever ? 0 : (v[axis] > 0 ? 1 : -1));
    Visit<1> visit;
    std::memcpy(visit.stay[0], &ways.in_first, sizeof(Quad));
    std::memcpy(visit.stay[1], &ways.in_second, sizeof(Quad));
    std::memcpy(visit.zone, &zone, sizeof(Zone));
    visit.now[0] = filed.now;
    return enter(&filed.id, visit, static_cast<std::uint64_t>(corners), candidates, end, nullptr);
  }
  static constexpr Zone kAxis[] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};

  // Files the particle. @param all_corners a byte for each particle
  // @param owners nullptr if there is only one
  template <int kN>
  [[gnu::always_inline]] std::size_t enter(const Id* ids, const Visit<kN>& visit,
                                           std::uint64_t all_corners, Candidates& candidates,
                                           std::size_t end, std::vector<std::uint8_t>* owners) {
    make_room(candidates, end);
    for (; all_corners != 0; all_corners &= all_corners - 1) {
      const int bit = std::countr_zero(all_corners);
      const int corner = bit % 8;
      const int n = bit / 8;
      double delay = kNever;
      std::uint32_t index = 0;
      for (int k = 0; k < Dim; ++k) {
        const int second = corner >> k & 1;
        delay = std::min(visit.stay[second][k][n], delay);
        index += spans_[k][static_cast<std::size_t>(visit.zone[k][n])].at[second];
      }
      const Entry own = entry_of(visit.now[n] + delay, ids[n]);
      Cell& cell = cells_[index];
      int others = kInPlace;
      if (!cell.overflows()) [[likely]]
        others = renew_words(cell.entries, past_, own, &candidates[end]);
      const std::size_t begin = end;
      if (others < kInPlace) [[likely]]
        end += static_cast<std::size_t>(others);
      else
        end = enter_many(cell, own, candidates, end);
      if constexpr (kN > 1) {
        make_room(candidates, end);
        if (owners->size() < candidates.size()) [[unlikely]]
          owners->resize(candidates.size());
        std::size_t k = begin;
        do {
          std::memset(&(*owners)[k], n, kInPlace + 1);
          k += kInPlace + 1;
        } while (k < end);
      }
    }
    return end;
  }

  // Gathers the particles in a cell that overflows, now or before.
  [[gnu::noinline]] std::size_t enter_many(Cell& cell, Entry own, Candidates& candidates,
                                           std::size_t end) {
    if (!cell.overflows()) {
      cell.entries[kInPlace] = lists_.take();
      lists_[cell.list()].assign(cell.entries, cell.entries + kInPlace);
    }
    auto& list = lists_[cell.list()];
    std::erase_if(list, [&](Entry entry) {
      return entry < past_ || static_cast<Id>(entry) == static_cast<Id>(own);
    });
    make_room(candidates, end + list.size());
    for (const Entry entry : list) candidates[end++] = static_cast<Id>(entry);
    list.push_back(own);
    if (list.size() <= kInPlace) {
      const std::size_t place = cell.list();
      cell = Cell{};
      std::copy(list.begin(), list.end(), cell.entries);
      lists_.give_back(place);
    }
    return end;
  }

  // For the cells of a zone if none overflows, with room for kLanes more.
  static void make_room(Candidates& candidates, std::size_t end) {
    const std::size_t room = end + ((kInPlace + 1) << Dim) + kLanes;
    if (candidates.size() < room) [[unlikely]]
      candidates.resize(room);
  }

  std::size_t gather(Zone zone, std::uint64_t corners, Candidates& candidates,
                     std::size_t end) const {
    for (; corners != 0; corners &= corners - 1) {
      make_room(candidates, end);
      const Cell& cell = cells_[index_of(zone, std::countr_zero(corners))];
      if (cell.overflows()) make_room(candidates, end + lists_[cell.list()].size());
      for_each_in(cell, [&](Entry entry) { candidates[end++] = static_cast<Id>(entry); });
    }
    return end;
  }

  [[nodiscard]] std::size_t cell_count() const {
    std::size_t count = 1;
    for (const auto& spans : spans_) count *= spans.size() / 2;
    return count;
  }

  template <class Look>
  void for_each_in(const Cell& cell, const Look& look) const {
    if (cell.overflows())
      for (const Entry entry : lists_[cell.list()]) look(entry);
    else
      for (int k = 0; k < kInPlace && cell.entries[k] != kNoParticle; ++k) look(cell.entries[k]);
  }

  // Contributions of the two cells of a zone (or twice the one) to a cell's index.
  struct Span {
    std::uint32_t at[2];
  };

  double diameter_;
  double rounding_;  // rounding of positions, which matters in a box of more than 10⁵ diameters
  Axis<Quad> axes_;
  std::array<std::vector<Span>, Dim> spans_;  // by zone, along each axis
  HugeVector<Cell> cells_;
  OverflowLists<Entry> lists_;
  Entry past_ = 0;  // entries expiring at or before this are obsolete
};

}  // namespace clausius
