#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/sum.h"
#include "engine/drive.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr auto kNoLimit = Engine<3>::kNoLimit;

/// Carries the gas to `until`, with the actions of the drive on the way.
/// @return the energy the drive gave
template <int Dim>
double run(const Gas<Dim>& gas, Engine<Dim>& engine, Drive<Dim>& drive, double until,
           Observer<Dim>* observer = nullptr) {
  CompensatedSum work;
  while (drive.next() <= until) {
    engine.advance(drive.next(), kNoLimit, observer);
    State<Dim> state = engine.state();
    work += drive.act(gas, state);
    engine.set_velocities(state);
  }
  engine.advance(until, kNoLimit, observer);
  return work.value();
}

/// An engine whose velocities are changed continues like one made of that state.
template <int Dim>
void check_against_new_engine(const Gas<Dim>& gas, const State<Dim>& start,
                              const EngineOptions& options) {
  const auto engine = make_engine(gas, start, options);
  engine->advance(engine->next_stop(1.3), kNoLimit, nullptr);
  State<Dim> state = engine->state();
  // Changes every other particle only: the others' events must follow.
  for (std::size_t i = 0; i < state.size(); i += 2) {
    state.velocity[i] = -0.7 * state.velocity[i];
    if (!state.angular_momentum.empty()) state.angular_momentum[i] *= 1.5;
  }
  engine->set_velocities(state);
  CHECK(kinetic_energy(gas, engine->state()) == Approx(kinetic_energy(gas, state)));
  const auto twin = make_engine(gas, state, options);
  Recorder<Dim> seen, expected;
  engine->advance(engine->next_stop(state.time + 6), kNoLimit, &seen);
  twin->advance(twin->next_stop(state.time + 6), kNoLimit, &expected);
  REQUIRE(expected.seen.size() > 5);
  CHECK(events_followed(seen.seen, expected.seen, 4) > 5);
}

}  // namespace

TEST_CASE("an engine whose velocities are changed goes on as a new one", "[engine]") {
  with_all_boundaries(14, 3, [](const auto& system) {
    for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap})
      check_against_new_engine(system.gas, system.start, EngineOptions{scheduler});
    check_against_new_engine(system.gas, system.start, steps_of(0.01));
  });
  const Shape capsule = Capsule{0.5, 1};
  const Shape hook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap}) {
    EngineOptions options;
    options.scheduler = scheduler;
    const BodyGas<3> system({capsule, hook}, 16, {5.5, 5.5, 5.5}, 3, {false, true, true});
    check_against_new_engine(system.gas, system.start, options);
    const BodyGas<2> flat({capsule, hook}, 10, {7, 8}, 4, {true, true});
    check_against_new_engine(flat.gas, flat.start, options);
  }
}

TEST_CASE("a driven trajectory does not depend on queue and search", "[engine]") {
  const SmallGas<3> system({{1, 1}, {0.7, 2}}, 60, Vec<3>(7, 8, 7.5), 1);
  Gas<3> gas = system.gas;
  gas.restitution.fill(0.8);
  const auto hash_of = [&](Scheduler scheduler) {
    const auto engine = make_engine(gas, system.start, EngineOptions{scheduler});
    Drive<3> drive(RandomKicks{0.5, 0.2}, 7, 0, 0);
    run(gas, *engine, drive, 30.0);
    CHECK(engine->counters().collisions > 200);
    CHECK(deepest_overlap(gas, engine->state()).depth < 1e-12);
    return engine->record_hash();
  };
  CHECK(hash_of(Scheduler::heap) == hash_of(Scheduler::calendar));
}

