#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <tuple>

#include "clausius/core/errors.h"
#include "sanitized.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

TEST_CASE("The engine does what all-pairs dynamics does: spheres and mixtures, periodic") {
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 1 : 2); ++seed) {
    SmallGas<3> one({{1, 1}}, 40, Vec<3>(5.5, 6.1, 7.3), seed);
    SmallGas<3> two({{1, 1}, {0.4, 5}, {1.3, 0.1}}, 45, Vec<3>(6, 7, 6.5), seed);
    two.gas.restitution << 1, 0.9, 0.8, 0.9, 0.5, 0.7, 0.8, 0.7, 1;
    if (!kAddressSanitizer) compare_with_twin(one);  // the mixture does the same there
    compare_with_twin(two);
  }
}

TEST_CASE("The engine does what all-pairs dynamics does: disks, walls, mixed boundaries") {
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 1 : 2); ++seed)
    with_all_boundaries(30, seed, [](const auto& gas) { compare_with_twin(gas); });
}

TEST_CASE("The engine does what all-pairs dynamics does: every particle of its own size") {
  const auto compare = [](auto gas) {
    spread_diameters(gas, 5);
    compare_with_twin(gas);
  };
  SmallGas<3> three({{1, 1}, {0.4, 5}, {1.6, 0.1}}, 45, Vec<3>(6, 7, 6.5), 1);
  three.gas.restitution << 1, 0.9, 0.8, 0.9, 0.5, 0.7, 0.8, 0.7, 1;
  compare(three);
  if (kAddressSanitizer) return;
  with_all_boundaries(30, 2, compare);
  with_worldly_boundaries(20, 3, compare);
  with_shear(20, 4, compare);
  with_narrow_boxes(5, compare);
}

TEST_CASE("Boxes down to two diameters: the image that is hit is the right one") {
  for (const unsigned seed : {1u, 2u, 3u})
    with_narrow_boxes(seed, [](const auto& gas) { compare_with_twin(gas); });
}

TEST_CASE("Every queue, cell size and search gives the same trajectory bit for bit") {
  const auto check = [](const auto& system, auto dim) {
    constexpr int Dim = decltype(dim)::value;
    const std::int64_t collisions = fewer_if_sanitized(10000);
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      engine->advance(1e6, collisions, nullptr);
      hashes.push_back(engine->record_hash());
    }
    // Stops and audits do not change the motion.
    const auto engine = make_engine<Dim>(system.gas, system.start);
    Recorder<Dim> recorder;
    for (std::int64_t done = 0; done < collisions; done = engine->counters().collisions)
      engine->advance(engine->time() + 0.01, std::min<std::int64_t>(777, collisions - done),
                      &recorder);
    hashes.push_back(engine->record_hash());
    const State<Dim> whole = engine->state(), motion = engine->motion();
    CHECK(motion.position.empty());
    CHECK(motion.time == whole.time);
    CHECK(motion.species == whole.species);
    CHECK(motion.velocity == whole.velocity);
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  };
  using Three = std::integral_constant<int, 3>;
  using Two = std::integral_constant<int, 2>;
  SmallGas<3> spheres({{1, 1}}, 200, Vec<3>(9, 9, 9), 7);
  check(spheres, Three{});
  SmallGas<3> granular({{1, 1}, {0.5, 3}}, 200, Vec<3>(9, 8, 10), 8);
  granular.gas.restitution << 0.95, 0.9, 0.9, 0.8;
  granular.gas.contact_duration = 1e-5;
  check(granular, Three{});
  SmallGas<2> disks({{1, 1}, {0.5, 0.1}}, 200, Vec<2>(20, 18), 9);
  disks.gas.box.periodic = {true, false};
  disks.place(200, 9);
  check(disks, Two{});
  for (SmallGas<3> sizes : {spheres, granular}) {
    spread_diameters(sizes, 10);
    check(sizes, Three{});
  }
  spread_diameters(disks, 11);
  check(disks, Two{});
}

