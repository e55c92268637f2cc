#include <catch2/catch.hpp>

#include "clausius/core/archive.h"
#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr int kKinds = 6, kKindsWithoutObstacles = 4;

template <int Dim>
BodyGas<Dim> between_walls(const std::vector<Shape>& shapes, std::size_t count, int kind) {
  std::array<bool, Dim> periodic{};
  if constexpr (Dim == 3) periodic[2] = true;
  Vec<Dim> size = Vec<Dim>::Constant(Dim == 3 ? 6 : 9);
  size[1] = 9;
  BodyGas<Dim> system(shapes, kind < kKindsWithoutObstacles ? count : count / 2, size, 5, periodic,
                      [kind](Gas<Dim>& gas) { put_walls(gas, kind); });
  system.start.time = system.gas.boundary.start;
  return system;
}

const Shape kBoundedCapsule = Capsule{0.4, 1};
const Shape kBoundedHook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};

template <int Dim>
void check_books(int kind) {
  const BodyGas<Dim> system =
      between_walls<Dim>({kBoundedCapsule, kBoundedHook}, Dim == 3 ? 24 : 14, kind);
  std::vector<std::uint64_t> hashes;
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap})
    for (const double edge : {0.0, 1.5}) {
      EngineOptions options;
      options.scheduler = scheduler;
      options.cell_edge = edge;
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      double given = mechanical_energy(system.gas, system.start), turned_over = given;
      for (int part = 1; part <= 6; ++part) {
        Recorder<Dim> recorder;
        engine->advance(system.start.time + part, Engine<Dim>::kNoLimit, &recorder);
        for (const auto& one : recorder.seen) {
          given += one.predicted_energy_change + one.work + one.heat;
          turned_over += std::abs(one.work) + std::abs(one.heat);
        }
        const State<Dim> state = engine->state();
        CHECK(mechanical_energy(system.gas, state) == Approx(given).margin(1e-11 * turned_over));
        CHECK(deepest_overlap(system.gas, state).depth < 1e-10);
        const auto faults = engine->audit(1000000);
        INFO((faults.empty() ? "" : faults[0].what));
        CHECK(faults.empty());
      }
      CHECK(engine->counters().wall_collisions > 20);
      CHECK(engine->counters().collisions > 10);
      hashes.push_back(engine->record_hash());
    }
  for (const auto hash : hashes) CHECK(hash == hashes.front());
}

}  // namespace

TEST_CASE("Bodies under gravity, between thermal and moving walls: books, audits, one trajectory") {
  for (int kind = 0; kind < kKinds; ++kind) {
    INFO("kind " << kind);
    check_books<2>(kind);
    check_books<3>(kind);
  }
}

TEMPLATE_TEST_CASE_SIG("Bodies that are spheres do what spheres do, under gravity too", "[engine]",
                       ((int Dim), Dim), 2, 3) {
  for (int kind = 0; kind < kKinds; ++kind) {
    INFO("kind " << kind);
    BodyGas<Dim> bodies = between_walls<Dim>({Sphere{0.4}}, 12, kind);
    // They draw other random numbers.
    for (auto& face : bodies.gas.boundary.faces) face.accommodation = 0;
    for (auto& obstacle : bodies.gas.boundary.obstacles) obstacle.accommodation = 0;
    Gas<Dim> spheres = bodies.gas;
    spheres.bodies.clear();
    spheres.species[0].diameter = 0.8;
    State<Dim> start = bodies.start;
    start.orientation.clear();
    start.angular_momentum.clear();
    Recorder<Dim> seen, expected;
    make_engine<Dim>(spheres, start)->advance(start.time + 4, Engine<Dim>::kNoLimit, &expected);
    make_engine<Dim>(bodies.gas, bodies.start)
        ->advance(start.time + 4, Engine<Dim>::kNoLimit, &seen);
    const std::size_t most = std::min<std::size_t>(20, expected.seen.size());
    CHECK(most >= 8);
    CHECK(events_followed(seen.seen, expected.seen, most) >= most);
  }
}

