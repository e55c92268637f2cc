#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/core/random.h"
#include "engine/cells/cell_plan.h"
#include "engine/engine.h"
#include "engine/threads/region_map.h"
#include "unit/engine/saved.h"

using namespace clausius;

namespace {

/// Spheres of the given species in turn on a lattice, with velocities drawn at random.
template <int Dim>
struct LatticeGas {
  Gas<Dim> gas;
  State<Dim> start;

  LatticeGas(const std::vector<SphereSpecies>& species, int a_side, double spacing,
             std::uint64_t seed) {
    gas.species = species;
    const auto kinds = static_cast<Eigen::Index>(species.size());
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    gas.wall_restitution.assign(species.size(), 1);
    gas.box.size.fill(a_side * spacing);
    RandomStream random(seed, Stream::test);
    std::int64_t sites = 1;
    for (int k = 0; k < Dim; ++k) sites *= a_side;
    for (std::int64_t site = 0; site < sites; ++site) {
      const std::size_t s = start.size() % species.size();
      start.species.push_back(static_cast<std::uint8_t>(s));
      std::int64_t rest = site;
      Vec<Dim>& r = start.position.emplace_back();
      Vec<Dim>& v = start.velocity.emplace_back();
      for (int k = 0; k < Dim; ++k) {
        r[k] = (static_cast<double>(rest % a_side) + 0.5) * spacing;
        rest /= a_side;
        v[k] = random.normal() / std::sqrt(species[s].mass);
      }
    }
  }
};

/// Hash of all that is shown, in its order.
template <int Dim>
struct ShownHash final : Observer<Dim> {
  void on_collision(const CollisionRecord<Dim>& hit) override {
    add(hit.time);
    add(hit.impulse);
    add(hit.first_free_time + 3 * hit.second_free_time);
    for (int k = 0; k < Dim; ++k) add(hit.first_after[k]), add(hit.contact_point[k]);
    value = (value ^ hit.first ^ std::uint64_t{hit.second} << 32) * 0x100000001b3;
    value += static_cast<std::uint64_t>(hit.face + 1);
    ++hits;
  }
  void add(double x) { value = (value ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3; }
  std::uint64_t value = 0xcbf29ce484222325;
  std::int64_t hits = 0;
};

/// What is to be the same with any number of threads, after each of several stops.
struct Course {
  std::vector<std::uint64_t> records, shown;
  std::vector<double> times;
  std::vector<std::int64_t> counts;
  std::vector<std::string> saved;
  friend bool operator==(const Course& a, const Course& b) = default;
};

/// @param all whether crossings and tests of pairs, which follow from the cells, are the same, too
template <int Dim>
Course course_of(Engine<Dim>& engine, std::int64_t collisions, bool all) {
  Course course;
  ShownHash<Dim> shown;
  const auto note = [&] {
    course.records.push_back(engine.record_hash());
    course.shown.push_back(shown.value + static_cast<std::uint64_t>(shown.hits));
    course.times.push_back(engine.time());
    if (all) course.saved.push_back(testing::saved(engine));
    const EngineCounters counters = engine.counters();
    for (const std::int64_t count :
         {counters.collisions, counters.wall_collisions, counters.elastic_by_duration_rule})
      course.counts.push_back(count);
    if (all)
      for (const std::int64_t count :
           {counters.stale, counters.cell_crossings, counters.pair_tests})
        course.counts.push_back(count);
  };
  constexpr double kForever = Engine<Dim>::kForever;
  engine.advance(kForever, collisions / 2, nullptr);
  note();
  engine.advance(kForever, 1, nullptr);
  note();
  engine.advance(kForever, collisions / 4, &shown);
  note();
  engine.advance(engine.time() + 0.13, Engine<Dim>::kNoLimit, &shown);
  note();
  engine.advance(engine.time(), Engine<Dim>::kNoLimit, nullptr);
  engine.advance(kForever, collisions / 4, nullptr);
  note();
  CHECK(engine.audit(200000).empty());
  return course;
}

EngineOptions on(int threads, double window = 0.01) {
  EngineOptions options;
  options.threads = threads;
  options.window = window;
  return options;
}

template <int Dim>
void expect_same(const LatticeGas<Dim>& system, std::int64_t collisions, bool all = true) {
  const Course serial = course_of(*make_engine<Dim>(system.gas, system.start), collisions, all);
  std::int64_t undone = 0;
  for (const int threads : {2, 3, 4, 8})
    for (const double window : {0.01, 0.2}) {
      CAPTURE(threads, window);
      const auto engine = make_engine<Dim>(system.gas, system.start, on(threads, window));
      CHECK(course_of(*engine, collisions, all) == serial);
      const ThreadUse use = engine->thread_use();
      CHECK(use.threads >= 2);
      CHECK(use.across > 0);
      CHECK(use.across < use.events);
      undone += use.undone;
    }
  CHECK(undone > 0);
}

constexpr SphereSpecies kSphere{1, 1};

}  // namespace

TEST_CASE("spheres on several threads do what they do on one, bit for bit", "[engine][threads]") {
  expect_same(LatticeGas<3>({kSphere}, 26, 1.2, 1), 60000);
}

TEST_CASE("so do dense spheres and dilute ones", "[engine][threads][long]") {
  expect_same(LatticeGas<3>({kSphere}, 26, 1.03, 2), 60000);
  expect_same(LatticeGas<3>({kSphere}, 24, 2.5, 3), 30000, false);
}

TEST_CASE("so do disks", "[engine][threads]") {
  expect_same(LatticeGas<2>({kSphere}, 80, 1.3, 4), 40000);
  expect_same(LatticeGas<2>({kSphere}, 70, 4, 5), 20000, false);
}

TEST_CASE("so do mixtures, grains, and spheres between walls", "[engine][threads]") {
  LatticeGas<3> mixture({kSphere, {0.8, 7}}, 26, 1.2, 6);
  mixture.gas.restitution << 1, 0.9, 0.9, 0.8;
  mixture.gas.contact_duration = 1e-4;
  mixture.gas.box.periodic[1] = false;
  mixture.gas.wall_restitution = {0.95, 1};
  expect_same(mixture, 40000);
  LatticeGas<2> disks({kSphere}, 80, 1.4, 7);
  disks.gas.box.periodic = {false, false};
  expect_same(disks, 30000);
}

TEST_CASE("so do gases under gravity, between walls of all kinds, among obstacles",
          "[engine][threads]") {
  LatticeGas<3> falling({kSphere}, 26, 1.3, 12);
  falling.gas.restitution.setConstant(0.97);
  falling.gas.box.periodic = {true, true, false};
  falling.gas.boundary.gravity = Vec<3>(0.01, 0, -0.05);
  falling.gas.boundary.faces[4].accommodation = 0.7;
  falling.gas.boundary.faces[4].kt = 1.5;
  falling.gas.boundary.faces[5].path.amplitude = 0.1;
  falling.gas.boundary.faces[5].path.angular_frequency = 9;
  expect_same(falling, 30000);
  LatticeGas<2> disks({kSphere}, 80, 1.5, 13);
  disks.gas.box.periodic = {false, true};
  disks.gas.boundary.faces[0].accommodation = 1;
  disks.gas.boundary.faces[0].kt = 0.8;
  disks.gas.boundary.faces[0].sliding = Vec<2>(0, 0.5);
  disks.gas.boundary.faces[1].path.velocity = -0.05;
  for (int k = 0; k < 12; ++k)
    disks.gas.boundary.obstacles.push_back(
        {{}, BallObstacle<2>{{9 + 6.0 * k, 12 + 7.5 * (k % 9)}, 0.2}});
  expect_same(disks, 30000);
}

TEST_CASE("what one number of threads has saved another continues", "[engine][threads][save]") {
  const LatticeGas<3> system({kSphere}, 26, 1.2, 8);
  const auto continued = [&](int before, int after) {
    const auto first = make_engine<3>(system.gas, system.start, on(before));
    first->advance(Engine<3>::kForever, 20000, nullptr);
    const auto engine = make_engine<3>(system.gas, system.start, on(after));
    const std::string bytes = testing::saved(*first);
    LoadArchive archive(bytes);
    engine->load_from(archive);
    engine->advance(Engine<3>::kForever, 20000, nullptr);
    State<3> state = engine->state();
    for (Vec<3>& v : state.velocity) v *= 1.25;
    engine->set_velocities(state);
    engine->advance(Engine<3>::kForever, 10000, nullptr);
    return engine->record_hash();
  };
  const std::uint64_t serial = continued(1, 1);
  CHECK(continued(2, 1) == serial);
  CHECK(continued(1, 3) == serial);
  CHECK(continued(4, 2) == serial);
}

TEST_CASE("velocities multiplied on several threads are those on one", "[engine][threads]") {
  const LatticeGas<2> system({kSphere}, 80, 1.4, 9);
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 4}) {
    const auto engine = make_engine<2>(system.gas, system.start, on(threads));
    for (int k = 0; k < 4; ++k) {
      engine->advance(engine->time() + 0.3, Engine<2>::kNoLimit, nullptr);
      CHECK(engine->multiply_velocities(1.07));
    }
    engine->advance(Engine<2>::kForever, 5000, nullptr);
    hashes.push_back(engine->record_hash());
  }
  CHECK(hashes[1] == hashes[0]);
  CHECK(hashes[2] == hashes[0]);
}

