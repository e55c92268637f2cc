#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/sum.h"
#include "engine/conserved.h"
#include "engine/drive.h"
#include "unit/engine/saved.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr auto kNoLimit = Engine<3>::kNoLimit;
// What rounding may have grown to in some collisions of a particle, in a dilute gas a hundredfold
// in each.
constexpr double kGrown = 1e-6;

/// Carries a gas that is rescaled every 0.05 to `until`. @return number of actions by which only
/// the clock was changed
template <int Dim>
int run(const Gas<Dim>& gas, Engine<Dim>& engine, Drive<Dim>& drive, double until,
        Observer<Dim>* observer, bool anew) {
  int multiplied = 0;
  while (drive.next() <= until) {
    const double action = drive.next();
    engine.advance(action, kNoLimit, observer);
    CHECK(engine.time() == Approx(action).epsilon(1e-14));
    CHECK(engine.time() >= action);
    State<Dim> state = engine.state();
    drive.act(gas, state);
    REQUIRE(drive.factor());
    if (!anew && engine.multiply_velocities(*drive.factor()))
      ++multiplied;
    else
      engine.set_velocities(state);
  }
  engine.advance(until, kNoLimit, observer);
  return multiplied;
}

template <int Dim>
VelocityRescale hot(const Gas<Dim>& gas, const State<Dim>& state) {
  // Twice the energy of the start: the first factor is √2.
  return {2 * kinetic_energy(gas, state), 0.05};
}

/// A motion of the whole gas is none that a common factor leaves as it is.
template <int Dim>
void bring_to_rest(const Gas<Dim>& gas, State<Dim>& state) {
  const Vec<Dim> common = common_motion(gas, state).velocity;
  for (Vec<Dim>& v : state.velocity) v -= common;
}

template <int Dim>
void check_beside_search(const Gas<Dim>& gas, State<Dim> start, const EngineOptions& options,
                         double until) {
  bring_to_rest(gas, start);
  Drive<Dim> drive(hot(gas, start), 1, 0, start.time), other = drive;
  const auto engine = make_engine(gas, start, options), twin = make_engine(gas, start, options);
  Recorder<Dim> seen, expected;
  CHECK(run(gas, *engine, drive, until, &seen, false) > 10);
  CHECK(run(gas, *twin, other, until, &expected, true) == 0);
  REQUIRE(expected.seen.size() > 200);
  REQUIRE(seen.seen.size() == expected.seen.size());
  for (std::size_t k = 0; k < seen.seen.size(); ++k) {
    const CollisionRecord<Dim>&a = seen.seen[k], &b = expected.seen[k];
    INFO("collision " << k << " at " << b.time);
    REQUIRE(a.first == b.first);
    REQUIRE(a.second == b.second);
    REQUIRE(a.face == b.face);
    REQUIRE(std::abs(a.time - b.time) < kGrown);
    REQUIRE((a.first_before - b.first_before).norm() < kGrown);
    REQUIRE((a.second_after - b.second_after).norm() < kGrown);
    REQUIRE(std::abs(a.impulse - b.impulse) < kGrown);
    REQUIRE(std::abs(a.predicted_energy_change - b.predicted_energy_change) < kGrown);
    REQUIRE(std::abs(a.first_free_time - b.first_free_time) < kGrown);
    REQUIRE(std::abs(a.second_free_time - b.second_free_time) < kGrown);
    REQUIRE(a.restitution == b.restitution);
    REQUIRE(a.spins.has_value() == b.spins.has_value());
    if (!a.spins) continue;
    REQUIRE((a.spins->first_after - b.spins->first_after).norm() < kGrown);
    REQUIRE(std::abs(a.spins->energy_change - b.spins->energy_change) < kGrown);
  }
  const State<Dim> one = engine->state(), two = twin->state();
  CHECK(one.time == Approx(two.time).epsilon(1e-14));
  for (std::size_t id = 0; id < one.size(); ++id) {
    REQUIRE((gas.box.minimum_image(one.position[id] - two.position[id])).norm() < kGrown);
    REQUIRE((one.velocity[id] - two.velocity[id]).norm() < kGrown);
  }
  CHECK(kinetic_energy(gas, one) == Approx(kinetic_energy(gas, two)).epsilon(kGrown));
  CHECK(engine->audit(100000).empty());
  CHECK(engine->counters().elastic_by_duration_rule == twin->counters().elastic_by_duration_rule);
}

}  // namespace

