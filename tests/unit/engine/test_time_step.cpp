#include <algorithm>
#include <catch2/catch.hpp>

#include "clausius/core/errors.h"
#include "unit/engine/stepping_twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

template <int Dim>
Gas<Dim> equal_spheres(const Vec<Dim>& size, bool periodic = true) {
  Gas<Dim> gas;
  gas.box.size = size;
  gas.box.periodic.fill(periodic);
  gas.species = {{1, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {1};
  return gas;
}

}  // namespace

TEST_CASE("Time steps do what all-pairs steps do: spheres and mixtures, periodic") {
  for (const unsigned seed : {1u, 2u}) {
    for (const double dt : {0.02, 0.2}) {
      SmallGas<3> one({{1, 1}}, 60, Vec<3>(5.5, 6.1, 7.3), seed);
      SmallGas<3> two({{1, 1}, {0.4, 5}, {1.3, 0.1}}, 60, Vec<3>(6, 7, 6.5), seed);
      two.gas.restitution << 1, 0.9, 0.8, 0.9, 0.5, 0.7, 0.8, 0.7, 1;
      SmallGas<3> large({{0.6, 1}}, 160, Vec<3>(4, 5, 4), seed);
      compare_with_stepping_twin(one, dt, static_cast<int>(1 / dt));
      compare_with_stepping_twin(two, dt, static_cast<int>(1 / dt));
      compare_with_stepping_twin(large, dt, static_cast<int>(1 / dt), dt > 0.1);
    }
  }
}

TEST_CASE("Time steps do what all-pairs steps do: disks, walls, corners, mixed boundaries") {
  for (const unsigned seed : {1u, 2u}) {
    with_all_boundaries(40, seed,
                        [](const auto& gas) { compare_with_stepping_twin(gas, 0.1, 15); });
    for (int open = 0; open < 4; ++open) {
      SmallGas<2> many({{0.5, 1}}, 200, Vec<2>(13, 9), seed);
      many.gas.box.periodic = {open % 2 == 0, open / 2 == 0};
      many.place(200, seed);
      compare_with_stepping_twin(many, 0.05, 30);
    }
  }
}

TEST_CASE("Time steps do what all-pairs steps do: every particle of its own size") {
  const auto compare = [](auto gas) {
    spread_diameters(gas, 5);
    compare_with_stepping_twin(gas, 0.1, 30);
  };
  compare(SmallGas<3>({{1, 1}, {0.4, 5}, {1.3, 0.1}}, 60, Vec<3>(6, 7, 6.5), 1));
  with_all_boundaries(40, 2, compare);
}

TEST_CASE("Time steps in boxes of few cells, down to two diameters") {
  for (const unsigned seed : {1u, 2u, 3u})
    for (const double dt : {0.05, 0.4})
      with_narrow_boxes(seed, [dt](const auto& gas) {
        compare_with_stepping_twin(gas, dt, static_cast<int>(8 / dt));
      });
}

namespace {

/// An oblique collision of unequal masses across the periodic edge, by steps of any length.
template <int Dim>
void compare_blow_with_events(double dt) {
  Gas<Dim> gas = equal_spheres<Dim>(Vec<Dim>::Constant(10));
  gas.species.push_back({1, 3});
  gas.restitution = Eigen::MatrixXd::Constant(2, 2, 0.5);
  gas.wall_restitution = {1, 1};
  Vec<Dim> apart = Vec<Dim>::Zero(), velocity = Vec<Dim>::Zero();
  apart[0] = 3;
  apart[1] = 0.6;
  velocity[0] = 2;
  State<Dim> start;
  start.species = {0, 1};
  start.position = {Vec<Dim>::Constant(7.5), gas.box.wrap(Vec<Dim>::Constant(7.5) + apart)};
  start.velocity = {velocity, Vec<Dim>::Zero()};

  Recorder<Dim> steps, events;
  const auto stepper = make_engine<Dim>(gas, start, steps_of(dt));
  const auto exact = make_engine<Dim>(gas, start);
  stepper->advance(2, Engine<Dim>::kNoLimit, &steps);
  exact->advance(2, Engine<Dim>::kNoLimit, &events);
  REQUIRE(events.seen.size() == 1);
  REQUIRE(steps.seen.size() == 1);
  const CollisionRecord<Dim>&a = steps.seen[0], &b = events.seen[0];
  INFO("dt " << dt);
  CHECK(a.time == Approx(b.time).margin(1e-12));
  CHECK(a.first == b.first);
  CHECK(a.second == b.second);
  CHECK((a.normal - b.normal).norm() < 1e-12);
  CHECK((a.contact_point - b.contact_point).norm() < 1e-12);
  CHECK((a.first_after - b.first_after).norm() < 1e-12);
  CHECK((a.second_after - b.second_after).norm() < 1e-12);
  CHECK(a.impulse == Approx(b.impulse).margin(1e-12));
  CHECK(a.separation == Approx(b.separation).margin(1e-12));
  CHECK(a.predicted_energy_change == Approx(b.predicted_energy_change).margin(1e-12));
  CHECK(a.first_free_time == Approx(b.first_free_time).margin(1e-12));
  const State<Dim> x = stepper->state(), y = exact->state();
  CHECK(x.time == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK((x.position[i] - y.position[i]).norm() < 1e-12);
    CHECK((x.velocity[i] - y.velocity[i]).norm() < 1e-12);
  }
}

}  // namespace

TEST_CASE("A collision equals that of the event-driven mode for every step length") {
  for (const double dt : {0.7, 0.31, 0.1, 0.01, 0.003, 1e-4}) {
    compare_blow_with_events<2>(dt);
    compare_blow_with_events<3>(dt);
  }
}

TEST_CASE("Pairs that overlap at relative rest are pushed apart symmetrically and counted") {
  const Gas<2> gas = equal_spheres<2>({10, 10});
  State<2> start;
  start.species = {0, 0};
  start.position = {{9.8, 5}, {0.4, 5}};  // 0.6 apart across the edge
  start.velocity = {{1, 0.5}, {1, 0.5}};
  const auto engine = make_engine<2>(gas, start, steps_of(0.1));
  engine->advance(0.1, Engine<2>::kNoLimit, nullptr);
  CHECK(engine->counters().pushed_apart == 1);
  CHECK(engine->counters().collisions == 0);
  const State<2> state = engine->state();
  CHECK((state.position[0] - Vec<2>(9.7, 5.05)).norm() < 1e-14);
  CHECK((state.position[1] - Vec<2>(0.7, 5.05)).norm() < 1e-14);
  CHECK(state.velocity == start.velocity);
  engine->advance(1, Engine<2>::kNoLimit, nullptr);
  CHECK(engine->counters().pushed_apart == 1);

  // Centres on each other have no line between them; a wall does not give way.
  start.position = {{5, 5}, {5, 5}};
  const auto same_place = make_engine<2>(gas, start, steps_of(0.1));
  same_place->advance(0.1, Engine<2>::kNoLimit, nullptr);
  CHECK(deepest_overlap(gas, same_place->state()).depth < 1e-12);
  const Gas<2> walled = equal_spheres<2>({10, 10}, false);
  start.position = {{5, 5}, {9.7, 0.2}};
  start.velocity = {{0, 0}, {0, 0}};
  const auto corner = make_engine<2>(walled, start, steps_of(0.1));
  corner->advance(0.1, Engine<2>::kNoLimit, nullptr);
  CHECK(corner->state().position[1] == Vec<2>(9.5, 0.5));
  CHECK(corner->counters().pushed_apart == 2);
}

TEST_CASE("Several contacts of one step are taken in the order of their times") {
  // A series of collisions within one step: each sphere transfers its velocity to the next, the
  // last is reflected by the wall and the motion returns.
  const Gas<2> gas = equal_spheres<2>({6.8, 4}, false);
  State<2> start;
  for (const double x : {2.0, 3.6, 4.9, 6.1}) {
    start.species.push_back(0);
    start.position.emplace_back(x, 2.0);
    start.velocity.emplace_back(start.size() == 1 ? 1.0 : 0.0, 0.0);
  }
  const auto engine = make_engine<2>(gas, start, steps_of(1.4));
  Recorder<2> recorder;
  engine->advance(1.4, Engine<2>::kNoLimit, &recorder);
  CHECK(engine->counters().steps == 1);
  REQUIRE(recorder.seen.size() == 4);
  const std::vector<double> times{0.6, 0.9, 1.1, 1.3};
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(recorder.seen[k].first == k);
    CHECK(recorder.seen[k].time == Approx(times[k]).margin(1e-14));
  }
  CHECK(engine->state().position[3][0] == Approx(6.2).margin(1e-14));
  CHECK(engine->counters().pushed_apart == 0);
}

