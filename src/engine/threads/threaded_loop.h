#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include "engine/spheres/event_loop.h"
#include "engine/threads/region.h"
#include "engine/threads/team.h"

namespace clausius {

/// The event loop of spheres and disks on several threads: the same events, bit for bit.
///
/// Time goes on by windows. In each, first every Region carries out events, all at once; then those
/// that were left are carried out one after the other, in the order of all. If one of these meets
/// what a region did later than it, at its centres or beside them, that is undone first, and what
/// depended on it, and comes again in its turn. So each event finds the surroundings that it finds
/// on one thread.
template <int Dim, template <int, class> class Walls>
class ThreadedLoop final : public EventLoop<Dim, CalendarQueue, VectorSearch<Dim>, HardLaw, Walls> {
 public:
  using Loop = EventLoop<Dim, CalendarQueue, VectorSearch<Dim>, HardLaw, Walls>;
  using Cell = typename RegionMap<Dim>::Cell;

  ThreadedLoop(const Gas<Dim>& gas, const State<Dim>& start, const CellPlan& cells,
               const RegionMap<Dim>& map, double events_per_particle)
      : Loop(gas, start, cells),
        division_(map, spheres_.events),
        team_(map.regions()),
        events_wanted_(std::max(events_per_particle * static_cast<double>(start.size()),
                                kLeastEvents * static_cast<double>(map.regions()))) {
    for (std::size_t k = 0; k < map.regions(); ++k)
      regions_.push_back(
          std::make_unique<Region<Dim, Walls>>(spheres_, division_, static_cast<std::uint8_t>(k)));
  }

  StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) override {
    if (collisions <= 0) return StopReason::reached_collisions;
    constexpr std::int64_t kNoLimit = Engine<Dim>::kNoLimit;
    last_ =
        collisions > kNoLimit - counters_.collisions ? kNoLimit : counters_.collisions + collisions;
    observer_ = observer;
    begin_regions();
    const StopReason reason = run_windows(until);
    collect_counters();
    return reason;
  }