TEST_CASE("Two that pass each other round the box several times: the same bits in all cells") {
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> uniform(-1, 1);
  SmallGas<3> gas({{1, 1}}, 2, Vec<3>(23.3, 4.3, 4.7), 12);
  gas.gas.box.periodic = {true, false, false};
  const double length = gas.gas.box.size[0];
  int met_late = 0;
  for (int pass = 0; pass < 300; ++pass) {
    for (const std::size_t i : {0u, 1u}) {
      gas.start.position[i] = Vec<3>(0.25 * length + 10 * static_cast<double>(i),
                                     2 + uniform(random), 2 + uniform(random));
      gas.start.velocity[i] = Vec<3>(i == 0 ? 1 : -1, 0.1 * uniform(random), 0.1 * uniform(random));
    }
    std::vector<std::uint64_t> hashes;
    // With two cells along x all images of a partner are tested. Three times this length is no
    // double.
    for (const double edge : {3.0, 9.0}) {
      const auto engine = make_engine<3>(gas.gas, gas.start, {.cell_edge = edge});
      engine->advance(100, 1, nullptr);
      hashes.push_back(engine->record_hash());
      if (engine->counters().collisions > 0 && engine->time() > 1.5 * length) ++met_late;
    }
    REQUIRE(hashes[0] == hashes[1]);
  }
  CHECK(met_late > 20);
}

TEST_CASE("Dilute gases, in overlapping cells: the same trajectory bit for bit") {
  const auto check = [](const auto& system, auto dim) {
    constexpr int Dim = decltype(dim)::value;
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> crossings;
    for (const auto& options : {EngineOptions{Scheduler::heap, 1.5},
                                EngineOptions{Scheduler::calendar, 3}, EngineOptions{}}) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 0; part < 20; ++part) {
        engine->advance(1e9, 300, nullptr);
        engine->advance(engine->time() + 0.1, Engine<Dim>::kNoLimit, nullptr);
        for (int k = 0; k < 10; ++k) {
          engine->advance(1e9, 1, nullptr);
          CHECK(engine->audit(300).empty());
        }
      }
      CHECK(engine->counters().collisions >= 6000);
      hashes.push_back(engine->record_hash());
      crossings.push_back(engine->counters().cell_crossings);
      CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-12);
      CHECK(engine->audit(1000000).empty());
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
    CHECK(crossings[2] < crossings[1]);
  };
  using Three = std::integral_constant<int, 3>;
  using Two = std::integral_constant<int, 2>;
  for (const bool walls : {false, true}) {
    SmallGas<3> spheres({{1, 1}}, 1, Vec<3>(30, 31, 32), 7);
    spheres.gas.box.periodic = {true, !walls, !walls};
    spheres.place(400, 7);
    check(spheres, Three{});
    SmallGas<2> disks({{1, 1}, {0.6, 0.3}}, 1, Vec<2>(120, 100), 8);
    disks.gas.box.periodic = {!walls, true};
    disks.place(300, 8);
    check(disks, Two{});
  }
  // Clusters, in which cells overflow.
  SmallGas<3> granular({{1, 1}, {0.7, 2}}, 600, Vec<3>(40, 36, 38), 9);
  granular.gas.restitution.setConstant(0.5);
  granular.gas.contact_duration = 1e-4;
  check(granular, Three{});
  // Most at rest.
  SmallGas<3> shot({{1, 1}}, 500, Vec<3>(34, 36, 38), 10);
  for (std::size_t i = 20; i < shot.start.size(); ++i) shot.start.velocity[i].setZero();
  check(shot, Three{});
}

