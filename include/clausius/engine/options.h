#pragma once

#include <cstdint>
#include <optional>

namespace clausius {

/// How the gas is moved.
enum class Mode {
  event_driven,  ///< from contact to contact, exactly
  time_step,     ///< by fixed steps, at the end of which overlaps are looked for and undone
};
/// Queue of the events; the trajectory does not depend on it.
enum class Scheduler { calendar, heap };

/// How the engine moves the gas. The event-driven trajectory does not depend on the scheduler, the
/// cells and the search; that of the time-step mode depends on the length of the steps.
struct EngineOptions {
  Scheduler scheduler = Scheduler::calendar;
  /// Least edge of a neighbour cell in units of the largest diameter, from 1 up; 0: chosen from the
  /// density.
  double cell_edge = 0;
  bool vectorised = true;  ///< false: the scalar search for contacts, a reference for tests
  Mode mode = Mode::event_driven;
  double time_step = 0;  ///< length of the steps, > 0 in the time-step mode
  /// Whether rigid bodies find each other by lists of neighbours or by cells; by default lists
  /// where bodies are so long that many share the cells around.
  std::optional<bool> neighbour_lists = std::nullopt;
};

/// Numbers of events since the start.
struct EngineCounters {
  std::int64_t collisions = 0;                ///< between particles
  std::int64_t wall_collisions = 0;           ///< with walls and obstacles
  std::int64_t elastic_by_duration_rule = 0;  ///< collisions that the contact-duration rule made so
  std::int64_t cell_crossings = 0;            ///< of the neighbour cells
  std::int64_t stale = 0;                     ///< events whose partner had collided in between
  std::int64_t pair_tests = 0;  ///< pairs whose contact time (steps: whose distance) was computed
  std::int64_t steps = 0;       ///< of the time-step mode
  /// Overlaps at the end of a step without a contact within it to go back to (equal velocities, or
  /// a contact missed before); the two particles were pushed apart.
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
  interrupted,     ///< the flag of interrupt_on() is up
  no_more_events,  ///< no particle will ever collide; the clock stands at the last event
};

}  // namespace clausius
