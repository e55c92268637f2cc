#include <algorithm>
#include <catch2/catch.hpp>

#include "clausius/core/archive.h"
#include "engine/drive.h"
#include "sanitized.h"
#include "unit/engine/naive_dynamics.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

const std::vector<EngineOptions> kOptions{
    {Scheduler::heap}, {Scheduler::calendar}, {Scheduler::calendar, 1.7}, steps_of(0.003)};

/// Largest difference of the angular velocities of two states.
template <int Dim>
double spin_difference(const State<Dim>& a, const State<Dim>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, (a.angular_velocity[i] - b.angular_velocity[i]).norm());
  return largest;
}

template <int Dim>
double half_i_omega_sq(const SphereSpecies& species, const Vec<3>& before, const Vec<3>& after) {
  return 0.5 * species.moment * (after.squaredNorm() - before.squaredNorm());
}

template <int Dim>
void compare_with_rough_twin(SmallGas<Dim> system, unsigned seed) {
  roughen(system, seed);
  const Gas<Dim>& gas = system.gas;
  NaiveDynamics<Dim> twin(gas, system.start);
  std::vector<CollisionRecord<Dim>> expected;
  for (std::size_t k = 0; k < 2 * system.start.size(); ++k) expected.push_back(twin.step());
  for (const EngineOptions& options : kOptions) {
    const bool by_steps = options.mode == Mode::time_step;
    const auto engine = make_engine<Dim>(gas, system.start, options);
    Recorder<Dim> recorder;
    engine->advance(expected.back().time, Engine<Dim>::kNoLimit, &recorder);
    // Steps miss some of the contacts, and from then on the two differ.
    const std::size_t exact = by_steps ? 5 : system.start.size();
    const std::size_t followed = events_followed(recorder.seen, expected, exact);
    CHECK(followed > exact);
    double energy_change = 0;
    for (const auto& c : recorder.seen) {
      energy_change += c.predicted_energy_change;
      const bool at_wall = c.second == CollisionRecord<Dim>::kWall;
      double spun = half_i_omega_sq<Dim>(gas.species[c.first_species], c.spins->first_before,
                                         c.spins->first_after);
      if (!at_wall)
        spun += half_i_omega_sq<Dim>(gas.species[c.second_species], c.spins->second_before,
                                     c.spins->second_after);
      CHECK(c.spins->energy_change == Approx(spun).margin(1e-12));
      CHECK(c.normal.norm() == Approx(1));
    }
    const double before = kinetic_energy(gas, system.start);
    CHECK(kinetic_energy(gas, engine->state()) - before ==
          Approx(energy_change).margin(1e-12 * before));
    CHECK(energy_change < -0.01 * before);

    // As long as rounding has not grown, the spins are those of the reference.
    NaiveDynamics<Dim> short_twin(gas, system.start);
    const auto other = make_engine<Dim>(gas, system.start, options);
    for (std::size_t k = 0; k < exact; ++k) short_twin.step();
    other->advance(short_twin.state().time + 1e-9, Engine<Dim>::kNoLimit, nullptr);
    CHECK(spin_difference(other->state(), short_twin.state()) < 1e-6);
    CHECK(spin_difference(other->state(), system.start) > 0.1);
    CHECK(other->audit(1000).empty());
  }
}

/// Perfectly rough and elastic: no energy is lost.
template <int Dim>
SmallGas<Dim> lossless(const Vec<Dim>& size, bool walls, unsigned seed) {
  SmallGas<Dim> system({{1, 1}, {0.7, 2}}, 30, size, seed);
  if (walls) {
    system.gas.box.periodic.fill(false);
    system.place(30, seed);
  }
  roughen(system, seed);
  system.gas.tangential.setOnes();
  system.gas.wall_tangential.assign(2, 1);
  return system;
}

template <int Dim>
Vec<3> angular_momentum(const Gas<Dim>& gas, const State<Dim>& state) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t i = 0; i < state.size(); ++i) {
    const SphereSpecies& species = gas.species[state.species[i]];
    sum += species.mass * in_space<Dim>(state.position[i]).cross(in_space<Dim>(state.velocity[i])) +
           species.moment * state.angular_velocity[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("Rough spheres and disks do what all-pairs dynamics does, in both modes") {
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 1 : 2); ++seed) {
    with_all_boundaries(25, seed, [seed](const auto& gas) { compare_with_rough_twin(gas, seed); });
    SmallGas<3> three({{1, 1}, {0.4, 5}, {1.3, 0.1}}, 45, Vec<3>(6, 7, 6.5), seed);
    three.gas.restitution << 1, 0.9, 0.8, 0.9, 0.5, 0.7, 0.8, 0.7, 1;
    compare_with_rough_twin(three, seed);
  }
}

