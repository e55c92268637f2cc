#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/study/runner.h"
#include "clausius/theory/enskog.h"
#include "collision/resolve.h"
#include "named.h"
#include "physics/ensemble.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/relaxation_spectrum.h"

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
    TalliedCollisions<Dim> tally(ensemble.gas);
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
               expected * finite_cooling_factor(Dim * 1000, Dim * 999), 0.005);
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
        "0.04\n[run]\nequilibrate = 30\nmeasure = 1000\n",
        dimensions);
    const StudyResult result = run_study(parse_study(text, "driven.toml", {}), {});
    for (const auto& [name, sharpness] :
         {std::pair{"temperature", 0.02}, {"drive_power", 0.02}, {"collision_rate", 0.005}}) {
      const auto found = std::find_if(result.observables.begin(), result.observables.end(),
                                      [&, name = name](const auto& o) { return o.name == name; });
      INFO(dimensions << " dimensions: " << name << " " << found->value);
      REQUIRE(found->z());
      CHECK(std::abs(found->z().value()) < 4);
      CHECK(*found->error < sharpness * found->value);
    }
    // The energy turned over is many times that of the gas.
    CHECK(result.work > 5 * result.energy_initial);
    CHECK(result.energy_balance_error < 1e-13);
    CHECK(*result.momentum_drift < 1e-12);
  }
}

