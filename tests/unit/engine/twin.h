#pragma once

#include <catch2/catch.hpp>
#include <vector>

#include "unit/engine/naive_dynamics.h"
#include "unit/engine/small_gas.h"

namespace clausius::testing {

/// Both queues, each with its search, and several sizes of cells.
inline const std::vector<EngineOptions> kAllOptions = [] {
  std::vector<EngineOptions> all;
  for (const Scheduler scheduler : {Scheduler::heap, Scheduler::calendar})
    for (const double edge : {0.0, 1.0, 1.7, 3.0}) all.push_back({scheduler, edge});
  return all;
}();

/// Checks that the engine agrees with all-pairs dynamics, and that its energy balance closes.
template <int Dim>
void compare_with_twin(const SmallGas<Dim>& system) {
  NaiveDynamics<Dim> twin(system.gas, system.start);
  std::vector<CollisionRecord<Dim>> expected;
  for (std::size_t k = 0; k < 4 * system.start.size(); ++k) expected.push_back(twin.step());
  for (const auto& options : kAllOptions) {
    const auto engine = make_engine<Dim>(system.gas, system.start, options);
    Recorder<Dim> recorder;
    engine->advance(expected.back().time, Engine<Dim>::kNoLimit, &recorder);
    const std::size_t followed = events_followed(recorder.seen, expected, system.start.size());
    CHECK(followed > system.start.size());
    const double before = mechanical_energy(system.gas, system.start);
    const State<Dim> state = engine->state();
    CHECK(mechanical_energy(system.gas, state) - before ==
          Approx(recorder.energy_given()).margin(1e-12 * before));
    CHECK(deepest_overlap(system.gas, state).depth < 1e-12);
  }
}

}  // namespace clausius::testing
