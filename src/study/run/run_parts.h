#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/study/runner.h"
#include "engine/engine.h"

/// \file Data of a run besides its engine and its measurements.

namespace clausius {

/// An instant of a run, and the events up to it.
struct Mark {
  double time = 0;
  EngineCounters counters;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, counters);
  }
};

/// What happened between two instants.
inline PhaseResult between(const Mark& begin, const Mark& end) {
  PhaseResult result;
  result.simulated_time = end.time - begin.time;
  result.collisions = end.counters.collisions - begin.counters.collisions;
  result.wall_collisions = end.counters.wall_collisions - begin.counters.wall_collisions;
  result.elastic_by_duration_rule =
      end.counters.elastic_by_duration_rule - begin.counters.elastic_by_duration_rule;
  return result;
}

/// A state with the labels of the particles, and their images if they are counted.
template <int Dim>
struct Frame {
  State<Dim> state;
  std::vector<std::uint8_t> label;
  std::vector<std::array<std::int32_t, 3>> image;

  /// Whether a loaded frame can be of the gas that has the state `now`.
  [[nodiscard]] bool is_possible(const State<Dim>& now) const {
    return state.species == now.species && state.position.size() == now.position.size() &&
           state.velocity.size() == now.velocity.size() &&
           state.orientation.size() == now.orientation.size() &&
           state.angular_momentum.size() == now.angular_momentum.size() &&
           state.angular_velocity.size() == now.angular_velocity.size() &&
           state.internal_energy.size() == now.internal_energy.size() &&
           (label.empty() || label.size() == now.size()) &&
           (image.empty() || image.size() == now.size());
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(state, label, image);
  }
};

/// Seconds that a run has taken, in all processes that contributed to it.
class Spent {
 public:
  using Clock = std::chrono::steady_clock;

  void begin() {
    cpu_begin_ = thread_seconds();
    wall_begin_ = Clock::now();
  }
  void stop() {
    cpu_ += thread_seconds() - cpu_begin_;
    wall_ += std::chrono::duration<double>(Clock::now() - wall_begin_).count();
  }
  [[nodiscard]] double cpu() const { return cpu_; }
  [[nodiscard]] double wall() const { return wall_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(cpu_, wall_);
  }

 private:
  // Processor time of this thread, on which a run stays.
  static double thread_seconds() {
    std::timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  double cpu_ = 0, wall_ = 0;
  double cpu_begin_ = 0;
  Clock::time_point wall_begin_;
};

}  // namespace clausius
