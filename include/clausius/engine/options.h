#pragma once

#include <cstdint>
#include <optional>

namespace clausius {

/// How the gas is moved.
enum class Mode {
  event_driven,  ///< from contact to contact, exactly
  time_step,     ///< by fixed steps, at the end of which overlaps are looked for and undone
};
enum class Scheduler { calendar, heap };

/// How the engine moves the gas. The event-driven trajectory does not depend on the scheduler, the
/// cells and the search; that of the time-step mode depends on the length of the steps.
struct EngineOptions {
  Scheduler scheduler = Scheduler::calendar;
  double cell_edge =
      0;  ///< least edge of a cell in units of the largest diameter; 0 = chosen from the density
  bool vectorised = true;  ///< false: the scalar search, the reference
  Mode mode = Mode::event_driven;
  double time_step = 0;  ///< length of the steps, > 0 in the time-step mode
  /// Whether rigid bodies find each other by lists of neighbours or by cells; by default lists
  /// where bodies are so long that many share the cells around.
  std::optional<bool> neighbour_lists = std::nullopt;
};

/// Counts since the engine was made. 64-bit totals.
struct EngineCounters {
  std::int64_t collisions = 0;  ///< between particles
  std::int64_t wall_collisions = 0;
  std::int64_t elastic_by_duration_rule =
      0;  ///< collisions made elastic by the contact-duration rule
  std::int64_t cell_crossings = 0;
  std::int64_t stale = 0;       ///< events whose partner had collided in between
  std::int64_t pair_tests = 0;  ///< pairs whose contact time (steps: whose distance) was computed
  std::int64_t steps = 0;       ///< of the time-step mode
  /// Overlaps at the end of a step without a contact within it to go back to: equal velocities, or
  /// a contact missed before. The two were pushed apart.
  std::int64_t pushed_apart = 0;

  EngineCounters& operator+=(const EngineCounters& other) {
    collisions += other.collisions;
    wall_collisions += other.wall_collisions;
    elastic_by_duration_rule += other.elastic_by_duration_rule;
    cell_crossings += other.cell_crossings;
    stale += other.stale;
    pair_tests += other.pair_tests;
    steps += other.steps;
    pushed_apart += other.pushed_apart;
    return *this;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(collisions, wall_collisions, elastic_by_duration_rule, cell_crossings, stale,
            pair_tests, steps, pushed_apart);
  }
};

/// Why a simulation has stopped.
enum class StopReason {
  reached_time,
  reached_collisions,
  interrupted,     ///< the flag of interrupt_on() is up; to go on, advance again
  no_more_events,  ///< no particle will ever collide; the clock stands at the last event
};

}  // namespace clausius
