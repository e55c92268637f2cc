#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "engine/local_clock.h"
#include "engine/records.h"

namespace clausius {

/// Ends a run in which events follow each other although simulated time stands still, as in an
/// inelastic collapse.
class Watchdog {
 public:
  template <int Dim>
  Watchdog(const Gas<Dim>& gas, std::size_t particles)
      : advice_(advice_for(gas)),
        patience_(std::max<std::int64_t>(
            kLeastPatience, kPatiencePerParticle * static_cast<std::int64_t>(particles))),
        least_progress_(kResolution * static_cast<double>(patience_) /
                        static_cast<double>(std::max<std::size_t>(particles, 1))) {}

  /// Called before every event. `partner_of(id)` gives the partner of the event of `id`.
  /// @return whether the clock was read, which happens every few milliseconds
  /// @throws SimulationError if time stands still
  template <class PartnerOf>
  [[nodiscard]] bool note(Id id, const PartnerOf& partner_of, const LocalClock& clock) {
    if (--until_look_ > 0) [[likely]]
      return false;
    look(id, partner_of(id), clock.time(), clock.epoch());
    return true;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(until_look_, since_progress_, last_progress_, suspects_);
  }

 private:
  // Number of events between two readings of the clock: a few milliseconds.
  static constexpr std::int64_t kEventsPerLook = 1 << 12;
  // Number of events without progress after which time is taken to stand still. A whole gas may
  // collide at one instant, as a lattice of equal velocities does.
  static constexpr std::int64_t kLeastPatience = 1000000, kPatiencePerParticle = 20;
  // Time stands still if the events of a particle follow each other, on average, more closely than
  // this fraction of an epoch. The clock ticks in 1e-16 of it; a collapsing body advances by about
  // a hundred ticks from hit to hit.
  static constexpr double kResolution = 1e-13;
  // Number of events whose particles the message names.
  static constexpr std::int64_t kNamedEvents = 200;

  template <int Dim>
  static std::string advice_for(const Gas<Dim>& gas);

  [[gnu::noinline]] void look(Id id, Id partner, double time, double epoch);
  [[noreturn]] void give_up(double time) const;

  std::string advice_;  // advice for a gas that collapses
  std::int64_t patience_;
  double least_progress_;  // for the events of `patience_`, in epochs

  std::int64_t until_look_ = kEventsPerLook;
  std::int64_t since_progress_ = 0;  // number of events since …
  double last_progress_ = -kNever;   // … this absolute time
  std::vector<Id> suspects_;         // particles of the last events, once time stands still
};

}  // namespace clausius
