#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "engine/spheres/look_ahead.h"
#include "engine/spheres/sphere_hits.h"
#include "engine/threads/region_queue.h"
#include "engine/threads/undo_log.h"

namespace clausius {

/// Looks ahead at events whose surroundings no other thread changes.
template <int Dim, class Grid>
class RegionLookAhead {
 public:
  RegionLookAhead(Spheres<Dim, Grid>& spheres, const Division<Dim>& division, std::uint8_t region)
      : all_(spheres), spheres_(spheres), division_(division), region_(region) {}
  [[nodiscard]] bool wanted() const { return all_.wanted(); }
  [[nodiscard]] bool wants_next_page() const { return all_.wants_next_page(); }
  void far(Id id) {
    all_.far(id);
    prefetch(&division_.owner[id]);
  }
  void middle(Id id) { all_.middle(id); }
  void near(Id id) {
    if (is_inside(id)) all_.near(id);
  }
  void nearest(Id id) {
    if (is_inside(id)) all_.nearest(id);
  }
  void fetch_some() { all_.fetch_some(); }
  void fetch_rest() { all_.fetch_rest(); }
  void taken(Id id) { all_.taken(id); }

 private:
  // A search around a particle looks one cell further, that after a crossing two.
  static constexpr std::uint32_t kLeastDepth = 3;
  [[nodiscard]] bool is_inside(Id id) const {
    const EventRecord<Dim>& event = spheres_.events[id];
    if (division_.map.depth(event.cell) < kLeastDepth) return false;
    const Id partner = event.contacts.first.partner;
    return event.kind == EventKind::crossing || partner >= kFirstSurface ||
           (division_.owner[partner] == region_ &&
            division_.map.depth(spheres_.events[partner].cell) >= kLeastDepth);
  }

  LookAhead<Dim, Grid> all_;
  const Spheres<Dim, Grid>& spheres_;
  const Division<Dim>& division_;
  std::uint8_t region_;
};

/// The cell that a crossing leads to.
template <int Dim, class Grid>
void find_cell_beyond(const Grid& grid, const EventRecord<Dim>& event,
                      typename RegionMap<Dim>::Cell& cell) {
  std::copy(event.cell, event.cell + Dim, cell);
  const int axis = event.crossing_axis;
  cell[axis] = static_cast<std::uint32_t>(
      grid[event.level].shifted(axis, event.cell[axis], event.crossing_step));
}

/// What observers are to be shown of events that are carried out in their order.
template <int Dim>
struct ShownHits final : Observer<Dim> {
  struct Shown {
    EventKey key;
    CollisionRecord<Dim> hit;
    bool is_void = false;
  };
  EventKey key{};  ///< of the event that is being carried out
  std::vector<Shown> all;

  void on_collision(const CollisionRecord<Dim>& hit) override { all.push_back({key, hit}); }
  void forget(std::uint32_t place) { all[place].is_void = true; }
};

/// A region of a gas: a thread carries out its events of a window of time in their order, as far as
/// no other region can have a part in them; what it leaves is carried out afterwards.
///
/// An event changes what is at its centres, the cells of its particles (of a crossing the old and
/// the new one), and reads what is there and in the cells around. Two events may be carried out in
/// any order if no centre of one is a centre of the other or beside one. Here an event is left
/// - if a centre is less than kMargin layers from another region, so that no thread changes what
///   another reads, and hardly any event across a face meets one that was carried out here, or
/// - if a centre is beside that of an earlier one that was left.
template <int Dim, template <int, class> class Walls>
class Region : public SphereHits<Dim, RegionQueue, VectorSearch<Dim>, HardLaw, Walls> {
 public:
  using Hits = SphereHits<Dim, RegionQueue, VectorSearch<Dim>, HardLaw, Walls>;
  using typename Hits::Grid;
  using Cell = typename RegionMap<Dim>::Cell;
  static constexpr std::uint32_t kMargin = 1;
  /// Cells at most as far from a face are marked by what happened there.
  static constexpr std::uint32_t kMarked = 12;

  Region(Spheres<Dim, Grid>& all, Division<Dim>& division, std::uint8_t number)
      : Hits(all), division_(division), number_(number) {}

  /// Takes over particles, events and clock as they are now.
  void begin(const LocalClock& clock) {
    spheres_.clock = clock;
    agenda_.queue().begin(division_, number_, clock.now());
    division_.later[number_].clear();
  }
  void follow(const LocalClock& clock) { spheres_.clock = clock; }

