#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/queues/calendar_queue.h"
#include "engine/threads/region_map.h"

namespace clausius {

/// What the regions of a gas share beside its spheres.
template <int Dim>
struct Division {
  using Region = typename RegionMap<Dim>::Region;

  RegionMap<Dim> map;
  const HugeVector<EventRecord<Dim>>& events;
  HugeVector<Region> owner;         ///< by id, the region in which the particle is filed
  HugeVector<std::uint32_t> marks;  ///< by cell, see UndoLog

  /// While events are carried out across faces, one after the other in order of time: what is to
  /// happen before the end of the window, what was left of it in order and what came since, a heap,
  bool is_open = false;
  double end = 0;
  std::vector<EventKey> left;
  std::size_t next_left = 0;
  std::vector<EventKey> since;
  /// … and, by region, whose events come later. They are filed when the next window begins.
  std::vector<std::vector<Id>> later;

  Division(RegionMap<Dim> division, const HugeVector<EventRecord<Dim>>& of_events)
      : map(std::move(division)),
        events(of_events),
        owner(of_events.size()),
        marks(map.cells(), 0),
        later(map.regions()) {
    for (std::size_t id = 0; id < owner.size(); ++id) owner[id] = map.region_of(events[id].cell);
  }

  void schedule(Id id) {
    const EventRecord<Dim>& event = events[id];
    owner[id] = map.region_of(event.cell);
    if (event.time == kNever) return;
    if (event.time > end) return later[owner[id]].push_back(id);
    since.push_back(key_of(id, event));
    std::push_heap(since.begin(), since.end(), std::greater<>{});
  }
  /// Begins with the keys in `left`, in any order.
  void open(double until) {
    is_open = true;
    end = until;
    since.clear();
    next_left = 0;
    std::sort(left.begin(), left.end());
  }
  [[nodiscard]] bool is_empty() const { return next_left == left.size() && since.empty(); }
  EventKey take_first() {
    if (since.empty() || (next_left < left.size() && left[next_left] < since.front()))
      return left[next_left++];
    std::pop_heap(since.begin(), since.end(), std::greater<>{});
    const EventKey first = since.back();
    since.pop_back();
    return first;
  }
  /// Schedules all that is left for later.
  void postpone() {
    end = -kNever;
    since.insert(since.end(), left.begin() + static_cast<std::ptrdiff_t>(next_left), left.end());
    std::vector<EventKey> keys;
    keys.swap(since);
    next_left = left.size();
    for (const EventKey& key : keys) schedule(key.id);
  }
  /// Whether the event is still that for which the key was made.
  [[nodiscard]] bool is_valid(const EventKey& key) const {
    return events[key.id].time == key.time && key_of(key.id, events[key.id]) == key;
  }
};

/// The particles of a region.
struct OwnParticles {
  const std::uint8_t* owner = nullptr;
  std::uint8_t region = 0;
  std::size_t number = 0;  ///< as many, about

  [[nodiscard]] bool has(Id id) const { return owner[id] == region; }
  [[nodiscard]] std::size_t count(std::size_t /*all*/) const { return number; }
};

/// The queue of a region: a calendar of its own particles; across faces the Division's.
template <int Dim>
class RegionQueue {
 public:
  explicit RegionQueue(const HugeVector<EventRecord<Dim>>& events) : calendar_(events) {}

  /// Begins anew with the particles of the region. @param now local time
  void begin(Division<Dim>& division, std::uint8_t region, double now) {
    division_ = &division;
    const auto own =
        static_cast<std::size_t>(std::count(division.owner.begin(), division.owner.end(), region));
    calendar_.take_members({division.owner.data(), region, own});
    calendar_.reset(now);
  }
  [[gnu::always_inline]] void schedule(Id id) {
    if (division_->is_open) [[unlikely]]
      return division_->schedule(id);
    calendar_.schedule(id);
  }
  template <class Ahead>
  [[gnu::always_inline]] std::optional<Id> next(double until, Ahead&& look_ahead) {
    return calendar_.next(until, look_ahead);
  }
  [[nodiscard]] std::vector<bool> queued() const { return calendar_.queued(); }
  [[nodiscard]] std::size_t memory_bytes() const { return calendar_.memory_bytes(); }

 private:
  Calendar<Dim, true, OwnParticles> calendar_;
  Division<Dim>* division_ = nullptr;
};

}  // namespace clausius
