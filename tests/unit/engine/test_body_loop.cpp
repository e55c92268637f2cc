#include <catch2/catch.hpp>

#include "clausius/core/errors.h"
#include "collision/rigid/impulse.h"
#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

const Shape kCapsule = Capsule{0.5, 1};
const Shape kLongCapsule = Capsule{0.2, 2};
const Shape kSphere = Sphere{0.5};
const Shape kTriangle = Clump{{{{0, 0, 0}, 0.5}, {{1, 0, 0}, 0.5}, {{0.5, 0.8660254, 0}, 0.5}}};
const Shape kHook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};

const std::vector<EngineOptions> kAllBodyOptions = [] {
  std::vector<EngineOptions> all;
  for (const Scheduler scheduler : {Scheduler::heap, Scheduler::calendar})
    for (const double edge : {0.0, 1.0, 1.7})
      for (const bool listed : {false, true}) {
        EngineOptions& options = all.emplace_back();
        options.scheduler = scheduler;
        options.cell_edge = edge;
        options.neighbour_lists = listed;
      }
  return all;
}();

Vec<3> angular_momentum_about_origin(const Gas<3>& gas, const State<3>& state) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t i = 0; i < state.size(); ++i)
    sum += state.angular_momentum[i] +
           gas.bodies[state.species[i]].mass * state.position[i].cross(state.velocity[i]);
  return sum;
}

template <int Dim>
void compare_with_twin(const BodyGas<Dim>& system, std::size_t events) {
  NaiveBodies<Dim> twin(system.gas, system.start);
  std::vector<typename NaiveBodies<Dim>::Event> expected;
  while (expected.size() < events) expected.push_back(twin.step());
  for (const auto& options : kAllBodyOptions) {
    const auto engine = make_engine<Dim>(system.gas, system.start, options);
    Recorder<Dim> recorder;
    engine->advance(expected.back().time, Engine<Dim>::kNoLimit, &recorder);
    const std::size_t followed = events_followed(recorder.seen, expected, events / 4);
    CHECK(followed > events / 4);
    double predicted = recorder.work_of_passages, seen = predicted;
    const auto half_mv_sq = [&](std::uint8_t species, const Vec<Dim>& v) {
      return 0.5 * system.gas.bodies[species].mass * v.squaredNorm();
    };
    for (const auto& c : recorder.seen) {
      predicted += c.predicted_energy_change + c.work;
      const double change = half_mv_sq(c.first_species, c.first_after) -
                            half_mv_sq(c.first_species, c.first_before) +
                            half_mv_sq(c.second_species, c.second_after) -
                            half_mv_sq(c.second_species, c.second_before) + c.spins->energy_change;
      CHECK(change == Approx(c.predicted_energy_change + c.work).margin(1e-12));
      seen += change;
    }
    const double before = kinetic_energy(system.gas, system.start);
    const State<Dim> state = engine->state();
    const double lost = kinetic_energy(system.gas, state) - before;
    CHECK(lost == Approx(predicted).margin(1e-11 * before));
    CHECK(lost == Approx(seen).margin(1e-11 * before));
    CHECK(deepest_overlap(system.gas, state).depth < 1e-11);
  }
}

}  // namespace

TEST_CASE("The loop of bodies does what all-pairs dynamics does: capsules, clumps and spheres") {
  BodyGas<3> capsules({kCapsule}, 20, Vec<3>(5, 5.5, 6), 1);
  compare_with_twin(capsules, 60);
  BodyGas<3> mixture({kSphere, kHook, kLongCapsule}, 18, Vec<3>(5, 5, 5.2), 2);
  mixture.gas.restitution << 1, 0.9, 0.8, 0.9, 0.5, 0.7, 0.8, 0.7, 1;
  compare_with_twin(mixture, 50);
}

TEST_CASE("The loop of bodies does what all-pairs dynamics does: walls and two dimensions") {
  BodyGas<3> slit({kHook, kCapsule}, 14, Vec<3>(5, 3, 4.5), 3, {true, false, true});
  slit.gas.wall_restitution = {0.8, 1};
  compare_with_twin(slit, 50);
  for (int open = 0; open < 4; ++open) {
    BodyGas<2> flat({kCapsule, kSphere, kTriangle}, 12, Vec<2>(7, 8), 4,
                    {open % 2 == 0, open / 2 == 0});
    compare_with_twin(flat, 50);
  }
}