TEST_CASE("A corner turns both ways in one step") {
  const Gas<3> gas = equal_spheres<3>({10, 10, 10}, false);
  State<3> start;
  start.species = {0};
  start.position = {{1, 1.2, 8.9}};
  start.velocity = {{-1, -1, 1}};
  const auto engine = make_engine<3>(gas, start, steps_of(2));
  engine->advance(2, Engine<3>::kNoLimit, nullptr);
  CHECK(engine->counters().wall_collisions == 3);
  CHECK(engine->state().velocity[0] == Vec<3>(1, 1, -1));
  CHECK((engine->state().position[0] - Vec<3>(2, 1.8, 8.1)).norm() < 1e-14);
}

TEST_CASE("The trajectory of time steps depends on neither stops at their ends nor ids") {
  SmallGas<3> system({{1, 1}, {0.6, 2}}, 150, Vec<3>(8, 8, 8), 11);
  constexpr double kStep = 0.03;
  const auto whole = make_engine<3>(system.gas, system.start, steps_of(kStep));
  const auto parts = make_engine<3>(system.gas, system.start, steps_of(kStep));
  const double end = whole->next_stop(30);
  CHECK(end >= 30);
  CHECK(end < 30 + kStep);
  whole->advance(end, Engine<3>::kNoLimit, nullptr);
  Recorder<3> recorder;
  while (parts->time() < end)
    parts->advance(std::min(end, parts->next_stop(parts->time() + 0.1)), 7, &recorder);
  CHECK(parts->time() == whole->time());
  CHECK(parts->record_hash() == whole->record_hash());

  State<3> turned = system.start;
  std::reverse(turned.species.begin(), turned.species.end());
  std::reverse(turned.position.begin(), turned.position.end());
  std::reverse(turned.velocity.begin(), turned.velocity.end());
  const auto other = make_engine<3>(system.gas, turned, steps_of(kStep));
  other->advance(end, Engine<3>::kNoLimit, nullptr);
  const State<3> a = whole->state(), b = other->state();
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a.position[i] == b.position[a.size() - 1 - i]);
}

