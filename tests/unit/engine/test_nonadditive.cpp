#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "clausius/core/errors.h"
#include "engine/hits/kinds.h"
#include "engine/problems.h"
#include "sanitized.h"
#include "unit/engine/saved.h"
#include "unit/engine/stepping_twin.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Calls visit(gas) for nonadditive mixtures in periodic boxes, of two and of three species, whose
/// unlike pairs touch farther away than their diameters say, or closer.
template <class Visit>
void with_nonadditive_mixtures(unsigned seed, const Visit& visit) {
  for (const double excess : {0.3, -0.4}) {
    SmallGas<3> two({{1, 1}, {1, 3}}, 40, Vec<3>(6, 7, 6.5), seed);
    two.gas.restitution << 1, 0.9, 0.9, 0.8;
    make_nonadditive(two, excess, seed);
    visit(two);
    SmallGas<3> three({{1, 1}, {0.5, 5}, {1.3, 0.1}}, 36, Vec<3>(7, 8, 7.5), seed);
    make_nonadditive(three, excess, seed);
    visit(three);
    SmallGas<2> disks({{1, 1}, {0.5, 2}, {1, 0.3}}, 30, Vec<2>(11, 9), seed);
    make_nonadditive(disks, excess, seed);
    visit(disks);
  }
}

/// A visitor that makes mixtures nonadditive, both ways, before it calls visit(gas).
template <class Visit>
auto both_ways(unsigned seed, const Visit& visit) {
  return [seed, visit](auto system) {
    if (system.gas.species.size() < 2) return;
    for (const double excess : {0.15, -0.4}) {
      auto changed = system;
      make_nonadditive(changed, excess, seed);
      visit(changed);
    }
  };
}

const auto compare_events = [](const auto& system) { compare_with_twin(system); };

}  // namespace

TEST_CASE("Nonadditive mixtures: the engine does what all-pairs dynamics does") {
  with_nonadditive_mixtures(1, compare_events);
  if (kAddressSanitizer) return;
  with_nonadditive_mixtures(2, compare_events);
  with_all_boundaries(20, 3, both_ways(3, compare_events));
  with_worldly_boundaries(14, 4, both_ways(4, compare_events));
  with_shear(16, 5, both_ways(5, compare_events));
}

TEST_CASE("Nonadditive mixtures in boxes down to two contact distances") {
  for (const unsigned seed : {1u, 2u, 3u})
    for (const double edge : {2.4, 2.5, 3.1, 3.7, 5.0}) {
      SmallGas<3> spheres({{1, 1}, {1, 2}}, 2, Vec<3>(edge, 6.5, 2.4), seed);
      spheres.gas.contact_distances = (Eigen::Matrix2d() << 1, 1.2, 1.2, 1).finished();
      spheres.place(edge < 3 ? 3 : 5, seed);
      compare_with_twin(spheres);
      SmallGas<2> disks({{1, 1}, {0.6, 2}}, 2, Vec<2>(edge, edge + 0.1), seed);
      disks.gas.contact_distances = (Eigen::Matrix2d() << 1, 1.2, 1.2, 0.6).finished();
      disks.place(2, seed);
      compare_with_twin(disks);
    }
}

TEST_CASE("Nonadditive mixtures: every queue, cell size and search gives the same bits") {
  const auto check = [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      engine->advance(1e6, fewer_if_sanitized(1000), nullptr);
      CHECK(engine->audit(1000000).empty());
      CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-12);
      hashes.push_back(engine->record_hash());
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  };
  with_nonadditive_mixtures(7, check);
  with_shear(20, 8, both_ways(8, check));
}

