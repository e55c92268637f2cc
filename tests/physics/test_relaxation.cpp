#include <algorithm>
#include <catch2/catch.hpp>

#include "clausius/study/runner.h"
#include "physics/ensemble.h"
#include "theory/velocities/maxwell.h"
#include "theory/velocities/relaxation.h"
#include "theory/velocities/relaxation_spectrum.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Σ Δ(v₁⁴ + v₂⁴) over the collisions in which both particles collide for the first time. At equal
/// speeds all are equally likely to do so, so these are collisions of the initial state, however
/// late they happen.
template <int Dim>
class FirstCollisions : public Observer<Dim> {
 public:
  explicit FirstCollisions(std::size_t particles) : collided_(particles, false) {}
  void on_collision(const CollisionRecord<Dim>& c) override {
    if (!collided_[c.first] && !collided_[c.second]) {
      change += fourth(c.first_after) + fourth(c.second_after) - fourth(c.first_before) -
                fourth(c.second_before);
      count += 1;
    }
    collided_[c.first] = collided_[c.second] = true;
  }
  double change = 0, count = 0;

 private:
  static double fourth(const Vec<Dim>& v) { return v.squaredNorm() * v.squaredNorm(); }
  std::vector<bool> collided_;
};

template <int Dim>
void check_relaxation(double slope) {
  RatioOverBlocks measured;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Recipe recipe{Dim == 3 ? 0.001 : 0.002, {kind(4000, 1, 1, 1, Velocities::equal_speed)}};
    recipe.seed = seed;
    const Ensemble<Dim> ensemble(recipe);
    const auto engine = make_engine(ensemble.gas, ensemble.start);
    FirstCollisions<Dim> first(ensemble.start.size());
    engine->advance(Engine<Dim>::kForever, ensemble.collisions(3), &first);
    const double speed_sq = ensemble.start.velocity[0].squaredNorm();
    // c counts two collisions of a particle for each of a pair.
    measured.add(first.change / (speed_sq * speed_sq), 2 * first.count);
  }
  check_agrees("slope of the kurtosis", measured, slope, 0.02);
}

template <int Dim>
double kurtosis(const State<Dim>& state) {
  double second = 0, fourth = 0;
  for (const Vec<Dim>& v : state.velocity) {
    second += v.squaredNorm();
    fourth += v.squaredNorm() * v.squaredNorm();
  }
  return fourth / second / second * static_cast<double>(state.size());
}

}  // namespace

TEST_CASE("Equal speeds spread at the rate of their first collisions") {
  check_relaxation<3>(8.0 / 35);
  check_relaxation<2>(64.0 / 225);
}

TEST_CASE("Equal speeds become Maxwell's and the kurtosis rises to its value") {
  RatioOverBlocks spheres, disks;
  const double sphere_limit = speed_kurtosis(3, 3 * 1999), disk_limit = speed_kurtosis(2, 2 * 1999);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Recipe recipe{0.05, {kind(2000, 1, 1, 1, Velocities::equal_speed)}};
    recipe.seed = seed;
    const Ensemble<3> sphere_gas(recipe);
    const Ensemble<2> disk_gas(recipe);
    CHECK(kurtosis(sphere_gas.start) == Approx(1).epsilon(1e-12));
    const auto sphere_engine = make_engine(sphere_gas.gas, sphere_gas.start);
    const auto disk_engine = make_engine(disk_gas.gas, disk_gas.start);
    sphere_engine->advance(Engine<3>::kForever, sphere_gas.collisions(25), nullptr);
    disk_engine->advance(Engine<2>::kForever, disk_gas.collisions(25), nullptr);
    spheres.add(kurtosis(sphere_engine->state()), 1);
    disks.add(kurtosis(disk_engine->state()), 1);
  }
  check_agrees("spheres", spheres, sphere_limit, 0.01);
  check_agrees("disks", disks, disk_limit, 0.01);
}