namespace {

/// Energies before and after, and the momentum.
template <int Dim>
void check_one_action(const Gas<Dim>& gas, State<Dim> state, const DriveKind& kind) {
  Drive<Dim> drive(kind, 3, 1, 0);
  for (int i = 0; i < 20; ++i) {
    const State<Dim> before = state;
    const double time = drive.next();
    const double work = drive.act(gas, state);
    CHECK(drive.next() > time);
    const double energy = kinetic_energy(gas, before);
    CHECK(kinetic_energy(gas, state) - energy ==
          Approx(work).epsilon(1e-12).margin(1e-12 * energy));
    CHECK((total_momentum(gas, state) - total_momentum(gas, before)).norm() < 1e-12 * state.size());
    for (std::size_t id = 0; id < state.size(); ++id)
      REQUIRE(state.position[id] == before.position[id]);
  }
}

}  // namespace

TEST_CASE("drives book the energy they give and keep the momentum", "[engine]") {
  const SmallGas<3> spheres({{1, 1}, {0.7, 2}}, 40, Vec<3>(8, 8, 8), 1);
  const SmallGas<2> disks({{1, 1}, {0.7, 2}}, 20, Vec<2>(12, 12), 1);
  for (const DriveKind& kind :
       {DriveKind(RandomKicks{0.5, 0.2}), DriveKind(AndersenThermostat{2, 1, 0.4})}) {
    check_one_action(spheres.gas, spheres.start, kind);
    check_one_action(disks.gas, disks.start, kind);
  }
  const BodyGas<3> bodies({Capsule{0.5, 1}}, 10, {6, 6, 6}, 3);
  State<3> state = bodies.start;
  Drive<3> rescale(VelocityRescale{12, 0.5}, 1, 0, 3.0);
  CHECK(rescale.next() == 3.5);
  const double before = kinetic_energy(bodies.gas, state);
  CHECK(rescale.act(bodies.gas, state) == Approx(12 - before));
  CHECK(kinetic_energy(bodies.gas, state) == Approx(12));
  CHECK(rescale.next() == 4);
}

TEST_CASE("a rescaled gas keeps its momentum and has the energy asked for", "[engine]") {
  SmallGas<3> system({{1, 1}, {0.7, 2}}, 40, Vec<3>(8, 8, 8), 1);
  constexpr double kMass = 20 * 1 + 20 * 2;
  const auto check = [&](double energy, const std::array<bool, 3>& conserved) {
    State<3> state = system.start;
    const Vec<3> before = total_momentum(system.gas, state);
    REQUIRE(before.cwiseAbs().minCoeff() > 1);
    Drive<3> drive(VelocityRescale{energy, 1}, 1, 0, 0);
    const double at_first = kinetic_energy(system.gas, state);
    for (int i = 0; i < 100; ++i) {
      // As in collisions: velocities lose energy, the momentum is conserved.
      const Vec<3> drift = before / kMass;
      if (i > 0)
        for (Vec<3>& v : state.velocity) v = drift + 0.6 * (v - drift);
      const double had = kinetic_energy(system.gas, state);
      CHECK(drive.act(system.gas, state) == Approx(energy - had).epsilon(1e-12));
      CHECK(kinetic_energy(system.gas, state) == Approx(energy).epsilon(1e-14));
    }
    CHECK(at_first != Approx(energy));
    const Vec<3> change = total_momentum(system.gas, state) - before;
    for (int axis = 0; axis < 3; ++axis) {
      INFO("axis " << axis);
      CHECK((std::abs(change[axis]) < 1e-12) == conserved[axis]);
    }
  };
  check(80, {true, true, true});
  check(300, {true, true, true});
  system.gas.box.periodic = {true, false, true};
  check(80, {true, false, true});

  // Two particles that fly side by side have no motion that could be scaled.
  State<3> state = system.start;
  for (Vec<3>& v : state.velocity) v = {0.3, 0, 0.2};
  system.gas.box.periodic = {true, true, true};
  const State<3> before = state;
  CHECK(Drive<3>(VelocityRescale{80, 1}, 1, 0, 0).act(system.gas, state) == 0);
  CHECK(state.velocity == before.velocity);
}

