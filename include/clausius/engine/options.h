#pragma once

#include <cstdint>
#include <optional>

namespace clausius {

/// Method by which the gas is moved.
enum class Mode {
  event_driven,  ///< from contact to contact, exactly
  time_step,     ///< by fixed steps; overlaps at the end of each step are detected and undone
};
/// Queue of the events and search for contacts; the trajectory does not depend on them.
enum class Scheduler {
  calendar,  ///< the fast one: a calendar, several candidates at a time
  heap,      ///< the reference: a binary heap, one candidate after the other
};

/// Options of the engine. The event-driven trajectory does not depend on the scheduler and the
/// cells; the trajectory of the time-step mode depends on the length of the steps.
struct EngineOptions {
  Scheduler scheduler = Scheduler::calendar;
  /// Least edge of a neighbour cell in units of the largest diameter, 1 or more; 0: chosen from the
  /// density.
  double cell_edge = 0;
  Mode mode = Mode::event_driven;
  double time_step = 0;  ///< length of the steps, > 0 in the time-step mode
  /// Whether rigid bodies find their neighbours by lists or by cells. By default lists are used
  /// where bodies are so long that many share the surrounding cells.
  std::optional<bool> neighbour_lists = std::nullopt;
  /// Threads that share the gas, event-driven: at most as many, and one where they cannot, see
  /// why_fewer_threads(). Without a value: as many as pay. The trajectory does not depend on them.
  std::optional<std::int64_t> threads = 1;
  /// Events of a particle, on average, that threads carry out before they wait for each other.
  double window = 0.01;
};

/// Numbers of events since the start.
struct EngineCounters {
  std::int64_t collisions = 0;       ///< between particles
  std::int64_t wall_collisions = 0;  ///< with walls and obstacles
  /// Collisions that the contact-duration rule made elastic.
  std::int64_t elastic_by_duration_rule = 0;
  std::int64_t cell_crossings = 0;  ///< crossings from neighbour cell to neighbour cell
  std::int64_t stale = 0;           ///< events whose partner had collided in between
  /// Pairs whose contact time (in the time-step mode, distance) was computed.
  std::int64_t pair_tests = 0;
  std::int64_t steps = 0;  ///< steps of the time-step mode
  /// Overlaps at the end of a step for which the step contains no contact to return to (equal
  /// velocities, or a contact missed before); the two particles were pushed apart.
  std::int64_t pushed_apart = 0;
  /// Times that two particles came to a step of their potential and passed it, or were reflected.
  std::int64_t passed_steps = 0, reflected_by_steps = 0;

  EngineCounters& operator+=(const EngineCounters& other) {
    collisions += other.collisions;
    wall_collisions += other.wall_collisions;
    elastic_by_duration_rule += other.elastic_by_duration_rule;
    cell_crossings += other.cell_crossings;
    stale += other.stale;
    pair_tests += other.pair_tests;
    steps += other.steps;
    pushed_apart += other.pushed_apart;
    passed_steps += other.passed_steps;
    reflected_by_steps += other.reflected_by_steps;
    return *this;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(collisions, wall_collisions, elastic_by_duration_rule, cell_crossings, stale,
            pair_tests, steps, pushed_apart, passed_steps, reflected_by_steps);
  }
};

/// How several threads shared a gas.
struct ThreadUse {
  int threads = 1;
  std::int64_t windows = 0;  ///< times that they waited for each other
  std::int64_t events = 0;   ///< carried out, again or not
  std::int64_t across = 0;   ///< … of these one after the other: they might concern two threads
  std::int64_t undone = 0;   ///< … of these undone, because an earlier one concerned them
};

/// Why a simulation has stopped.
enum class StopReason {
  reached_time,
  reached_collisions,
  interrupted,     ///< the flag given to interrupt_on() was raised
  no_more_events,  ///< no particle will ever collide; the clock stands at the last event
};

}  // namespace clausius