namespace {

/// The speed at which viscoelastic spheres separate after a collision at speed 1: their overlap h
/// follows h″ = −h^(3/2) − A √h h′ until the force vanishes. Integrated in steps of fourth order.
double speed_after_contact(double a) {
  constexpr double kStep = 1e-4;
  const auto force = [a](double h, double speed) {
    const double root = std::sqrt(std::max(h, 0.0));
    return -root * (h + a * speed);
  };
  double h = kStep, speed = 1;  // the force of the first step is less than 1e-2 of it
  while (force(h, speed) < 0) {
    const double k1 = force(h, speed);
    const double k2 = force(h + kStep / 2 * speed, speed + kStep / 2 * k1);
    const double k3 = force(h + kStep / 2 * speed + kStep * kStep / 4 * k1, speed + kStep / 2 * k2);
    const double k4 = force(h + kStep * speed + kStep * kStep / 2 * k2, speed + kStep * k3);
    h += kStep * speed + kStep * kStep / 6 * (k1 + k2 + k3);
    speed += kStep / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return -speed;
}

}  // namespace

TEST_CASE("Viscoelastic collisions lose what their speed says, in both modes") {
  // Only A v^(1/5) matters. The approximant has this accuracy.
  for (const auto& [x, margin] :
       {std::pair{0.01, 1e-6}, {0.1, 1e-4}, {0.5, 2.5e-3}, {1.0, 0.01}, {2.0, 0.01}}) {
    INFO(x);
    CHECK(std::abs(viscoelastic_restitution(x / std::pow(3.0, 0.2), 3) - speed_after_contact(x)) <
          margin);
  }
  for (const double x : {1e-3, 0.02, 0.1}) {
    const double series = 1 - 1.15344 * x + 0.79826 * x * x + 0.26667 * std::pow(x, 2.5);
    CHECK(viscoelastic_restitution(x / std::pow(3.0, 0.2), 3) ==
          Approx(series).epsilon(0).margin(2e-5 * x + 0.6 * std::pow(x, 3)));
  }
  Gas<3> gas;
  gas.box.size = {9, 9, 9};
  gas.species = {{1, 1}, {1, 3}};
  gas.restitution = Eigen::MatrixXd::Ones(2, 2);
  gas.wall_restitution = {1, 1};
  gas.viscosity = 0.3;
  State<3> start;
  start.species = {0, 1};
  start.position = {{2, 2, 2}, {5, 2.6, 2}};
  start.velocity = {{2, 0, 0}, {0, 0, 0}};
  EngineOptions by_steps;
  by_steps.mode = Mode::time_step;
  by_steps.time_step = 0.01;
  for (const EngineOptions& options : {EngineOptions{}, by_steps}) {
    const auto engine = make_engine(gas, start, options);
    engine->advance(2.0, Engine<3>::kNoLimit, nullptr);
    REQUIRE(engine->counters().collisions == 1);
    // n = (0.8, 0.6, 0), normal speed 1.6, μ = 3/4
    const double e = viscoelastic_restitution(0.3, 1.6);
    CHECK(kinetic_energy(gas, engine->state()) ==
          Approx(2 - 0.5 * 0.75 * (1 - e * e) * 1.6 * 1.6).epsilon(1e-13));
  }
}

TEST_CASE("A viscoelastic gas cools by the power -5/3 of time") {
  constexpr double kViscosity = 0.2;
  const auto law = [](double v) { return viscoelastic_restitution(kViscosity, v); };
  RatioOverBlocks cooled;
  const double rate = collision_rate(Mixture{3, 0.02, {{1, 1, 1}}}, 1).value;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Ensemble<3> ensemble({0.02, {kind(1000)}, seed});
    ensemble.gas.viscosity = kViscosity;
    const auto engine = make_engine(ensemble.gas, ensemble.start);
    engine->advance(Engine<3>::kForever, ensemble.collisions(5), nullptr);
    const double start = engine->time(), kt = ensemble.kt(engine->state());
    engine->advance(Engine<3>::kForever, ensemble.collisions(60), nullptr);
    const double time = engine->time() - start;
    // k_BT of theory after that time, in small steps of the middle.
    double theory = kt;
    constexpr int kSteps = 4000;
    const auto fall = [&](double at) {
      return at * std::sqrt(at) * rate * reduced_cooling_rate(3, law, at);
    };
    for (int step = 0; step < kSteps; ++step) {
      // Steps that grow as the gas slows down: t = time·(s² + s)/2.
      const double s = (step + 0.5) / kSteps, dt = time * (s + 0.5) / kSteps;
      const double middle = theory - 0.5 * dt * fall(theory);
      theory -= dt * fall(middle);
    }
    cooled.add(std::log(kt / ensemble.kt(engine->state())), std::log(kt / theory));
  }
  check_agrees("logarithm of what is left, over that of theory", cooled,
               finite_cooling_factor(3000, 2997), 0.01);
  // Finally d k_BT/dt is proportional to the power 3/2 + 1/10 of k_BT: k_BT decreases as t^(−5/3).
  const auto fall = [&](double at) { return std::pow(at, 1.5) * reduced_cooling_rate(3, law, at); };
  CHECK(std::log(fall(1e-29) / fall(1e-30)) / std::log(10.0) == Approx(1.6).epsilon(1e-3));
}

TEST_CASE("The ledger of a viscoelastic gas closes, whatever finds the contacts") {
  const std::string text =
      "[box]\npacking_fraction = 0.02\n[[species]]\nname = \"a\"\ncount = 1000\n[collisions]\nlaw "
      "= \"viscoelastic\"\nviscosity = 0.2\n[run]\nequilibrate = 0\nmeasure = 40\n";
  const StudyResult result = run_study(parse_study(text, "viscoelastic.toml", {}), {});
  CHECK(result.energy_final < 0.1 * result.energy_initial);
  CHECK(result.energy_balance_error < 1e-13);
  for (const std::string name : {"collision_rate", "cooling_rate"}) {
    const auto found = std::find_if(result.observables.begin(), result.observables.end(),
                                    [&](const auto& o) { return o.name == name; });
    INFO(name << " " << found->value);
    REQUIRE(found->z());
    CHECK(std::abs(found->z().value()) < 4);
    CHECK(*found->error < 0.02 * found->value);
  }
  Ensemble<3> ensemble({0.1, {kind(300)}, 1});
  ensemble.gas.viscosity = 0.2;
  const auto hash_of = [&](Scheduler scheduler) {
    const auto engine = make_engine(ensemble.gas, ensemble.start, EngineOptions{scheduler});
    engine->advance(Engine<3>::kForever, ensemble.collisions(20), nullptr);
    return engine->record_hash();
  };
  CHECK(hash_of(Scheduler::heap) == hash_of(Scheduler::calendar));
}