  /// Carries out events up to the local time `end` and leaves the others.
  /// @param most events at most, after which all are left @param shows whether there is an observer
  void run(double end, std::int64_t most, bool shows) {
    end_window();
    for (const Id id : division_.later[number_])
      if (division_.owner[id] == number_) agenda_.queue().schedule(id);
    division_.later[number_].clear();
    RegionLookAhead<Dim, Grid> ahead(spheres_, division_, number_);
    if (shows)
      run_all<true>(end, most, ahead);
    else
      run_all<false>(end, most, ahead);
  }

  /// An event across a face, carried out in the order of all.
  /// @param shown what observers are to be shown is added to it; may be null
  void carry_out(const EventKey& key, ShownHits<Dim>* shown) {
    if (shown != nullptr) {
      shown->key = key;
      this->template process<true>(key.id, shown);
    } else {
      this->template process<false>(key.id, nullptr);
    }
  }

  /// Undoes an event that is the newest at its centres.
  void undo(std::uint32_t place) {
    DoneEvent& done = log_.done[place];
    const Id ids[] = {done.key.id, done.partner};
    if (done.crosses) spheres_.grid.remove(ids[0], spheres_.events[ids[0]]);
    for (std::uint8_t k = 0; k < done.changes; ++k) {
      spheres_.events[ids[k]] = log_.events[done.events + k];
      if (k < done.hits) spheres_.records[ids[k]] = log_.records[done.records + k];
    }
    if (done.crosses) spheres_.grid.insert(ids[0], spheres_.events[ids[0]]);
    for (std::uint8_t k = 0; k < done.changes; ++k) division_.schedule(ids[k]);
    if (done.is_marked)
      for (std::uint8_t k = done.centres; k-- > 0;)
        division_.marks[done.centre[k]] = done.before[k];
    if (done.shown != DoneEvent::kNone) shown_.forget(done.shown);
    counters_.collisions -= done.collisions;
    counters_.wall_collisions -= done.wall_collisions;
    counters_.elastic_by_duration_rule -= done.enduring;
    counters_.stale -= done.stale;
    agenda_.add_counts(-std::int64_t{done.crosses}, -std::int64_t{done.pair_tests});
    done.is_undone = true;
    ++undone_;
  }
  /// Undoes all that was done later than an event.
  void roll_back(const EventKey& key) {
    while (!log_.done.empty() && log_.done.back().key > key) {
      if (!log_.done.back().is_undone) undo(static_cast<std::uint32_t>(log_.done.size() - 1));
      log_.done.pop_back();
    }
  }
  [[nodiscard]] const UndoLog<Dim>& log() const { return log_; }
  /// Whether there were more events in this window than at most.
  [[nodiscard]] bool is_full() const { return is_full_; }
  /// Events that were left, in their order.
  [[nodiscard]] const std::vector<EventKey>& waiting() const { return waiting_; }
  [[nodiscard]] ShownHits<Dim>& shown() { return shown_; }
  [[nodiscard]] std::int64_t done() const { return done_; }
  [[nodiscard]] std::int64_t undone() const { return undone_; }

  using Hits::agenda_;
  using Hits::counters_;
  using Hits::spheres_;

 private:
  // Clears what was done in the last window, which is complete.
  void end_window() {
    for (const DoneEvent& done : log_.done)
      for (std::uint8_t k = 0; done.is_marked && k < done.centres; ++k)
        division_.marks[done.centre[k]] = 0;
    for (const std::uint32_t cell : waiting_cells_) division_.marks[cell] = 0;
    log_.clear();
    waiting_cells_.clear();
    waiting_.clear();
    deepest_waiting_ = 0;
  }

  template <bool kObserved>
  void run_all(double end, std::int64_t most, RegionLookAhead<Dim, Grid>& ahead) {
    const std::int64_t last = done_ + most;
    is_full_ = false;
    while (const std::optional<Id> id = agenda_.queue().next(end, ahead))
      if ((is_full_ |= done_ >= last) || !try_event<kObserved>(*id)) leave(*id);
  }

