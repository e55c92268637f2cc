#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "sanitized.h"
#include "unit/engine/stepping_twin.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// A gas whose hits add a speed, in a random box: periodic, sheared, or with walls of any kind;
/// every third one of rough spheres with friction.
template <int Dim>
SmallGas<Dim> random_gas(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::vector<SphereSpecies> species(1 + random() % 3);
  for (SphereSpecies& one : species) one = {uniform(0.4, 1.1), uniform(0.2, 4)};
  Vec<Dim> size;
  for (int k = 0; k < Dim; ++k) size[k] = Dim == 2 ? uniform(7, 10) : uniform(5, 8);
  const std::size_t count = 12 + random() % 14;
  SmallGas<Dim> system(species, count, size, seed);
  system.gas.restitution.fill(uniform(0, 1));
  system.gas.wall_restitution.assign(species.size(), uniform(0.5, 1));
  system.gas.added_speed = uniform(0.01, 1);
  const unsigned kind = random() % 8;
  if (kind < 6) {
    system.gas.box.periodic[0] = system.gas.box.periodic[1] = false;
    put_walls(system.gas, static_cast<int>(kind));
    system.start.time = 0.5;
  } else if (kind == 6) {
    system.gas.boundary.shear_rate = 0.3;
  }
  const double time = system.start.time;
  system.place(count, seed);
  system.start.time = time;
  if (seed % 3 == 0) {
    roughen(system, seed);
    add_friction(system, seed);
  }
  return system;
}

}  // namespace

TEST_CASE("Random gases whose hits add a speed do what all-pairs dynamics does") {
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 8 : 40); ++seed) {
    INFO("seed " << seed);
    if (seed % 2 == 0)
      compare_with_twin(random_gas<2>(seed));
    else
      compare_with_twin(random_gas<3>(seed));
  }
}

TEST_CASE("Gases whose hits add a speed do by steps what all-pairs steps do") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, 20, Vec<3>(5, 6, 5.5), seed);
    spheres.gas.box.periodic[0] = false;
    spheres.gas.restitution.fill(0.7);
    spheres.gas.added_speed = 0.2 * seed;
    spheres.place(20, seed);
    compare_with_stepping_twin(spheres, 0.01, 300);
    SmallGas<2> disks({{1, 1}, {0.7, 2}}, 20, Vec<2>(8, 9), seed);
    disks.gas.restitution.fill(0.9);
    disks.gas.added_speed = 0.2;
    compare_with_stepping_twin(disks, 0.01, 300);
  }
}

TEST_CASE("Every hit separates two at e v + delta; momentum stays, the ledger closes") {
  for (const EngineOptions& options : {EngineOptions{}, steps_of(0.01)}) {
    SmallGas<3> system({{1, 1}, {0.7, 2}}, 60, Vec<3>(6, 6, 6), 3);
    system.gas.restitution << 0.8, 0.6, 0.6, 1;
    system.gas.added_speed = 0.3;
    system.gas.contact_duration = 0.1;  // concerns walls only
    const auto engine = make_engine<3>(system.gas, system.start, options);
    Recorder<3> recorder;
    engine->advance(20, Engine<3>::kNoLimit, &recorder);
    CHECK(recorder.seen.size() > 700);
    CHECK(engine->counters().elastic_by_duration_rule == 0);
    for (const auto& one : recorder.seen) {
      const double before = (one.first_before - one.second_before).dot(one.normal);
      const double after = (one.second_after - one.first_after).dot(one.normal);
      const double e = system.gas.restitution(one.first_species, one.second_species);
      CHECK(after == Approx(e * before + 0.3).epsilon(1e-9));
      const double m_1 = system.gas.species[one.first_species].mass;
      const double m_2 = system.gas.species[one.second_species].mass;
      const double half = 0.5 * m_1 * m_2 / (m_1 + m_2);
      CHECK(one.predicted_energy_change ==
            Approx(-half * (1 - e * e) * before * before).margin(1e-12));
      CHECK(one.added == Approx(half * (after * after - e * e * before * before)).margin(1e-12));
    }
    const State<3> last = engine->state();
    const double given = recorder.energy_given();
    CHECK(kinetic_energy(system.gas, last) - kinetic_energy(system.gas, system.start) ==
          Approx(given).margin(1e-11));
    CHECK((total_momentum(system.gas, last) - total_momentum(system.gas, system.start)).norm() <
          1e-12);
  }
}

// Nothing is lost: each hit gives μ Δ (v_n + Δ/2), of which v_n is drawn by Maxwell's law while the
// energy grows slowly.
TEST_CASE("Elastic spheres that gain a speed at each hit heat as they must") {
  SmallGas<3> system({{1, 1}}, 400, Vec<3>(16, 16, 16), 5);
  const Vec<3> drift = total_momentum(system.gas, system.start) / 400;
  for (Vec<3>& v : system.start.velocity) v -= drift;
  const double delta = system.gas.added_speed = 0.002;
  const auto engine = make_engine<3>(system.gas, system.start, {});
  engine->advance(Engine<3>::kForever, 4000, nullptr);
  Recorder<3> recorder;
  const double before = kinetic_energy(system.gas, engine->state());
  engine->advance(Engine<3>::kForever, 40000, &recorder);
  const double after = kinetic_energy(system.gas, engine->state());
  CHECK_FALSE(is_elastic(system.gas));
  double added = 0;
  for (const auto& one : recorder.seen) added += one.added;
  CHECK(after - before == Approx(added).epsilon(1e-10));
  // ⟨v_n⟩ of hits = √(π k_BT/m), its scatter √(4/π − 1) of that; √T grows evenly with the hits.
  const double root_kt = (std::sqrt(before) + std::sqrt(after)) / 2 * std::sqrt(2.0 / (3 * 399));
  const double mean = 0.5 * delta * (std::sqrt(std::acos(-1.0)) * root_kt + 0.5 * delta);
  CHECK(added / 40000 == Approx(mean).epsilon(4 * std::sqrt((4 / std::acos(-1.0) - 1) / 40000)));
}