TEST_CASE("A gas that clusters is said to, and theory of the homogeneous one is no verdict") {
  const auto run = [](const std::string& count) {
    const std::string study = R"(
[box]
dimensions = 2
packing_fraction = 0.05
[[species]]
name = "a"
[collisions]
restitution = 0.5
[run]
equilibrate = 5
measure = 30
[[check]]
observable = "cooling_rate"
)";
    return run_study(parse_study(study, "granular.toml", {{"species.0.count", count}}), {});
  };
  // Cooling is unstable in boxes longer than 63 diameters; these are 125 and 40 long.
  const StudyResult large = run("1000"), little = run("100");
  const auto is_said = [](const StudyResult& result) {
    return std::any_of(result.warnings.begin(), result.warnings.end(),
                       [](const std::string& warning) {
                         return warning.find("does not stay homogeneous") != std::string::npos;
                       });
  };
  CHECK(is_said(large));
  CHECK_THAT(large.checks.back().not_checked, Catch::Contains("does not stay homogeneous"));
  CHECK(named(large, "cooling_rate").theory);
  CHECK_FALSE(named(large, "cooling_rate").z());
  CHECK_FALSE(is_said(little));
  CHECK(little.checks.back().passed);
}

TEST_CASE("Where pairs meet again at once there is no theory of inelastic gases") {
  const auto run = [](const std::string& restitution, const std::string& packing_fraction) {
    const std::string study = R"(
[[species]]
name = "a"
count = 300
[run]
equilibrate = 2
measure = 4
samples = 60
)";
    return run_study(parse_study(study, "sticky.toml",
                                 {{"collisions.restitution", restitution},
                                  {"box.packing_fraction", packing_fraction}}),
                     {});
  };
  const StudyResult dense = run("0.0", "0.05");
  CHECK_FALSE(named(dense, "cooling_rate").theory);
  CHECK_THAT(named(dense, "cooling_rate").theory_outside,
             Catch::Contains("repeated collisions of pairs"));
  for (const char* name : {"collision_rate", "cooling_rate", "cooling_rate_reduced"}) {
    CHECK(std::abs(named(run("0.0", "0.0001"), name).z().value()) < 4);
    CHECK(std::abs(named(run("0.5", "0.05"), name).z().value()) < 4);
  }
}

TEST_CASE("A crystal is named, and theory of the fluid is no verdict") {
  const auto run = [](const std::string& placement) {
    const std::string study = R"(
[box]
dimensions = 2
packing_fraction = 0.69
[[species]]
name = "a"
count = 400
[run]
equilibrate = 2
measure = 4
samples = 20
)";
    return run_study(
        parse_study(study, "crystal.toml", {{"initial.placement", '"' + placement + '"'}}), {});
  };
  const Observable crystal = named(run("lattice"), "collision_rate");
  CHECK_THAT(crystal.theory_doubt, Catch::Contains("ordered as in a crystal"));
  CHECK_THAT(named(run("random"), "collision_rate").theory_doubt,
             !Catch::Contains("ordered as in a crystal"));
}

TEST_CASE("Cooling species of identical particles have one temperature") {
  const StudyResult result =
      run_study(parse_study("box.packing_fraction = 0.05\ncollisions.restitution = 0.8\n"
                            "[[species]]\nname = \"a\"\ncount = 300\n"
                            "[[species]]\nname = \"b\"\ncount = 200\n"
                            "[run]\nequilibrate = 10\nmeasure = 20\n",
                            "alike.toml", {{"seed", "4"}}),
                {});
  const Observable* const ratio = find_observable(result.observables, "temperature_ratio");
  REQUIRE(ratio != nullptr);
  REQUIRE(ratio->theory);
  // The conserved momentum takes the same part of both.
  CHECK(*ratio->theory == Approx(1).margin(1e-12));
  CHECK(std::abs(*ratio->z()) < 4);
}