TEMPLATE_TEST_CASE_SIG("Bodies that are spheres do what spheres do in a sheared box", "[engine]",
                       ((int Dim), Dim), 2, 3) {
  for (const double rate : {0.3, -0.07, 2.0}) {
    SmallGas<Dim> spheres({{1, 1}, {0.5, 2}}, 20, Vec<Dim>::Constant(Dim == 3 ? 5 : 8), 6);
    spheres.gas.boundary.shear_rate = rate;
    Gas<Dim> gas = spheres.gas;
    for (const SphereSpecies& one : gas.species) {
      const Shape shape = Sphere{0.5 * one.diameter};
      gas.bodies.push_back(
          make_rigid_body(shape, mass_properties(shape, Dim).with_mass(one.mass), Dim));
    }
    State<Dim> start = spheres.start;
    start.orientation.assign(start.size(), Eigen::Quaterniond::Identity());
    start.angular_momentum.assign(start.size(), Vec<3>::Zero());
    Recorder<Dim> expected;
    make_engine<Dim>(spheres.gas, spheres.start)->advance(6, Engine<Dim>::kNoLimit, &expected);
    CHECK(expected.work_of_passages != 0);
    for (const bool listed : {false, true}) {
      EngineOptions options;
      options.neighbour_lists = listed;
      Recorder<Dim> seen;
      make_engine<Dim>(gas, start, options)->advance(6, Engine<Dim>::kNoLimit, &seen);
      const std::size_t most = std::min<std::size_t>(20, expected.seen.size());
      CHECK(events_followed(seen.seen, expected.seen, most) >= most);
      for (std::size_t k = 0; k < most; ++k)
        CHECK(seen.seen[k].work == Approx(expected.seen[k].work).margin(1e-6));
    }
  }
}

TEST_CASE("Bodies between walls of all kinds that are saved go on bit for bit", "[engine]") {
  for (int kind = 0; kind < kKinds; ++kind) {
    const BodyGas<3> system = between_walls<3>({kBoundedCapsule, kBoundedHook}, 16, kind);
    const auto through = make_engine<3>(system.gas, system.start);
    auto stopped = make_engine<3>(system.gas, system.start);
    for (int part = 1; part <= 4; ++part) {
      through->advance(system.start.time + 1.5 * part, Engine<3>::kNoLimit, nullptr);
      stopped->advance(system.start.time + 1.5 * part, Engine<3>::kNoLimit, nullptr);
      SaveArchive saved;
      stopped->save_to(saved);
      stopped = make_engine<3>(system.gas, system.start);
      const std::string bytes = saved.take();
      LoadArchive archive(bytes);
      stopped->load_from(archive);
      CHECK(stopped->record_hash() == through->record_hash());
    }
  }
}

TEST_CASE("A capsule between thermal walls has the energies of the canonical ensemble",
          "[engine]") {
  // Alone in the box: only its velocity after hits is tested.
  const double kt = 1.4;
  BodyGas<3> system({Capsule{0.3, 1.2}}, 1, Vec<3>(4, 4, 4), 3, {false, false, false});
  for (auto& face : system.gas.boundary.faces) {
    face.kt = kt;
    face.accommodation = 1;
  }
  const auto engine = make_engine<3>(system.gas, system.start);
  double translation = 0, rotation = 0, translation_sq = 0;
  constexpr int kSamples = 20000;
  for (int i = 1; i <= kSamples; ++i) {
    engine->advance(6.0 * i, Engine<3>::kNoLimit, nullptr);  // some hits apart
    const State<3> state = engine->state();
    const double moving = 0.5 * system.gas.bodies[0].mass * state.velocity[0].squaredNorm() / kt;
    translation += moving / kSamples;
    translation_sq += moving * moving / kSamples;
    rotation += (kinetic_energy(system.gas, state) / kt - moving) / kSamples;
  }
  // Chi-square variables have variances 3/2 and 1, of squares a little more.
  CHECK(std::abs(translation - 1.5) < 4 * std::sqrt(1.5 * 2 / kSamples));
  CHECK(std::abs(rotation - 1) < 4 * std::sqrt(1.0 * 2 / kSamples));
  CHECK(std::abs(translation_sq - 3.75) < 4 * std::sqrt(25.0 * 2 / kSamples));
}

