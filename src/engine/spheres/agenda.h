#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>
#include <vector>

#include "engine/queues/crossing_batches.h"
#include "engine/spheres/spheres.h"

namespace clausius {

/// What is to happen next to spheres: predicts the event of each sphere and hands them out in order
/// of time.
///
/// Every sphere has one scheduled event: its next cell crossing or its earliest known contact,
/// whichever comes first. A contact found for i is not entered at j: the one of the two that was
/// searched last has it, and the other's own event is never later. If the partner has collided in
/// between, as its counter shows, the second earliest contact takes its place or, if that is not
/// known any more, the search is repeated.
///
/// Where particles are filed in cells before they enter them (Grid::kEnteredAhead), all crossings
/// of a span of time are made before its first event.
///
/// What is called seldom, or is large, is kept out of line: run_events() keeps its speed only as
/// long as the compiler can hold it, and two spheres that collide, in registers.
template <int Dim, template <int> class Queue, class Search, class Law, class Surroundings>
class Agenda {
 public:
  using Grid = typename Search::Grid;
  using All = Spheres<Dim, Grid>;
  static constexpr bool kAhead = Grid::kEnteredAhead;

  explicit Agenda(const All& spheres)
      : surroundings_(spheres), queue_(spheres.events), batches_(spheres.events) {}

  /// The events in order of time; where crossings are made ahead, collisions only: see next().
  [[nodiscard]] Queue<Dim>& queue() { return queue_; }
  template <class Ahead>
  [[gnu::always_inline]] std::optional<Id> next(All& spheres, double until, Ahead&& look_ahead) {
    while (true) {
      const double end = batches_.end();
      if (const auto id = queue_.next(std::min(until, end), look_ahead)) return id;
      if (end > until) return std::nullopt;
      make_crossings(spheres);
    }
  }

  /// Predicts the event of a sphere that begins a flight, without scheduling it.
  void find_event(All& spheres, Id id) {
    search_.all(spheres.context, id, spheres.events[id], spheres.now());
    complete(spheres, id);
  }
  void predict(All& spheres, Id id) {
    find_event(spheres, id);
    schedule(spheres, id);
  }
  void predict_both(All& spheres, Id i, Id j) {
    auto& events = spheres.events;
    if constexpr (Search::kBothAtOnce) {
      search_.both(spheres.context, i, events[i], j, events[j], spheres.now());
    } else {
      search_.all(spheres.context, i, events[i], spheres.now());
      search_.all(spheres.context, j, events[j], spheres.now());
    }
    complete(spheres, i);
    schedule(spheres, i);
    complete(spheres, j);
    schedule(spheres, j);
  }
  /// The earliest known contact of the sphere is void. The partner that collided in between knows
  /// its own contacts, so the sphere can continue with its other known contacts.
  [[gnu::noinline]] void forget(All& spheres, Id id) {
    if (!spheres.events[id].contacts.drop_first()) return predict(spheres, id);
    set_event(spheres, id, next_crossing(spheres, id));
    schedule(spheres, id);
  }
  void cross(All& spheres, Id id) {
    make_crossing(spheres, id);
    schedule(spheres, id);
  }

  /// Schedules all events anew.
  void queue_all(All& spheres) {
    if constexpr (kAhead) {
      for (Id id = 0; id < spheres.records.size(); ++id) make_due_crossings(spheres, id);
      file_crossings(spheres);
    }
    queue_.reset(spheres.now());
  }
  /// Predicts all events. @param fastest largest component of any velocity
  void begin_epoch(All& spheres, double fastest) {
    spheres.file_all();
    for (Id id = 0; id < spheres.records.size(); ++id) find_event(spheres, id);
    if constexpr (kAhead) {
      batches_.choose_span(spheres.now(), spheres.grid.furthest_ahead(), fastest,
                           spheres.clock.epoch());
      spheres.grid.forget_before(batches_.begin());
    }
    queue_all(spheres);
  }
  /// After loading. The queue follows from the events, and so do cells, except for particles filed
  /// ahead of time. @throws ArchiveError
  void check_and_queue(All& spheres) {
    if constexpr (kAhead) {
      require(spheres.grid.are_possible(spheres.records.size()), "holds impossible cells");
      require(batches_.begin() <= spheres.now() && spheres.now() <= batches_.end(),
              "holds an impossible span of time");
    } else {
      spheres.file_all();
    }
    queue_.reset(spheres.now());
  }

