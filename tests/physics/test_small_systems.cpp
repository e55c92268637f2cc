#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "clausius/theory/enskog.h"
#include "clausius/theory/equation_of_state.h"
#include "physics/ensemble.h"
#include "theory/velocities/maxwell.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Kurtosis of a velocity component over equal-time samples, two collisions a particle apart.
template <int Dim>
RatioOverBlocks component_kurtosis_of(const Recipe& recipe, int samples) {
  const Ensemble<Dim> ensemble(recipe);
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(Engine<Dim>::kForever, ensemble.collisions(100), nullptr);
  const double interval = 2 * engine->time() / 100;
  // ⟨v_x²⟩ is given by the energy.
  const double square =
      2 * kinetic_energy(ensemble.gas, ensemble.start) / Dim / ensemble.particles();
  RatioOverBlocks kurtosis;
  constexpr int kBlocks = 50;
  for (int block = 0; block < kBlocks; ++block) {
    double fourth = 0, count = 0;
    for (int sample = 0; sample < samples / kBlocks; ++sample) {
      engine->advance(engine->time() + interval, Engine<Dim>::kNoLimit, nullptr);
      for (const Vec<Dim>& v : engine->state().velocity)
        for (int k = 0; k < Dim; ++k) {
          fourth += std::pow(v[k], 4);
          count += 1;
        }
    }
    kurtosis.add(fourth / square / square, count);
  }
  return kurtosis;
}

}  // namespace

TEST_CASE("Velocities of few particles follow the finite law, not Maxwell's") {
  check_agrees("10 spheres, periodic", component_kurtosis_of<3>({0.05, {kind(10)}}, 20000),
               2.793103, 0.003);
  check_agrees("50 spheres, periodic", component_kurtosis_of<3>({0.05, {kind(50)}}, 10000), 2.96,
               0.003);
  Recipe walls{0.05, {kind(6)}};
  walls.walls = true;
  check_agrees("6 disks between walls", component_kurtosis_of<2>(walls, 30000), 3.0 * 12 / (12 + 2),
               0.004);
}

TEST_CASE("Few spheres collide and press as their partition function says") {
  for (const std::int64_t count : {2, 3, 5, 10}) {
    const Ensemble<3> ensemble({0.1 * std::numbers::pi / 6, {kind(count)}});
    const EquilibriumRates rates = measure_equilibrium(ensemble, 100, 50, 4000);
    INFO(count << " spheres");
    check_agrees("Z - 1", rates.compressibility,
                 finite_compressibility_factor(ensemble.mixture).value - 1, 0.006);
    check_agrees("collision rate", rates.collision_rate,
                 finite_collision_rate(ensemble.mixture, 1).value, 0.006);
  }
}

namespace {

template <int Dim>
void check_small_box(std::int64_t count, double packing_fraction) {
  const Ensemble<Dim> ensemble({packing_fraction, {kind(count)}});
  const EquilibriumRates rates = measure_equilibrium(ensemble, 100, 40, 20 * count);
  const TheoryValue theory = finite_compressibility_factor(ensemble.mixture);
  INFO(count << " particles in " << Dim << " dimensions at " << packing_fraction << ": "
             << rates.compressibility.value() << " ± " << rates.compressibility.error()
             << ", theory " << theory.value - 1 << " ± " << theory.uncertainty);
  CHECK(std::abs(rates.compressibility.value() - (theory.value - 1)) <
        2.5 * theory.uncertainty + 4 * rates.compressibility.error());
}

}  // namespace

TEST_CASE("Few particles in a small dense box differ from theory by no more than it says") {
  for (const auto& [count, packing_fraction] :
       {std::pair{8, 0.3}, {8, 0.4}, {8, 0.45}, {10, 0.4}, {10, 0.45}, {16, 0.4}, {32, 0.4}})
    check_small_box<3>(count, packing_fraction);
  for (const auto& [count, packing_fraction] :
       {std::pair{8, 0.6}, {10, 0.5}, {10, 0.6}, {10, 0.65}, {16, 0.6}, {16, 0.65}, {32, 0.6}})
    check_small_box<2>(count, packing_fraction);
  // Theory keeps its accuracy in boxes of the usual size.
  CHECK(finite_compressibility_factor(3, 0.3, 500).uncertainty < 1e-3);
  CHECK(finite_compressibility_factor(2, 0.5, 500).uncertainty < 1e-3);
}