namespace {

constexpr double kPlate = 4, kDoorSpeed = 1.2;

/// A plate across x with a gap from y = 3 to 6, in which there is a door.
template <int Dim>
void put_door(Gas<Dim>& gas) {
  for (const auto& [low, high] : {std::pair{0.0, 3.0}, std::pair{6.0, 9.0}, std::pair{3.0, 6.0}}) {
    BlockObstacle<Dim> block{Vec<Dim>::Zero(), gas.box.size};
    block.low[0] = block.high[0] = kPlate;
    block.low[1] = low;
    block.high[1] = high;
    gas.boundary.obstacles.emplace_back();
    gas.boundary.obstacles.back().shape = block;
  }
  gas.boundary.obstacles.back().door = Door{0, kDoorSpeed};
  gas.boundary.seed = 3;
}

template <int Dim>
BodyGas<Dim> beside_door(const std::vector<Shape>& shapes, std::size_t count) {
  Vec<Dim> size = Vec<Dim>::Constant(Dim == 3 ? 5 : 9);
  size[0] = 8;
  size[1] = 9;
  std::array<bool, Dim> periodic{};
  if constexpr (Dim == 3) periodic[2] = true;
  return BodyGas<Dim>(shapes, count, size, 7, periodic, put_door<Dim>);
}

constexpr int door_face(int dim) { return 2 * dim + 2; }

/// Advances in short periods and tests which particles have come to the other side of the plate.
template <int Dim>
void check_who_passes(BodyGas<Dim> system, double restitution, double kt) {
  auto& door = system.gas.boundary.obstacles.back();
  if (restitution < 1) door.restitution = restitution;
  if (kt > 0) {
    door.kt = kt;
    door.accommodation = 1;
  }
  const auto engine = make_engine<Dim>(system.gas, system.start);
  double given = kinetic_energy(system.gas, system.start), turned_over = given;
  int passed = 0, turned_back = 0, half_way = 0;
  State<Dim> before = engine->state();
  for (int part = 1; part <= 20000; ++part) {
    Recorder<Dim> recorder;
    engine->advance(0.02 * part, Engine<Dim>::kNoLimit, &recorder);
    const State<Dim> state = engine->state();
    std::vector<bool> hit(state.size());
    for (const auto& one : recorder.seen) {
      given += one.predicted_energy_change + one.work + one.heat;
      turned_over += std::abs(one.heat) - one.predicted_energy_change;
      hit[one.first] = true;
      if (one.face < 0) hit[one.second] = true;
      if (one.face < 0 && std::abs(one.contact_point[0] - kPlate) < 0.3) ++half_way;
      if (one.face != door_face(Dim)) continue;
      ++turned_back;
      REQUIRE_FALSE(door.door->lets_pass(one.first_before));
      CHECK(one.first_before[0] * one.first_after[0] < 0);
      CHECK(one.contact_point[0] == Approx(kPlate).epsilon(1e-12));
      if (kt > 0) continue;
      CHECK(one.first_after[0] == Approx(-restitution * one.first_before[0]));
      CHECK(one.first_after[1] == Approx(one.first_before[1]));
      CHECK((one.spins->first_after - one.spins->first_before).norm() < 1e-12);
    }
    for (std::size_t i = 0; i < state.size(); ++i) {
      if ((state.position[i][0] > kPlate) == (before.position[i][0] > kPlate)) continue;
      ++passed;
      if (hit[i]) continue;  // its velocity is not known here
      CHECK(door.door->lets_pass(state.velocity[i]));
      CHECK(std::abs(state.position[i][1] - 4.5) < 1.6);
    }
    before = state;
  }
  CHECK(passed > 20);
  CHECK(turned_back > 20);
  CHECK(half_way > 5);
  CHECK(kinetic_energy(system.gas, before) == Approx(given).margin(1e-11 * turned_over));
  CHECK(deepest_overlap(system.gas, before).depth < 1e-10);
  const auto faults = engine->audit(1000000);
  INFO((faults.empty() ? "" : faults[0].what));
  CHECK(faults.empty());
}

}  // namespace

TEST_CASE("A door lets a body pass by the speed of its centre, or turns that back", "[engine]") {
  BodyGas<2> system = beside_door<2>({kBoundedCapsule}, 1);
  for (const bool up : {false, true})
    for (const double speed : {0.8, 1.5}) {
      system.start.position[0] = Vec<2>(up ? 2 : 6, 4.5);
      system.start.velocity[0] = Vec<2>(up ? speed : -speed, 0);
      system.start.angular_momentum[0] = Vec<3>(0, 0, 0.1);
      const auto engine = make_engine<2>(system.gas, system.start);
      Recorder<2> recorder;
      engine->advance(3, Engine<2>::kNoLimit, &recorder);
      const double x = engine->state().position[0][0];
      CHECK(engine->state().angular_momentum[0] == system.start.angular_momentum[0]);
      const bool passes = up == (speed > kDoorSpeed);
      REQUIRE(recorder.seen.size() == (passes ? 0 : 1));
      CHECK(x == Approx(passes == up ? 4 + (3 * speed - 2) : 4 - (3 * speed - 2)).epsilon(1e-12));
      if (passes) continue;
      CHECK(recorder.seen[0].time == Approx(2 / speed).epsilon(1e-13));
      CHECK(recorder.seen[0].separation == Approx(0).margin(1e-15));
    }
}

