#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "clausius/study/runner.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/granular.h"
#include "physics/ensemble.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// −d ln T/dc over the cooling state, which is reached in a few collisions a particle.
template <int Dim>
void check_reduced_cooling(double restitution, double expected) {
  RatioOverBlocks rate;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const Recipe recipe{0.02, {kind(1000)}, seed, false, restitution};
    const Ensemble<Dim> ensemble(recipe);
    const auto engine = make_engine(ensemble.gas, ensemble.start);
    CollisionTally<Dim> tally(ensemble.gas);
    engine->advance(Engine<Dim>::kForever, ensemble.collisions(5), &tally);
    const double before = ensemble.kt(engine->state());
    engine->advance(Engine<Dim>::kForever, ensemble.collisions(15), &tally);
    rate.add(std::log(before / ensemble.kt(engine->state())), 15);
    // Every loss is the predicted one.
    const double initial = kinetic_energy(ensemble.gas, ensemble.start);
    const double lost = kinetic_energy(ensemble.gas, engine->state()) - initial;
    CHECK(std::abs(lost - tally.take().predicted_change) < 1e-12 * initial);
    CHECK(total_momentum(ensemble.gas, engine->state()).norm() < 1e-10 * ensemble.particles());
  }
  INFO(Dim << " dimensions, restitution " << restitution);
  check_agrees("reduced cooling rate", rate,
               expected * finite_cooling_factor(Dim, 1000, Dim * 999.0), 0.005);
}

}  // namespace

TEST_CASE("A granular gas cools by (1 - e^2)/d per collision, and the ledger closes") {
  check_reduced_cooling<3>(0.9, 0.063099);
  check_reduced_cooling<3>(0.8, 0.119618);
  check_reduced_cooling<2>(0.8, 0.178991);
}

namespace {

/// The inverse of Haff's time from the temperature after 12 collisions a particle.
template <int Dim>
void check_haff(double packing_fraction, double restitution, double expected) {
  RatioOverBlocks rate;
  for (std::uint64_t seed = 1; seed <= 32; ++seed) {
    const Recipe recipe{packing_fraction, {kind(1000)}, seed, false, restitution};
    const Ensemble<Dim> ensemble(recipe);
    const auto engine = make_engine(ensemble.gas, ensemble.start);
    // From the cooling state on; time is measured in units of the temperature there.
    engine->advance(Engine<Dim>::kForever, ensemble.collisions(5), nullptr);
    const double start = engine->time(), kt = ensemble.kt(engine->state());
    engine->advance(Engine<Dim>::kForever, ensemble.collisions(12), nullptr);
    const double cooled = ensemble.kt(engine->state());
    rate.add((std::sqrt(kt / cooled) - 1) / std::sqrt(kt), engine->time() - start);
  }
  INFO(Dim << " dimensions, packing fraction " << packing_fraction);
  check_agrees("inverse of Haff's time", rate, expected, 0.005);
}

}  // namespace

TEST_CASE("A granular gas follows Haff's law") {
  check_haff<3>(0.05, 0.9, 0.024318);
  check_haff<3>(0.01, 0.9, 0.0043848);
  check_haff<2>(0.05, 0.9, 0.011558);
}

TEST_CASE("The velocities of a cooling gas have the Sonine coefficients of its restitution",
          "[slow]") {
  struct Coefficients {
    RatioOverBlocks a2, a3;
  };
  const auto measure = [](double restitution) {
    Coefficients result;
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
      const Recipe recipe{0.01, {kind(4000)}, seed, false, restitution};
      const Ensemble<3> ensemble(recipe);
      const auto engine = make_engine(ensemble.gas, ensemble.start);
      engine->advance(Engine<3>::kForever, ensemble.collisions(8), nullptr);
      for (int sample = 0; sample < 10; ++sample) {
        engine->advance(Engine<3>::kForever, ensemble.collisions(2), nullptr);
        double second = 0, fourth = 0, sixth = 0;
        for (const Vec<3>& v : engine->state().velocity) {
          const double sq = v.squaredNorm() / ensemble.particles();
          second += sq;
          fourth += sq * sq * ensemble.particles();
          sixth += std::pow(sq, 3) * std::pow(ensemble.particles(), 2);
        }
        const double a2 = fourth / second / second * 0.6 - 1;
        result.a2.add(a2, 1);
        result.a3.add(1 + 3 * a2 - sixth / std::pow(second, 3) * 9 / 35, 1);
      }
    }
    return result;
  };
  const Coefficients weak = measure(0.9), strong = measure(0.8);
  check_agrees("a2, e = 0.9", weak.a2, -0.0148, 0.15);
  check_agrees("a2, e = 0.8", strong.a2, -0.0127, 0.15);
  check_agrees("a3, e = 0.9", weak.a3, cooling_sonine_a3(3, 0.9).value, 0.4);
  check_agrees("a3, e = 0.8", strong.a3, cooling_sonine_a3(3, 0.8).value, 0.4);
}

TEST_CASE("Random kicks keep a granular gas at the temperature of theory") {
  for (const int dimensions : {3, 2}) {
    const std::string text = fmt::format(
        "[box]\ndimensions = {}\npacking_fraction = 0.02\n[[species]]\nname = \"a\"\ncount = "
        "1500\n[collisions]\nrestitution = 0.8\n[[drive]]\nkind = \"random-kicks\"\nstrength = "
        "0.04\n[run]\nequilibrate = 30\nmeasure = 120\n",
        dimensions);
    const StudyResult result = run_study(parse_study(text, "driven.toml", {}), {});
    for (const auto& [name, sharpness] :
         {std::pair{"temperature", 0.02}, {"drive_power", 0.02}, {"collision_rate", 0.005}}) {
      const auto found = std::find_if(result.observables.begin(), result.observables.end(),
                                      [&, name = name](const auto& o) { return o.name == name; });
      INFO(dimensions << " dimensions: " << name << " " << found->value);
      REQUIRE(found->z());
      CHECK(std::abs(*found->z()) < 4);
      CHECK(*found->error < sharpness * found->value);
    }
    // The energy turned over is many times that of the gas.
    CHECK(result.work > 5 * result.energy_initial);
    CHECK(result.energy_balance_error < 1e-13);
    CHECK(*result.momentum_drift < 1e-12);
  }
}
