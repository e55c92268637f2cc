#pragma once

#include <boost/heap/d_ary_heap.hpp>
#include <functional>
#include <optional>
#include <vector>

#include "engine/records.h"

namespace clausius {

/// The reference queue: one Boost.Heap entry per particle, updated in place.
template <int Dim>
class HeapQueue {
 public:
  explicit HeapQueue(const HugeVector<EventRecord<Dim>>& events) : events_(events) {}

  /// Empties the queue and adds the events of all particles.
  void reset(double /*now*/) {
    heap_.clear();
    handles_.assign(events_.size(), {});
    scheduled_.assign(events_.size(), false);
    for (Id id = 0; id < events_.size(); ++id) schedule(id);
  }

  /// Takes in that the event of `id` has changed.
  void schedule(Id id) {
    const EventKey key = key_of(id, events_[id]);
    if (scheduled_[id]) {
      if (key.time == kNever) {
        heap_.erase(handles_[id]);
        scheduled_[id] = false;
      } else {
        heap_.update(handles_[id], key);
      }
    } else if (key.time != kNever) {
      handles_[id] = heap_.push(key);
      scheduled_[id] = true;
    }
  }

  /// The particle with the next event if its time is at most `until`. The event must be processed,
  /// and the particle scheduled again.
  template <class LookAhead>
  std::optional<Id> next(double until, LookAhead&& /*look_ahead*/) {
    if (heap_.empty() || heap_.top().time > until) return std::nullopt;
    return heap_.top().id;
  }

  [[nodiscard]] bool empty() { return heap_.empty(); }

  /// Particles whose event is queued where next() will find it, by id.
  [[nodiscard]] std::vector<bool> queued() const {
    std::vector<bool> queued(events_.size());
    for (Id id = 0; id < events_.size(); ++id)
      queued[id] = scheduled_[id] && *handles_[id] == key_of(id, events_[id]);
    return queued;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes_of(handles_) + scheduled_.capacity() / 8 + heap_.size() * 2 * sizeof(EventKey);
  }

 private:
  using Heap = boost::heap::d_ary_heap<EventKey, boost::heap::arity<4>, boost::heap::mutable_<true>,
                                       boost::heap::compare<std::greater<>>>;

  const HugeVector<EventRecord<Dim>>& events_;
  Heap heap_;
  std::vector<typename Heap::handle_type> handles_;
  std::vector<bool> scheduled_;
};

}  // namespace clausius