TEST_CASE("Perfectly rough elastic spheres keep energy, momentum and angular momentum") {
  const auto check = [](const auto& system, auto dim) {
    constexpr int Dim = decltype(dim)::value;
    for (const EngineOptions& options : kOptions) {
      const auto engine = make_engine<Dim>(system.gas, system.start, options);
      engine->advance(Engine<Dim>::kForever, fewer_if_sanitized(20000), nullptr);
      const State<Dim> end = engine->state();
      const double energy = kinetic_energy(system.gas, system.start);
      CHECK(kinetic_energy(system.gas, end) == Approx(energy).epsilon(1e-12));
      CHECK(spin_difference(end, system.start) > 1);
      if (system.gas.box.all_periodic())
        CHECK((total_momentum(system.gas, end) - total_momentum(system.gas, system.start)).norm() <
              1e-11);
    }
  };
  for (const bool walls : {false, true}) {
    check(lossless<2>({9, 8}, walls, 3), std::integral_constant<int, 2>());
    check(lossless<3>({5, 6, 5.5}, walls, 3), std::integral_constant<int, 3>());
  }
  // Until the first one hits an edge of the box.
  SmallGas<3> drop({{1, 1}, {0.7, 2}}, 30, Vec<3>(5, 5, 5), 4);
  roughen(drop, 4);
  drop.gas.box.size.setConstant(1000);
  for (Vec<3>& r : drop.start.position) r += Vec<3>::Constant(500);
  const auto engine = make_engine<3>(drop.gas, drop.start);
  engine->advance(20, Engine<3>::kNoLimit, nullptr);
  CHECK(engine->counters().collisions > 10);
  CHECK((angular_momentum(drop.gas, engine->state()) - angular_momentum(drop.gas, drop.start))
            .norm() < 1e-9);
}

TEST_CASE("Rough spheres are kept, taken up again and hashed bit for bit") {
  SmallGas<3> system({{1, 1}, {0.7, 2}}, 60, Vec<3>(6, 6, 6), 5);
  roughen(system, 5);
  for (const EngineOptions& options : kOptions) {
    const auto whole = make_engine<3>(system.gas, system.start, options);
    const auto half = make_engine<3>(system.gas, system.start, options);
    whole->advance(3, Engine<3>::kNoLimit, nullptr);
    half->advance(3, Engine<3>::kNoLimit, nullptr);
    SaveArchive saved;
    half->save_to(saved);
    const auto resumed = make_engine<3>(system.gas, system.start, options);
    const std::string bytes = saved.take();
    LoadArchive loaded(bytes);
    resumed->load_from(loaded);
    whole->advance(6, Engine<3>::kNoLimit, nullptr);
    resumed->advance(6, Engine<3>::kNoLimit, nullptr);
    CHECK(whole->record_hash() == resumed->record_hash());
    CHECK(spin_difference(whole->state(), resumed->state()) == 0);
    State<3> spun = whole->state();
    spun.angular_velocity[7].x() += 1e-9;
    const std::uint64_t before = whole->record_hash();
    whole->set_velocities(spun);
    CHECK(whole->record_hash() != before);
  }
}

TEST_CASE("Reversed, perfectly rough spheres go back the way they came") {
  const SmallGas<3> system = lossless<3>({5, 6, 5.5}, false, 6);
  const auto engine = make_engine<3>(system.gas, system.start);
  engine->advance(4, Engine<3>::kNoLimit, nullptr);
  CHECK(engine->counters().collisions > 50);
  Drive<3> reversal(Reversal{4}, 1, 0, 0);
  State<3> state = engine->state();
  CHECK(reversal.act(system.gas, state) == 0);
  engine->set_velocities(state);
  engine->advance(8, Engine<3>::kNoLimit, nullptr);
  const State<3> end = engine->state();
  for (std::size_t i = 0; i < end.size(); ++i) {
    CHECK((end.velocity[i] + system.start.velocity[i]).norm() < 1e-6);
    CHECK((end.angular_velocity[i] + system.start.angular_velocity[i]).norm() < 1e-6);
  }
}

TEST_CASE("An enduring contact of rough spheres is elastic and smooth") {
  SmallGas<3> system({{1, 1}}, 40, Vec<3>(5, 5, 5), 8);
  system.gas.restitution(0, 0) = 0.8;
  roughen(system, 8);
  system.gas.contact_duration = 1e9;
  for (const EngineOptions& options : {EngineOptions{}, steps_of(0.003)}) {
    const auto engine = make_engine<3>(system.gas, system.start, options);
    Recorder<3> recorder;
    engine->advance(20, Engine<3>::kNoLimit, &recorder);
    CHECK(engine->counters().elastic_by_duration_rule > 100);
    // Before, each has had one hit at the most.
    std::vector<int> hits(system.start.size());
    for (const auto& c : recorder.seen) {
      const bool first = hits[c.first]++ == 0, alone = hits[c.second]++ == 0 && first;
      CHECK((c.predicted_energy_change == 0) == !alone);
      CHECK(c.spins.has_value() == alone);
    }
  }
}