TEST_CASE("Boxes of twice the longest body: the image that is hit is the right one") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    compare_with_twin(BodyGas<3>({kCapsule}, 4, Vec<3>(4, 4, 4), seed), 20);
    compare_with_twin(BodyGas<2>({kCapsule}, 4, Vec<2>(4, 4.1), seed), 20);
  }
}

TEST_CASE("The loop of bodies does what all-pairs dynamics does: sheared boxes") {
  for (const double rate : {0.3, -0.07, 2.0}) {
    const auto sheared = [rate](auto system) {
      system.gas.boundary.shear_rate = rate;
      if (rate == 0.3) system.gas.restitution.fill(0.8);
      return system;
    };
    for (const unsigned seed : {1u, 2u}) {
      compare_with_twin(sheared(BodyGas<3>({kCapsule, kHook}, 20, Vec<3>(6, 5.5, 5), seed)), 60);
      compare_with_twin(sheared(BodyGas<2>({kCapsule, kSphere, kTriangle}, 14, Vec<2>(7, 8), seed)),
                        50);
      // Narrow ones, in which all images pass by each other repeatedly.
      compare_with_twin(sheared(BodyGas<3>({kLongCapsule}, 5, Vec<3>(5, 4.9, 5), seed)), 30);
      compare_with_twin(sheared(BodyGas<2>({kCapsule}, 4, Vec<2>(4, 4.1), seed)), 30);
      compare_with_twin(sheared(BodyGas<2>({kCapsule, kSphere}, 40, Vec<2>(36, 6), seed)), 60);
    }
  }
}

TEST_CASE("Every queue and cell size gives bodies the same trajectory, bit for bit", "[long]") {
  const auto check = [](const auto& system, auto dim, std::int64_t wanted = 2000) {
    const std::int64_t collisions = fewer_if_sanitized(wanted);
    constexpr int Dim = decltype(dim)::value;
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllBodyOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 1; part <= 20; ++part) {
        engine->advance(1e6, part * collisions / 20 - engine->counters().collisions, nullptr);
        const auto faults = engine->audit(1000000);
        INFO((faults.empty() ? "" : faults[0].what));
        REQUIRE(faults.empty());
      }
      CHECK(engine->counters().collisions == collisions);
      hashes.push_back(engine->record_hash());
    }
    // Stops and audits do not change the motion.
    const auto engine = make_engine<Dim>(system.gas, system.start);
    Recorder<Dim> recorder;
    for (std::int64_t done = 0; done < collisions; done = engine->counters().collisions)
      engine->advance(engine->time() + 0.05, std::min<std::int64_t>(77, collisions - done),
                      &recorder);
    hashes.push_back(engine->record_hash());
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  };
  using Three = std::integral_constant<int, 3>;
  using Two = std::integral_constant<int, 2>;
  check(BodyGas<3>({kCapsule}, 60, Vec<3>(8, 9, 8), 5), Three{});
  BodyGas<3> granular({kTriangle, kSphere, kHook}, 60, Vec<3>(8, 9, 8), 6, {true, true, false});
  granular.gas.restitution.setConstant(0.9);
  granular.gas.contact_duration = 1e-5;
  check(granular, Three{});
  check(BodyGas<2>({kCapsule, kTriangle}, 40, Vec<2>(14, 13), 7, {true, false}), Two{});
  for (const double rate : {0.2, -1.0}) {
    BodyGas<3> sheared({kCapsule, kHook, kLongCapsule}, 60, Vec<3>(9, 8, 8), 8);
    sheared.gas.boundary.shear_rate = rate;
    check(sheared, Three{});
    BodyGas<2> flat({kCapsule, kTriangle}, 40, Vec<2>(13, 14), 9);
    flat.gas.boundary.shear_rate = rate;
    flat.gas.restitution.fill(0.95);
    check(flat, Two{});
  }
  // A wide one, in which images beyond an edge come from distant cells, once in about a hundred
  // searches.
  BodyGas<2> wide({kSphere}, 200, Vec<2>(60, 6), 9);
  wide.gas.boundary.shear_rate = -5;
  check(wide, Two{}, 20000);
}