  void set_velocities(const State<Dim>& state) override {
    Loop::set_velocities(state);
    are_begun_ = false;
  }
  void load_from(LoadArchive& archive) override {
    Loop::load_from(archive);
    are_begun_ = false;
  }
  [[nodiscard]] std::vector<AuditFault> audit(std::int64_t most_pairs) const override {
    return this->audit_queued(are_begun_ ? queued() : agenda_.queued(spheres_), most_pairs);
  }
  [[nodiscard]] ThreadUse thread_use() const override {
    ThreadUse use{static_cast<int>(regions_.size()), windows_, across_, across_, 0};
    for (const auto& region : regions_) {
      use.events += region->done();
      use.undone += region->undone();
    }
    return use;
  }
  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = Loop::memory_bytes() + bytes_of(division_.owner) +
                        bytes_of(division_.marks) + bytes_of(division_.left);
    for (const auto& region : regions_)
      bytes += region->log().memory_bytes() + region->agenda_.memory_bytes();
    return bytes;
  }

 private:
  // Events of a region in a window at least: the fewer, the fewer are left or undone, but the
  // threads wait for each other at the end of each window.
  static constexpr double kLeastEvents = 200;
  // … and at most, as many times those wanted; what is left is looked at one by one.
  static constexpr double kMost = 16;

  using Loop::agenda_;
  using Loop::counters_;
  using Loop::spheres_;
  using Loop::watchdog_;
  using typename Loop::Grid;

  [[nodiscard]] std::int64_t collided() const {
    std::int64_t sum = counters_.collisions;
    for (const auto& region : regions_) sum += region->counters_.collisions;
    return sum;
  }
  [[nodiscard]] std::int64_t events_done() const {
    std::int64_t sum = across_;
    for (const auto& region : regions_) sum += region->done() - region->undone();
    return sum;
  }

  // Whether there were more events in this window than there should be: time may stand still.
  [[nodiscard]] bool is_full() const {
    return std::any_of(regions_.begin(), regions_.end(),
                       [](const auto& region) { return region->is_full(); });
  }

  // --- regions ----------------------------------------------------------------------------------

  void begin_regions() {
    if (are_begun_)
      for (const auto& region : regions_) region->follow(spheres_.clock);
    else
      divide();
  }
  // Hands all particles out to the regions.
  void divide() {
    for (Id id = 0; id < spheres_.events.size(); ++id)
      division_.owner[id] = division_.map.region_of(spheres_.events[id].cell);
    team_.run([this](std::size_t k) { regions_[k]->begin(spheres_.clock); });
    const Delays delays = delays_of(spheres_.events, spheres_.now(), [](Id) { return true; });
    const double rate = static_cast<double>(spheres_.events.size()) * std::numbers::ln2;
    window_ = events_wanted_ / rate * delays.median();
    are_begun_ = true;
  }
  void collect_counters() {
    for (const auto& region : regions_) {
      counters_ += region->counters_;
      agenda_.add_counts(region->agenda_.crossings(), region->agenda_.pair_tests());
      region->agenda_.add_counts(-region->agenda_.crossings(), -region->agenda_.pair_tests());
      region->counters_ = {};
    }
  }
  [[nodiscard]] std::vector<bool> queued() const {
    std::vector<bool> queued(spheres_.events.size());
    for (std::size_t k = 0; k < regions_.size(); ++k) {
      const std::vector<bool> its = regions_[k]->agenda_.queued(spheres_);
      for (Id id = 0; id < queued.size(); ++id) queued[id] = queued[id] || its[id];
      for (const Id id : division_.later[k]) queued[id] = true;
    }
    return queued;
  }

  // --- windows ----------------------------------------------------------------------------------

  // As run_events(), a window at a time.
  StopReason run_windows(double until) {
    constexpr double kForever = Engine<Dim>::kForever;
    LocalClock& clock = spheres_.clock;
    int idle = 0;
    last_event_ = clock.now();
    while (true) {
      const double local_until = clock.local(until);
      const double limit = std::min(local_until, clock.epoch());
      do {
        const double end = std::min(limit, std::nextafter(clock.now() + window_, kNever));
        const std::int64_t before = events_done();
        if (const auto reason = run_window(end)) return *reason;
        if (this->is_interrupted()) return StopReason::interrupted;
        const std::int64_t events = events_done() - before;
        if (events > 0) idle = 0;
        follow_rate(static_cast<double>(events), end == limit);
      } while (clock.now() < limit);
      if (local_until <= clock.epoch()) {
        clock.set(std::max(clock.now(), local_until));
        return StopReason::reached_time;
      }
      const bool is_empty = std::all_of(spheres_.events.begin(), spheres_.events.end(),
                                        [](const auto& event) { return event.time == kNever; });
      if (is_empty && (!this->goes_on() || (until == kForever && ++idle > kMostIdleEpochs))) {
        if (until == kForever) return StopReason::no_more_events;
        clock.set(local_until);
        return StopReason::reached_time;
      }
      clock.set(clock.epoch());
      this->rebase();
      last_event_ = clock.now();
      divide();
      if (this->is_interrupted()) return StopReason::interrupted;
    }
  }

  // @param is_short whether the window was ended before its time
  void follow_rate(double events, bool is_short) {
    const double factor = events_wanted_ / std::max(events, 1.0);
    if (is_short && factor > 1) return;
    window_ *= std::clamp(factor, 0.5, 2.0);
  }

  // @return why it was not completed, if so; the clock stands where it ended
  std::optional<StopReason> run_window(double end) {
    const bool shows = observer_ != nullptr;
    ++windows_;
    const auto most =
        static_cast<std::int64_t>(kMost * events_wanted_ / static_cast<double>(regions_.size()));
    team_.run([&](std::size_t k) { regions_[k]->run(end, most, shows); });
    division_.left.clear();
    for (const auto& region : regions_)
      division_.left.insert(division_.left.end(), region->waiting().begin(),
                            region->waiting().end());
    division_.open(end);
    const auto reason = run_across();
    end_window();
    if (!reason) spheres_.clock.set(end);
    return reason;
  }

  // Carries out what was left, in the order of all.
  std::optional<StopReason> run_across() {
    now_at_ = {spheres_.now(), 0, 0};
    const bool watched = is_full();
    if (collided() >= last_) roll_back_all();
    while (!division_.is_empty()) {
      look_ahead();
      const EventKey key = division_.take_first();
      if (!division_.is_valid(key)) continue;
      now_at_ = key;
      const bool looks = watched && watch(key);
      carry_out(key);
      if (looks && this->is_interrupted()) {
        stop_here();
        return StopReason::interrupted;
      }
      if (collided() < last_) continue;
      // Some may have happened later than this one.
      roll_back_all();
      if (collided() < last_) continue;
      stop_here();
      return StopReason::reached_collisions;
    }
    return std::nullopt;
  }

  // Asks the watchdog, before an event, whether time goes on at all. @return whether a signal is
  // due
  bool watch(const EventKey& key) {
    try {
      return watchdog_.note(
          key.id, [this](Id id) { return spheres_.events[id].contacts.first.partner; },
          spheres_.clock, [this] { return speeds_of(*this); });
    } catch (...) {
      division_.schedule(key.id);
      stop_here();
      end_window();
      collect_counters();
      throw;
    }
  }

  void carry_out(const EventKey& key) {
    const Id id = key.id;
    const EventRecord<Dim>& event = spheres_.events[id];
    spheres_.clock.set(key.time);
    undo_around(event.cell, key);
    const Id partner = event.contacts.first.partner;
    if (event.kind == EventKind::crossing) {
      Cell beyond;
      find_cell_beyond(spheres_.grid, event, beyond);
      undo_around(beyond, key);
    } else if (!is_surface(partner) && !spheres_.is_stale(event.contacts.first)) {
      undo_around(spheres_.events[partner].cell, key);
    }
    across_times_.push_back(key.time);
    regions_[division_.owner[id]]->carry_out(key, observer_ != nullptr ? &shown_ : nullptr);
    ++across_;
  }

  // Prefetches what the events that follow will read.
  void look_ahead() {
    constexpr std::size_t kFar = 12, kMiddle = 8, kNear = 4;
    const auto with = [this](std::size_t ahead, const auto& use) {
      if (const std::size_t place = division_.next_left + ahead; place < division_.left.size())
        use(division_.left[place].id);
    };
    LookAhead<Dim, Grid> ahead(spheres_);
    with(kFar, [&](Id id) { ahead.far(id); });
    with(kMiddle, [&](Id id) {
      ahead.middle(id);
      prefetch(&division_.marks[division_.map.index_of(spheres_.events[id].cell)]);
    });
    with(kNear, [&](Id id) {
      ahead.near(id);
      ahead.nearest(id);
    });
    ahead.fetch_rest();
  }

  // Ends the window at the event that was carried out last: nothing later has happened.
  void stop_here() {
    roll_back_all();
    division_.postpone();
  }

  void end_window() {
    division_.is_open = false;
    if (observer_ != nullptr) show_all();
    tell_watchdog();
    across_times_.clear();
  }
  // The watchdog is to know what it would know on one thread, because checkpoints hold it.
  void tell_watchdog() {
    if (is_full()) return;
    std::vector<double>& times = across_times_;
    for (const auto& region : regions_)
      for (const DoneEvent& done : region->log().done)
        if (!done.is_undone) times.push_back(done.key.time);
    if (times.empty()) return;
    watchdog_.note_all(static_cast<std::int64_t>(times.size()), [&](std::int64_t k) {
      if (k == 1) return spheres_.clock.absolute(last_event_);
      const auto before = times.begin() + (k - 2);
      std::nth_element(times.begin(), before, times.end());
      return spheres_.clock.absolute(*before);
    });
    last_event_ = *std::max_element(times.begin(), times.end());
  }

  // Shows hits in the order of all: those of each region, and those across faces, are in order.
  void show_all() {
    std::vector<ShownHits<Dim>*> lists{&shown_};
    for (const auto& region : regions_) lists.push_back(&region->shown());
    std::vector<std::size_t> next(lists.size());
    while (true) {
      std::size_t first = lists.size();
      for (std::size_t k = 0; k < lists.size(); ++k) {
        const auto& all = lists[k]->all;
        while (next[k] < all.size() && all[next[k]].is_void) ++next[k];
        if (next[k] < all.size() &&
            (first == lists.size() || all[next[k]].key < lists[first]->all[next[first]].key))
          first = k;
      }
      if (first == lists.size()) break;
      observer_->on_collision(lists[first]->all[next[first]++].hit);
    }
    for (ShownHits<Dim>* list : lists) list->all.clear();
  }

  // --- undoing ----------------------------------------------------------------------------------

  // Undoes what regions did later than `key` at a cell and beside it.
  void undo_around(const Cell& cell, const EventKey& key) {
    // What happened further inside is not marked.
    if (division_.map.depth(cell) >= Region<Dim, Walls>::kMarked)
      return roll_back(division_.map.region_of(cell));
    std::uint32_t marks = 0;
    const std::uint32_t* const all = division_.marks.data();
    division_.map.for_around(cell, [&](std::uint32_t index) { marks |= all[index]; });
    if ((marks & ~UndoLog<Dim>::kDeferred) == 0) return;
    division_.map.for_around(cell, [&](std::uint32_t index) {
      if ((all[index] & ~UndoLog<Dim>::kDeferred) != 0) undo_at(index, key);
    });
  }
  [[gnu::noinline]] void undo_at(std::uint32_t index, const EventKey& key) {
    Cell cell;
    division_.map.find_cell(index, cell);
    Region<Dim, Walls>& region = *regions_[division_.map.region_of(cell)];
    while (const std::uint32_t mark = division_.marks[index] & ~UndoLog<Dim>::kDeferred) {
      const DoneEvent done = region.log().done[mark - 1];
      if (!(done.key > key)) return;
      for (std::uint8_t k = 0; k < done.centres; ++k) {
        division_.map.find_cell(done.centre[k], cell);
        undo_around(cell, done.key);
      }
      if (mark <= region.log().done.size() && !region.log().done[mark - 1].is_undone)
        region.undo(mark - 1);
    }
  }
  void roll_back(std::size_t region) { regions_[region]->roll_back(now_at_); }
  void roll_back_all() {
    for (const auto& region : regions_) region->roll_back(now_at_);
  }

  Division<Dim> division_;
  std::vector<std::unique_ptr<Region<Dim, Walls>>> regions_;
  Team team_;
  double events_wanted_;    // in a window, of all regions
  bool are_begun_ = false;  // whether the regions' queues hold all events
  double window_ = 0;       // local time
  std::int64_t last_ = 0;   // number of collisions at which to stop
  std::int64_t windows_ = 0;
  std::int64_t across_ = 0;           // events carried out one after the other
  EventKey now_at_{};                 // the last of them
  std::vector<double> across_times_;  // of those in this window
  double last_event_ = 0;             // local time before the first event of this window
  Observer<Dim>* observer_ = nullptr;
  ShownHits<Dim> shown_;  // hits across faces
};

}  // namespace clausius
