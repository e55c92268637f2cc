#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "clausius/geometry/box.h"
#include "engine/grid_levels.h"
#include "engine/overflow_lists.h"
#include "engine/records.h"

namespace clausius {

/// Cells for dilute gases, where crossings cost most. Each reaches beyond its edges by half a
/// diameter, so that those next to each other overlap, and a particle is filed in every cell that
/// reaches to where it is. Two that touch are both in the cell that holds the middle between them:
/// so who enters a cell looks at those in it alone, not at a layer of cells around, and for as many
/// candidates cells can be larger, and crossings fewer (Krantz, ACM Trans. Model. Comput. Simul. 6
/// (1996) 185).
///
/// Nobody is taken out of a cell on leaving it. Filed is who it is and until when it stays, which
/// its flight tells, and whoever comes next drops those whose time is over.
///
/// Along an axis, the cells that reach to a place make its zone: 2k where only cell k does, 2k + 1
/// where cells k and k + 1 do. EventRecord::cell is the zone in which the particle will be when its
/// next crossing is made: so what is to be read then is known before.
///
/// @pre local times are not negative
template <int Dim>
class OverlappingCells {
  using Zone = std::int32_t __attribute__((vector_size(16)));  // by axis

 public:
  using Candidates = std::vector<Id>;
  static constexpr bool kRepeats = true;        // who shares several cells is several candidates
  static constexpr bool kKnowsCrossing = true;  // after a search: it is the event's time
  using Event = EventRecord<Dim>;

  /// @param cells their edge is more than the diameter and at most a fifth of a periodic box, so
  ///        that the nearest image at the time of a search is the image of the cells
  OverlappingCells(const Box<Dim>& box, const CellPlan& cells, std::size_t /*particles*/)
      : diameter_(cells.diameter), margin_(Quad{} + 0.5 * kWider * cells.diameter) {
    std::uint32_t stride = 1;
    for (int k = 0; k < Dim; ++k) {
      const double fitting = std::floor(box.size[k] / cells.overlapping_edge);
      const auto count = static_cast<std::uint32_t>(std::max(1.0, fitting));
      const bool periodic = box.periodic[k];
      edge_[k] = box.size[k] / count;
      inv_edge_[k] = 1 / edge_[k];
      box_edge_[k] = box.size[k];
      inv_box_edge_[k] = periodic ? 1 / box.size[k] : 0;
      zones_[k] = static_cast<std::int32_t>(2 * count);
      first_cell_[k] = periodic ? -1 : 0;
      last_cell_[k] = periodic ? -1 : static_cast<std::int32_t>(count) - 1;
      spans_[k].resize(std::size_t{2} * count);
      for (std::uint32_t zone = 0; zone < 2 * count; ++zone)
        spans_[k][zone] = {{zone / 2 * stride, (zone + 1) / 2 % count * stride}};
      stride *= count;
    }
    cells_.resize(stride);
  }

  /// A particle that has not been met yet has no zone: meet_all() gives it one.
  void locate(const Vec<Dim>& /*r*/, Event& /*event*/) const {}
  /// Whether the event's zone is one.
  [[nodiscard]] bool holds(const Event& event) const {
    for (int k = 0; k < Dim; ++k)
      if (event.cell[k] >= static_cast<std::uint32_t>(zones_[k])) return false;
    return event.level == 0;
  }

  /// Files all anew, as times have changed. @param at(id) is each as Filed
  template <class At>
  void file_all(std::size_t particles, const At& at) {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    lists_.clear();
    Candidates nobody;
    for (Id id = 0; id < particles; ++id) {
      const Filed<Dim>& filed = at(id);
      Event event = filed.event;  // stays what it is
      const Filed<Dim> copy{id, event, filed.record, filed.now};
      // Where rounding leaves a doubt, in one cell too many.
      const Place place = locate(copy, kWider * margin_);
      meet(copy, place, cross_from(copy, place), corners_of(place.zone), nobody, 0);
    }
  }

  /// When the particle will enter another cell; which one is known since it was met.
  double next_crossing(const Filed<Dim>& filed) const {
    const auto& [id, event, record, now] = filed;
    if (event.crossing_step == 0) return kNever;
    const int k = event.crossing_axis;
    const double v = record.word[Dim + k];
    const std::uint32_t plane = (event.cell[k] + 1) / 2;
    const double border = plane * edge_[k] - event.crossing_step * margin_[k];
    double gap = border - (record.word[k] + v * (now - record.time()));
    gap -= box_edge_[k] * nearest_integer(gap, inv_box_edge_[k]);
    return now + std::max(gap / v, 0.0);
  }