TEST_CASE("a collapse ends a run on several threads, too", "[engine][threads]") {
  LatticeGas<2> system({kSphere}, 60, 1.3, 10);
  system.gas.restitution.setConstant(0.1);
  for (const int threads : {1, 2}) {
    const auto engine = make_engine<2>(system.gas, system.start, on(threads));
    CHECK_THROWS_AS(engine->advance(Engine<2>::kForever, 100000000, nullptr), SimulationError);
    CHECK(engine->time() > 0);
    CHECK(engine->audit(100000).empty());
  }
}

TEST_CASE("threads that could not share a gas are not used, and it is said why",
          "[engine][threads]") {
  const auto why = [](const auto& system, EngineOptions options) {
    const auto engine = make_engine(system.gas, system.start, options);
    CHECK(engine->thread_use().threads < *options.threads);
    return why_fewer_threads(system.gas, system.start, options);
  };
  using Catch::Matchers::Contains;
  LatticeGas<3> system({kSphere}, 26, 1.2, 11);
  CHECK(why_fewer_threads(system.gas, system.start, on(4)).empty());
  CHECK_THAT(why(LatticeGas<3>({kSphere}, 8, 1.2, 11), on(4)), Contains("has room for 1"));
  EngineOptions heap = on(2);
  heap.scheduler = Scheduler::heap;
  CHECK_THAT(why(system, heap), Contains("calendar"));
  EngineOptions steps = on(2);
  steps.mode = Mode::time_step;
  steps.time_step = 0.01;
  CHECK_THAT(why(system, steps), Contains("steps"));
  system.gas.boundary.shear_rate = 0.1;
  CHECK_THAT(why(system, on(2)), Contains("sheared"));
}

