#include <catch2/catch.hpp>

#include "unit/engine/naive_dynamics.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

TEST_CASE("By steps a single particle crosses the edges of a sheared box as by events",
          "[engine]") {
  with_shear(1, 3, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    if (system.start.size() > 1) return;
    const auto exact = make_engine<Dim>(system.gas, system.start);
    Recorder<Dim> events;
    exact->advance(40, Engine<Dim>::kNoLimit, &events);
    CHECK(events.work_of_passages != 0);
    for (const double dt : {1.7, 0.3, 0.01}) {
      const auto engine = make_engine<Dim>(system.gas, system.start, steps_of(dt));
      Recorder<Dim> steps;
      engine->advance(40, Engine<Dim>::kNoLimit, &steps);
      const State<Dim> state = engine->state();
      CHECK((state.position[0] - exact->state().position[0]).norm() < 1e-11);
      CHECK((state.velocity[0] - exact->state().velocity[0]).norm() < 1e-11);
      CHECK(steps.work_of_passages == Approx(events.work_of_passages));
      CHECK(engine->audit(10).empty());
    }
  });
}

TEST_CASE("By steps a sheared gas does what all-pairs dynamics does, books balance", "[engine]") {
  int number = 0;
  with_shear(25, 2, [&](auto system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    if (++number % 2 == 0) roughen(system, 4);
    const Gas<Dim>& gas = system.gas;
    NaiveDynamics<Dim> twin(gas, system.start);
    std::vector<CollisionRecord<Dim>> expected;
    for (std::size_t k = 0; k < 2 * system.start.size(); ++k) expected.push_back(twin.step());
    for (const double dt : {0.0005, 0.05}) {
      const auto engine = make_engine<Dim>(gas, system.start, steps_of(dt));
      Recorder<Dim> recorder;
      // Long steps miss contacts between two particles, short ones few.
      const double until = dt < 0.01 ? expected.back().time : 10;
      for (int part = 1; part <= 10; ++part) {
        engine->advance(engine->next_stop(0.1 * part * until), Engine<Dim>::kNoLimit, &recorder);
        REQUIRE(deepest_overlap(gas, engine->state()).depth < 1e-9);
        REQUIRE(engine->audit(100000).empty());
        for (const Vec<Dim>& r : engine->state().position)
          REQUIRE((r[1] >= -1e-12 && r[1] <= gas.box.size[1] + 1e-12));
      }
      if (dt < 0.01) CHECK(events_followed(recorder.seen, expected, 5) > 5);
      const double before = mechanical_energy(gas, system.start);
      const double after = mechanical_energy(gas, engine->state());
      CHECK(after - before == Approx(recorder.energy_given()).margin(1e-11 * (before + after)));
      if (dt > 0.01) CHECK(recorder.work_of_passages != 0);
      CHECK(std::any_of(recorder.seen.begin(), recorder.seen.end(),
                        [](const auto& one) { return one.work != 0; }));
    }
  });
}

TEST_CASE("Pushed apart by steps across the edge of a sheared box, books balance", "[engine]") {
  SmallGas<2> system({{1, 1}}, 2, Vec<2>(9, 8), 1);
  system.gas.boundary.shear_rate = 0.5;
  // At relative rest, across the edge and short of it.
  const double flow = 0.5 * 8;
  for (const bool across : {true, false}) {
    system.start.position = {Vec<2>(4, 7.9), Vec<2>(4.1, across ? 0.2 : 7.3)};
    system.start.velocity = {Vec<2>(0.25, 0), Vec<2>(across ? 0.25 - flow : 0.25, 0)};
    const auto engine = make_engine<2>(system.gas, system.start, steps_of(1e-3));
    Recorder<2> recorder;
    engine->advance(1e-3, Engine<2>::kNoLimit, &recorder);
    CHECK(engine->counters().pushed_apart == 1);
    const State<2> state = engine->state();
    CHECK(deepest_overlap(system.gas, state).depth < 1e-9);
    // The first of them was pushed down, or up and across the edge, where the flow is slower.
    CHECK((state.position[0][1] < 1) == !across);
    CHECK(state.velocity[0][0] == Approx(across ? 0.25 : 0.25 - flow));
    CHECK(kinetic_energy(system.gas, state) - kinetic_energy(system.gas, system.start) ==
          Approx(recorder.energy_given()).margin(1e-12));
    CHECK(engine->audit(10).empty());
  }
}