namespace {

/// What is measured of flights and diffusion in a gas with these keys.
StudyResult flights_of(const std::string& restitution, const std::string& packing_fraction,
                       const std::string& more, const std::vector<Override>& overrides = {}) {
  std::vector<Override> all{{"collisions.restitution", restitution},
                            {"box.packing_fraction", packing_fraction}};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return run_study(parse_study("[[species]]\nname = \"a\"\ncount = 500\n" + more +
                                   "[run]\nequilibrate = 10\nmeasure = 200\nsamples = 200\n"
                                   "transport = true\ncollision_statistics = true\n",
                               "granular.toml", all),
                   {});
}

void check_near_theory(const StudyResult& result, const std::string& name, double largest_error) {
  const Observable& one = named(result, name);
  INFO(name << " = " << one.value);
  REQUIRE(one.error);
  REQUIRE(one.z());
  CHECK(std::abs(*one.z()) < 4);
  CHECK(*one.error < largest_error * one.value);
}

}  // namespace

TEST_CASE("Flights and diffusion of a cooling gas are steady in units of its thermal speed") {
  const StudyResult result = flights_of("0.8", "0.02", "");
  check_near_theory(result, "mean_free_time_reduced", 0.01);
  check_near_theory(result, "mean_collision_energy_reduced", 0.02);
  check_near_theory(result, "mean_collision_angle", 0.01);
  check_near_theory(result, "diffusion_coefficient_reduced", 0.05);
  check_near_theory(result, "diffusion_coefficient_reduced_green_kubo", 0.05);
  for (const char* name : {"mean_free_time_reduced", "diffusion_coefficient_reduced",
                           "mean_collision_energy_reduced", "free_time_ratio", "free_path_ratio"}) {
    INFO(name);
    CHECK_FALSE(named(result, name).changes());
  }
  // The temperature falls by orders of magnitude meanwhile, and times in seconds grow.
  CHECK(named(result, "mean_free_time").changes());
  // Faster than by elastic collisions: 4/(1 + e)² = 1.235.
  const StudyResult elastic = flights_of("1.0", "0.02", "");
  CHECK(named(result, "diffusion_coefficient_reduced").value >
        1.12 * named(elastic, "diffusion_coefficient").value);
}

TEST_CASE("Flights and diffusion of a driven gas are as theory says") {
  const StudyResult kicked =
      flights_of("0.8", "0.02", "[[drive]]\nkind = \"random-kicks\"\nstrength = 0.3\n",
                 {{"run.equilibrate", "40"}});
  check_near_theory(kicked, "mean_collision_energy", 0.05);
  check_near_theory(kicked, "mean_collision_angle", 0.01);
  check_near_theory(kicked, "diffusion_coefficient", 0.08);
  check_near_theory(kicked, "diffusion_coefficient_green_kubo", 0.08);
  const StudyResult thermostatted =
      flights_of("1.0", "0.02", "[[drive]]\nkind = \"andersen\"\ntemperature = 1.0\nrate = 0.1\n");
  check_near_theory(thermostatted, "mean_collision_energy", 0.05);
  check_near_theory(thermostatted, "diffusion_coefficient", 0.05);
  check_near_theory(thermostatted, "diffusion_coefficient_green_kubo", 0.05);
  CHECK(named(thermostatted, "normal_speed_chi2_p").value > 1e-4);
  CHECK(named(thermostatted, "impact_chi2_p").value > 1e-4);
  // The thermostat brakes: the diffusion of a free gas would be 1.5 times as large.
  const StudyResult free = flights_of("1.0", "0.02", "");
  CHECK(named(free, "diffusion_coefficient").value >
        1.3 * named(thermostatted, "diffusion_coefficient").value);
}

