#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "clausius/core/random.h"
#include "engine/cells/cell_plan.h"
#include "engine/engine.h"
#include "engine/threads/region_map.h"

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

template <int Dim>
void expect_same(const LatticeGas<Dim>& system, std::int64_t collisions, bool all = true) {
  const Course serial = course_of(*make_engine<Dim>(system.gas, system.start), collisions, all);
  std::int64_t undone = 0;
  for (const int threads : {2, 3, 4, 8})
    for (const double window : {0.01, 0.2}) {
      CAPTURE(threads, window);
      EngineOptions options;
      options.threads = threads;
      options.window = window;
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
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

TEST_CASE("so do dense spheres and dilute ones", "[engine][threads]") {
  expect_same(LatticeGas<3>({kSphere}, 26, 1.03, 2), 60000);
  expect_same(LatticeGas<3>({kSphere}, 24, 2.5, 3), 30000, false);
}

TEST_CASE("so do disks", "[engine][threads]") {
  expect_same(LatticeGas<2>({kSphere}, 80, 1.3, 4), 40000);
  expect_same(LatticeGas<2>({kSphere}, 70, 4, 5), 20000, false);
}

TEST_CASE("so do mixtures, grains, and spheres between walls", "[engine][threads]") {
  LatticeGas<3> mixture({kSphere, {1, 7}}, 26, 1.25, 6);
  mixture.gas.restitution << 1, 0.9, 0.9, 0.8;
  mixture.gas.contact_duration = 1e-4;
  mixture.gas.box.periodic[1] = false;
  mixture.gas.wall_restitution = {0.95, 1};
  expect_same(mixture, 40000);
  LatticeGas<2> disks({kSphere}, 80, 1.4, 7);
  disks.gas.box.periodic = {false, false};
  expect_same(disks, 30000);
}
