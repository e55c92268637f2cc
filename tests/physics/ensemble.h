#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "engine/engine.h"
#include "study/start/initial.h"

namespace clausius::testing {

/// Parameters of a gas of the ensemble; the rest has the defaults of a study.
struct Recipe {
  double packing_fraction = 0.1;
  std::vector<SpeciesConfig> species;
  std::uint64_t seed = 1;
  bool walls = false;
  double restitution = 1;
};

inline SpeciesConfig kind(std::int64_t count, double diameter = 1, double mass = 1,
                          double temperature = 1, Velocities velocities = Velocities::maxwell) {
  SpeciesConfig species;
  species.count = count;
  species.diameter = diameter;
  species.mass = mass;
  species.temperature = temperature;
  species.velocities = velocities;
  return species;
}

/// A gas in a cubic (square) box, placed at random, and its degrees of freedom.
template <int Dim>
struct Ensemble {
  Gas<Dim> gas;
  State<Dim> start;
  Mixture mixture;

  explicit Ensemble(const Recipe& recipe) {
    StudyConfig config;
    config.dimensions = Dim;
    config.seed = recipe.seed;
    for (const SpeciesConfig& one : recipe.species) config.species.push_back({one});
    mixture.dimensions = Dim;
    mixture.packing_fraction = recipe.packing_fraction;
    double matter = 0;
    for (std::size_t s = 0; s < config.species.size(); ++s) {
      SpeciesConfig& species = config.species[s];
      species.name = std::string(1, static_cast<char>('a' + s));
      const double count = static_cast<double>(species.count);
      mixture.components.push_back({count, species.diameter, species.mass});
      matter += count * std::numbers::pi / (2 * Dim) * std::pow(species.diameter, Dim);
    }
    config.size.assign(Dim, std::pow(matter / recipe.packing_fraction, 1.0 / Dim));
    config.periodic.assign(Dim, !recipe.walls);
    const auto kinds = static_cast<Eigen::Index>(config.species.size());
    config.restitution = Eigen::MatrixXd::Constant(kinds, kinds, recipe.restitution);
    gas = make_gas<Dim>(config);
    start = to_state<Dim>(make_initial_state(config), config);
  }

  [[nodiscard]] double particles() const { return static_cast<double>(start.size()); }
  [[nodiscard]] double freedom() const {
    return Dim * (particles() - (gas.box.all_periodic() ? 1 : 0));
  }
  [[nodiscard]] double kt(const State<Dim>& state) const {
    return 2 * kinetic_energy(gas, state) / freedom();
  }
  /// Collisions between particles in `c` collisions per particle.
  [[nodiscard]] std::int64_t collisions(double c) const {
    return static_cast<std::int64_t>(0.5 * c * particles());
  }
};

/// ΣA/ΣB over blocks that are long enough to be independent, and its standard error.
class RatioOverBlocks {
 public:
  void add(double a, double b) { blocks_.emplace_back(a, b); }
  [[nodiscard]] double value() const {
    const auto [a, b] = sums();
    return a / b;
  }
  [[nodiscard]] double error() const {
    const auto [a, b] = sums();
    double residual_sq = 0;
    for (const auto& [block_a, block_b] : blocks_)
      residual_sq += std::pow(block_a - a / b * block_b, 2);
    const double n = static_cast<double>(blocks_.size());
    return std::sqrt(n / (n - 1) * residual_sq) / std::abs(b);
  }

 private:
  [[nodiscard]] std::pair<double, double> sums() const {
    double a = 0, b = 0;
    for (const auto& [block_a, block_b] : blocks_) {
      a += block_a;
      b += block_b;
    }
    return {a, b};
  }
  std::vector<std::pair<double, double>> blocks_;
};

/// Within four standard errors, which must be small enough for a significant test: `sharpness` is
/// the largest relative error allowed.
inline void check_agrees(const std::string& what, const RatioOverBlocks& measured, double expected,
                         double sharpness) {
  INFO(what << ": " << measured.value() << " ± " << measured.error() << ", expected " << expected);
  CHECK(std::abs(measured.value() - expected) < 4 * measured.error());
  CHECK(measured.error() < sharpness * std::abs(expected));
}

/// Sums over the collisions between particles since the last call of take().
template <int Dim>
class TalliedCollisions : public Observer<Dim> {
 public:
  struct Sums {
    double collisions = 0;
    double virial = 0;                                ///< Σ J·σ_ij
    double normal_energy = 0;                         ///< Σ μ v_n²
    double impact = 0;                                ///< Σ |b|/σ
    double impact_sq = 0;                             ///< Σ b²/σ²
    double impact_fourth = 0;                         ///< Σ b⁴/σ⁴
    double predicted_change = 0;                      ///< predicted change of the energy
    Eigen::Matrix2d pairs = Eigen::Matrix2d::Zero();  ///< collisions suffered: (by, with)
  };