namespace {

/// Particles without positions that collide at random, as the Boltzmann equation has it (G. A.
/// Bird, Phys. Fluids 6 (1963) 1518), with the displacement of each. One time unit is a mean free
/// time of elastic particles at T = 1. They cool, in the time of the thermal speed, or are kicked.
template <int Dim>
class RandomCollisions {
 public:
  RandomCollisions(double restitution, bool kicked, std::uint64_t seed)
      : restitution_(restitution), kicked_(kicked), random_(seed, Stream::test) {
    for (Vec<Dim>& v : velocity_) v = normal();
    temperature_ = measured_temperature();
  }

  /// D over that of elastic particles of the same temperature in the first approximation, and its
  /// standard error, from `windows` stretches of ten decay times.
  RatioOverBlocks diffusion(int windows) {
    constexpr double kRelaxed = 30;
    advance(kRelaxed);
    const double window = 10 * Dim / (1 + restitution_) * (kicked_ ? 1 : 2 / (1 + restitution_));
    RatioOverBlocks ratio;
    for (int k = 0; k < windows; ++k) {
      begin();
      advance(window);
      const double before = mean_square();
      double kt_time = 0;
      const double from = clock_;
      advance(window, &kt_time);
      const double elapsed = clock_ - from;
      ratio.add((mean_square() - before) / (2 * Dim),
                std::sqrt(kt_time / elapsed) * elapsed * Dim / 2);
    }
    return ratio;
  }

 private:
  static constexpr std::size_t kParticles = 20000;
  static constexpr double kKickEvery = 0.02;

  Vec<Dim> normal() {
    Vec<Dim> v;
    for (int k = 0; k < Dim; ++k) v[k] = random_.normal();
    return v;
  }
  double measured_temperature() const {
    double sum = 0;
    for (const Vec<Dim>& v : velocity_) sum += v.squaredNorm();
    return sum / (Dim * static_cast<double>(kParticles));
  }
  std::size_t any() { return static_cast<std::size_t>(random_.uniform() * kParticles); }
  void fly(std::size_t i) {
    position_[i] += (time_ - since_[i]) * velocity_[i];
    since_[i] = time_;
  }
  void begin() {
    for (std::size_t i = 0; i < kParticles; ++i) fly(i);
    start_ = position_;
  }
  double mean_square() {
    double sum = 0;
    for (std::size_t i = 0; i < kParticles; ++i) {
      fly(i);
      sum += (position_[i] - start_[i]).squaredNorm();
    }
    return sum / kParticles;
  }
  void kick() {
    const double gain = (1 - restitution_ * restitution_) / Dim * kKickEvery;
    for (std::size_t i = 0; i < kParticles; ++i) {
      fly(i);
      velocity_[i] += std::sqrt(gain) * normal();
    }
    stop_common_motion();
    temperature_ = measured_temperature();
  }
  // A common motion would not cool, and kicks would drive it.
  void stop_common_motion() {
    Vec<Dim> common = Vec<Dim>::Zero();
    for (const Vec<Dim>& v : velocity_) common += v / double{kParticles};
    for (std::size_t i = 0; i < kParticles; ++i) {
      fly(i);
      velocity_[i] -= common;
    }
  }
  // Velocities and temperature at 1, as the time of the thermal speed has them.
  void rescale() {
    stop_common_motion();
    temperature_ = measured_temperature();
    for (std::size_t i = 0; i < kParticles; ++i) {
      fly(i);
      velocity_[i] /= std::sqrt(temperature_);
    }
    temperature_ = 1;
  }
  void advance(double duration, double* kt_time = nullptr) {
    const double end = clock_ + duration;
    while (clock_ < end) {
      // ⟨|v_n|⟩ of pairs of Maxwell's law is 2/√π at T = 1, which is one collision in a time unit.
      const double most = 6.5 * std::sqrt(temperature_);
      const double trials = 0.5 * kParticles * most * std::sqrt(std::numbers::pi) / 2;
      const double dt = -std::log(1 - random_.uniform()) / trials;
      time_ += dt;
      clock_ += kicked_ ? dt : dt * std::sqrt(temperature_);
      if (kt_time) *kt_time += kicked_ ? dt * temperature_ : dt * std::sqrt(temperature_);
      collide(most);
      if (kicked_ && clock_ >= next_) {
        kick();
        next_ += kKickEvery;
      }
      if (!kicked_ && temperature_ < 0.9) rescale();
    }
  }
  void collide(double most) {
    const std::size_t i = any(), j = any();
    const Vec<Dim> n = normal().normalized();
    const double along = (velocity_[i] - velocity_[j]).dot(n);
    if (i == j || std::abs(along) < most * random_.uniform()) return;
    fly(i);
    fly(j);
    velocity_[i] -= 0.5 * (1 + restitution_) * along * n;
    velocity_[j] += 0.5 * (1 + restitution_) * along * n;
    temperature_ -=
        0.5 * (1 - restitution_ * restitution_) * along * along / (Dim * double{kParticles});
  }

