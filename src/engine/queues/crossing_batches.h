#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "clausius/core/errors.h"
#include "core/elementary.h"
#include "engine/queues/wheel.h"
#include "engine/records.h"

namespace clausius {

/// The cell crossings of a gas whose particles may be filed in a cell before they enter it. Time is
/// cut into spans, and when the clock enters one, all crossings in it are made, ahead of time and
/// in any order: they need not be sorted, none depends on another, and several can be made at once.
///
/// Lengths of spans are powers of two, so that the bounds of long spans are also bounds of shorter
/// ones.
template <int Dim>
class CrossingBatches {
 public:
  explicit CrossingBatches(const HugeVector<EventRecord<Dim>>& events) : events_(events) {}

  /// Chooses the length of spans for the present events and enters the one that contains `now`.
  /// @param furthest largest distance that a particle may fly in a span along any axis
  /// @param fastest largest speed
  /// @param longest length of spans, a power of two, if there are no crossings
  void choose_span(double now, double furthest, double fastest, double longest) {
    const double median =
        delays_of(events_, now, [this](Id id) { return is_crossing(id); }).median();
    furthest_ = furthest;
    span_ = median > 0 ? portable::power_of_two_below(median / kSpansPerDelay) : longest;
    shorten_span(now, fastest);
  }
  /// Shortens the spans for a particle that is faster than limit(), if needed; then all must be
  /// added again.
  void shorten_span(double now, double fastest) {
    while (span_ * fastest > furthest_) span_ *= 0.5;
    set_span();
    batch_ = batch_of(now);
  }
  [[nodiscard]] double limit() const { return limit_; }

  /// Beginning and end of the span that was entered.
  [[nodiscard]] double begin() const { return static_cast<double>(batch_) * span_; }
  [[nodiscard]] double end() const { return static_cast<double>(batch_ + 1) * span_; }
  /// Whether a crossing belongs to the span.
  [[nodiscard]] bool is_due(double time) const { return batch_of(time) <= batch_; }

  /// Discards all crossings.
  void clear() {
    wheel_.reset(kLists, 1, batch_ + 1 + kLists);
    far_.clear();
    next_look_ = batch_ + kLists / 2;
  }
  /// Takes in the event of `id`, a crossing that is not due yet. If another event overtakes it,
  /// nothing need be done.
  void add(Id id) {
    const std::int64_t batch = batch_of(events_[id].time);
    if (batch < wheel_.end()) [[likely]]
      wheel_.add(batch, {id, static_cast<std::uint32_t>(batch)});
    else
      far_.push_back(id);
  }

  /// Enters the next span. @return particles whose crossings are due, possibly some twice
  std::vector<Id>& enter_next() {
    ++batch_;
    due_.clear();
    wheel_.empty(
        batch_,
        [this](const QueuedEvent& event) {
          if (is_crossing(event.id) && is_due(events_[event.id].time)) due_.push_back(event.id);
        },
        [this](const QueuedEvent& event) { prefetch(&events_[event.id]); });
    wheel_.turn(1);
    // The far list is searched once per half turn of the wheel.
    if (batch_ == next_look_) {
      next_look_ += kLists / 2;
      moved_.swap(far_);
      for (const Id id : moved_)
        if (is_crossing(id)) add(id);
      moved_.clear();
    }
    return due_;
  }

  /// Particles whose crossing is queued, by id.
  [[nodiscard]] std::vector<bool> queued() const {
    std::vector<bool> queued(events_.size());
    for (const Id id : in_order()) queued[id] = true;
    for (const Id id : far_)
      if (is_crossing(id) && batch_of(events_[id].time) > next_look_) queued[id] = true;
    return queued;
  }

  [[nodiscard]] std::size_t memory_bytes() const {
    return wheel_.memory_bytes() + bytes_of(far_) + bytes_of(moved_) + bytes_of(due_);
  }

  /// @pre the events are those that were saved with it
  template <class Archive>
  void serialize(Archive& archive) {
    std::vector<Id> ids;
    if constexpr (Archive::is_saving::value) ids = in_order();
    archive(span_, batch_, next_look_, far_, ids);
    if constexpr (Archive::is_loading::value) {
      require(std::isnormal(span_) && span_ > 0 && batch_ >= 0 &&
                  static_cast<double>(batch_) <= kLastBatch,
              "holds an impossible span of time");
      set_span();
      std::vector<Id> far;
      far.swap(far_);
      const std::int64_t next_look = next_look_;
      clear();
      require(next_look > batch_ && next_look <= next_look_, "holds an impossible span of time");
      next_look_ = next_look;
      for (const Id id : far) require(id < events_.size(), "holds an impossible crossing");
      for (const Id id : ids)
        require(id < events_.size() && is_crossing(id) && events_[id].time >= 0 &&
                    !is_due(events_[id].time),
                "holds an impossible crossing");
      for (const Id id : ids) add(id);
      far_.swap(far);
    }
  }

 private:
  static constexpr double kSpansPerDelay = 24;  // for half the crossings
  static constexpr std::int64_t kLists = 512;
  static constexpr double kLastBatch = 4e18;

  [[nodiscard]] bool is_crossing(Id id) const {
    return events_[id].kind == EventKind::crossing && events_[id].time != kNever;
  }
  [[nodiscard]] std::int64_t batch_of(double time) const {
    return static_cast<std::int64_t>(std::min(time * inv_span_, kLastBatch));
  }
  void set_span() {
    inv_span_ = 1 / span_;
    limit_ = furthest_ / span_;
  }

  // Crossings in the wheel that are still valid, in each span in the order in which they were
  // added.
  [[nodiscard]] std::vector<Id> in_order() const {
    std::vector<Id> ids;
    wheel_.for_each([&](const QueuedEvent& event) {
      if (!is_crossing(event.id)) return;
      if (static_cast<std::uint32_t>(batch_of(events_[event.id].time)) == event.bin)
        ids.push_back(event.id);
    });
    std::reverse(ids.begin(), ids.end());
    return ids;
  }

  const HugeVector<EventRecord<Dim>>& events_;
  double furthest_ = kNever;
  double limit_ = kNever;
  double span_ = 1, inv_span_ = 1;
  std::int64_t batch_ = 0;      // number of the span
  std::int64_t next_look_ = 0;  // span at which the far list is searched next
  Wheel wheel_;                 // a list for each span
  std::vector<Id> far_, moved_;
  std::vector<Id> due_;
};

/// Variant in which crossings are queued like other events.
struct NoCrossingBatches {
  explicit NoCrossingBatches(const auto& /*events*/) {}
  [[nodiscard]] static std::size_t memory_bytes() { return 0; }
};

}  // namespace clausius