TEST_CASE("A dilute gas in which some suddenly fly much faster: the same trajectory") {
  const SmallGas<3> system({{1, 1}}, 300, Vec<3>(37.1, 37.2, 37.3), 11);
  std::vector<std::uint64_t> hashes;
  for (const auto& options : {EngineOptions{Scheduler::heap, 1.5}, EngineOptions{}}) {
    const auto engine = make_engine<3>(system.gas, system.start, options);
    for (const double factor : {30, 10, 10}) {
      engine->advance(1e9, 100, nullptr);
      State<3> state = engine->state();
      for (std::size_t i = 0; i < 40; ++i) state.velocity[i] *= factor;
      engine->set_velocities(state);
      for (int k = 0; k < 10; ++k) {
        engine->advance(1e9, 30, nullptr);
        CHECK(engine->audit(100000).empty());
      }
    }
    hashes.push_back(engine->record_hash());
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("In a dilute gas one that flies round the box is met on its next round, too") {
  SmallGas<3> system({{1, 1}}, 300, Vec<3>(37, 37, 37), 11);
  State<3>& start = system.start;
  for (std::size_t i = 3; i < 300; ++i) {
    const auto k = static_cast<double>(i - 3);
    start.position[i] = {1 + 3.2 * std::fmod(k, 11), 2 + 3.5 * std::fmod(std::floor(k / 11), 9),
                         2 + 5 * std::floor(k / 99)};
    start.velocity[i].setZero();
  }
  // The first misses the second closely, until the third has hit that one.
  start.position[0] = {16, 30, 30};
  start.velocity[0] = {0.01, 0, 0};
  start.position[1] = {18, 31.0005, 30};
  start.velocity[1] = {0, 0.05, 0};
  start.position[2] = {18, 32.0011, 30};
  start.velocity[2] = {0, -0.1, 0};
  for (const auto& options : {EngineOptions{Scheduler::heap, 1.5}, EngineOptions{}}) {
    const auto engine = make_engine<3>(system.gas, start, options);
    State<3> state = engine->state();
    state.velocity[0] *= 1e5;
    engine->set_velocities(state);
    engine->advance(0.03, Engine<3>::kNoLimit, nullptr);
    CHECK(engine->counters().collisions == 1);
    engine->advance(0.03895, Engine<3>::kNoLimit, nullptr);
    CHECK(engine->counters().collisions == 2);
    CHECK(engine->audit(100000).empty());
  }
}

TEST_CASE("A particle of a dilute gas is filed wherever it is") {
  const SmallGas<3> system({{1, 1}}, 1250, Vec<3>(100, 25, 25), 7);
  const auto engine = make_engine<3>(system.gas, system.start, {});
  std::size_t faults = 0;
  for (int k = 0; k < 2500; ++k) {
    engine->advance(1e9, 3, nullptr);
    faults += engine->audit(0).size();
  }
  CHECK(faults == 0);
}

TEST_CASE("The order of ids does not matter, bit for bit") {
  const SmallGas<3> system({{1, 1}, {0.6, 2}}, 150, Vec<3>(8, 8, 8), 11);
  std::vector<std::size_t> order(system.start.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(3));
  State<3> shuffled = system.start;
  for (std::size_t i = 0; i < order.size(); ++i) {
    shuffled.species[i] = system.start.species[order[i]];
    shuffled.position[i] = system.start.position[order[i]];
    shuffled.velocity[i] = system.start.velocity[order[i]];
  }
  const auto a = make_engine<3>(system.gas, system.start);
  const auto b = make_engine<3>(system.gas, shuffled);
  a->advance(40, Engine<3>::kNoLimit, nullptr);
  b->advance(40, Engine<3>::kNoLimit, nullptr);
  CHECK(a->counters().collisions > 5000);
  const auto state_a = a->state();
  const auto state_b = b->state();
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(state_b.position[i] == state_a.position[order[i]]);
    CHECK(state_b.velocity[i] == state_a.velocity[order[i]]);
  }
}

TEST_CASE("Newton's cradle: touching disks in a row pass the impulse on, all at one instant") {
  for (const auto& options : kAllOptions) {
    Gas<2> gas;
    gas.box.size = Vec<2>(20, 4);
    gas.box.periodic = {false, true};
    gas.species = {{1, 1}};
    gas.restitution = Eigen::MatrixXd::Ones(1, 1);
    gas.wall_restitution = {1};
    State<2> start;
    const std::vector<double> places{2, 5, 6, 7, 8, 9};
    for (const double x : places) {
      start.species.push_back(0);
      start.position.emplace_back(x, 2.0);
      start.velocity.emplace_back(start.size() == 1 ? 1.0 : 0.0, 0.0);
    }
    const auto engine = make_engine<2>(gas, start, options);
    Recorder<2> recorder;
    engine->advance(2.5, Engine<2>::kNoLimit, &recorder);
    REQUIRE(recorder.seen.size() == 5);
    for (std::uint32_t k = 0; k < 5; ++k) {
      CHECK(recorder.seen[k].time == 2.0);
      CHECK(recorder.seen[k].first == k);
      CHECK(recorder.seen[k].second == k + 1);
    }
    const auto state = engine->state();
    for (std::size_t i = 0; i < 6; ++i) CHECK(state.velocity[i][0] == (i == 5 ? 1.0 : 0.0));
    CHECK(state.position[5][0] == Approx(9.5).epsilon(1e-15));
  }
}

TEST_CASE("Simultaneous collisions far apart and heads-on chains are all carried out") {
  for (const auto& options : kAllOptions) {
    Gas<3> gas;
    gas.box.size = Vec<3>(24, 24, 24);
    gas.species = {{1, 1}};
    gas.restitution = Eigen::MatrixXd::Ones(1, 1);
    gas.wall_restitution = {1};
    State<3> start;
    // Four spheres on every line of a square lattice: two pairs collide head-on, followed by a
    // chain of collisions.
    for (int y = 0; y < 8; ++y)
      for (int z = 0; z < 8; ++z)
        for (int k = 0; k < 4; ++k) {
          start.species.push_back(0);
          start.position.emplace_back(2.0 + 4 * k, 1.5 + 3 * y, 1.5 + 3 * z);
          start.velocity.emplace_back(k % 2 == 0 ? 1.0 : -1.0, 0.0, 0.0);
        }
    const auto engine = make_engine<3>(gas, start, options);
    engine->advance(2.0, Engine<3>::kNoLimit, nullptr);  // gaps of 3 close at speed 2 at t = 1.5
    CHECK(engine->counters().collisions == 128);
    engine->advance(6.0, Engine<3>::kNoLimit, nullptr);
    CHECK(engine->counters().collisions > 128);  // the collisions continue along the line
    CHECK(kinetic_energy(gas, engine->state()) == Approx(128.0).epsilon(1e-15));
    CHECK(total_momentum(gas, engine->state()).norm() < 1e-12);
  }
}

TEST_CASE("A clock at 1e9 keeps its digits") {
  SmallGas<3> system({{1, 1}}, 30, Vec<3>(5, 5, 5), 5);
  SmallGas<3> late = system;
  late.start.time = 1e9;
  const auto a = make_engine<3>(system.gas, system.start);
  const auto b = make_engine<3>(late.gas, late.start);
  for (int k = 0; k < 20; ++k) {
    a->advance(Engine<3>::kForever, 1000, nullptr);
    b->advance(Engine<3>::kForever, 1000, nullptr);
    CHECK(a->record_hash() == b->record_hash());
    CHECK(b->time() - 1e9 == Approx(a->time()).margin(2e-7));
  }
}

TEST_CASE("Without events the clock goes on, or says so") {
  SmallGas<2> system({{1, 1}}, 5, Vec<2>(9, 9), 5);
  for (auto& v : system.start.velocity) v.setZero();
  for (const auto& options : kAllOptions) {
    const auto engine = make_engine<2>(system.gas, system.start, options);
    CHECK(engine->advance(1e9, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
    CHECK(engine->time() == 1e9);
    CHECK(engine->advance(Engine<2>::kForever, 1, nullptr) == StopReason::no_more_events);
  }
}

TEST_CASE("Looking ahead, as in large gases, changes no bit of the trajectory") {
  constexpr int kEdge = 41;  // as many along each axis of a cubic lattice
  constexpr double kSpacing = 1.2;
  SmallGas<3> system({{1, 1}, {0.8, 0.5}}, 0, Vec<3>::Constant(kSpacing * kEdge), 1);
  system.gas.box.periodic = {false, true, true};
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  for (int x = 0; x < kEdge; ++x)
    for (int y = 0; y < kEdge; ++y)
      for (int z = 0; z < kEdge; ++z) {
        system.start.species.push_back(static_cast<std::uint8_t>((x + y + z) % 2));
        system.start.position.emplace_back(kSpacing * Vec<3>(x + 0.5, y + 0.5, z + 0.5));
        const double vx = normal(random), vy = normal(random), vz = normal(random);
        system.start.velocity.emplace_back(vx, vy, vz);
      }
  std::vector<std::uint64_t> hashes;
  for (const Scheduler scheduler : {Scheduler::calendar, Scheduler::heap}) {
    const auto engine = make_engine<3>(system.gas, system.start, {scheduler});
    engine->advance(Engine<3>::kForever, 40000, nullptr);
    CHECK(engine->counters().cell_crossings > 10000);
    CHECK(engine->counters().stale > 1000);
    hashes.push_back(engine->record_hash());
  }
  for (const auto hash : hashes) CHECK(hash == hashes[0]);

  // Once more with a dilute gas.
  for (auto& r : system.start.position) r *= 4;
  system.gas.box.size *= 4;
  hashes.clear();
  for (const double edge : {0.0, 4.0}) {
    const auto engine = make_engine<3>(system.gas, system.start, {Scheduler::calendar, edge});
    engine->advance(Engine<3>::kForever, 10000, nullptr);
    CHECK(engine->counters().cell_crossings > 100000);
    hashes.push_back(engine->record_hash());
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("After a million collisions all records are the same, whatever searched and queued",
          "[slow]") {
  const auto check = [](const auto& system, auto dim) {
    constexpr int Dim = decltype(dim)::value;
    std::vector<std::uint64_t> hashes;
    for (const auto& options :
         {EngineOptions{Scheduler::calendar}, EngineOptions{Scheduler::heap},
          EngineOptions{Scheduler::calendar, 1.6}, EngineOptions{Scheduler::heap, 1.0}}) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      engine->advance(Engine<Dim>::kForever, 1000000, nullptr);
      hashes.push_back(engine->record_hash());
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  };
  using Three = std::integral_constant<int, 3>;
  using Two = std::integral_constant<int, 2>;
  check(SmallGas<3>({{1, 1}}, 1000, Vec<3>(14, 15, 16), 7), Three{});
  check(SmallGas<2>({{1, 1}}, 1000, Vec<2>(60, 61), 8), Two{});
  check(SmallGas<3>({{1, 1}, {0.8, 2}}, 1000, Vec<3>(40, 42, 41), 8), Three{});
  check(SmallGas<3>({{1, 1}, {0.3, 5}, {1.3, 0.1}}, 1000, Vec<3>(14, 15, 16), 9), Three{});
  SmallGas<3> granular({{1, 1}, {0.5, 0.2}}, 1, Vec<3>(20, 20, 20), 10);
  granular.gas.restitution.setConstant(0.999);
  granular.gas.box.periodic = {false, true, true};
  granular.gas.wall_restitution = {0.999, 1};
  granular.place(2000, 10);
  check(granular, Three{});
}

TEST_CASE("Diameters of different order: levels of cells find what one level finds, with less work",
          "[long]") {
  const auto check = [](const auto& system, auto dim, std::int64_t wanted) {
    constexpr int Dim = decltype(dim)::value;
    const std::int64_t collisions = fewer_if_sanitized(wanted);
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> pair_tests;
    for (const double edge : {1.0, 0.0})  // one level, automatic
      for (const Scheduler scheduler : {Scheduler::heap, Scheduler::calendar}) {
        const auto engine = make_engine<Dim>(system.gas, system.start, {scheduler, edge});
        engine->advance(1e6, collisions, nullptr);
        hashes.push_back(engine->record_hash());
        pair_tests.push_back(engine->counters().pair_tests);
        CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-12);
      }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
    CHECK(pair_tests.back() < 0.6 * static_cast<double>(pair_tests.front()));
  };
  for (int walls = kAddressSanitizer ? 1 : 0; walls < 2; ++walls) {
    // Three levels of disks, two of spheres.
    SmallGas<2> disks({{1, 20}, {0.3, 5}, {0.1, 1}}, 1, Vec<2>(6.5, 6), 5);
    SmallGas<3> spheres({{1, 8}, {0.12, 1}, {0.1, 2}}, 1, Vec<3>(6, 5.5, 5.1), 6);
    spheres.gas.restitution.setConstant(0.95);
    if (walls == 1) {
      disks.gas.box.periodic = {false, true};
      spheres.gas.box.periodic = {true, false, true};
    }
    const auto kinds = [](std::size_t large, std::size_t medium, std::size_t small) {
      std::vector<std::uint8_t> all(large + medium + small, 2);
      std::fill_n(all.begin(), large + medium, 1);
      std::fill_n(all.begin(), large, 0);
      return all;
    };
    disks.place(kinds(6, 40, 2000), 5);
    spheres.place(kinds(20, 370, 370), 6);
    check(disks, std::integral_constant<int, 2>{}, 20000);
    check(spheres, std::integral_constant<int, 3>{}, 20000);
    // Boxes of few large cells, where every image is looked at.
    disks.gas.box.size = Vec<2>(2.5, 3.1);
    spheres.gas.box.size = Vec<3>(2.4, 3.1, 2.1);
    disks.place(kinds(1, 10, 200), 7);
    spheres.place(kinds(2, 100, 100), 8);
    check(disks, std::integral_constant<int, 2>{}, 1000);
    check(spheres, std::integral_constant<int, 3>{}, 1000);
  }
}

namespace {

// Number of times a pair collides again at the instant of its collision.
struct Repeats : Observer<3> {
  void on_collision(const CollisionRecord<3>& one) override {
    const std::pair<std::size_t, std::size_t> pair = std::minmax(one.first, one.second);
    if (pair == last && one.time == time) ++count;
    last = pair;
    time = one.time;
  }
  std::pair<std::size_t, std::size_t> last{};
  double time = -1;
  int count = 0;
};

}  // namespace

TEST_CASE("Two that part at speed 0 do not collide again by rounding") {
  // By the rounding of their velocities about half of the pairs would, endlessly without the rule.
  const double e = GENERATE(0.0, 1e-15, 1e-9);
  SmallGas<3> system({{1, 1}}, 300, Vec<3>(60, 60, 60), 5);
  system.gas.restitution(0, 0) = e;
  const auto engine = make_engine<3>(system.gas, system.start);
  Repeats repeats;
  CHECK(engine->advance(Engine<3>::kForever, 600, &repeats) == StopReason::reached_collisions);
  CHECK(repeats.count == 0);
  CHECK(engine->counters().elastic_by_duration_rule == 0);
}

TEST_CASE("Inelastic collapse: the contact-duration rule ends it and counts; without it it stops",
          "[long]") {
  // A sticky cluster (e = 0) keeps colliding with the rounding residues of its velocities.
  SmallGas<2> system({{1, 1}}, 60, Vec<2>(10, 10), 4);
  system.gas.restitution(0, 0) = 0;
  CHECK_THROWS_AS(
      make_engine<2>(system.gas, system.start)->advance(1e4, Engine<2>::kNoLimit, nullptr),
      SimulationError);
  system.gas.contact_duration = 1e-4;
  const auto engine = make_engine<2>(system.gas, system.start);
  const double end = kAddressSanitizer ? 1e3 : 1e4;
  CHECK(engine->advance(end, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(engine->counters().elastic_by_duration_rule > 0);
  CHECK(engine->counters().elastic_by_duration_rule < engine->counters().collisions);
  CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-9);
}

TEST_CASE("Growing spheres reach their size without overlap") {
  SmallGas<3> system({{0.5, 1}}, 200, Vec<3>(5.94, 5.94, 5.94), 3);  // 0.0625 of the volume …
  system.gas.species = {{1, 1}};                                     // … becomes 0.5
  const auto grown = grow_spheres<3>(system.gas, system.start, 0.5, 0.5);
  CHECK(packing_fraction(system.gas, grown) == Approx(0.4997).epsilon(1e-3));
  CHECK(deepest_overlap(system.gas, grown).depth < 1e-12);
  CHECK(deepest_overlap(system.gas, system.start).depth > 0.1);

  SmallGas<2> mixture({{0.3, 1}, {0.6, 2}}, 60, Vec<2>(7, 7), 3);
  mixture.gas.box.periodic = {true, false};
  mixture.place(60, 3);
  mixture.gas.species = {{0.5, 1}, {1, 2}};
  const auto grown_mixture = grow_spheres<2>(mixture.gas, mixture.start, 0.6, 0.2);
  CHECK(packing_fraction(mixture.gas, grown_mixture) == Approx(0.601).epsilon(1e-2));
  CHECK(deepest_overlap(mixture.gas, grown_mixture).depth < 1e-12);

  system.gas.box.size.setConstant(5);  // 0.84: denser than any packing
  for (auto& r : system.start.position) r *= 5 / 5.94;
  CHECK_THROWS_AS(grow_spheres<3>(system.gas, system.start, 0.4, 1.0), SimulationError);
  const std::atomic<bool> interrupt = true;
  CHECK_THROWS_AS(grow_spheres<3>(system.gas, system.start, 0.4, 1.0, &interrupt), Interrupted);
}

TEST_CASE("Velocities lie in the engine where particles fly straight, and change in place") {
  SmallGas<3> system({{1, 1}, {0.5, 2}}, 40, Vec<3>(6, 7, 8), 5);
  const auto engine = make_engine<3>(system.gas, system.start);
  const VelocitiesInPlace lying = engine->velocities_in_place();
  REQUIRE(lying.count == system.start.size());
  for (int part = 0; part < 3; ++part) {
    engine->advance(engine->time() + 0.3, Engine<3>::kNoLimit, nullptr);
    CHECK(engine->velocities_in_place().first == lying.first);
    const State<3> state = engine->state();
    const auto* const bytes = reinterpret_cast<const std::byte*>(lying.first);
    for (std::size_t id = 0; id < lying.count; ++id) {
      const auto* const v = reinterpret_cast<const double*>(bytes + id * lying.stride);
      CHECK(Vec<3>(v[0], v[1], v[2]) == state.velocity[id]);
    }
    CHECK(state.velocity != system.start.velocity);
  }
  // Where a clock of its own scales them, or gravity accelerates, they do not.
  REQUIRE(engine->multiply_velocities(1.5));
  CHECK(engine->velocities_in_place().first == nullptr);
  system.gas.box.periodic[2] = false;
  system.gas.boundary.gravity = {0, 0, -1};
  system.place(40, 5);
  CHECK(make_engine<3>(system.gas, system.start)->velocities_in_place().first == nullptr);
}