  double restitution_;
  bool kicked_;
  RandomStream random_;
  std::vector<Vec<Dim>> velocity_{kParticles}, position_{kParticles, Vec<Dim>::Zero()}, start_;
  std::vector<double> since_ = std::vector<double>(kParticles);
  double temperature_ = 1, time_ = 0, clock_ = 0, next_ = kKickEvery;
};

template <int Dim>
void check_diffusion_factors(double restitution, int windows, double sharpness) {
  INFO(Dim << " dimensions, restitution " << restitution);
  // For elastic particles in all approximations, by Chapman & Enskog.
  const double elastic = sonine_factors(Dim, 10).diffusion;
  const auto check = [&](const char* what, bool kicked, const TheoryValue& factor) {
    RandomCollisions<Dim> gas(restitution, kicked, 5);
    const RatioOverBlocks ratio = gas.diffusion(windows);
    INFO(what << ": " << ratio.value() << " beside " << elastic * factor.value);
    CHECK(std::abs(ratio.value() - elastic * factor.value) <
          4 * std::hypot(ratio.error(), elastic * factor.uncertainty));
    CHECK(ratio.error() < sharpness * ratio.value());
    CHECK(factor.uncertainty < 0.01 * factor.value);
  };
  check("cooling", false, cooling_diffusion_factor(Dim, restitution));
  check("kicked", true, driven_diffusion_factor(Dim, restitution));
}

}  // namespace

TEST_CASE("Self-diffusion of inelastic gases is that of particles that collide at random") {
  check_diffusion_factors<2>(0.7, 3, 0.02);
}

TEST_CASE("Self-diffusion of inelastic gases is that of particles that collide at random, closely",
          "[slow]") {
  for (const double restitution : {0.9, 0.7, 0.5, 0.2}) {
    check_diffusion_factors<2>(restitution, 20, 0.005);
    check_diffusion_factors<3>(restitution, 20, 0.005);
  }
}

namespace {

StudyResult run_text(const std::string& text) {
  return run_study(parse_study(text, "stress.toml", {}));
}

/// Within four standard errors of the theory, its uncertainty included.
void check_theory(const StudyResult& result, const std::string& name) {
  const Observable& one = named(result, name);
  INFO(name << ": " << one.value << " ± " << one.error.value_or(-1) << ", theory "
            << one.theory.value_or(-1) << " ± " << one.theory_uncertainty);
  REQUIRE(one.theory);
  REQUIRE(one.error);
  CHECK(std::abs(one.value - *one.theory) < 4 * std::hypot(*one.error, one.theory_uncertainty));
}

}  // namespace

