#pragma once

#include <random>
#include <vector>

#include "clausius/engine/engine.h"

namespace clausius::testing {

/// A gas for tests: `count` particles of the given species in turn, put at random without overlap,
/// velocities Gaussian. Seeded.
template <int Dim>
struct SmallGas {
  Gas<Dim> gas;
  State<Dim> start;

  SmallGas(const std::vector<SphereSpecies>& species, std::size_t count, Vec<Dim> size,
           unsigned seed) {
    gas.box.size = size;
    gas.species = species;
    const auto kinds = static_cast<Eigen::Index>(gas.species.size());
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    gas.wall_restitution.assign(gas.species.size(), 1);
    place(count, seed);
  }

  /// Puts the particles anew; to be called after the boundaries have been changed.
  void place(std::size_t count, unsigned seed) {
    std::vector<std::uint8_t> kinds;
    for (std::size_t i = 0; i < count; ++i)
      kinds.push_back(static_cast<std::uint8_t>(i % gas.species.size()));
    place(kinds, seed);
  }

  /// @param kinds species of each particle; large ones find room if they come first
  void place(const std::vector<std::uint8_t>& kinds, unsigned seed) {
    start = {};
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform;
    std::normal_distribution<double> normal;
    while (start.size() < kinds.size()) {
      const std::uint8_t kind = kinds[start.size()];
      const double radius = 0.5 * gas.species[kind].diameter;
      Vec<Dim> r, v;
      for (int k = 0; k < Dim; ++k) {
        const double margin = gas.box.periodic[k] ? 0 : radius;
        r[k] = margin + uniform(random) * (gas.box.size[k] - 2 * margin);
        v[k] = normal(random);
      }
      bool free = true;
      for (std::size_t j = 0; j < start.size() && free; ++j)
        free = gas.box.minimum_image(start.position[j] - r).norm() >
               radius + 0.5 * gas.species[start.species[j]].diameter;
      if (!free) continue;
      start.species.push_back(kind);
      start.position.push_back(r);
      start.velocity.push_back(v);
    }
  }
};

/// The time-step mode with steps of length dt.
inline EngineOptions steps_of(double dt) {
  EngineOptions options;
  options.mode = Mode::time_step;
  options.time_step = dt;
  return options;
}

/// Keeps every collision it is shown.
template <int Dim>
struct Recorder : Observer<Dim> {
  std::vector<CollisionRecord<Dim>> seen;
  void on_collision(const CollisionRecord<Dim>& collision) override { seen.push_back(collision); }
};

}  // namespace clausius::testing
