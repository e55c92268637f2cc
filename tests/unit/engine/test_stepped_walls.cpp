#include <catch2/catch.hpp>

#include "unit/engine/naive_dynamics.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

template <int Dim>
void check_same(const CollisionRecord<Dim>& a, const CollisionRecord<Dim>& b, double tolerance) {
  REQUIRE(a.face == b.face);
  CHECK(a.time == Approx(b.time).epsilon(tolerance));
  CHECK(a.separation == b.separation);
  CHECK((a.normal - b.normal).norm() < tolerance);
  CHECK((a.contact_point - b.contact_point).norm() < tolerance);
  CHECK((a.first_before - b.first_before).norm() < tolerance);
  CHECK((a.first_after - b.first_after).norm() < tolerance);
  CHECK(a.impulse == Approx(b.impulse).margin(tolerance));
  CHECK(a.work == Approx(b.work).margin(tolerance));
  CHECK(a.heat == Approx(b.heat).margin(tolerance));
  CHECK(a.predicted_energy_change == Approx(b.predicted_energy_change).margin(tolerance));
  CHECK(a.first_free_time == Approx(b.first_free_time).margin(tolerance));
  REQUIRE(a.spins.has_value() == b.spins.has_value());
  if (a.spins) CHECK((a.spins->first_after - b.spins->first_after).norm() < tolerance);
}

/// A single particle between walls of all kinds, by steps of any length and by events.
template <int Dim>
void compare_flight(SmallGas<Dim> system, bool rough) {
  if (rough) roughen(system, 3);
  // On balls and corners errors grow.
  const bool defocuses = !system.gas.boundary.obstacles.empty();
  const double tolerance = defocuses ? 1e-9 : 1e-12;
  const double until = system.start.time + (defocuses ? 6 : 20);
  Recorder<Dim> events;
  const auto exact = make_engine<Dim>(system.gas, system.start);
  exact->advance(until, Engine<Dim>::kNoLimit, &events);
  CHECK(events.seen.size() >= 1);
  for (const double dt : {1.7, 0.3, 0.01}) {
    Recorder<Dim> steps;
    const auto engine = make_engine<Dim>(system.gas, system.start, steps_of(dt));
    engine->advance(until, Engine<Dim>::kNoLimit, &steps);
    REQUIRE(steps.seen.size() == events.seen.size());
    for (std::size_t k = 0; k < steps.seen.size(); ++k)
      check_same(steps.seen[k], events.seen[k], tolerance * static_cast<double>(k + 1));
    CHECK((engine->state().position[0] - exact->state().position[0]).norm() < 30 * tolerance);
    CHECK((engine->state().velocity[0] - exact->state().velocity[0]).norm() < 30 * tolerance);
    CHECK(engine->counters().pushed_apart == 0);
  }
}

}  // namespace

TEST_CASE(
    "By steps of any length a single particle meets walls, obstacles and gravity as by events",
    "[engine]") {
  for (const unsigned seed : {1u, 2u, 3u})
    for (const bool rough : {false, true})
      with_worldly_boundaries(1, seed, [rough](const auto& gas) { compare_flight(gas, rough); });
}

TEST_CASE(
    "By steps a gas between walls of all kinds does what all-pairs dynamics does, books "
    "balance",
    "[engine]") {
  int number = 0;
  with_worldly_boundaries(25, 2, [&](auto system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    if (++number % 2 == 0) roughen(system, 4);
    Gas<Dim>& gas = system.gas;
    NaiveDynamics<Dim> twin(gas, system.start);
    std::vector<CollisionRecord<Dim>> expected;
    for (std::size_t k = 0; k < 2 * system.start.size(); ++k) expected.push_back(twin.step());
    for (const double dt : {0.002, 0.1}) {
      gas.contact_duration = dt < 0.01 ? 0 : 1e-3;  // not supported by the reference
      const auto engine = make_engine<Dim>(gas, system.start, steps_of(dt));
      Recorder<Dim> recorder;
      // Long steps miss contacts between two particles, short ones few.
      engine->advance(dt < 0.01 ? expected.back().time : system.start.time + 10,
                      Engine<Dim>::kNoLimit, &recorder);
      if (dt < 0.01) CHECK(events_followed(recorder.seen, expected, 5) > 5);
      const double before = mechanical_energy(gas, system.start);
      const State<Dim> state = engine->state();
      CHECK(mechanical_energy(gas, state) - before ==
            Approx(recorder.energy_given()).margin(1e-11 * before));
      CHECK(deepest_overlap(gas, state).depth < 1e-9);
      CHECK(engine->audit(100000).empty());
      CHECK(engine->counters().wall_collisions > (dt < 0.01 ? 5 : 40));
    }
  });
}

TEST_CASE("Pushed apart by steps nobody comes through an obstacle, and gravity is paid",
          "[engine]") {
  SmallGas<2> system({{2, 1}, {0.4, 3}}, 2, Vec<2>(10, 10), 1);
  Gas<2>& gas = system.gas;
  gas.box.periodic = {false, false};
  gas.boundary.obstacles.resize(1);
  gas.boundary.obstacles[0].shape = BlockObstacle<2>{Vec<2>(0, 4), Vec<2>(10, 4)};
  // The large one is in the plate too; half of their overlap would bring the small one beyond it.
  system.start.position = {Vec<2>(5, 4.4), Vec<2>(5, 4.25)};
  system.start.velocity = {Vec<2>(0, 0), Vec<2>(0, 0)};
  const auto beside = make_engine<2>(gas, system.start, steps_of(0.1));
  beside->advance(0.1, Engine<2>::kNoLimit, nullptr);
  CHECK(beside->counters().pushed_apart > 1);
  CHECK(beside->state().position[1][1] == Approx(4.2));
  CHECK(beside->state().position[0][1] == Approx(5.4));
  CHECK(deepest_overlap(gas, beside->state()).depth < 1e-9);

  gas.boundary.obstacles.clear();
  system.start.position = {Vec<2>(5, 5.1), Vec<2>(5, 4.25)};
  gas.boundary.gravity = Vec<2>(0, -0.5);
  const auto falling = make_engine<2>(gas, system.start, steps_of(0.1));
  Recorder<2> recorder;
  falling->advance(0.1, Engine<2>::kNoLimit, &recorder);
  CHECK(falling->counters().pushed_apart == 1);
  CHECK(recorder.seen.empty());
  // The heavy one down by 0.175, the light one up.
  CHECK(recorder.work_of_passages == Approx(-0.5 * (3 - 1) * 0.175).epsilon(1e-12));
  CHECK(mechanical_energy(gas, falling->state()) - mechanical_energy(gas, system.start) ==
        Approx(recorder.work_of_passages).epsilon(1e-12));
}