TEST_CASE("A clock at 1e9 keeps the digits of the steps") {
  SmallGas<3> system({{1, 1}}, 30, Vec<3>(5, 5, 5), 5);
  SmallGas<3> late = system;
  late.start.time = 1e9;
  const auto a = make_engine<3>(system.gas, system.start, steps_of(0.125));
  const auto b = make_engine<3>(late.gas, late.start, steps_of(0.125));
  a->advance(100, Engine<3>::kNoLimit, nullptr);
  b->advance(1e9 + 100, Engine<3>::kNoLimit, nullptr);
  CHECK(a->counters().collisions > 1000);
  CHECK(a->record_hash() == b->record_hash());
}

TEST_CASE("Steps of a gas at rest, and of one that sticks") {
  SmallGas<2> system({{1, 1}}, 60, Vec<2>(10, 10), 4);
  system.gas.restitution(0, 0) = 0;
  system.gas.contact_duration = 1e-4;
  const auto sticking = make_engine<2>(system.gas, system.start, steps_of(0.05));
  CHECK(sticking->advance(200, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(deepest_overlap(system.gas, sticking->state()).depth < 1e-9);
  for (auto& v : system.start.velocity) v.setZero();
  const auto engine = make_engine<2>(system.gas, system.start, steps_of(0.3));
  CHECK(engine->advance(10, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(engine->time() == 10);
  CHECK(engine->advance(Engine<2>::kForever, 1, nullptr) == StopReason::no_more_events);
}
