#pragma once

#include <algorithm>
#include <catch2/catch.hpp>

#include "unit/engine/naive_steps.h"
#include "unit/engine/small_gas.h"

namespace clausius::testing {

/// Compared step by step with the reference as far as chaos permits: a rounding error grows by a
/// factor of ten or more per collision. A wrong contact would appear at once, not by growing.
template <int Dim>
void compare_with_stepping_twin(const SmallGas<Dim>& system, double dt, int steps,
                                bool must_push = false) {
  NaiveSteps<Dim> twin(system.gas, system.start, dt);
  const auto engine = make_engine<Dim>(system.gas, system.start, steps_of(dt));
  Recorder<Dim> recorder;
  int followed = 0;
  for (double error = 0; followed < steps && error < 1e-9; ++followed) {
    twin.step();
    engine->advance(engine->next_stop(engine->time() + 0.5 * dt), Engine<Dim>::kNoLimit, &recorder);
    const State<Dim> state = engine->state();
    REQUIRE(engine->counters().collisions == twin.collisions);
    REQUIRE(engine->counters().wall_collisions == twin.wall_collisions);
    REQUIRE(engine->counters().pushed_apart == twin.pushed_apart);
    for (std::size_t i = 0; i < state.size(); ++i)
      error = std::max(
          error,
          nearest_image<Dim>(system.gas.box, state.position[i] - twin.particles()[i].r).norm());
    CHECK(error < 1e-5);
    CHECK(deepest_overlap(system.gas, state).depth < 1e-9);
  }
  CHECK(engine->time() == Approx(followed * dt));
  CHECK(engine->counters().steps == followed);
  const auto enough = static_cast<int>(system.start.size() / 2);
  if (enough > 5) CHECK(twin.collisions >= enough);  // a few may happen never to collide
  if (must_push) CHECK(twin.pushed_apart > 0);

  CHECK(std::ssize(recorder.seen) == twin.collisions + twin.wall_collisions);
  CHECK(std::is_sorted(recorder.seen.begin(), recorder.seen.end(),
                       [](const auto& a, const auto& b) { return a.time < b.time; }));
  const double before = kinetic_energy(system.gas, system.start);
  CHECK(kinetic_energy(system.gas, engine->state()) - before ==
        Approx(recorder.energy_given()).margin(1e-12 * before));
}

}  // namespace clausius::testing