TEST_CASE("No body's centre passes a door against its rule, even if hit half-way", "[engine]") {
  check_who_passes(beside_door<2>({kBoundedCapsule, kBoundedHook}, 12), 1, 0);
  if (kAddressSanitizer) return;  // the others do the same there, in minutes
  check_who_passes(beside_door<2>({kBoundedCapsule, kBoundedHook}, 12), 0.7, 0);
  check_who_passes(beside_door<2>({kBoundedCapsule, kBoundedHook}, 12), 1, 1.5);
  check_who_passes(beside_door<3>({kBoundedCapsule, kBoundedHook}, 24), 1, 0);
  check_who_passes(beside_door<3>({kBoundedCapsule, kBoundedHook}, 24), 1, 1.5);
}

TEST_CASE("Bodies at a door: every queue and cell size gives the same trajectory, saved too",
          "[engine]") {
  const BodyGas<3> system = beside_door<3>({kBoundedCapsule, kBoundedHook}, 20);
  std::vector<std::uint64_t> hashes;
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap})
    for (const bool listed : {false, true}) {
      EngineOptions options;
      options.scheduler = scheduler;
      options.neighbour_lists = listed;
      auto engine = make_engine<3>(system.gas, system.start, options);
      for (int part = 1; part <= 4; ++part) {
        engine->advance(3.0 * part, Engine<3>::kNoLimit, nullptr);
        SaveArchive saved;
        engine->save_to(saved);
        engine = make_engine<3>(system.gas, system.start, options);
        const std::string bytes = saved.take();
        LoadArchive archive(bytes);
        engine->load_from(archive);
      }
      hashes.push_back(engine->record_hash());
    }
  for (const auto hash : hashes) CHECK(hash == hashes.front());
}

namespace {

/// How deep a dumbbell of two balls of radius 0.25 with its centre of mass at r, along x and 4
/// long, is in the obstacle, in diameters of its balls.
template <int Dim>
double dumbbell_in(const ObstacleShape<Dim>& shape, const Vec<Dim>& r) {
  BodyGas<Dim> system({Clump{{{{-2, 0, 0}, 0.25}, {{2, 0, 0}, 0.25}}}}, 1, Vec<Dim>::Constant(20.0),
                      1);
  system.gas.boundary.obstacles.push_back({{}, shape});
  system.start.position[0] = r;
  system.start.orientation[0].setIdentity();
  return deepest_overlap(system.gas, system.start).depth;
}

}  // namespace

TEST_CASE("A member wholly inside an obstacle overlaps with it", "[engine]") {
  const BlockObstacle<3> block{{8, 8, 8}, {12, 12, 12}};
  CHECK(dumbbell_in<3>(block, {10, 10, 14}) == 0);
  CHECK(dumbbell_in<3>(block, {7.5, 10, 10}) == Approx((1.5 + 0.25) / 0.5));  // of one end
  CHECK(dumbbell_in<3>(block, {10, 10, 10}) == Approx(0.25 / 0.5));           // both on the faces
  CHECK(dumbbell_in<2>(BlockObstacle<2>{{8, 8}, {12, 12}}, {7.5, 10}) == Approx(1.75 / 0.5));
  CHECK(dumbbell_in<2>(PolygonObstacle<2>{{{8, 8}, {12, 8}, {10, 12}}}, {8, 9}) ==
        Approx((1 + 0.25) / 0.5));
  const PiercedPlate<3> plate{0, {8, 0, 0}, {12, 20, 20}, {10, 10, 10}, 1};
  CHECK(dumbbell_in<3>(plate, {8, 5, 5}) == Approx((2 + 0.25) / 0.5));
  CHECK(dumbbell_in<3>(plate, {8, 10, 10}) == 0);  // in the hole
}
