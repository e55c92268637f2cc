#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "engine/local_clock.h"
#include "engine/records.h"

namespace clausius {

/// Ends a run in which events follow each other although simulated time stands still and no
/// particle becomes faster or slower, as in an inelastic collapse. (A light sphere between a wall
/// and a heavy one that comes nearer has millions of hits in no time, too, but they turn the heavy
/// one back.)
class Watchdog {
 public:
  template <int Dim>
  Watchdog(const Gas<Dim>& gas, std::size_t particles)
      : advice_(advice_for(gas)),
        patience_(std::max<std::int64_t>(
            kLeastPatience, kPatiencePerParticle * static_cast<std::int64_t>(particles))),
        least_progress_(kResolution * static_cast<double>(patience_) /
                        static_cast<double>(std::max<std::size_t>(particles, 1))),
        way_(LocalClock::kBoxLengthsPerEpoch * gas.box.size.maxCoeff()) {}

  /// Called before every event. `partner_of(id)` gives the partner of the event of `id`, and
  /// `speeds()` those of all particles, which is rarely asked.
  /// @return whether the clock was read, which happens every few milliseconds
  /// @throws SimulationError if time stands still
  template <class PartnerOf, class Speeds>
  [[nodiscard]] bool note(Id id, const PartnerOf& partner_of, const LocalClock& clock,
                          const Speeds& speeds) {
    if (--until_look_ > 0) [[likely]]
      return false;
    look(id, partner_of(id), clock.time(), clock.epoch(), speeds);
    return true;
  }

  /// As note() for so many events one after the other, of which it is known that time goes on.
  /// @param time_before(k) the absolute time before the k-th of them, counted from 1
  template <class TimeBefore>
  void note_all(std::int64_t events, const TimeBefore& time_before) {
    if (events < until_look_) {
      until_look_ -= events;
      return;
    }
    const std::int64_t since_look = (events - until_look_) % kEventsPerLook;
    begin_anew(time_before(events - since_look));
    until_look_ = kEventsPerLook - since_look;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(until_look_, since_progress_, last_progress_, suspects_, before_, has_changed_);
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
  // Part of a particle's speed, or of that of the fastest, by which it must change in a third of
  // the events that are waited for. (In two of them, because one that turns back has the same speed
  // before and after.) A particle that is squeezed without end changes by less after some 10⁷ hits.
  static constexpr double kChange = 0.01;
  // Number of events whose particles the message names.
  static constexpr std::int64_t kNamedEvents = 200;

  template <int Dim>
  static std::string advice_for(const Gas<Dim>& gas);

  [[gnu::noinline]] void look(Id id, Id partner, double time, double epoch,
                              const std::function<std::vector<double>()>& speeds);
  void begin_anew(double time);
  void compare(std::vector<double> speeds, double epoch);
  [[noreturn]] void give_up(double time) const;

  std::string advice_;  // advice for a gas that collapses
  std::int64_t patience_;
  double least_progress_;  // for the events of `patience_`, in epochs
  double way_;             // of the fastest particle in an epoch

  std::int64_t until_look_ = kEventsPerLook;
  std::int64_t since_progress_ = 0;  // number of events since …
  double last_progress_ = -kNever;   // … this absolute time
  std::vector<Id> suspects_;         // particles of the last events, once time stands still
  std::vector<double> before_;       // speeds at the end of the last third, while this is in doubt
  bool has_changed_ = false;         // whether any was another a third before
};

}  // namespace clausius
