#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "engine/problems.h"
#include "sanitized.h"
#include "unit/engine/naive_potential.h"
#include "unit/engine/saved.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Collisions and steps as they come.
template <int Dim>
struct StepRecorder : Observer<Dim> {
  std::vector<PotentialEvent> seen;

  void on_collision(const CollisionRecord<Dim>& one) override { add(one, one.face < 0); }
  void on_step(const CollisionRecord<Dim>& one) override { add(one, true); }

 private:
  void add(const CollisionRecord<Dim>& one, bool is_pair) {
    seen.push_back({one.time, one.first, one.second, one.face, is_pair ? one.separation : 0,
                    one.predicted_energy_change});
  }
};

/// Gives all pairs these steps, with ranges in units of their contact distances.
template <int Dim>
void give_steps(SmallGas<Dim>& system, const std::vector<PotentialStep>& steps) {
  const std::size_t species = system.gas.species.size();
  for (std::size_t a = 0; a < species; ++a)
    for (std::size_t b = 0; b < species; ++b) {
      auto& of_pair = system.gas.pair_steps.emplace_back(steps);
      for (PotentialStep& one : of_pair) one.range *= system.gas.contact_distance(a, b);
    }
}

/// Calls visit(gas) for gases with wells, shoulders and ladders in both dimensions.
template <class Visit>
void with_potentials(unsigned seed, const Visit& visit) {
  const std::vector<PotentialStep> well{{1.5, -1}}, shoulder{{1.4, 0.8}}, deep{{1.3, -4}},
      ladder{{1.2, -1.5}, {1.7, 0.5}}, terrace{{1.1, 2}, {1.4, 0.5}, {1.8, -0.3}};
  for (const auto& steps : {well, shoulder, ladder}) {
    SmallGas<3> spheres({{1, 1}}, 40, Vec<3>(5, 5.5, 6), seed);
    give_steps(spheres, steps);
    visit(spheres);
    SmallGas<2> disks({{1, 1}, {0.6, 2}}, 36, Vec<2>(9, 10), seed);
    give_steps(disks, steps);
    visit(disks);
  }
  for (const auto& steps : {deep, terrace}) {
    SmallGas<3> mixture({{1, 1}, {0.6, 3}, {1.2, 0.2}}, 30, Vec<3>(6, 6.5, 7), seed);
    give_steps(mixture, steps);
    for (auto* one : {&mixture.gas.pair_steps[1], &mixture.gas.pair_steps[3]})
      *one = {{1.1, 0.7}, {1.9, -0.9}};  // of the first two species
    for (auto* one : {&mixture.gas.pair_steps[5], &mixture.gas.pair_steps[7]}) one->clear();
    visit(mixture);
    SmallGas<2> walls({{1, 1}}, 30, Vec<2>(9, 9), seed);
    walls.gas.box.periodic = {true, false};
    walls.place(30, seed);
    give_steps(walls, steps);
    visit(walls);
  }
}

/// Follows the engine by the reference, from stretch to stretch, each too short for chaos.
/// @return number of events compared
template <int Dim>
std::size_t follow(const SmallGas<Dim>& system, const EngineOptions& options, int stretches) {
  constexpr int kStretch = 12;
  const auto engine = make_engine<Dim>(system.gas, system.start, options);
  std::size_t compared = 0;
  double gained = 0;
  for (int stretch = 0; stretch < stretches; ++stretch) {
    NaivePotential<Dim> twin(system.gas, engine->state());
    std::vector<PotentialEvent> expected;
    expected.reserve(kStretch);
    for (int k = 0; k < kStretch; ++k) expected.push_back(twin.step());
    const double until = 0.5 * (expected[kStretch - 2].time + expected[kStretch - 1].time);
    StepRecorder<Dim> recorder;
    engine->advance(until, Engine<Dim>::kNoLimit, &recorder);
    REQUIRE(recorder.seen.size() == kStretch - 1);
    for (std::size_t k = 0; k + 1 < kStretch; ++k) {
      const PotentialEvent &a = recorder.seen[k], &b = expected[k];
      REQUIRE(a.first == b.first);
      REQUIRE(a.second == b.second);
      REQUIRE(a.face == b.face);
      REQUIRE(std::abs(a.time - b.time) < 1e-7);
      REQUIRE(std::abs(a.distance - b.distance) < 1e-9);
      REQUIRE(std::abs(a.energy_gain - b.energy_gain) < 1e-12);
      gained += a.energy_gain;
      ++compared;
    }
  }
  const State<Dim> last = engine->state();
  const NaivePotential<Dim> before(system.gas, system.start), after(system.gas, last);
  const double energy = kinetic_energy(system.gas, system.start);
  CHECK(kinetic_energy(system.gas, last) - energy == Approx(gained).margin(1e-11 * energy));
  CHECK(before.potential_energy() - after.potential_energy() ==
        Approx(gained).margin(1e-11 * energy));
  CHECK(potential_energy(system.gas, last) == Approx(after.potential_energy()).margin(1e-12));
  CHECK(mechanical_energy(system.gas, last) ==
        Approx(mechanical_energy(system.gas, system.start)).margin(1e-12 * energy));
  CHECK(engine->audit(1000000).empty());
  CHECK(deepest_overlap(system.gas, last).depth < 1e-12);
  const EngineCounters counters = engine->counters();
  CHECK(counters.passed_steps > 0);
  CHECK(counters.reflected_by_steps > 0);
  return compared;
}

}  // namespace