  /// By id, whether a sphere's event is scheduled.
  [[nodiscard]] std::vector<bool> queued(const All& spheres) const {
    std::vector<bool> queued = queue_.queued();
    if constexpr (kAhead) {
      const std::vector<bool> crossing = batches_.queued();
      for (Id id = 0; id < spheres.events.size(); ++id)
        if (spheres.events[id].kind == EventKind::crossing) queued[id] = crossing[id];
    }
    return queued;
  }
  [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
  [[nodiscard]] std::int64_t crossings() const { return crossings_; }
  [[nodiscard]] std::int64_t pair_tests() const { return search_.pair_tests(); }
  /// Adds to the numbers of crossings and of tested pairs.
  void add_counts(std::int64_t crossings, std::int64_t pair_tests) {
    crossings_ += crossings;
    search_.add_pair_tests(pair_tests);
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return queue_.memory_bytes() + batches_.memory_bytes() + surroundings_.memory_bytes();
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(search_, crossings_);
  }
  /// What was made ahead of time, which does not follow from the events.
  template <class Archive>
  void serialize_ahead(All& spheres, Archive& archive) {
    if constexpr (kAhead) archive(spheres.grid, batches_);
  }

 private:
  // --- prediction -------------------------------------------------------------------------------

  // Sets the event of a sphere whose contacts with others are known.
  [[gnu::noinline]] void complete(All& spheres, Id id) {
    if constexpr (kAhead) limit_span(spheres, id);
    surroundings_.template add<Law>(spheres, id, spheres.events[id].contacts);
    set_event(spheres, id, crossing_after_search(spheres, id));
  }
  // The earliest contact or the crossing, whichever comes first.
  void set_event(All& spheres, Id id, double crossing) {
    EventRecord<Dim>& event = spheres.events[id];
    const double contact = event.contacts.first.time;
    event.kind = crossing < contact ? EventKind::crossing : EventKind::collision;
    event.time = std::min(crossing, contact);
  }
  [[gnu::noinline]] double next_crossing(All& spheres, Id id) {
    return surroundings_.next_crossing(spheres, id);
  }
  [[gnu::always_inline]] double crossing_after_search(All& spheres, Id id) {
    if constexpr (Grid::kKnowsCrossing) return spheres.events[id].time;
    return next_crossing(spheres, id);
  }

  // --- crossings --------------------------------------------------------------------------------

  [[gnu::noinline]] void make_crossing(All& spheres, Id id) {
    EventRecord<Dim>& event = spheres.events[id];
    ++crossings_;
    // The known contacts remain the earliest of the cells searched before, whether or not their
    // partners have collided since; that is tested when their time comes.
    search_.layer(spheres.context, id, event, event.time);
    // A crossing along x needs no new search among images that move along x.
    if (Surroundings::kSheared && event.crossing_axis != 0)
      surroundings_.add_moving_images(spheres, id, event.contacts);
    set_event(spheres, id, crossing_after_search(spheres, id));
  }

  // Enters the next span of time and makes its crossings.
  [[gnu::noinline]] void make_crossings(All& spheres) {
    constexpr std::size_t kFetchedBefore = 8;
    auto& events = spheres.events;
    std::vector<Id>& due = batches_.enter_next();
    spheres.grid.forget_before(batches_.begin());
    alignas(64) Id ids[kLanes];
    int count = 0;
    // Appends the particles that cross again.
    for (std::size_t k = 0; k < due.size(); ++k) {
      if (k + kFetchedBefore < due.size()) {
        const Id soon = due[k + kFetchedBefore];
        clausius::prefetch<1>(&spheres.records[soon]);
        spheres.grid.prefetch_first(events[soon]);
      }
      if (!is_due(spheres, due[k])) continue;
      ids[count++] = due[k];
      events[due[k]].kind = EventKind::collision;  // not due any more
      if (count < kLanes) continue;
      search_.layers(spheres.context, ids, events);
      crossings_ += kLanes;
      for (const Id id : ids) {
        set_event(spheres, id, crossing_after_search(spheres, id));
        if (is_due(spheres, id))
          due.push_back(id);
        else
          schedule(spheres, id);
      }
      count = 0;
    }
    for (int k = 0; k < count; ++k) {
      events[ids[k]].kind = EventKind::crossing;
      schedule(spheres, ids[k]);
    }
  }

  [[nodiscard]] bool is_due(const All& spheres, Id id) const {
    if constexpr (!kAhead)
      return false;
    else
      return spheres.events[id].kind == EventKind::crossing &&
             batches_.is_due(spheres.events[id].time);
  }
  void make_due_crossings(All& spheres, Id id) {
    while (is_due(spheres, id)) make_crossing(spheres, id);
  }
  void schedule(All& spheres, Id id) {
    if constexpr (kAhead) {
      make_due_crossings(spheres, id);
      if (spheres.events[id].kind == EventKind::crossing) return batches_.add(id);
    }
    queue_.schedule(id);
  }
  void file_crossings(const All& spheres) {
    batches_.clear();
    for (Id id = 0; id < spheres.events.size(); ++id)
      if (spheres.events[id].kind == EventKind::crossing) batches_.add(id);
  }
  // Shortens the span so that no particle outruns its nearest image.
  void limit_span(All& spheres, Id id) {
    const double speed = spheres.records[id].v().cwiseAbs().maxCoeff();
    if (speed <= batches_.limit()) [[likely]]
      return;
    batches_.shorten_span(spheres.now(), speed);
    file_crossings(spheres);
  }

  Surroundings surroundings_;
  std::int64_t crossings_ = 0;
  Search search_;
  Queue<Dim> queue_;  // all events, or collisions only
  std::conditional_t<kAhead, CrossingBatches<Dim>, NoCrossingBatches> batches_;
};

}  // namespace clausius