namespace {

/// A quarter of the particles is four times as fast as the others: a₂, a₃ and the autocorrelations
/// of velocity and energy, over collisions per particle, compared with Boltzmann's equation.
template <int Dim>
void check_two_speeds() {
  const std::vector<double> instants{0.5, 1, 2};
  std::vector<std::array<RatioOverBlocks, 4>> measured(instants.size());
  SoninePath theory;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Recipe recipe{Dim == 3 ? 0.005 : 0.01, {kind(3000, 1, 1, 1, Velocities::equal_speed)}};
    recipe.seed = seed;
    Ensemble<Dim> ensemble(recipe);
    State<Dim>& start = ensemble.start;
    for (std::size_t i = 0; i < start.size(); i += 4) start.velocity[i] *= 4;
    // At rest as a whole, and with v² = d on average.
    Vec<Dim> drift = Vec<Dim>::Zero();
    for (const Vec<Dim>& v : start.velocity) drift += v / ensemble.particles();
    double sum = 0;
    for (Vec<Dim>& v : start.velocity) sum += (v -= drift).squaredNorm();
    std::vector<double> speed_sq;
    for (Vec<Dim>& v : start.velocity)
      speed_sq.push_back((v *= std::sqrt(Dim * ensemble.particles() / sum)).squaredNorm());
    if (seed == 1) theory = relax_from(Dim, sonine_start(Dim, 14, speed_sq), instants);
    const auto engine = make_engine(ensemble.gas, start);
    std::int64_t done = 0;
    for (std::size_t k = 0; k < instants.size(); ++k) {
      const std::int64_t due = ensemble.collisions(instants[k]);
      engine->advance(Engine<Dim>::kForever, due - done, nullptr);
      done = due;
      const State<Dim> now = engine->state();
      double fourth = 0, sixth = 0, velocity = 0, energy = 0, spread = 0;
      for (std::size_t i = 0; i < now.size(); ++i) {
        const double sq = now.velocity[i].squaredNorm();
        fourth += sq * sq / (Dim * (Dim + 2)) / ensemble.particles();
        sixth += sq * sq * sq / (Dim * (Dim + 2) * (Dim + 4)) / ensemble.particles();
        velocity += start.velocity[i].dot(now.velocity[i]) / Dim / ensemble.particles();
        energy += (speed_sq[i] - Dim) * (sq - Dim);
        spread += (speed_sq[i] - Dim) * (speed_sq[i] - Dim);
      }
      measured[k][0].add(fourth - 1, 1);
      measured[k][1].add(1 + 3 * (fourth - 1) - sixth, 1);
      measured[k][2].add(velocity, 1);
      measured[k][3].add(energy, spread);
    }
  }
  for (std::size_t k = 0; k < instants.size(); ++k) {
    INFO(Dim << " dimensions, " << instants[k] << " collisions per particle");
    const auto at = static_cast<Eigen::Index>(k);
    CHECK(std::abs(theory.coefficients(0, at)) > 0.02);
    check_agrees("a2", measured[k][0], theory.coefficients(0, at), 0.2);
    check_agrees("a3", measured[k][1], theory.coefficients(1, at), 0.5);
    check_agrees("velocity", measured[k][2], theory.velocity_memory[at], 0.03);
    check_agrees("energy", measured[k][3], theory.energy_memory[at], 0.05);
  }
}

}  // namespace

TEST_CASE("Two speeds relax, and are forgotten, as Boltzmann's equation says") {
  check_two_speeds<3>();
  check_two_speeds<2>();
}

namespace {

std::vector<double> relaxation_column(const StudyResult& result, const std::string& name) {
  const auto find = [](const auto& all, const std::string& wanted) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == wanted; });
    REQUIRE(found != all.end());
    return *found;
  };
  const Table table = find(result.tables, "relaxation");
  return std::get<std::vector<double>>(find(table.columns, name).values);
}

}  // namespace

TEST_CASE(
    "The table of relaxation: a2, a3 and correlation with the start, with theory, disks too") {
  for (const char* dimensions : {"2", "3"}) {
    const StudyResult result = run_study(
        parse_study("[box]\npacking_fraction = 0.02\n[[species]]\nname = 'a'\ncount = 10000\n"
                    "velocities = 'equal-speed'\n[run]\nequilibrate = 5\nmeasure = 1\nsamples = 10",
                    "relaxation.toml", {{"box.dimensions", dimensions}}),
        {});
    const auto memory =
        std::find_if(result.observables.begin(), result.observables.end(),
                     [](const Observable& one) { return one.name == "start_memory"; });
    REQUIRE(memory != result.observables.end());
    CHECK(std::abs(memory->z().value()) < 4);
    CHECK(*memory->error < 0.03 * memory->value);
    const auto column = [&](const std::string& name) { return relaxation_column(result, name); };
    CHECK(column("collisions_per_particle").back() < 10);
    for (const std::string name : {"a2", "a3", "memory"}) {
      const auto value = column(name), error = column(name + "_error"),
                 theory = column(name + "_theory");
      REQUIRE(value.size() > 20);
      CHECK(value.front() == Approx(theory.front()).margin(1e-9));
      for (std::size_t row = 1; row < value.size(); ++row) {
        INFO(name << ", row " << row << ": " << value[row] << ", theory " << theory[row]);
        CHECK(std::abs(value[row] - theory[row]) < 4.5 * error[row]);
      }
    }
  }
}