TEST_CASE("Potentials of steps: the engine does what all-pairs dynamics does") {
  std::size_t compared = 0;
  with_potentials(1, [&](const auto& system) {
    compared += follow(system, {}, static_cast<int>(fewer_if_sanitized(200)));
    compared += follow(system, {Scheduler::heap, 1}, static_cast<int>(fewer_if_sanitized(50)));
  });
  CHECK(compared > (kAddressSanitizer ? 1000 : 27000));
}

TEST_CASE("Potentials of steps: the engine does what all-pairs dynamics does, at length",
          "[long]") {
  std::size_t compared = 0;
  with_potentials(2, [&](const auto& system) { compared += follow(system, {}, 1000); });
  CHECK(compared > 100000);
}

TEST_CASE("Potentials of steps: every queue and cell size gives the same bits, and audits pass") {
  with_potentials(3, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    std::vector<std::uint64_t> hashes;
    for (const auto& options : kAllOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      for (int part = 0; part < 10; ++part) {
        engine->advance(1e6, fewer_if_sanitized(300), nullptr);
        CHECK(engine->audit(1000000).empty());
      }
      CHECK(mechanical_energy(system.gas, engine->state()) ==
            Approx(mechanical_energy(system.gas, system.start)).margin(1e-10));
      hashes.push_back(engine->record_hash());
    }
    for (const auto hash : hashes) CHECK(hash == hashes.front());
  });
}

TEST_CASE("Potentials of steps: larger boxes have cells, small ones not, and the same bits") {
  for (const double edge : {4.6, 6.0, 9.5, 14.0}) {
    SmallGas<3> spheres({{1, 1}}, 200, Vec<3>(edge, 14, 12), 5);
    give_steps(spheres, {{1.3, -1}, {2, -0.3}});
    std::vector<std::uint64_t> hashes;
    std::vector<std::int64_t> tests;
    for (const double cells : {0.0, 1.0, 2.0}) {
      const auto engine = make_engine<3>(spheres.gas, spheres.start, {.cell_edge = cells});
      engine->advance(1e6, fewer_if_sanitized(2000), nullptr);
      CHECK(engine->audit(1000000).empty());
      hashes.push_back(engine->record_hash());
      tests.push_back(engine->counters().pair_tests);
    }
    CHECK(hashes[1] == hashes[0]);
    CHECK(hashes[2] == hashes[0]);
  }
}

TEST_CASE("A gas with a potential of steps that is saved goes on bit for bit") {
  with_potentials(4, [](const auto& system) {
    constexpr int Dim = decltype(system.start.position)::value_type::RowsAtCompileTime;
    const auto through = make_engine<Dim>(system.gas, system.start);
    auto stopped = make_engine<Dim>(system.gas, system.start);
    for (const double until : {3.0, 6.0, 9.0}) {
      through->advance(until, Engine<Dim>::kNoLimit, nullptr);
      stopped->advance(until, Engine<Dim>::kNoLimit, nullptr);
      const std::string bytes = saved(*stopped);
      stopped = make_engine<Dim>(system.gas, system.start);
      LoadArchive archive(bytes);
      stopped->load_from(archive);
      CHECK(stopped->record_hash() == through->record_hash());
      CHECK(stopped->counters().passed_steps == through->counters().passed_steps);
    }
    CHECK(through->counters().passed_steps > 50);
  });
}

TEST_CASE("Saved pairs that are not in the shells of their distances are refused") {
  with_potentials(9, [](const auto& system) {
    const auto engine = make_engine(system.gas, system.start);
    engine->advance(Engine<3>::kForever, 30, nullptr);
    const std::string bytes = saved(*engine);
    const auto load = [&](const auto& gas) {
      const auto other = make_engine(gas, system.start);
      LoadArchive archive(bytes);
      other->load_from(archive);
    };
    CHECK_NOTHROW(load(system.gas));
    // As many steps, elsewhere: pairs are within a step where none is kept, or kept beyond one.
    for (const double factor : {0.95, 1.05}) {
      auto gas = system.gas;
      for (auto& steps : gas.pair_steps)
        for (PotentialStep& step : steps) step.range *= factor;
      CHECK_THROWS_AS(load(gas), ArchiveError);
    }
  });
}