TEST_CASE("Unequal masses share the energy so that the momentum stays zero") {
  const std::vector<double> masses{1, 2, 5, 12};
  Recipe recipe{0.02, {}};
  for (const double mass : masses) recipe.species.push_back(kind(1, 1, mass));
  const Ensemble<3> ensemble(recipe);
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(Engine<3>::kForever, ensemble.collisions(100), nullptr);
  const double interval = 3 * engine->time() / 100;
  const double kt = ensemble.kt(engine->state());
  std::vector<RatioOverBlocks> energies(masses.size());
  for (int block = 0; block < 50; ++block) {
    std::vector<double> sums(masses.size(), 0.0);
    for (int sample = 0; sample < 1000; ++sample) {
      engine->advance(engine->time() + interval, Engine<3>::kNoLimit, nullptr);
      const State<3> state = engine->state();
      for (std::size_t i = 0; i < masses.size(); ++i)
        sums[i] += 0.5 * masses[i] * state.velocity[i].squaredNorm();
    }
    for (std::size_t i = 0; i < masses.size(); ++i) energies[i].add(sums[i], 1000);
  }
  for (std::size_t i = 0; i < masses.size(); ++i)
    check_agrees("mass " + std::to_string(masses[i]), energies[i], 1.5 * kt * (1 - masses[i] / 20),
                 0.01);
}

namespace {

/// What holds the gas together: Σ J·σ of the pairs, Σ J x of the walls.
class Virial : public Observer<3> {
 public:
  explicit Virial(const Gas<3>& gas) : gas_(gas) {}
  void on_collision(const CollisionRecord<3>& c) override {
    if (c.second != CollisionRecord<3>::kWall) {
      pairs += c.impulse * c.separation;
      return;
    }
    const double edge = gas_.box.size[c.face / 2];
    walls += c.face % 2 == 0 ? c.impulse * c.separation : -c.impulse * (edge - c.separation);
    impulse += c.impulse;
    hits += 1;
  }
  double pairs = 0, walls = 0, impulse = 0, hits = 0;

 private:
  Gas<3> gas_;
};

double position_times_momentum(const Gas<3>& gas, const State<3>& state) {
  double sum = 0;
  for (std::size_t i = 0; i < state.size(); ++i)
    sum += gas.species[state.species[i]].mass * state.position[i].dot(state.velocity[i]);
  return sum;
}

}  // namespace

TEST_CASE("Between walls the virial theorem holds for every second, and hits have Maxwell's flux") {
  Recipe recipe{0.15, {kind(500), kind(200, 0.6, 3)}};
  recipe.walls = true;
  const Ensemble<3> ensemble(recipe);
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  const double energy = kinetic_energy(ensemble.gas, ensemble.start);
  Virial virial(ensemble.gas);
  engine->advance(50, Engine<3>::kNoLimit, &virial);
  // d/dt Σ m r·v = 2E + Σ r·F, exactly.
  const double change = position_times_momentum(ensemble.gas, engine->state()) -
                        position_times_momentum(ensemble.gas, ensemble.start);
  CHECK(change - (2 * energy * 50 + virial.pairs + virial.walls) ==
        Approx(0).margin(1e-9 * energy * 50));
  CHECK(virial.hits > 10000);
}

TEST_CASE("Walls are hit P/sqrt(2 pi m kT) times per area and time") {
  Recipe recipe{0.2, {kind(500)}};
  recipe.walls = true;
  const Ensemble<3> ensemble(recipe);
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  engine->advance(10, Engine<3>::kNoLimit, nullptr);
  Virial virial(ensemble.gas);
  RatioOverBlocks impulse;
  for (int block = 0; block < 40; ++block) {
    const double before_impulse = virial.impulse, before_hits = virial.hits;
    engine->advance(engine->time() + 2, Engine<3>::kNoLimit, &virial);
    impulse.add(virial.impulse - before_impulse, virial.hits - before_hits);
  }
  // P over the rate of hits is the mean impulse of a hit; 1500 degrees of freedom are many.
  check_agrees("impulse of a hit", impulse, std::sqrt(2 * std::numbers::pi), 0.005);
}