TEST_CASE("the regions of a box cover it once, and none is thin", "[engine][threads]") {
  const auto look = [](auto dim, auto periodic, std::size_t wanted, std::size_t regions) {
    constexpr int Dim = decltype(dim)::value;
    Box<Dim> box;
    box.size.fill(50);
    std::array<std::uint32_t, Dim> cells;
    for (int k = 0; k < Dim; ++k) {
      box.periodic[k] = periodic[k];
      cells[k] = static_cast<std::uint32_t>(20 + 7 * k);
    }
    const RegionMap<Dim> map(box, cells, wanted);
    CHECK(map.regions() == regions);
    std::vector<int> visits(map.cells());
    std::uint32_t cell[Dim], found[Dim];
    const auto index = [&](const std::uint32_t(&at)[Dim]) {
      std::size_t sum = 0;
      for (int k = Dim - 1; k >= 0; --k) sum = sum * cells[k] + at[k];
      return sum;
    };
    for (std::size_t at = 0; at < map.cells(); ++at) {
      map.find_cell(static_cast<std::uint32_t>(at), cell);
      CHECK(index(cell) == at);
      CHECK(map.index_of(cell) == at);
      ++visits[map.index_of(cell)];
      // The next cell of another region along any axis, one by one.
      std::uint32_t nearest = 0xffffffff;
      for (int k = 0; k < Dim; ++k)
        for (const int step : {-1, 1})
          for (std::uint32_t far = 1; far <= cells[k]; ++far) {
            std::copy(cell, cell + Dim, found);
            const std::int64_t x = std::int64_t{cell[k]} + step * std::int64_t{far};
            const auto count = static_cast<std::int64_t>(cells[k]);
            if (!periodic[k] && (x < 0 || x >= count)) break;
            found[k] = static_cast<std::uint32_t>((x + count) % count);
            if (map.region_of(found) == map.region_of(cell)) continue;
            nearest = std::min(nearest, far - 1);
            break;
          }
      CHECK(map.depth(cell) == nearest);
    }
    CHECK(std::all_of(visits.begin(), visits.end(), [](int n) { return n == 1; }));
  };
  constexpr std::array<bool, 3> kPeriodic{true, true, true}, kWalled{true, false, true};
  using Two = std::integral_constant<int, 2>;
  using Three = std::integral_constant<int, 3>;
  look(Two{}, kPeriodic, 2, 2);
  look(Two{}, kWalled, 5, 4);
  look(Three{}, kPeriodic, 8, 8);
  look(Three{}, kWalled, 7, 6);
  look(Three{}, kPeriodic, 1, 1);
}

TEST_CASE("large gases on up to 16 threads", "[engine][threads][slow]") {
  const auto look = []<int Dim>(const LatticeGas<Dim>& system, bool all) {
    const Course serial = course_of(*make_engine<Dim>(system.gas, system.start), 5000000, all);
    for (const int threads : {2, 3, 4, 8, 16}) {
      CAPTURE(threads);
      const auto engine = make_engine<Dim>(system.gas, system.start, on(threads));
      CHECK(course_of(*engine, 5000000, all) == serial);
      CHECK(engine->thread_use().threads == threads);
    }
  };
  look(LatticeGas<3>({kSphere}, 64, 1.2, 21), true);
  look(LatticeGas<3>({kSphere}, 64, 1.03, 22), true);
  look(LatticeGas<3>({kSphere}, 64, 1.74, 23), false);
  look(LatticeGas<3>({kSphere}, 64, 3.74, 24), false);
  look(LatticeGas<2>({kSphere}, 400, 1.3, 25), true);
}