  template <bool kObserved>
  [[gnu::always_inline]] bool try_event(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    const Id partner = event.contacts.first.partner;
    DoneEvent done;
    std::uint32_t depth = division_.map.depth(event.cell);
    Cell beyond;
    const Cell* second = nullptr;
    done.crosses = event.kind == EventKind::crossing;
    if (done.crosses) {
      find_cell_beyond(spheres_.grid, event, beyond);
      second = &beyond;
    } else if (!is_surface(partner)) {
      // Another region's particle cannot be looked at now: it may be on its way back.
      if (division_.owner[partner] != number_) return false;
      if (!spheres_.is_stale(event.contacts.first)) {
        second = &spheres_.events[partner].cell;
        done.changes = done.hits = 2;
        done.partner = partner;
      }
    } else {
      done.hits = 1;
    }
    if (second != nullptr) depth = std::min(depth, division_.map.depth(*second));
    if (depth < kMargin) return false;
    if (depth <= deepest_waiting_ + 1 &&
        (waits_beside(event.cell) || (second != nullptr && waits_beside(*second))))
      return false;
    done.is_marked = depth <= kMarked;
    done.centres = second != nullptr ? 2 : 1;
    done.centre[0] = division_.map.index_of(event.cell);
    if (second != nullptr) done.centre[1] = division_.map.index_of(*second);
    note(id, event, done);
    const EngineCounters before = counters_;
    const std::int64_t tests = agenda_.pair_tests();
    if constexpr (kObserved) {
      shown_.key = done.key;
      const std::size_t shown = shown_.all.size();
      this->template process<true>(id, &shown_);
      if (shown_.all.size() > shown) done.shown = static_cast<std::uint32_t>(shown);
    } else {
      this->template process<false>(id, nullptr);
    }
    done.collisions = static_cast<std::uint8_t>(counters_.collisions - before.collisions);
    done.wall_collisions =
        static_cast<std::uint8_t>(counters_.wall_collisions - before.wall_collisions);
    done.enduring = static_cast<std::uint8_t>(counters_.elastic_by_duration_rule -
                                              before.elastic_by_duration_rule);
    done.stale = static_cast<std::uint8_t>(counters_.stale - before.stale);
    done.pair_tests = static_cast<std::uint32_t>(agenda_.pair_tests() - tests);
    log_.done.push_back(done);
    ++done_;
    return true;
  }

  // Keeps what the event is going to change.
  void note(Id id, const EventRecord<Dim>& event, DoneEvent& done) {
    done.key = key_of(id, event);
    done.events = static_cast<std::uint32_t>(log_.events.size());
    done.records = static_cast<std::uint32_t>(log_.records.size());
    log_.events.push_back(event);
    if (done.changes > 1) log_.events.push_back(spheres_.events[done.partner]);
    if (done.hits > 0) log_.records.push_back(spheres_.records[id]);
    if (done.hits > 1) log_.records.push_back(spheres_.records[done.partner]);
    if (!done.is_marked) return;
    const auto mark = static_cast<std::uint32_t>(log_.done.size() + 1);
    for (std::uint8_t k = 0; k < done.centres; ++k) {
      std::uint32_t& at = division_.marks[done.centre[k]];
      done.before[k] = at;
      at = (at & UndoLog<Dim>::kDeferred) | mark;
    }
  }

  [[gnu::noinline]] void leave(Id id) {
    const EventRecord<Dim>& event = spheres_.events[id];
    waiting_.push_back(key_of(id, event));
    mark_waiting(event.cell);
    const Id partner = event.contacts.first.partner;
    if (event.kind == EventKind::crossing) {
      Cell beyond;
      find_cell_beyond(spheres_.grid, event, beyond);
      mark_waiting(beyond);
    } else if (!is_surface(partner) && division_.owner[partner] == number_ &&
               !spheres_.is_stale(event.contacts.first)) {
      mark_waiting(spheres_.events[partner].cell);
    }
  }
  void mark_waiting(const Cell& cell) {
    if (division_.map.region_of(cell) != number_) return;
    const std::uint32_t index = division_.map.index_of(cell);
    if ((division_.marks[index] & UndoLog<Dim>::kDeferred) != 0) return;
    division_.marks[index] |= UndoLog<Dim>::kDeferred;
    waiting_cells_.push_back(index);
    deepest_waiting_ = std::max(deepest_waiting_, division_.map.depth(cell));
  }
  [[nodiscard]] bool waits_beside(const Cell& cell) const {
    std::uint32_t marks = 0;
    const std::uint32_t* const all = division_.marks.data();
    division_.map.for_around(cell, [&](std::uint32_t index) { marks |= all[index]; });
    return (marks & UndoLog<Dim>::kDeferred) != 0;
  }

  Division<Dim>& division_;
  std::uint8_t number_;
  UndoLog<Dim> log_;
  std::vector<EventKey> waiting_;
  std::vector<std::uint32_t> waiting_cells_;  // marked for them
  std::uint32_t deepest_waiting_ = 0;         // largest depth of these cells
  ShownHits<Dim> shown_;
  bool is_full_ = false;
  std::int64_t done_ = 0, undone_ = 0;
};

}  // namespace clausius