TEST_CASE("The pressure tensor of gases at rest is isotropic, its trace the pressure") {
  for (const char* gas :
       {"dimensions = 3\npacking_fraction = 0.2\n[[species]]\nname = 'a'\ncount = 300\n",
        "dimensions = 2\npacking_fraction = 0.3\n[[species]]\nname = 'a'\ncount = 300\n",
        "dimensions = 3\npacking_fraction = 0.1\n[[species]]\nname = 'a'\ncount = "
        "200\n[[species]]\n"
        "name = 'b'\ncount = 100\ndiameter = 1.5\nmass = 5\n",
        "dimensions = 3\npacking_fraction = 0.2\n[[species]]\nname = 'a'\ncount = 300\nshape = "
        "'capsule'\ndiameter = 1\nshaft = 1\n",
        "dimensions = 3\npacking_fraction = 0.2\n[[species]]\nname = 'a'\ncount = 300\nshape = "
        "'capsule'\ndiameter = 1\nshaft = 1\n[collisions]\ntangential_restitution = 1\n",
        "dimensions = 3\npacking_fraction = 0.2\n[[species]]\nname = 'a'\ncount = "
        "300\n[collisions]\n"
        "tangential_restitution = 1\n"}) {
    INFO(gas);
    const StudyResult result =
        run_text("[box]\n" + std::string(gas) +
                 "[run]\nstress = true\nequilibrate = 20\nmeasure = 200\nsamples = 400\n");
    double trace = 0;
    std::vector<std::string> normal{"pressure_xx", "pressure_yy"}, shear{"pressure_xy"};
    if (named(result, "pressure_xx").unit == named(result, "pressure_virial").unit &&
        find_observable(result.observables, "pressure_zz") != nullptr) {
      normal.emplace_back("pressure_zz");
      shear.insert(shear.end(), {"pressure_yz", "pressure_xz", "normal_stress_difference_2"});
    }
    shear.insert(shear.end(), {"normal_stress_difference_1", "stress_ratio"});
    for (const std::string& name : normal) {
      trace += named(result, name).value / static_cast<double>(normal.size());
      const Observable& one = named(result, name);
      INFO(name << " " << one.value << " ± " << *one.error);
      CHECK(std::abs(one.value - named(result, "pressure_virial").value) < 4 * *one.error);
      CHECK(*one.error < 0.02 * one.value);
    }
    for (const std::string& name : shear) check_theory(result, name);
    // The share of the translation in the energy fluctuates where particles rotate.
    CHECK(trace == Approx(named(result, "pressure_virial").value).epsilon(3e-3));
  }
}

TEST_CASE("Sheared grains: stress is what the work of the images says, and beside theory") {
  for (const auto& [dimensions, fraction, e] :
       {std::tuple(3, 0.02, 0.8), std::tuple(3, 0.25, 0.9), std::tuple(2, 0.1, 0.8)}) {
    INFO(dimensions << " dimensions, " << fraction << ", e = " << e);
    const StudyResult result = run_text(fmt::format(
        "[box]\ndimensions = {}\npacking_fraction = {}\nshear_rate = -1.5\n[[species]]\nname = "
        "'a'\n"
        "count = 800\ntemperature = 4\n[collisions]\nrestitution = {}\n[run]\nstress = true\n"
        "equilibrate = 60\nmeasure = 200\nsamples = 400\n",
        dimensions, fraction, e));
    const double viscosity = named(result, "sheared_viscosity").value;
    CHECK(named(result, "pressure_xy").value == Approx(1.5 * viscosity).epsilon(0.01));
    for (const char* name : {"sheared_viscosity", "pressure_xx", "pressure_yy", "pressure_xy",
                             "normal_stress_difference_1", "stress_ratio"})
      check_theory(result, name);
    CHECK(named(result, "normal_stress_difference_1").value >
          4 * *named(result, "normal_stress_difference_1").error);
    CHECK(named(result, "stress_ratio").value > 0.2);
  }
}

