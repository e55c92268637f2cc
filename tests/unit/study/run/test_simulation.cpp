#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "clausius/core/random.h"
#include "clausius/study/simulation.h"
#include "engine/engine.h"
#include "engine/problems.h"
#include "named.h"
#include "sanitized.h"
#include "study/file/catalogue.h"
#include "study/run/setup.h"
#include "study/start/initial.h"
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

/// Counts the events that it receives, and keeps the counts in checkpoints.
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

TEST_CASE("with any observers and stops, the gas moves as in the engine alone") {
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

  // A state of another gas, with other measurements, or damaged.
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
    INFO(text);
    CHECK(text.empty());
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

namespace {

/// Changes one number or list of a gas and its start, possibly to an invalid value.
template <int Dim>
void spoil(SmallGas<Dim>& system, RandomStream& random) {
  Gas<Dim>& gas = system.gas;
  State<Dim>& start = system.start;
  constexpr double kValues[] = {kNaN, kInfinity, -1, 0, 0.1, 0.3, 0.5, 0.7, 1, 2, 1e-60};
  const double value = kValues[random.below(std::size(kValues))];
  const std::size_t particle = random.below(start.size());
  const auto axis = static_cast<int>(random.below(Dim));
  const std::size_t face = random.below(2 * Dim);
  auto& wall = gas.boundary.faces[face];
  const std::vector<std::function<void()>> changes{
      [&] { gas.box.size[axis] = value; },
      [&] { gas.box.periodic[static_cast<std::size_t>(axis)] ^= true; },
      [&] { gas.species[0].diameter = value; },
      [&] { gas.species.back().mass = value; },
      [&] { gas.species.back().moment = value; },
      [&] { gas.species[0].internal_degrees = static_cast<int>(random.below(9)) - 3; },
      [&] { gas.species.pop_back(); },
      [&] {
        if (gas.restitution.rows() == 2) gas.restitution(0, 1) = gas.restitution(1, 0) = value;
      },
      [&] { gas.restitution.resize(1, 2); },
      [&] { gas.viscosity = value; },
      [&] {
        if (!gas.wall_restitution.empty()) gas.wall_restitution[1] = value;
      },
      [&] { gas.wall_restitution.clear(); },
      [&] { gas.tangential = Eigen::MatrixXd::Constant(2, 2, value); },
      [&] { gas.wall_tangential.assign(2, value); },
      [&] { gas.internal_exchange = value; },
      [&] { gas.contact_duration = value; },
      [&] { wall.restitution = value; },
      [&] { wall.accommodation = value; },
      [&] { wall.kt = value; },
      [&] { wall.sliding[axis] = value; },
      [&] { wall.path.velocity = 0.1 * value; },
      [&] { wall.path.amplitude = 0.1 * value; },
      [&] { wall.path.angular_frequency = value; },
      [&] { gas.boundary.gravity[axis] = value; },
      [&] { gas.boundary.shear_rate = value; },
      [&] {
        gas.boundary.obstacles = {{{}, BallObstacle<Dim>{gas.box.size * 0.5, value}}};
      },
      [&] {
        gas.boundary.obstacles = {{{}, BlockObstacle<Dim>{gas.box.size * value, gas.box.size}}};
      },
      [&] {
        gas.boundary.obstacles = {{{}, PolygonObstacle<Dim>{}}};
      },
      [&] {
        gas.boundary.obstacles = {
            {{}, PiercedPlate<Dim>{axis, Vec<Dim>::Zero(), gas.box.size, Vec<Dim>::Zero(), value}}};
      },
      [&] { start.time = value; },
      [&] {
        start.species[particle % start.species.size()] = static_cast<std::uint8_t>(random.below(4));
      },
      [&] { start.species.pop_back(); },
      [&] { start.position[particle][axis] = value; },
      [&] { start.position[particle] = start.position[0]; },
      [&] { start.velocity[particle % start.velocity.size()][axis] = value; },
      [&] { start.velocity.resize(3, Vec<Dim>::Ones()); },
      [&] { start.angular_velocity.assign(start.size(), Vec<3>::Constant(value)); },
      [&] { start.angular_momentum.assign(3, Vec<3>::Zero()); },
      [&] { start.orientation.assign(start.size(), Eigen::Quaterniond::Identity()); },
      [&] { start.internal_energy.assign(start.size(), value); },
  };
  changes[random.below(changes.size())]();
}

/// Number of the damaged gases that were refused; the others move, or fail with an error.
template <int Dim>
int refused(std::int64_t trials, const Vec<Dim>& size) {
  RandomStream random(Dim, Stream::test);
  int count = 0;
  for (std::int64_t trial = 0; trial < trials; ++trial) {
    SmallGas<Dim> system({{1, 1}, {0.5, 2}}, 10, size, static_cast<unsigned>(trial));
    if (trial % 3 == 0) roughen(system, 1);
    if (trial % 2 == 0) {
      system.gas.box.periodic.fill(false);
      system.place(10, 1);
      if (trial % 3 == 0) roughen(system, 1);
    }
    for (std::int64_t k = 0; k < 1 + trial % 2; ++k) spoil(system, random);
    try {
      Simulation<Dim> simulation(system.gas, system.start);
      simulation.run(time_units(0.5), 3);
    } catch (const InputError&) {
      ++count;
    } catch (const SimulationError&) {  // e.g. a gas whose walls close on it
    }
  }
  return count;
}

}  // namespace

TEST_CASE("whatever is wrong with a gas, it is refused or it moves") {
  const std::int64_t trials = fewer_if_sanitized(1000);
  for (const int count : {refused<2>(trials, {7, 8}), refused<3>(trials, {5, 6, 5.5})}) {
    CHECK(count > trials / 3);
    CHECK(count < trials * 9 / 10);
  }
}