TEST_CASE("kicks have their mean square and come at random instants of their intervals",
          "[engine]") {
  const SmallGas<3> system({{1, 1}}, 50, Vec<3>(8, 8, 8), 1);
  constexpr double kStrength = 0.3, kInterval = 0.2;
  constexpr int kActions = 2000;
  Drive<3> drive(RandomKicks{kStrength, kInterval}, 11, 0, 5);
  double phase = 0, phase_sq = 0, square = 0;
  for (int i = 0; i < kActions; ++i) {
    State<3> state = system.start;
    const double in_interval = (drive.next() - 5) / kInterval - i;
    CHECK((in_interval >= 0 && in_interval < 1));
    phase += in_interval / kActions;
    phase_sq += in_interval * in_interval / kActions;
    drive.act(system.gas, state);
    for (std::size_t id = 0; id < state.size(); ++id)
      square += (state.velocity[id] - system.start.velocity[id]).squaredNorm();
  }
  CHECK(std::abs(phase - 1 / 2.0) < 4.5 / std::sqrt(12.0 * kActions));
  CHECK(std::abs(phase_sq - 1 / 3.0) < 4.5 * std::sqrt(4 / 45.0 / kActions));
  const double freedom = 3.0 * 49 * kActions;
  CHECK(std::abs(square / (freedom * kStrength * kInterval) - 1) < 4.5 * std::sqrt(2 / freedom));
}

TEST_CASE("Andersen's thermostat makes the canonical ensemble at rest", "[engine][long]") {
  SmallGas<3> system({{1, 1}, {0.7, 3}}, 40, Vec<3>(8, 8, 8), 1);
  const Vec<3> drift = total_momentum(system.gas, system.start) / 80;
  for (Vec<3>& v : system.start.velocity) v -= drift;
  const auto engine = make_engine(system.gas, system.start);
  constexpr double kKt = 2.5;
  Drive<3> drive(AndersenThermostat{kKt, 1, 0.3}, 5, 0, 0);
  run(system.gas, *engine, drive, 30.0);
  // Energies 3 collisionless times apart: all velocities are new. Mean D/2 k_BT, variance D/2.
  constexpr int kSamples = 600;
  constexpr double kHalf = 1.5 * 39;
  double mean = 0, square = 0;
  for (int i = 1; i <= kSamples; ++i) {
    run(system.gas, *engine, drive, 30.0 + 6.0 * i);
    const double excess = kinetic_energy(system.gas, engine->state()) / kKt - kHalf;
    mean += excess / kSamples;
    square += excess * excess / kSamples;
  }
  CHECK(std::abs(mean) < 4.5 * std::sqrt(kHalf / kSamples));
  CHECK(std::abs(square / kHalf - 1) < 4.5 * std::sqrt(2.0 / kSamples));
}

TEST_CASE("reversed velocities lead an elastic gas back to its start", "[engine]") {
  // Packing fraction 0.1; rounding grows as the collisions multiply it.
  const SmallGas<3> system({{1, 1}}, 64,
                           Vec<3>::Constant(std::cbrt(64 / 0.1 * std::numbers::pi / 6)), 2);
  for (const auto& [collisions, least, most] :
       {std::tuple{64, 1e-15, 1e-11}, {160, 1e-13, 1e-9}, {320, 1e-10, 1e-5}}) {
    const auto engine = make_engine(system.gas, system.start);
    engine->advance(Engine<3>::kForever, collisions, nullptr);
    const double half = engine->time();
    Drive<3> drive(Reversal{half}, 1, 0, 0);
    CHECK(run(system.gas, *engine, drive, 2 * half) == 0);
    CHECK(drive.next() == Engine<3>::kForever);
    const State<3> end = engine->state();
    double error = 0;
    for (std::size_t id = 0; id < end.size(); ++id)
      error = std::max(
          error, system.gas.box.minimum_image(end.position[id] - system.start.position[id]).norm());
    CHECK(error < most);
    CHECK(error > least);  // it returned by its collisions, not from stored data
  }
}