TEST_CASE("Dilute nonadditive mixtures, in overlapping cells: the same bits") {
  const auto check = [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> crossings;
    for (const auto& options : {EngineOptions{Scheduler::heap, 1.5},
                                EngineOptions{Scheduler::calendar, 3}, EngineOptions{}}) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 0; part < 20; ++part) {
        engine->advance(1e9, 300, nullptr);
        CHECK(engine->audit(100000).empty());
      }
      hashes.push_back(engine->record_hash());
      crossings.push_back(engine->counters().cell_crossings);
      CHECK(deepest_overlap(system.gas, engine->state()).depth < 1e-12);
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
    CHECK(crossings[2] < crossings[1]);
  };
  for (const double excess : {0.5, -0.6}) {
    SmallGas<3> spheres({{1, 1}, {0.8, 2}}, 400, Vec<3>(37, 38, 36), 7);
    make_nonadditive(spheres, excess, 7);
    check(spheres);
    SmallGas<2> disks({{1, 1}, {0.6, 0.3}, {0.9, 1}}, 300, Vec<2>(160, 150), 8);
    make_nonadditive(disks, excess, 8);
    check(disks);
  }
}

TEST_CASE("Nonadditive mixtures of different order: levels of cells find what one level finds") {
  for (const double excess : {0.6, -0.3}) {
    SmallGas<3> system({{1, 8}, {0.12, 1}, {0.1, 2}}, 1, Vec<3>(6, 5.5, 5.1), 6);
    std::vector<std::uint8_t> kinds(760, 2);
    std::fill_n(kinds.begin(), 390, std::uint8_t{1});
    std::fill_n(kinds.begin(), 20, std::uint8_t{0});
    system.place(kinds, 6);
    make_nonadditive(system, excess, 6);
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> pair_tests;
    for (const double edge : {1.0, 0.0})  // one level, automatic
      for (const Scheduler scheduler : {Scheduler::heap, Scheduler::calendar}) {
        const auto engine = make_engine<3>(system.gas, system.start, {scheduler, edge});
        engine->advance(1e6, fewer_if_sanitized(8000), nullptr);
        CHECK(engine->audit(100000).empty());
        hashes.push_back(engine->record_hash());
        pair_tests.push_back(engine->counters().pair_tests);
      }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
    CHECK(pair_tests.back() < 0.8 * static_cast<double>(pair_tests.front()));
  }
}

TEST_CASE("Nonadditive mixtures: time steps do what all-pairs steps do") {
  const auto compare = [](const auto& system) { compare_with_stepping_twin(system, 0.05, 60); };
  with_nonadditive_mixtures(1, compare);
  with_all_boundaries(30, 2, both_ways(2, compare));
}

TEST_CASE("A nonadditive mixture that is saved goes on bit for bit") {
  with_nonadditive_mixtures(3, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    for (const EngineOptions& options : {EngineOptions{}, steps_of(0.02)}) {
      const auto through = make_engine<Dim>(system.gas, system.start, options);
      auto stopped = make_engine<Dim>(system.gas, system.start, options);
      for (const double until : {3.0, 6.0, 9.0}) {
        through->advance(until, Engine<Dim>::kNoLimit, nullptr);
        stopped->advance(until, Engine<Dim>::kNoLimit, nullptr);
        const std::string bytes = saved(*stopped);
        stopped = make_engine<Dim>(system.gas, system.start, options);
        LoadArchive archive(bytes);
        stopped->load_from(archive);
        CHECK(stopped->record_hash() == through->record_hash());
      }
      CHECK(through->counters().collisions > 50);
    }
  });
}

TEST_CASE("Spheres of a nonadditive mixture grow to their size without overlap") {
  for (const double excess : {0.2, -0.3}) {
    SmallGas<3> system({{0.5, 1}, {0.4, 2}}, 160, Vec<3>(5.94, 5.94, 5.94), 3);
    system.gas.box.periodic = {true, false, true};
    make_nonadditive(system, excess, 3);
    system.gas.species = {{1, 1}, {0.8, 2}};
    system.gas.contact_distances *= 2;
    const auto grown = grow_spheres<3>(system.gas, system.start, 0.5, 0.5);
    CHECK(deepest_overlap(system.gas, grown).depth < 1e-12);
    CHECK(deepest_overlap(system.gas, system.start).depth > 0.1);
  }
}