  explicit TalliedCollisions(const Gas<Dim>& gas) : gas_(gas) {}

  void on_collision(const CollisionRecord<Dim>& c) override {
    sums_.predicted_change += c.predicted_energy_change;
    if (c.second == CollisionRecord<Dim>::kWall) return;
    const double m1 = gas_.species[c.first_species].mass;
    const double m2 = gas_.species[c.second_species].mass;
    const Vec<Dim> v = c.second_before - c.first_before;
    const double normal = v.dot(c.normal);
    const double b_sq = 1 - normal * normal / v.squaredNorm();
    sums_.collisions += 1;
    sums_.virial += c.impulse * c.separation;
    sums_.normal_energy += m1 * m2 / (m1 + m2) * normal * normal;
    sums_.impact += std::sqrt(std::max(b_sq, 0.0));
    sums_.impact_sq += b_sq;
    sums_.impact_fourth += b_sq * b_sq;
    if (c.first_species < 2 && c.second_species < 2) {
      sums_.pairs(c.first_species, c.second_species) += 1;
      sums_.pairs(c.second_species, c.first_species) += 1;
    }
  }

  Sums take() { return std::exchange(sums_, {}); }

 private:
  Gas<Dim> gas_;
  Sums sums_;
};

/// Results for an elastic gas in equilibrium.
struct EquilibriumRates {
  RatioOverBlocks compressibility;  ///< Z − 1
  RatioOverBlocks collision_rate;
  RatioOverBlocks normal_energy, impact, impact_sq, impact_fourth;  ///< per collision
  RatioOverBlocks pair_rate[2][2];
};

template <int Dim>
EquilibriumRates measure_equilibrium(const Ensemble<Dim>& ensemble, double equilibrate, int blocks,
                                     double collisions_per_block) {
  const auto engine = make_engine(ensemble.gas, ensemble.start);
  constexpr double kForever = Engine<Dim>::kForever;
  engine->advance(kForever, ensemble.collisions(equilibrate), nullptr);
  const double kt = ensemble.kt(engine->state());
  const double n = ensemble.particles();
  TalliedCollisions<Dim> tally(ensemble.gas);
  EquilibriumRates rates;
  double before = engine->time();
  for (int block = 0; block < blocks; ++block) {
    engine->advance(kForever, static_cast<std::int64_t>(collisions_per_block), &tally);
    const double time = engine->time() - std::exchange(before, engine->time());
    const auto sums = tally.take();
    rates.compressibility.add(sums.virial, Dim * n * kt * time);
    rates.collision_rate.add(2 * sums.collisions, n * time);
    rates.normal_energy.add(sums.normal_energy, kt * sums.collisions);
    rates.impact.add(sums.impact, sums.collisions);
    rates.impact_sq.add(sums.impact_sq, sums.collisions);
    rates.impact_fourth.add(sums.impact_fourth, sums.collisions);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, ensemble.gas.species.size()); ++i)
      for (std::size_t j = 0; j < std::min<std::size_t>(2, ensemble.gas.species.size()); ++j)
        rates.pair_rate[i][j].add(sums.pairs(i, j), ensemble.mixture.components[i].count * time);
  }
  // The engine neither makes nor loses energy or momentum meanwhile.
  const State<Dim> end = engine->state();
  CHECK(ensemble.kt(end) == Approx(kt).epsilon(1e-11));
  CHECK(total_momentum(ensemble.gas, end).norm() < 1e-10 * n);
  CHECK(deepest_overlap(ensemble.gas, end).depth < 1e-9);
  return rates;
}

}  // namespace clausius::testing