TEST_CASE("Hits that add a speed keep a granular gas at the temperature of theory") {
  for (const auto& [dimensions, fraction, e] :
       {std::tuple(3, 0.02, 0.8), std::tuple(2, 0.02, 0.6), std::tuple(3, 0.2, 0.9)}) {
    INFO(dimensions << " dimensions, " << fraction << ", e = " << e);
    const StudyResult result = run_text(fmt::format(
        "[box]\ndimensions = {}\npacking_fraction = {}\n[[species]]\nname = 'a'\ncount = 1500\n"
        "mass = 2\n[collisions]\nlaw = 'delta'\ndelta = 0.3\nrestitution = {}\n"
        "[run]\nequilibrate = {}\nmeasure = {}\n",
        dimensions, fraction, e, std::round(30 / (1 - e * e)), std::round(120 / (1 - e * e))));
    for (const char* name :
         {"temperature", "collision_rate", "compressibility_factor", "kurtosis_a2"})
      check_theory(result, name);
    CHECK(*named(result, "temperature").error < 0.01 * named(result, "temperature").value);
    CHECK(*named(result, "collision_rate").error < 0.01 * named(result, "collision_rate").value);
    CHECK(named(result, "kurtosis_a2").value < 0);
    CHECK(find_observable(result.observables, "haff_time") == nullptr);
    // What the hits give, they take; the ledger shows both.
    CHECK(result.walls.at(0).face == "delta");
    CHECK(result.walls[0].work > 5 * result.energy_initial);
    CHECK(result.work == result.walls[0].work);
    CHECK(result.predicted_dissipation ==
          Approx(result.work + result.energy_initial - result.energy_final).epsilon(1e-10));
    CHECK(result.energy_balance_error < 1e-13);
    CHECK(*result.momentum_drift < 1e-12);
  }
}

TEST_CASE("Haff's time from the growth of 1/sqrt(T): theory, and an error true over seeds") {
  double sum = 0, squares = 0, errors = 0;
  constexpr int kSeeds = 24;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const StudyResult result = run_text(fmt::format(
        "seed = {}\n[box]\npacking_fraction = 0.05\n[[species]]\nname = 'a'\ncount = 400\n"
        "[collisions]\nrestitution = 0.9\n[run]\nequilibrate = 5\nmeasure = 40\nsamples = 100\n",
        seed));
    const Observable& tau = named(result, "haff_time");
    REQUIRE(tau.theory);
    REQUIRE(tau.error);
    sum += tau.value / *tau.theory;
    squares += std::pow(tau.value / *tau.theory, 2);
    errors += std::pow(*tau.error / *tau.theory, 2);
  }
  const double mean = sum / kSeeds;
  const double scatter = std::sqrt((squares / kSeeds - mean * mean) * kSeeds / (kSeeds - 1));
  INFO("tau/theory " << mean << ", scatter " << scatter << ", error "
                     << std::sqrt(errors / kSeeds));
  CHECK(mean == Approx(1).margin(4 * scatter / std::sqrt(kSeeds) + 0.004));
  // The scatter of 24 runs is known to 15 %.
  CHECK(std::sqrt(errors / kSeeds) > 0.6 * scatter);
  CHECK(std::sqrt(errors / kSeeds) < 1.6 * scatter);
  CHECK(scatter < 0.03);
}

TEST_CASE("Shear waves of a cooling gas grow by fluctuating hydrodynamics, sound waves do not") {
  // The edge of the box is 2.5 times the length from which on shear waves outlive the velocities.
  const StudyResult result = run_text(
      "[box]\ndimensions = 2\npacking_fraction = 0.2\n[[species]]\nname = 'a'\ncount = 1500\n"
      "[collisions]\nrestitution = 0.9\n[run]\nequilibrate = 0\nmeasure = 30\nsamples = 30\n"
      "structure = true\nreplicas = 24\n");
  const Observable& shear = named(result, "shear_waves");
  const Observable& sound = named(result, "sound_waves");
  check_theory(result, "shear_waves");
  CHECK(*shear.error < 0.25 * *shear.theory);
  CHECK(*shear.theory > 8);
  REQUIRE(sound.error);
  CHECK(std::abs(sound.value - 1) < 4 * *sound.error);
}