TEST_CASE("The memory of the start is measured until there is none, of the slowest species") {
  const StudyResult result = run_study(
      parse_study("[box]\npacking_fraction = 0.05\n[[species]]\nname = 'a'\ncount = 900\n"
                  "velocities = 'equal-speed'\n[[species]]\nname = 'b'\ncount = 100\nmass = 5\n"
                  "velocities = 'equal-speed'\n[run]\nequilibrate = 90\nmeasure = 10\n"
                  "samples = 10",
                  "relaxation.toml", {}),
      {});
  const auto collisions = relaxation_column(result, "collisions_per_particle"),
             memory = relaxation_column(result, "memory"),
             error = relaxation_column(result, "memory_error"),
             h = relaxation_column(result, "h_function");
  double last = 0;
  for (std::size_t row = 0; row < memory.size(); ++row) {
    CHECK(std::isnan(memory[row]) == std::isnan(error[row]));
    CHECK(!std::isnan(h[row]));
    if (std::isnan(memory[row])) continue;
    CHECK((row == 0 || !std::isnan(memory[row - 1])));
    last = collisions[row];
    if (last > 30) {
      INFO(last << ": " << memory[row] << " ± " << error[row]);
      CHECK(std::abs(memory[row]) < 4.5 * error[row]);
    }
  }
  // A heavy one keeps its velocity for three times as many collisions with light ones, of which it
  // has fewer than they have.
  CHECK(last > 60);
  CHECK(last < 90);
}

namespace {

/// Energy transferred to the first species in collisions with the second, compared with theory at
/// the temperatures of that moment.
class Exchange : public Observer<3> {
 public:
  explicit Exchange(const Ensemble<3>& ensemble) : ensemble_(ensemble) {
    for (const SphereSpecies& species : ensemble.gas.species) mass_.push_back(species.mass);
    energy_.assign(2, 0);
    for (std::size_t i = 0; i < ensemble.start.size(); ++i)
      energy_[ensemble.start.species[i]] +=
          energy(ensemble.start.species[i], ensemble.start.velocity[i]);
  }
  void on_collision(const CollisionRecord<3>& c) override {
    const double first =
        energy(c.first_species, c.first_after) - energy(c.first_species, c.first_before);
    const double second =
        energy(c.second_species, c.second_after) - energy(c.second_species, c.second_before);
    if (c.first_species != c.second_species) {
      gained += c.first_species == 0 ? first : second;
      expected += mean_energy_change(mass_[0], mass_[1], kt(0), kt(1), 1);
    }
    energy_[c.first_species] += first;
    energy_[c.second_species] += second;
  }
  double gained = 0, expected = 0;

 private:
  [[nodiscard]] double energy(int s, const Vec<3>& v) const {
    return 0.5 * mass_[s] * v.squaredNorm();
  }
  [[nodiscard]] double kt(int s) const {
    return energy_[s] / (1.5 * ensemble_.mixture.components[s].count);
  }
  const Ensemble<3>& ensemble_;
  std::vector<double> mass_, energy_;
};

}  // namespace

TEST_CASE("Two gases exchange 4 m1 m2/M^2 of their temperature difference in a collision") {
  RatioOverBlocks ratio;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Recipe recipe{0.01, {kind(2000, 1, 1, 3), kind(1000, 1.5, 4, 0.5)}};
    recipe.seed = seed;
    const Ensemble<3> ensemble(recipe);
    const auto engine = make_engine(ensemble.gas, ensemble.start);
    Exchange exchange(ensemble);
    engine->advance(Engine<3>::kForever, ensemble.collisions(0.6), &exchange);
    ratio.add(exchange.gained, exchange.expected);
  }
  check_agrees("energy handed over", ratio, 1, 0.02);
}