TEST_CASE("a gas whose velocities are multiplied does what one that is searched anew does",
          "[engine]") {
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap})
    for (const bool walls : {false, true}) {
      const EngineOptions options{scheduler};
      SmallGas<3> spheres({{1, 1}, {0.7, 2}}, 400, Vec<3>(16, 15, 14), 1);
      spheres.gas.restitution.fill(0.8);
      spheres.gas.box.periodic = {!walls, true, true};
      // So long that it makes some hits elastic: free times are those of the clock on the wall.
      spheres.gas.contact_duration = 0.02;
      spheres.place(400, 2);
      check_beside_search(spheres.gas, spheres.start, options, 2);
      SmallGas<2> disks({{1, 1}, {0.5, 2}}, 400, Vec<2>(40, 42), 3);
      disks.gas.restitution.fill(0.7);
      disks.gas.box.periodic = {true, !walls};
      disks.place(400, 4);
      check_beside_search(disks.gas, disks.start, options, 3);
    }
  // So dilute that crossings are made ahead of time; rough.
  SmallGas<3> dilute({{1, 1}}, 800, Vec<3>(50, 50, 50), 5);
  dilute.gas.restitution.fill(0.9);
  check_beside_search(dilute.gas, dilute.start, {}, 20);
  SmallGas<3> rough({{1, 1}, {0.7, 2}}, 400, Vec<3>(16, 15, 14), 6);
  rough.gas.restitution.fill(0.9);
  roughen(rough, 7);
  check_beside_search(rough.gas, rough.start, {}, 2);
}

TEST_CASE("a gas whose velocities were multiplied goes on from what is saved", "[engine]") {
  SmallGas<3> system({{1, 1}}, 100, Vec<3>(10, 9, 8), 1);
  system.gas.restitution.fill(0.8);
  bring_to_rest(system.gas, system.start);
  Drive<3> drive(VelocityRescale{150, 0.05}, 1, 0, 0);
  const auto engine = make_engine(system.gas, system.start);
  CHECK(run(system.gas, *engine, drive, 3.02, static_cast<Observer<3>*>(nullptr), false) > 10);
  const std::string bytes = saved(*engine);
  const auto other = make_engine(system.gas, system.start);
  LoadArchive archive(bytes);
  other->load_from(archive);
  CHECK(other->time() == engine->time());
  Drive<3> drive_of_other = drive;
  run(system.gas, *engine, drive, 9.0, static_cast<Observer<3>*>(nullptr), false);
  run(system.gas, *other, drive_of_other, 9.0, static_cast<Observer<3>*>(nullptr), false);
  CHECK(other->record_hash() == engine->record_hash());
  CHECK(other->time() == engine->time());
}

TEST_CASE("a gas that is multiplied for ever stays at rest as a whole", "[engine]") {
  SmallGas<2> system({{1, 1}, {0.5, 2}}, 30, Vec<2>(9, 9), 1);
  system.gas.restitution.fill(0.6);
  bring_to_rest(system.gas, system.start);
  Drive<2> drive(VelocityRescale{30, 0.05}, 1, 0, 0);
  const auto engine = make_engine(system.gas, system.start);
  CHECK(run(system.gas, *engine, drive, 500.0, static_cast<Observer<2>*>(nullptr), false) > 5000);
  // Left to itself it would have cooled to e^(−1000) and less.
  CHECK(engine->counters().collisions > 5000);
  CHECK(total_momentum(system.gas, engine->state()).norm() < 1e-12);
  CHECK(kinetic_energy(system.gas, engine->state()) == Approx(30).epsilon(0.2));
}

TEST_CASE("velocities are not multiplied where something else gives the gas a time", "[engine]") {
  const auto multiplies = [](const Gas<3>& gas, const State<3>& start,
                             const EngineOptions& options = {}) {
    return make_engine(gas, start, options)->multiply_velocities(1.01);
  };
  SmallGas<3> system({{1, 1}}, 30, Vec<3>(8, 8, 8), 1);
  CHECK(multiplies(system.gas, system.start));
  CHECK_FALSE(multiplies(system.gas, system.start, steps_of(0.01)));
  const auto check_with = [&](const auto& change) {
    SmallGas<3> other = system;
    change(other.gas);
    CHECK_FALSE(multiplies(other.gas, other.start));
  };
  check_with([](Gas<3>& gas) { gas.viscosity = 0.1; });
  check_with([](Gas<3>& gas) { gas.added_speed = 0.1; });
  check_with([](Gas<3>& gas) { gas.boundary.gravity[2] = -1; });
  check_with([](Gas<3>& gas) { gas.boundary.shear_rate = 0.1; });
  check_with([](Gas<3>& gas) { gas.pair_steps = {{{1.5, -1}}}; });
  // After many factors they are to be set anew.
  const auto engine = make_engine(system.gas, system.start);
  int factors = 0;
  while (engine->multiply_velocities(1.1)) ++factors;
  CHECK(factors == 7);
  CHECK(engine->state().velocity[3][1] ==
        Approx(system.start.velocity[3][1] * std::pow(1.1, 7)).epsilon(1e-14));
}