  /// Files the particle anew in all cells it is in, and writes to `candidates`, from place `begin`
  /// on, who else is there.
  /// @return the place behind the last
  std::size_t meet_all(const Filed<Dim>& filed, Candidates& candidates, std::size_t begin = 0) {
    const Place place = locate(filed, margin_);
    return meet(filed, place, cross_from(filed, place), corners_of(place.zone), candidates, begin);
  }
  /// The same for the cells it enters, the way of its crossing.
  std::size_t meet_new(const Filed<Dim>& filed, Candidates& candidates) {
    const std::uint32_t corners = entered_corners(filed.event);
    const Place place = entered(filed);
    return meet(filed, place, cross_from(filed, place), corners, candidates, 0);
  }

  // For looking ahead.

  /// Who was filed, the last time somebody looked, in the cells the particle is about to be in.
  std::size_t gather_all(const Event& event, Candidates& candidates, std::size_t begin) const {
    return gather(zone_of(event), corners_of(zone_of(event)), candidates, begin);
  }
  /// The same of the cells that the event will be looked for in.
  std::size_t gather_ahead(const Event& event, Candidates& candidates, std::size_t begin) const {
    return gather(zone_of(event), corners_ahead(event), candidates, begin);
  }
  /// Has those cells fetched from memory.
  void prefetch(const Event& event) const {
    const Zone zone = zone_of(event);
    for (std::uint32_t corners = corners_ahead(event); corners != 0; corners &= corners - 1)
      clausius::prefetch(&cells_[index_of(zone, std::countr_zero(corners))]);
  }
  /// One of them, shortly before.
  void prefetch_first(const Event& event) const {
    const int corner = event.crossing_step > 0 ? 1 << event.crossing_axis : 0;
    clausius::prefetch<1>(&cells_[index_of(zone_of(event), corner)]);
  }

  // For audits.