TEST_CASE("Elastic bodies keep energy and momentum; angular momentum in a box without a hit wall") {
  BodyGas<3> system({kCapsule, kHook, kTriangle, kSphere}, 60, Vec<3>(9, 9, 9), 8);
  const auto engine = make_engine<3>(system.gas, system.start);
  engine->advance(Engine<3>::kForever, 5000, nullptr);
  const State<3> after = engine->state();
  const double energy = kinetic_energy(system.gas, system.start);
  CHECK(kinetic_energy(system.gas, after) == Approx(energy).epsilon(1e-12));
  CHECK((total_momentum(system.gas, after) - total_momentum(system.gas, system.start)).norm() <
        1e-11);
  CHECK(deepest_overlap(system.gas, after).depth < 1e-10);
  for (std::size_t i = 0; i < after.size(); ++i)  // no contact changes the spin about the own axis
    if (after.species[i] == 0) {
      const auto spin = [&](const State<3>& state) {
        return state.angular_momentum[i].dot(state.orientation[i] * Vec<3>::UnitX());
      };
      CHECK(spin(after) == Approx(spin(system.start)).margin(1e-11));
    }

  // A cloud in the middle of a wide box, until the first of it leaves.
  BodyGas<3> cloud({kHook, kCapsule}, 20, Vec<3>(6, 6, 6), 9);
  cloud.gas.box.size.setConstant(60);
  for (auto& r : cloud.start.position) r.array() += 27;
  const auto loose = make_engine<3>(cloud.gas, cloud.start);
  loose->advance(5, Engine<3>::kNoLimit, nullptr);
  CHECK(loose->counters().collisions > 5);
  const Vec<3> before = angular_momentum_about_origin(cloud.gas, cloud.start);
  CHECK((angular_momentum_about_origin(cloud.gas, loose->state()) - before).norm() <
        1e-12 * before.norm());
}

TEST_CASE("A capsule without shaft and a clump of one ball are spheres") {
  SmallGas<3> spheres({{1, 1.3}, {0.7, 0.6}}, 40, Vec<3>(5, 5, 5), 10);
  spheres.gas.box.periodic = {true, true, false};
  spheres.place(40, 10);
  const auto expected = make_engine<3>(spheres.gas, spheres.start);
  Recorder<3> plain;
  expected->advance(Engine<3>::kForever, 80, &plain);
  const auto single = [](double radius) { return Clump{{{Vec<3>::Zero(), radius}}}; };
  for (const auto& shapes : {std::vector<Shape>{Capsule{0.5, 0}, Capsule{0.35, 0}},
                             std::vector<Shape>{single(0.5), single(0.35)},
                             std::vector<Shape>{Sphere{0.5}, Sphere{0.35}}}) {
    Gas<3> gas = spheres.gas;
    for (std::size_t s = 0; s < shapes.size(); ++s)
      gas.bodies.push_back(make_rigid_body(
          shapes[s], mass_properties(shapes[s], 3).with_mass(gas.species[s].mass), 3));
    State<3> start = spheres.start;
    start.orientation.assign(start.size(), Eigen::Quaterniond::Identity());
    start.angular_momentum.assign(start.size(), Vec<3>::Zero());
    const auto engine = make_engine<3>(gas, start);
    Recorder<3> recorder;
    engine->advance(Engine<3>::kForever, 80, &recorder);
    REQUIRE(recorder.seen.size() >= 80);
    for (std::size_t k = 0; k < 60; ++k) {
      const auto &a = recorder.seen[k], &b = plain.seen[k];
      REQUIRE(a.first == b.first);
      REQUIRE(a.second == b.second);
      REQUIRE(a.face == b.face);
      CHECK(a.time == Approx(b.time).epsilon(1e-7));
      CHECK(a.impulse == Approx(b.impulse).epsilon(1e-6));
      CHECK(a.separation == Approx(b.separation).epsilon(1e-6));
      CHECK((a.normal - b.normal).norm() < 1e-6);
      CHECK((a.contact_point - b.contact_point).norm() < 1e-6);
      CHECK(a.first_free_time == Approx(b.first_free_time).epsilon(1e-6));
    }
  }
}