TEST_CASE("Two that meet a well: faster inside, and captured ones come back") {
  SmallGas<3> pair({{1, 1}}, 2, Vec<3>(20, 20, 20), 1);
  give_steps(pair, {{2, -1.5}});
  pair.start.position = {{5, 5, 5}, {9, 5, 5}};
  pair.start.velocity = {{1, 0, 0}, {-1, 0, 0}};
  // μ = ½, v = −2 becomes −√(4 + 6) in the well; 2 to the step, 1 in it, and back again.
  const auto engine = make_engine<3>(pair.gas, pair.start);
  StepRecorder<3> recorder;
  engine->advance(8, Engine<3>::kNoLimit, &recorder);
  REQUIRE(recorder.seen.size() == 3);
  const double inside = 1 / std::sqrt(10.0);
  CHECK(recorder.seen[0].time == Approx(1));
  CHECK(recorder.seen[0].energy_gain == Approx(1.5));
  CHECK(recorder.seen[1].time == Approx(1 + inside));
  CHECK(recorder.seen[2].time == Approx(1 + 2 * inside));
  CHECK(engine->state().velocity[1][0] == Approx(1));

  pair.start.position[1][0] = 6.5;
  const auto bound = make_engine<3>(pair.gas, pair.start);  // v = 2 < √6 cannot leave
  bound->advance(1000, Engine<3>::kNoLimit, nullptr);
  CHECK(bound->counters().collisions == Approx(1000).margin(1));
  CHECK(bound->counters().reflected_by_steps == Approx(1000).margin(1));
  CHECK(bound->counters().passed_steps == 0);
}

TEST_CASE("Two at rest at a step, or that only touch one, do not stop time") {
  for (const double beside : {-1e-16, 0.0, 1e-16, 3e-16})
    for (const double energy : {-1.0, 1.0})
      for (const double aside : {0.0, 1.0, 1e-12}) {
        SmallGas<2> pair({{1, 1}}, 2, Vec<2>(20, 20), 1);
        give_steps(pair, {{1.5, energy}});
        pair.start.position = {{5, 5}, {6.5 + beside, 5}};
        pair.start.velocity = {{0, 0}, {0, aside}};
        const auto engine = make_engine<2>(pair.gas, pair.start);
        engine->advance(100, Engine<2>::kNoLimit, nullptr);
        CHECK(engine->time() == Approx(100));
        CHECK(engine->counters().passed_steps + engine->counters().reflected_by_steps < 100);
      }
}

TEST_CASE("Steps of a potential that are impossible are refused, member by member") {
  const auto texts = [](const auto& change, const EngineOptions& options = {}) {
    SmallGas<3> system({{1, 1}, {0.5, 2}}, 4, Vec<3>(5, 6, 7), 1);
    give_steps(system, {{1.2, -1}, {1.6, 0.5}});
    change(system);
    std::string all;
    for (const Problem& one : find_problems(system.gas, system.start, options))
      all += one.text() + '\n';
    return all;
  };
  const auto nothing = [](auto&) {};
  CHECK(texts(nothing).empty());
  CHECK_THAT(texts(nothing, steps_of(0.1)), Catch::Contains("options.mode"));
  CHECK_THAT(texts([](auto& s) { s.gas.pair_steps.pop_back(); }),
             Catch::Contains("gas.pair_steps: a list of 3; allowed: 2 x 2, one list for each"));
  CHECK_THAT(texts([](auto& s) { s.gas.pair_steps[1][0].energy = 3; }),
             Catch::Contains("gas.pair_steps[1]: not equal to [2]"));
  CHECK_THAT(texts([](auto& s) { s.gas.pair_steps[0][0].range = 1; }),
             Catch::Contains("gas.pair_steps[0].range: 1 is out of range; allowed: above 1"));
  CHECK_THAT(texts([](auto& s) { s.gas.pair_steps[0][1].range = 1.1; }),
             Catch::Contains("gas.pair_steps[0].range: 1.1 is out of range; allowed: above 1.2"));
  CHECK_THAT(
      texts([](auto& s) { s.gas.pair_steps[0][1].range = 2.4; }),
      Catch::Contains("gas.box.size[0]: 5 is too short; allowed: at least 5.4 (2.25 ranges"));
  CHECK_THAT(texts([](auto& s) { s.gas.restitution.setConstant(0.9); }),
             Catch::Contains("gas.restitution: a potential of steps requires"));
  CHECK_THAT(texts([](auto& s) { roughen(s, 1); }), Catch::Contains("gas.tangential"));
  CHECK_THAT(texts([](auto& s) { spread_diameters(s, 1); }), Catch::Contains("gas.species: a pot"));
  CHECK_THAT(texts([](auto& s) { s.gas.boundary.shear_rate = 0.1; }),
             Catch::Contains("gas.boundary: a potential of steps requires"));
}