  /// How many particles are filed anywhere.
  [[nodiscard]] std::size_t filed() const {
    std::vector<Id> ids;
    for (const Cell& cell : cells_)
      for_each_in(cell, [&](Entry entry) { ids.push_back(static_cast<Id>(entry)); });
    std::sort(ids.begin(), ids.end());
    return static_cast<std::size_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
  }
  /// Whether the particle's next crossing leads into the zone its event says.
  [[nodiscard]] bool is_filed(const Filed<Dim>& filed) const {
    if (filed.event.crossing_step == 0) return true;
    const double slack = 1e-9 * diameter_;
    const double then = next_crossing(filed);
    const Place place = entered({filed.id, filed.event, filed.record, then});
    for (int k = 0; k < Dim; ++k) {
      const bool two = (place.zone[k] & 1) != 0;
      const double low = two ? -margin_[k] : margin_[k];
      const double high = two ? margin_[k] : edge_[k] - margin_[k];
      const bool at_first_wall = place.zone[k] / 2 == first_cell_[k] && !two;
      const bool at_last_wall = place.zone[k] / 2 == last_cell_[k];
      if (!(place.x[k] >= low - slack || at_first_wall)) return false;
      if (!(place.x[k] <= high + slack || at_last_wall)) return false;
    }
    return true;
  }
  /// How deep the particle, if it is at r at a time, is inside a cell it is not filed in.
  [[nodiscard]] double outside(const Filed<Dim>& filed, const Vec<Dim>& r, double time) const {
    double deepest = 0;
    const auto along = [&](auto&& self, int axis, std::uint32_t index, double depth) -> void {
      if (depth <= 0) return;
      if (axis < Dim) {
        const auto count = static_cast<std::uint32_t>(zones_[axis] / 2);
        for (std::uint32_t cell = 0; cell < count; ++cell) {
          double x = r[axis] - (cell + 0.5) * edge_[axis];
          x -= box_edge_[axis] * nearest_integer(x, inv_box_edge_[axis]);
          const double inside = 0.5 * (edge_[axis] + diameter_) - std::abs(x);
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

  [[nodiscard]] std::size_t memory_bytes() const {
    std::size_t bytes = bytes_of(cells_) + lists_.memory_bytes();
    for (const auto& spans : spans_) bytes += bytes_of(spans);
    return bytes;
  }

 private:
  // Until when, as a float's bits, in the high half, and who: floats that are not negative are
  // ordered as their bits are.
  using Entry = std::int64_t;
  static Entry entry_of(double until, Id id) {
    return Entry{std::bit_cast<std::int32_t>(static_cast<float>(until))} << 32 | id;
  }
  static constexpr Entry kNobody = -1;
  static constexpr int kInPlace = 7;
  // Entries, then kNobody; behind them, if they are more, the place of the list that holds all.
  struct alignas(64) Cell {
    Entry entries[kInPlace + 1];
    Cell() { std::fill(entries, entries + kInPlace + 1, kNobody); }
    [[nodiscard]] bool overflows() const { return entries[kInPlace] != kNobody; }
    [[nodiscard]] std::size_t list() const { return static_cast<std::size_t>(entries[kInPlace]); }
  };

  // The cells of a zone are the corners of a cube: bit k of a corner's number tells which of two it
  // is along axis k, and is 0 where there is one.
  static std::uint32_t corners_of(Zone zone) {
    constexpr std::uint8_t kCorners[] = {0x01, 0x03, 0x05, 0x0f, 0x11, 0x33, 0x55, 0xff};
    const int two = (zone[0] & 1) | (zone[1] & 1) << 1 | (Dim == 3 ? (zone[2] & 1) << 2 : 0);
    return kCorners[two];
  }
  static std::uint32_t entered_corners(const Event& event) {
    constexpr std::uint32_t kSecond[] = {0xaa, 0xcc, 0xf0};
    const std::uint32_t second = kSecond[event.crossing_axis];
    return corners_of(zone_of(event)) & (event.crossing_step > 0 ? second : ~second);
  }
  static std::uint32_t corners_ahead(const Event& event) {
    return event.kind == EventKind::crossing ? entered_corners(event) : corners_of(zone_of(event));
  }
  [[nodiscard]] std::size_t index_of(Zone zone, int corner) const {
    std::uint32_t index = 0;
    for (int k = 0; k < Dim; ++k)
      index += spans_[k][static_cast<std::size_t>(zone[k])].at[corner >> k & 1];
    return index;
  }

  static Zone zone_of(const Event& event) {
    Zone zone;
    for (int k = 0; k < 4; ++k) zone[k] = static_cast<std::int32_t>(event.cell[k < Dim ? k : 0]);
    return zone;
  }
  [[nodiscard]] Zone around(Zone zone) const {
    return zone + (zones_ & (zone < 0)) - (zones_ & (zone >= zones_));
  }
  static Zone narrowed(QuadInts mask) { return __builtin_convertvector(mask, Zone); }
  static QuadInts widened(Zone mask) { return __builtin_convertvector(mask, QuadInts); }
  static Quad numbers(Zone zone) { return __builtin_convertvector(zone, Quad); }

  // The fourth component has no meaning.
  static Quad velocity(const ParticleRecord<Dim>& record) {
    Quad v;
    std::memcpy(&v, record.word + Dim, sizeof(v));
    return v;
  }
  static Quad position(const ParticleRecord<Dim>& record, double now) {
    Quad r;
    std::memcpy(&r, record.word, sizeof(r));
    return r + velocity(record) * (now - record.time());
  }

  // A zone, and where in it: from the plane in the middle of an overlap, or, where there is none,
  // from the cell's lower face.
  struct Place {
    Zone zone;
    Quad x;
  };
  // Of a particle in cells that reach out so far.
  [[nodiscard]] Place locate(const Filed<Dim>& filed, Quad reach) const {
    Quad x = position(filed.record, filed.now);
    x = x - box_edge_ * nearest_integer(x - 0.5 * box_edge_, inv_box_edge_);
    const Quad lower = nearest_integer(x - 0.5 * edge_, inv_edge_);
    x = x - lower * edge_;
    const Zone cell = __builtin_convertvector(lower, Zone);
    const Zone above = narrowed(x >= edge_ - reach) & (cell != last_cell_);
    const Zone below = narrowed(x <= reach) & (cell != first_cell_);
    return {around(2 * cell + below - above), x + numbers(above) * edge_};
  }
  // Of one that makes its crossing now.
  [[nodiscard]] Place entered(const Filed<Dim>& filed) const {
    const Zone zone = zone_of(filed.event);
    const Quad x = position(filed.record, filed.now) - numbers((zone + 1) >> 1) * edge_;
    return {zone, x - box_edge_ * nearest_integer(x, inv_box_edge_)};
  }

  // After what time a particle leaves the first and the second cell along each axis.
  struct Stay {
    Quad in[2];
  };
  // Sets the event's next crossing. All axes at once and without branches on direction or axis:
  // both are as good as random.
  Stay cross_from(const Filed<Dim>& filed, const Place& place) const {
    const auto& [zone, x] = place;
    Event& event = filed.event;
    const Quad v = velocity(filed.record);
    const Zone odd = zone & 1;
    const Zone high = (zone + 1) >> 1;
    const QuadInts up = v > 0;
    const QuadInts rests = v == 0;
    const Quad never = Quad{} + kNever;
    const Quad inv_speed = 1 / (up ? v : -v);
    const Quad from_first = x + numbers(odd) * edge_;  // from the lower face of the first cell
    const Zone closed = narrowed(up) ? high == last_cell_ : high - odd == first_cell_;
    const Quad delay = (up ? edge_ - margin_ - x : from_first - margin_) * inv_speed;
    const auto [least, axis] = least_delay<Dim>(rests | widened(closed) ? never : delay);
    event.time = filed.now + least;
    const int step = least == kNever ? 0 : (v[axis] > 0 ? 1 : -1);
    // Which of two cells it has left by then.
    const Quad then = x + v * least;
    const Zone left = (narrowed(then < -margin_) - narrowed(then > margin_)) & -odd;
    const Zone further = step > 0 ? odd + 1 : ~odd;
    const Zone next = around(zone + (kAxis[axis] ? further : left));
    for (int k = 0; k < Dim; ++k) event.cell[k] = static_cast<std::uint32_t>(next[k]);
    event.crossing_axis = static_cast<std::uint8_t>(axis);
    event.crossing_step = static_cast<std::int8_t>(step);
    const Quad in_second = (up ? edge_ + margin_ - x : x + margin_) * inv_speed;
    const Quad in_first = (up ? margin_ - x : from_first + margin_) * inv_speed;
    return {
        {rests ? never : (widened(odd != 0) ? in_first : in_second), rests ? never : in_second}};
  }
  static constexpr Zone kAxis[] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};

  // Files the particle in some of the cells of its place, and writes who else is there.
  std::size_t meet(const Filed<Dim>& filed, const Place& place, const Stay& stay,
                   std::uint32_t corners, Candidates& candidates, std::size_t end) {
    make_room(candidates, end);
    const Entry now = entry_of(filed.now, 0);
    alignas(32) double stays[2][4];
    std::memcpy(stays, &stay, sizeof(stays));
    for (; corners != 0; corners &= corners - 1) {
      const int corner = std::countr_zero(corners);
      double delay = std::min(stays[corner & 1][0], stays[corner >> 1 & 1][1]);
      if constexpr (Dim == 3) delay = std::min(delay, stays[corner >> 2][2]);
      const Entry own = entry_of(filed.now + delay, filed.id);
      Cell& cell = cells_[index_of(place.zone, corner)];
      int others = kInPlace;
      if (!cell.overflows()) [[likely]]
        others = renew_words(cell.entries, now, own, &candidates[end]);
      if (others < kInPlace) [[likely]]
        end += static_cast<std::size_t>(others);
      else
        end = meet_many(cell, now, own, candidates, end);
    }
    return end;
  }

  // The same in a cell that overflows, or does so now.
  [[gnu::noinline]] std::size_t meet_many(Cell& cell, Entry now, Entry own, Candidates& candidates,
                                          std::size_t end) {
    if (!cell.overflows()) {
      cell.entries[kInPlace] = lists_.take();
      lists_[cell.list()].assign(cell.entries, cell.entries + kInPlace);
    }
    auto& list = lists_[cell.list()];
    std::erase_if(list, [&](Entry entry) {
      return entry < now || static_cast<Id>(entry) == static_cast<Id>(own);
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

  // For the cells of a zone, as long as none overflows, and kLanes more.
  static void make_room(Candidates& candidates, std::size_t end) {
    const std::size_t room = end + ((kInPlace + 1) << Dim) + kLanes;
    if (candidates.size() < room) [[unlikely]]
      candidates.resize(room);
  }

  std::size_t gather(Zone zone, std::uint32_t corners, Candidates& candidates,
                     std::size_t end) const {
    for (; corners != 0; corners &= corners - 1) {
      make_room(candidates, end);
      const Cell& cell = cells_[index_of(zone, std::countr_zero(corners))];
      if (cell.overflows()) make_room(candidates, end + lists_[cell.list()].size());
      for_each_in(cell, [&](Entry entry) { candidates[end++] = static_cast<Id>(entry); });
    }
    return end;
  }

  template <class Visit>
  void for_each_in(const Cell& cell, const Visit& visit) const {
    if (cell.overflows())
      for (const Entry entry : lists_[cell.list()]) visit(entry);
    else
      for (int k = 0; k < kInPlace && cell.entries[k] != kNobody; ++k) visit(cell.entries[k]);
  }

  // What the two cells of a zone (or twice the one) add to a cell's index.
  struct Span {
    std::uint32_t at[2];
  };

  double diameter_;
  Quad margin_;  // by which a cell reaches beyond its edges
  Quad edge_{}, inv_edge_{}, box_edge_{}, inv_box_edge_{};
  Zone zones_{};                              // how many
  Zone first_cell_{}, last_cell_{};           // next to walls, else −1
  std::array<std::vector<Span>, Dim> spans_;  // by zone, along each axis
  HugeVector<Cell> cells_;
  OverflowLists<Entry> lists_;
};

}  // namespace clausius
