#include <atomic>
#include <catch2/catch.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/study/simulation.h"
#include "engine/engine.h"
#include "engine/problems.h"
#include "named.h"
#include "study/catalogue.h"
#include "study/initial.h"
#include "study/setup.h"
#include "unit/engine/small_gas.h"
#include "unit/study/parsed_study.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// At rest as a whole.
SmallGas<3> small_gas() {
  SmallGas<3> system({{1, 1}, {0.5, 2}}, 60, Vec<3>(7, 8, 9), 4);
  const Vec<3> drift = total_momentum(system.gas, system.start) / (30 * 1 + 30 * 2);
  for (Vec<3>& v : system.start.velocity) v -= drift;
  return system;
}

/// Counts what it is shown, and keeps it in checkpoints.
class Hits final : public SavedMeasurement<Hits, 3> {
 public:
  explicit Hits(int weight = 1) : weight_(weight) {}
  Sees sees() const override { return {.collisions = true}; }
  void on_collision(const CollisionRecord<3>& /*collision*/) override { hits_ += weight_; }
  void on_sample(const Sample<3>& /*sample*/) override { ++samples_; }
  std::vector<Observable> observables(const Measured<3>& run) const override {
    return {observable("hits", hits_, std::nullopt, {}, "1"),
            observable("own_rate", hits_ / run.total().duration, std::nullopt, {}, run.units.rate)};
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(hits_, samples_);
  }
  int samples() const { return samples_; }

 private:
  double weight_, hits_ = 0;
  int samples_ = 0;
};

std::string saved(const Simulation<3>& simulation) {
  std::ostringstream out;
  simulation.save(out);
  return out.str();
}

template <class Made>
void load(Made& simulation, const std::string& bytes) {
  std::istringstream in(bytes);
  simulation.load(in);
}

const char* const kDrivenGas = R"(
seed = 3
[box]
packing_fraction = 0.1
[[species]]
name = "light"
count = 60
[[species]]
name = "heavy"
count = 20
mass = 4
[collisions]
restitution = 0.8
[[drive]]
kind = "random-kicks"
strength = 0.1
[run]
equilibrate = 2
measure = 10
samples = 20
)";

}  // namespace

TEST_CASE("a simulation throws all that is wrong with its gas at once") {
  SmallGas<3> system = small_gas();
  system.gas.restitution(0, 1) = 1.5;
  system.gas.species[1].mass = 0;
  system.start.velocity.pop_back();
  try {
    const Simulation<3> simulation(system.gas, system.start, steps_of(-1), {"one name"});
    FAIL("was taken");
  } catch (const InputError& error) {
    CHECK(error.problems().size() == 6);  // the matrix is not symmetric either
    const std::string text = error.what();
    for (const char* member : {"gas.restitution(0, 1): ", "gas.species[1].mass: ",
                               "start.velocity: ", "options.time_step: ", "species_names: "})
      CHECK(text.find(member) != std::string::npos);
  }
}

TEST_CASE("whoever watches, and how often, the gas moves as in the engine alone") {
  const SmallGas<3> system = small_gas();
  const auto engine = make_engine(system.gas, system.start);
  engine->advance(Engine<3>::kForever, 3000, nullptr);

  Simulation<3> simulation(system.gas, system.start);
  auto& first = simulation.add<Recorder<3>>();
  auto& hits = simulation.add<Hits>();
  auto& twice = simulation.add<Hits>(2);
  auto& second = simulation.add<Recorder<3>>();
  std::vector<double> times;
  std::vector<std::int64_t> counts, sparse;
  double progress = 0;
  simulation.every(time_units(0.25),
                   [&](const Simulation<3>& now) { times.push_back(now.time()); });
  simulation.every(collisions(100),
                   [&](const Simulation<3>& now) { counts.push_back(now.counters().collisions); });
  simulation.every(collisions_per_particle(20),
                   [&](const Simulation<3>& now) { sparse.push_back(now.counters().collisions); });
  simulation.on_progress([&](const Progress& now) { progress = now.fraction; });
  CHECK(simulation.equilibrate(collisions(500)) == StopReason::reached_collisions);
  CHECK(simulation.run(collisions(2000), 50) == StopReason::reached_collisions);
  CHECK(progress == 1);
  CHECK(simulation.run(collisions(500)) == StopReason::reached_collisions);
  CHECK(simulation.record_hash() == engine->record_hash());
  CHECK(simulation.counters().collisions == 3000);

  CHECK(first.seen.size() == 3000);
  CHECK(second.seen.size() == 3000);
  CHECK(named(hits.observables(simulation.measured()), "hits").value == 2500);
  CHECK(named(twice.observables(simulation.measured()), "hits").value == 5000);
  CHECK(simulation.observable("hits").value == 2500);
  CHECK(hits.samples() > 100);
  REQUIRE(times.size() > 20);
  for (std::size_t k = 0; k < times.size(); ++k)
    CHECK(times[k] == Approx(0.25 * static_cast<double>(k + 1)).epsilon(1e-14));
  REQUIRE(counts.size() == 30);
  for (std::size_t k = 0; k < counts.size(); ++k)
    CHECK(counts[k] == 100 * static_cast<std::int64_t>(k + 1));
  CHECK(sparse == std::vector<std::int64_t>{600, 1200, 1800, 2400, 3000});
}

