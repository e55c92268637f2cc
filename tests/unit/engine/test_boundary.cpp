#include <catch2/catch.hpp>
#include <cmath>

#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

TEST_CASE("The engine does what all-pairs dynamics does: gravity, thermal and moving walls") {
  for (const unsigned seed : {1u, 2u})
    with_worldly_boundaries(30, seed, [](const auto& gas) { compare_with_twin(gas); });
}

namespace {

/// A gas beside a block that vanishes and a door across x; in three dimensions this is in a hole
/// through a thick plate.
template <int Dim>
SmallGas<Dim> beside_obstacles(unsigned seed) {
  SmallGas<Dim> system({{0.5, 1}, {0.3, 2}}, 1, Vec<Dim>::Constant(Dim == 3 ? 4 : 7), seed);
  Gas<Dim>& gas = system.gas;
  const Vec<Dim>& size = gas.box.size;
  gas.box.periodic[0] = false;
  auto& obstacles = gas.boundary.obstacles;
  obstacles.resize(2);
  obstacles[0].shape = BlockObstacle<Dim>{0.05 * size, 0.25 * size};
  obstacles[0].until = 0.4;
  BlockObstacle<Dim> sheet{Vec<Dim>::Zero(), size};
  sheet.low[0] = sheet.high[0] = 0.5 * size[0];
  obstacles[1].shape = sheet;
  obstacles[1].door = Door{0, 1.5};
  if constexpr (Dim == 3) {
    PiercedPlate<3> plate{0, Vec<3>::Zero(), size, 0.5 * size, 0.4 * size[1]};
    plate.low[0] = 0.35 * size[0];
    plate.high[0] = 0.65 * size[0];
    obstacles.push_back({{}, plate});
  }
  system.place(30, seed);
  return system;
}

}  // namespace

TEST_CASE("The engine does what all-pairs dynamics does: a hole, a door, a block that vanishes") {
  for (const unsigned seed : {1u, 2u, 3u}) {
    compare_with_twin(beside_obstacles<2>(seed));
    compare_with_twin(beside_obstacles<3>(seed));
  }
}

TEST_CASE("Gravity and walls: every queue, cell size and search gives the same trajectory") {
  with_worldly_boundaries(40, 3, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      const int parts = options.scheduler == Scheduler::calendar ? 1 : 7;  // stops change nothing
      for (int part = 1; part <= parts; ++part)
        engine->advance(3.0 * part / parts, Engine<Dim>::kNoLimit, nullptr);
      hashes.push_back(engine->record_hash());
      CHECK(engine->counters().wall_collisions > 20);
      CHECK(engine->counters().collisions > 40);
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  });
}

TEST_CASE("The engine does what all-pairs dynamics does: sheared boxes") {
  for (const unsigned seed : {1u, 2u})
    with_shear(24, seed, [](const auto& gas) { compare_with_twin(gas); });
}

TEST_CASE("Sheared boxes: every queue, cell size and search gives the same trajectory, audited") {
  with_shear(30, 3, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 1; part <= 4; ++part) {
        engine->advance(part, Engine<Dim>::kNoLimit, nullptr);
        const auto faults = engine->audit(1000000);
        INFO((faults.empty() ? "" : faults[0].what));
        CHECK(faults.empty());
      }
      hashes.push_back(engine->record_hash());
      CHECK(engine->counters().collisions > 10);
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  });
}

TEST_CASE("A ball that bounces on a floor keeps its energy and its period") {
  SmallGas<3> system({{1, 2}}, 1, Vec<3>(5, 5, 20), 1);
  system.gas.box.periodic = {true, true, false};
  system.gas.boundary.gravity = Vec<3>(0, 0, -0.8);
  system.start.position[0] = Vec<3>(1, 2, 8.5);
  system.start.velocity[0] = Vec<3>(0.3, -0.1, 0);
  const double period = 2 * std::sqrt(2 * 8 / 0.8);
  const auto engine = make_engine<3>(system.gas, system.start);
  Recorder<3> recorder;
  engine->advance(1000.25 * period, Engine<3>::kNoLimit, &recorder);
  REQUIRE(recorder.seen.size() == 1000);
  for (std::size_t k = 0; k < recorder.seen.size(); ++k) {
    CHECK(recorder.seen[k].time == Approx((static_cast<double>(k) + 0.5) * period).epsilon(1e-13));
    CHECK(recorder.seen[k].impulse == Approx(2 * 2 * std::sqrt(2 * 0.8 * 8)).epsilon(1e-12));
  }
  const double height = engine->state().position[0][2] - 0.5;
  CHECK(height == Approx(8 - 0.8 / 2 * period * period / 16).epsilon(1e-9));
  CHECK(mechanical_energy(system.gas, engine->state()) ==
        Approx(mechanical_energy(system.gas, system.start)).epsilon(1e-13));
}

TEST_CASE("A piston sends a particle back faster by twice its speed, its work is booked") {
  SmallGas<2> system({{1, 3}}, 1, Vec<2>(10, 4), 1);
  system.gas.box.periodic = {false, true};
  system.gas.boundary.faces[1].path = {-0.25, 0, 0, 2, 5};  // from 10 to 9.25
  system.start.position[0] = Vec<2>(5.5, 2);
  system.start.velocity[0] = Vec<2>(1, 0.5);
  const auto engine = make_engine<2>(system.gas, system.start);
  Recorder<2> recorder;
  engine->advance(4, Engine<2>::kNoLimit, &recorder);
  // 5.5 + t = 9.5 − ¼ (t − 2)
  REQUIRE(recorder.seen.size() == 1);
  CHECK(recorder.seen[0].time == Approx(3.6).epsilon(1e-15));
  CHECK(recorder.seen[0].first_after[0] == Approx(-1.5).epsilon(1e-15));
  CHECK(recorder.seen[0].work == Approx(0.5 * 3 * (1.5 * 1.5 - 1)).epsilon(1e-15));
  CHECK(recorder.seen[0].heat == 0);
  CHECK(recorder.seen[0].predicted_energy_change == 0);
}

TEST_CASE("A single particle without cells to cross goes on meeting walls and obstacles") {
  for (const bool falling : {false, true}) {
    SmallGas<2> system({{1, 1}}, 1, Vec<2>(8, 9), 1);
    system.gas.box.periodic = {false, false};
    system.start.position[0] = Vec<2>(4, 4);
    system.start.velocity[0] = Vec<2>(1e-2, 0);
    system.gas.boundary.faces[1].path.velocity = 1e-4;
    if (falling) system.gas.boundary.gravity[1] = -1e-5;
    const auto engine = make_engine<2>(system.gas, system.start);
    for (const double until : {1e4, 2e4, 3e4, 4e4}) {
      engine->advance(until, Engine<2>::kNoLimit, nullptr);
      CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-9);
    }
    CHECK(engine->counters().wall_collisions > 10);
  }
}