TEST_CASE("The deepest overlap of a nonadditive mixture is that of its contact distances") {
  SmallGas<3> pair({{1, 1}, {0.5, 1}}, 2, Vec<3>(6, 6, 6), 1);
  pair.start.position = {{1, 1, 1}, {2.05, 1, 1}};
  CHECK(deepest_overlap(pair.gas, pair.start).depth == 0);
  pair.gas.contact_distances = (Eigen::Matrix2d() << 1, 1.15, 1.15, 0.5).finished();
  CHECK(deepest_overlap(pair.gas, pair.start).depth == Approx(0.2));  // 0.1 of the smallest, 0.5
  pair.start.position[1][0] = 1.6;
  pair.gas.contact_distances(0, 1) = pair.gas.contact_distances(1, 0) = 0.6;
  CHECK(deepest_overlap(pair.gas, pair.start).depth < 1e-12);
  CHECK(find_problems(pair.gas, pair.start, {}).empty());
}

TEST_CASE("The point of contact of a nonadditive pair divides its distance as the diameters") {
  for (const double sigma : {1.2, 0.3}) {
    SmallGas<2> pair({{1, 1}, {0.5, 1}}, 2, Vec<2>(8, 8), 1);
    pair.gas.contact_distances = (Eigen::Matrix2d() << 1, sigma, sigma, 0.5).finished();
    pair.start.position = {{2, 3}, {5, 3}};
    pair.start.velocity = {{1, 0}, {0, 0}};
    for (const EngineOptions& options : {EngineOptions{}, steps_of(0.01)}) {
      Recorder<2> recorder;
      make_engine<2>(pair.gas, pair.start, options)->advance(4, 1, &recorder);
      REQUIRE(recorder.seen.size() == 1);
      CHECK(recorder.seen[0].time == Approx(3 - sigma));
      CHECK(recorder.seen[0].separation == Approx(sigma));
      CHECK(recorder.seen[0].contact_point[0] == Approx(5 - sigma / 3));
    }
  }
}

TEST_CASE("Contact distances of a gas that are impossible are refused, member by member") {
  const auto texts = [](const auto& change) {
    SmallGas<3> system({{1, 1}, {0.5, 2}}, 4, Vec<3>(5, 6, 7), 1);
    system.gas.contact_distances = (Eigen::Matrix2d() << 1, 0.8, 0.8, 0.5).finished();
    change(system);
    std::string all;
    for (const Problem& one : system.gas.problems()) all += one.text() + '\n';
    return all;
  };
  CHECK(texts([](auto&) {}).empty());
  CHECK_THAT(texts([](auto& s) { s.gas.contact_distances(0, 1) = 0.7; }),
             Catch::Contains("gas.contact_distances(0, 1): not equal to (1, 0)"));
  CHECK_THAT(texts([](auto& s) { s.gas.contact_distances(1, 1) = 0.6; }),
             Catch::Contains("gas.contact_distances(1, 1): not the diameter of the species; "
                             "allowed: 0.5"));
  CHECK_THAT(texts([](auto& s) { s.gas.contact_distances.setZero(); }),
             Catch::Contains("gas.contact_distances(0, 1): 0 is out of range"));
  CHECK_THAT(texts([](auto& s) { s.gas.contact_distances = Eigen::MatrixXd::Ones(3, 3); }),
             Catch::Contains("2 x 2, one number for each pair"));
  CHECK_THAT(
      texts([](auto& s) { s.gas.contact_distances(0, 1) = s.gas.contact_distances(1, 0) = 2.6; }),
      Catch::Contains("gas.box.size[0]: 5 is too short; allowed: at least 5.2 (two of the "
                      "largest contact distances"));
  CHECK_THAT(texts([](auto& s) { roughen(s, 1); }), Catch::Contains("gas.contact_distances"));
  CHECK_THAT(texts([](auto& s) { spread_diameters(s, 1); }),
             Catch::Contains("gas.contact_distances"));
}