TEST_CASE("a simulation for a time stops then, and measures from sample to sample") {
  const SmallGas<3> system = small_gas();
  Simulation<3> simulation(system.gas, system.start);
  CHECK(simulation.equilibrate(time_units(1)) == StopReason::reached_time);
  CHECK(simulation.observables().empty());
  CHECK(simulation.run(time_units(5), 40) == StopReason::reached_time);
  CHECK(simulation.time() == Approx(6).epsilon(1e-15));
  const Observable rate = simulation.observable("collision_rate");
  CHECK(simulation.measured().total().duration == Approx(5).epsilon(1e-14));
  CHECK(rate.error);
  CHECK(rate.theory);
  CHECK(simulation.run(time_units(5), 40) == StopReason::reached_time);
  CHECK(simulation.measured().total().duration == Approx(10).epsilon(1e-14));
  CHECK(column(simulation.tables(), "history", "time").back() == Approx(11));
  CHECK_THROWS_AS(simulation.equilibrate(time_units(1)), std::logic_error);
  CHECK_THROWS_AS(simulation.add<Hits>(), std::logic_error);
  CHECK_THROWS_AS(simulation.resume(), std::logic_error);
  CHECK_THROWS_AS(simulation.run(time_units(-1)), InputError);
  CHECK_THROWS_AS(simulation.run(collisions(10), 0), InputError);
  CHECK_THROWS_AS(simulation.every(time_units(0), {}), InputError);
  CHECK_THROWS_AS(simulation.observable("no such thing"), InputError);
}

TEST_CASE("steps carry a simulation as well") {
  SmallGas<3> system = small_gas();
  Simulation<3> simulation(system.gas, system.start, steps_of(0.01));
  int calls = 0;
  simulation.every(time_units(0.001), [&](const Simulation<3>&) { ++calls; });
  simulation.run(time_units(1), 1000);
  CHECK(simulation.time() == Approx(1));
  CHECK(simulation.counters().steps == 100);
  CHECK(calls == 100);
  CHECK(simulation.observable("missed_fraction").theory);
}

TEST_CASE("an interrupted simulation goes on, here or in another program, to the same end") {
  const StudyConfig study = parse(kDrivenGas);
  const auto make = [&] {
    Simulation<3> simulation(study);
    simulation.add<Hits>();
    return simulation;
  };
  const auto end_of = [](Simulation<3>& simulation) {
    std::ostringstream text;
    text.precision(17);
    text << simulation.time() << ' ' << simulation.record_hash();
    for (const Observable& one : simulation.observables()) text << ' ' << one.name << one.value;
    return text.str();
  };
  const bool by_time = GENERATE(false, true);
  const RunLength length = by_time ? time_units(6) : collisions_per_particle(8);

  Simulation<3> whole = make();
  whole.every(time_units(0.7), [](const Simulation<3>&) {});
  whole.equilibrate(collisions_per_particle(1));
  whole.run(length, 30);

  Simulation<3> interrupted = make();
  std::atomic<bool> stop{false};
  interrupted.interrupt_on(&stop);
  interrupted.every(time_units(0.7), [&](const Simulation<3>& now) {
    if (now.time() > 2) stop = true;
  });
  interrupted.equilibrate(collisions_per_particle(1));
  REQUIRE(interrupted.run(length, 30) == StopReason::interrupted);
  const std::string bytes = saved(interrupted);

  stop = false;
  Simulation<3> other = make();
  other.every(time_units(0.7), [](const Simulation<3>&) {});
  load(other, bytes);
  CHECK(saved(other) == bytes);
  other.resume();
  CHECK(end_of(other) == end_of(whole));

  // Of another gas, with other measurements, or damaged.
  Simulation<3> bare(study);
  CHECK_THROWS_AS(load(bare, bytes), ArchiveError);
  Simulation<3> of_other_seed(changed_study(study, {{"seed", "4"}}));
  CHECK_THROWS_AS(load(of_other_seed, bytes), ArchiveError);
  const SmallGas<3> system = small_gas();
  Simulation<3> of_code(system.gas, system.start);
  CHECK_THROWS_AS(load(of_code, bytes), ArchiveError);
  SmallGas<3> heavier = system;
  heavier.gas.species[0].mass = 3;
  Simulation<3> of_heavier(heavier.gas, heavier.start);
  CHECK_THROWS_AS(load(of_heavier, saved(of_code)), ArchiveError);
  Simulation<3> again = make();
  CHECK_THROWS_AS(load(again, bytes.substr(0, bytes.size() - 9)), ArchiveError);
}

TEST_CASE("a simulation measures what a run of the same study does") {
  const StudyConfig study = parse(kDrivenGas);
  const StudyResult run = run_study(study);
  Simulation<3> simulation(study);
  simulation.equilibrate(collisions_per_particle(study.equilibrate), study.samples);
  simulation.run(collisions_per_particle(*study.measure), study.samples);
  CHECK(simulation.counters().collisions == run.counters.collisions);
  const std::vector<Observable> all = simulation.observables();
  REQUIRE(all.size() == run.observables.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    CHECK(all[k].name == run.observables[k].name);
    CHECK(all[k].theory.has_value() == run.observables[k].theory.has_value());
  }
  CHECK(simulation.state().position[7] == to_state<3>(run.final, study).position[7]);
  CHECK_THROWS_AS(Simulation<2>(study), InputError);
  CHECK_THROWS_AS(Simulation<3>(StudyConfig()), InputError);
  CHECK_THROWS_AS(run_study(StudyConfig()), InputError);
}

TEST_CASE("the gas of every built-in study is sound") {
  const auto check = [](const auto& setup) {
    std::string text;
    for (const Problem& one : find_problems(setup.gas, setup.start, setup.engine))
      text += one.text() + '\n';
    CHECK(text == "");
  };
  for (const BuiltInStudy& built_in : built_in_studies()) {
    INFO(built_in.name);
    const StudyConfig study = parse_study(built_in.text, built_in.name + ".toml", {});
    const Snapshot start = make_initial_state(study);
    if (study.dimensions == 2)
      check(Setup<2>(study, start));
    else
      check(Setup<3>(study, start));
  }
}
