#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "engine/local_clock.h"
#include "engine/watchdog.h"

namespace clausius {

template <int Dim>
std::vector<double> speeds_of(const Engine<Dim>& engine) {
  std::vector<double> speeds;
  for (const Vec<Dim>& v : engine.motion().velocity) speeds.push_back(v.norm());
  return speeds;
}

/// Number of epochs without an event after which there will be none: about 10⁵ flights through the
/// box.
inline constexpr int kMostIdleEpochs = 30000;

/// Engine::advance of an event loop: calls process(id) for event after event, and rebase() with the
/// clock at the end of each epoch.
/// @param partner_of gives the partner of a particle's event
/// @param goes_on whether something may happen after this epoch although nothing is queued: if
/// events are predicted to its end only
template <int Dim, class Queue, class LookAhead, class PartnerOf, class Process, class Rebase,
          class GoesOn>
[[gnu::noinline]]  // saves the compiler's inlining limits for what is inside
StopReason
run_events(const Engine<Dim>& engine, LocalClock& clock, Watchdog& watchdog, Queue& queue,
           LookAhead&& look_ahead, double until, std::int64_t collisions,
           const std::int64_t& collided, const PartnerOf& partner_of, const Process& process,
           const Rebase& rebase, const GoesOn& goes_on) {
  int idle = 0;
  constexpr double kForever = Engine<Dim>::kForever;
  constexpr std::int64_t kNoLimit = Engine<Dim>::kNoLimit;
  if (collisions <= 0) return StopReason::reached_collisions;
  const std::int64_t last = collisions > kNoLimit - collided ? kNoLimit : collided + collisions;
  while (true) {
    const double local_until = clock.local(until);
    const double limit = std::min(local_until, clock.epoch());
    while (const std::optional<Id> next = queue.next(limit, look_ahead)) {
      const bool looks =
          watchdog.note(*next, partner_of, clock, [&engine] { return speeds_of(engine); });
      process(*next);
      idle = 0;
      if (looks && engine.is_interrupted()) [[unlikely]]
        return StopReason::interrupted;
      if (collided >= last) return StopReason::reached_collisions;
    }
    if (local_until <= clock.epoch()) {
      clock.set(std::max(clock.now(), local_until));
      return StopReason::reached_time;
    }
    if (queue.empty() && (!goes_on() || (until == kForever && ++idle > kMostIdleEpochs))) {
      if (until == kForever) return StopReason::no_more_events;
      clock.set(local_until);
      return StopReason::reached_time;
    }
    clock.set(clock.epoch());
    rebase();
    if (engine.is_interrupted()) return StopReason::interrupted;
  }
}

}  // namespace clausius