TEST_CASE("A capsule thrown at a wall rocks: its ends strike in turn, and the ledger holds") {
  Gas<3> gas;
  gas.box.size = Vec<3>(20, 20, 20);
  gas.box.periodic = {true, true, false};
  gas.bodies = {make_rigid_body(kLongCapsule, mass_properties(kLongCapsule, 3).with_mass(1), 3)};
  gas.species = {{2 * gas.bodies[0].bounding_radius, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {0.5};
  // Thrown flat at the wall, almost parallel to it, one end strikes, then the other, …
  State<3> start;
  start.species = {0};
  start.position = {Vec<3>(10, 10, 1)};
  start.velocity = {Vec<3>(0, 0, -1)};
  start.orientation = {Eigen::Quaterniond(Eigen::AngleAxisd(0.01, Vec<3>::UnitY()))};
  start.angular_momentum = {Vec<3>::Zero()};
  const double before = kinetic_energy(gas, start);
  for (const double duration : {0.0, 1e-6}) {
    gas.contact_duration = duration;
    const auto engine = make_engine<3>(gas, start);
    Recorder<3> recorder;
    engine->advance(3, Engine<3>::kNoLimit, &recorder);
    REQUIRE(recorder.seen.size() > 2);
    double energy = before;
    for (const auto& hit : recorder.seen) {
      CHECK(hit.face == 4);
      CHECK(hit.contact_point[2] == Approx(0).margin(1e-12));
      CHECK(hit.normal == Vec<3>(0, 0, -1));
      energy += hit.predicted_energy_change;
    }
    CHECK(kinetic_energy(gas, engine->state()) == Approx(energy).epsilon(1e-12));
    CHECK(deepest_overlap(gas, engine->state()).depth < 1e-12);
    // Both ends hit: the arms of the first two hits point to opposite sides.
    CHECK(recorder.seen[0].rigid->contact.points[0].first_arm.x() *
              recorder.seen[1].rigid->contact.points[0].first_arm.x() <
          0);
  }
}

TEST_CASE("Bodies between two walls that take all their energy: the rule ends the collapse") {
  BodyGas<2> system({kCapsule}, 6, Vec<2>(9, 3.1), 11, {true, false});
  system.gas.restitution.setZero();
  system.gas.wall_restitution = {0};
  system.gas.contact_duration = 1e-4;
  const auto engine = make_engine<2>(system.gas, system.start);
  CHECK(engine->advance(10, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(engine->counters().elastic_by_duration_rule > 0);
  CHECK(kinetic_energy(system.gas, engine->state()) <
        0.5 * kinetic_energy(system.gas, system.start));
  CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-9);
}

TEST_CASE("A contact path makes a cold gas of bodies do what a hot one does, only slower") {
  BodyGas<3> system({kLongCapsule, kHook}, 40, Vec<3>(8, 6, 5), 21, {true, true, false});
  system.gas.restitution.setConstant(0.4);
  system.gas.wall_restitution = {0.5, 0.5};
  system.gas.contact_path = 2e-3;
  BodyGas<3> cold = system;
  const double slower = 0x1p-30;
  for (auto& v : cold.start.velocity) v *= slower;
  for (auto& l : cold.start.angular_momentum) l *= slower;
  const auto hot_engine = make_engine<3>(system.gas, system.start);
  const auto cold_engine = make_engine<3>(cold.gas, cold.start);
  hot_engine->advance(100, Engine<3>::kNoLimit, nullptr);
  cold_engine->advance(100 / slower, Engine<3>::kNoLimit, nullptr);
  const State<3> hot_end = hot_engine->state(), cold_end = cold_engine->state();
  CHECK(hot_engine->counters().elastic_by_duration_rule > 100);
  CHECK(cold_engine->counters().elastic_by_duration_rule ==
        hot_engine->counters().elastic_by_duration_rule);
  CHECK(cold_engine->counters().collisions == hot_engine->counters().collisions);
  CHECK(kinetic_energy(system.gas, hot_end) < 0.01 * kinetic_energy(system.gas, system.start));
  for (std::size_t i = 0; i < hot_end.size(); ++i) {  // to the last bit
    CHECK(cold_end.position[i] == hot_end.position[i]);
    CHECK(cold_end.velocity[i] == slower * hot_end.velocity[i]);
  }
}

TEST_CASE("Bodies: a clock at 1e9 keeps its digits, and goes on without events") {
  BodyGas<3> system({kCapsule, kHook}, 10, Vec<3>(5, 5, 5), 12);
  BodyGas<3> late = system;
  late.start.time = 1e9;
  const auto a = make_engine<3>(system.gas, system.start);
  const auto b = make_engine<3>(late.gas, late.start);
  for (int k = 0; k < 5; ++k) {
    a->advance(Engine<3>::kForever, 200, nullptr);
    b->advance(Engine<3>::kForever, 200, nullptr);
    CHECK(a->record_hash() == b->record_hash());
    CHECK(b->time() - 1e9 == Approx(a->time()).margin(2e-7));
  }
  BodyGas<2> alone({kCapsule}, 1, Vec<2>(9, 9), 13);
  alone.start.velocity[0].setZero();
  const auto engine = make_engine<2>(alone.gas, alone.start);
  CHECK(engine->advance(1e6, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(engine->time() == 1e6);
  CHECK(engine->advance(Engine<2>::kForever, 1, nullptr) == StopReason::no_more_events);
}
