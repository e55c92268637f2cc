#include <catch2/catch.hpp>

#include "clausius/core/archive.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Gives the particles reservoirs, of all species but the third.
template <int Dim>
void fill_reservoirs(SmallGas<Dim>& system, double exchange, unsigned seed) {
  for (std::size_t s = 0; s < system.gas.species.size(); ++s)
    system.gas.species[s].internal_degrees = s == 2 ? 0 : 2 + static_cast<int>(s);
  system.gas.internal_exchange = exchange;
  system.gas.exchange_seed = seed;
  RandomStream random(seed, Stream::test);
  for (const std::uint8_t s : system.start.species)
    system.start.internal_energy.push_back(s == 2 ? 0 : random.gamma(1));
}

template <int Dim>
SmallGas<Dim> parcels(const Vec<Dim>& size, std::size_t count, unsigned seed,
                      double exchange = 0.7) {
  SmallGas<Dim> system({{1, 1}, {0.7, 3}, {0.5, 0.2}}, count, size, seed);
  fill_reservoirs(system, exchange, seed);
  return system;
}

double reservoir_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("Parcels do what all-pairs dynamics does, whatever queue, cells and search") {
  for (const unsigned seed : {1u, 2u}) {
    compare_with_twin(parcels<2>({7, 8}, 24, seed));
    compare_with_twin(parcels<3>({5, 6, 5.5}, 30, seed));
    SmallGas<3> walled({{1, 1}, {0.7, 3}}, 30, Vec<3>(5, 6, 5.5), seed);
    walled.gas.box.periodic = {false, true, false};
    walled.place(30, seed);
    fill_reservoirs(walled, 1, seed);
    compare_with_twin(walled);
  }
}

TEST_CASE("The trajectory of parcels does not depend on queue, cells, search and stops") {
  const auto system = parcels<3>({9, 9, 9}, 120, 4);
  const auto whole = make_engine<3>(system.gas, system.start);
  whole->advance(5, Engine<3>::kNoLimit, nullptr);
  CHECK(whole->counters().collisions > 200);
  CHECK(reservoir_difference(whole->state().internal_energy, system.start.internal_energy) > 1);
  for (const EngineOptions& options : kAllOptions) {
    const auto other = make_engine<3>(system.gas, system.start, options);
    Recorder<3> recorder;
    for (int stop = 1; stop <= 50; ++stop)
      other->advance(0.1 * stop, Engine<3>::kNoLimit, stop % 2 == 0 ? &recorder : nullptr);
    CHECK(other->record_hash() == whole->record_hash());
  }
  auto reseeded = system;
  ++reseeded.gas.exchange_seed;
  const auto other = make_engine<3>(reseeded.gas, reseeded.start);
  other->advance(5, Engine<3>::kNoLimit, nullptr);
  CHECK(other->record_hash() != whole->record_hash());
}

TEST_CASE("Parcels keep momentum and total energy, not each part") {
  const auto check = [](const auto& system, auto dim) {
    constexpr int Dim = decltype(dim)::value;
    const auto engine = make_engine<Dim>(system.gas, system.start);
    Recorder<Dim> recorder;
    engine->advance(Engine<Dim>::kForever, 20000, &recorder);
    const State<Dim> end = engine->state();
    const double energy = kinetic_energy(system.gas, system.start);
    CHECK(kinetic_energy(system.gas, end) == Approx(energy).epsilon(1e-11));
    CHECK((total_momentum(system.gas, end) - total_momentum(system.gas, system.start)).norm() <
          1e-11 * energy);
    double reservoirs = 0, taken = 0;
    for (std::size_t i = 0; i < end.size(); ++i) {
      CHECK(end.internal_energy[i] >= 0);
      reservoirs += end.internal_energy[i] - system.start.internal_energy[i];
    }
    int exchanges = 0;
    for (const auto& c : recorder.seen) {
      taken += c.internal_change;
      exchanges += c.internal_change != 0 ? 1 : 0;
      const auto moving = [&](std::size_t s, const Vec<Dim>& v) {
        return 0.5 * system.gas.species[s].mass * v.squaredNorm();
      };
      CHECK(moving(c.first_species, c.first_after) + moving(c.second_species, c.second_after) -
                moving(c.first_species, c.first_before) -
                moving(c.second_species, c.second_before) ==
            Approx(-c.internal_change).margin(1e-11 * energy));
      CHECK(c.predicted_energy_change == 0);
      if (c.first_species == 2 && c.second_species == 2) CHECK(c.internal_change == 0);
    }
    CHECK(taken == Approx(reservoirs).margin(1e-11 * energy));
    CHECK(std::abs(taken) > 1e-3 * energy);
    CHECK(exchanges > 10000);
    CHECK(exchanges < 15000);
    CHECK(engine->audit(1000).empty());
  };
  check(parcels<2>({9, 8}, 40, 3), std::integral_constant<int, 2>());
  check(parcels<3>({6, 6, 5.5}, 60, 3), std::integral_constant<int, 3>());
}

TEST_CASE("Parcels are kept and taken up again bit for bit") {
  const auto system = parcels<3>({6, 6, 6}, 60, 5);
  for (const EngineOptions& options : {EngineOptions{}, EngineOptions{Scheduler::heap, 1.7}}) {
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
    CHECK(reservoir_difference(whole->state().internal_energy, resumed->state().internal_energy) ==
          0);
    // A gas without reservoirs is another one.
    auto plain = system;
    for (SphereSpecies& one : plain.gas.species) one.internal_degrees = 0;
    plain.start.internal_energy.clear();
    const auto other = make_engine<3>(plain.gas, plain.start, options);
    LoadArchive again(bytes);
    CHECK_THROWS(other->load_from(again));
  }
}
