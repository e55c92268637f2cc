#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "clausius/core/elementary.h"
#include "clausius/core/errors.h"
#include "clausius/engine/engine.h"
#include "engine/records.h"

namespace clausius {

/// The clock of an event loop. Local times count from an origin that moves on by a power of two
/// every few box lengths of the fastest particle, so times and positions keep their digits however
/// long the run.
class LocalClock {
 public:
  /// @param time absolute, of the start
  explicit LocalClock(double time) : origin_(time) {}

  [[nodiscard]] double now() const { return now_; }      ///< local
  [[nodiscard]] double epoch() const { return epoch_; }  ///< local time at which the origin moves
  [[nodiscard]] double time() const { return absolute(now_); }
  [[nodiscard]] double absolute(double local) const { return origin_ + (origin_low_ + local); }
  [[nodiscard]] double local(double absolute) const { return (absolute - origin_) - origin_low_; }
  void set(double local) { now_ = local; }

  /// Flown by now since the last hit (local time), or since the start of the run.
  [[nodiscard]] double since(double last_hit) const { return now_ - std::max(last_hit, start_); }

  /// Makes now, the end of an epoch, the origin: all local times become less by epoch().
  void move_origin() {
    // Two-sum: origin_ + origin_low_ holds the sum of all epochs to twice the digits of a double.
    const double step = origin_low_ + epoch_;
    const double sum = origin_ + step;
    origin_low_ = step - (sum - origin_);
    origin_ = sum;
    start_ -= epoch_;
    now_ = 0;
  }

  /// The length of the epoch that begins follows from the speeds alone, not from cells, queue or
  /// stops on the way. @param fastest component of any velocity
  void begin_epoch(double box_length, double fastest) {
    const double length = kBoxLengthsPerEpoch * box_length;
    epoch_ = fastest > 0 ? portable::power_of_two_below(length / fastest) : 1;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(now_, epoch_, origin_, origin_low_, start_);
  }

  // Local times below this are all held to a few units in the last place of the box.
  static constexpr double kBoxLengthsPerEpoch = 4;

 private:
  double now_ = 0;         // local
  double epoch_ = 1;       // a power of two
  double origin_;          // absolute time of local time 0 …
  double origin_low_ = 0;  // … and what is below its last place
  double start_ = 0;       // of the run, local
};

/// Notices that collisions follow each other without time going on.
class CollapseGuard {
 public:
  /// Called at every collision. @param one_instant times no further apart are the same
  /// @throws SimulationError in a collapse
  void note(const LocalClock& clock, double one_instant) {
    if (clock.now() - last_ > one_instant) {
      last_ = clock.now();
      collisions_ = 0;
    }
    if (++collisions_ > kMost) [[unlikely]]
      throw SimulationError(fmt::format(
          "inelastic collapse: {} collisions at time {:.17g}; use collisions.contact_duration",
          collisions_, clock.time()));
  }

  /// The origin of times has moved.
  void move_origin(double epoch) { last_ -= epoch; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(last_, collisions_);
  }

 private:
  static constexpr std::int64_t kMost = 1000000;
  double last_ = -kNever;
  std::int64_t collisions_ = 0;  // at the instant `last_`
};

/// Engine::advance of an event loop: calls process(id) for event after event, and rebase() with
/// the clock at the end of each epoch.
/// @param goes_on tells whether something may happen after this epoch although nothing is queued:
///        where events are predicted to its end only
template <class Queue, class LookAhead, class Process, class Rebase, class GoesOn>
[[gnu::noinline]]  // for the compiler to spend its limits of inlining on what is inside
StopReason
run_events(LocalClock& clock, Queue& queue, LookAhead&& look_ahead, double until,
           std::int64_t collisions, const std::int64_t& collided, const Process& process,
           const Rebase& rebase, const GoesOn& goes_on) {
  // Epochs without an event after which there will be none: some 10⁵ flights through the box.
  constexpr int kMostIdle = 30000;
  int idle = 0;
  constexpr double kForever = Engine<3>::kForever;
  constexpr std::int64_t kNoLimit = Engine<3>::kNoLimit;
  if (collisions <= 0) return StopReason::reached_collisions;
  const std::int64_t last = collisions > kNoLimit - collided ? kNoLimit : collided + collisions;
  while (true) {
    const double local_until = clock.local(until);
    const double limit = std::min(local_until, clock.epoch());
    while (const std::optional<Id> next = queue.next(limit, look_ahead)) {
      process(*next);
      idle = 0;
      if (collided >= last) return StopReason::reached_collisions;
    }
    if (local_until <= clock.epoch()) {
      clock.set(std::max(clock.now(), local_until));
      return StopReason::reached_time;
    }
    if (queue.empty() && (!goes_on() || (until == kForever && ++idle > kMostIdle))) {
      if (until == kForever) return StopReason::no_more_events;
      clock.set(local_until);
      return StopReason::reached_time;
    }
    clock.set(clock.epoch());
    rebase();
  }
}

/// Hash of numbers in their order, bit for bit (FNV-1a, by words).
class RecordHash {
 public:
  void add(double word) { value_ = (value_ ^ std::bit_cast<std::uint64_t>(word)) * 0x100000001b3; }
  template <class Words>
  void add_all(const Words& words) {
    for (const double word : words) add(word);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace clausius
