#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "collision/obstacle.h"
#include "engine/engine.h"

namespace clausius::testing {

/// A gas for tests: `count` particles of the given species in turn, placed at random without
/// overlap, velocities Gaussian. Seeded.
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

  /// Places the particles again, after the boundaries have been changed.
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
      for (const auto& obstacle : gas.boundary.obstacles)
        for (int image = 0; image < 2 * Dim + 1; ++image) {
          Vec<Dim> shift = Vec<Dim>::Zero();
          if (image > 0)
            shift[(image - 1) / 2] = (image % 2 == 0 ? 1 : -1) * gas.box.size[(image - 1) / 2];
          free = free && depth_in<Dim>(obstacle.shape, r + shift, radius) < 0;
        }
      for (std::size_t j = 0; j < start.size() && free; ++j)
        free = gas.box.minimum_image(start.position[j] - r).norm() >
               gas.contact_distance(kind, start.species[j]);
      if (!free) continue;
      start.species.push_back(kind);
      start.position.push_back(r);
      start.velocity.push_back(v);
    }
  }
};

/// Makes the surfaces of the gas rough, differently for each pair of species and the walls, and
/// gives the particles spins.
template <int Dim>
void roughen(SmallGas<Dim>& system, unsigned seed) {
  Gas<Dim>& gas = system.gas;
  const auto kinds = static_cast<Eigen::Index>(gas.species.size());
  gas.tangential.resize(kinds, kinds);
  gas.wall_tangential.clear();
  for (Eigen::Index i = 0; i < kinds; ++i) {
    SphereSpecies& one = gas.species[static_cast<std::size_t>(i)];
    one.moment = (0.1 + 0.03 * static_cast<double>(i)) * one.mass * one.diameter * one.diameter;
    gas.wall_tangential.push_back(0.4 - 0.3 * static_cast<double>(i));
    for (Eigen::Index j = 0; j < kinds; ++j)
      gas.tangential(i, j) = 0.8 - 0.5 * static_cast<double>(i + j);
  }
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  system.start.angular_velocity.assign(system.start.size(), Vec<3>::Zero());
  for (Vec<3>& spin : system.start.angular_velocity)
    for (int k = 6 - 2 * Dim; k < 3; ++k) spin[k] = normal(random);
}

/// Gives rough surfaces friction, differently for each pair of species, the walls and a part of
/// the surfaces. @pre roughen()
template <int Dim>
void add_friction(SmallGas<Dim>& system, unsigned seed) {
  Gas<Dim>& gas = system.gas;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> friction(0.02, 0.8), restitution(-0.9, 1);
  const auto kinds = static_cast<Eigen::Index>(gas.species.size());
  gas.friction.resize(kinds, kinds);
  for (Eigen::Index i = 0; i < kinds; ++i) {
    gas.wall_friction.push_back(friction(random));
    for (Eigen::Index j = 0; j <= i; ++j) {
      gas.friction(i, j) = gas.friction(j, i) = friction(random);
      gas.tangential(i, j) = gas.tangential(j, i) = restitution(random);
    }
  }
  for (int face = 1; face < 2 * Dim; face += 2)
    if (!gas.box.periodic[static_cast<std::size_t>(face / 2)])
      gas.boundary.faces[static_cast<std::size_t>(face)].friction = friction(random);
  for (auto& obstacle : gas.boundary.obstacles) {
    obstacle.tangential = restitution(random);
    obstacle.friction = friction(random);
  }
}

/// Gives unlike species contact distances that are larger than half the sum of their diameters by
/// the fraction `excess`, or, for every other pair, smaller by half of it; and places the particles
/// again.
template <int Dim>
void make_nonadditive(SmallGas<Dim>& system, double excess, unsigned seed) {
  Gas<Dim>& gas = system.gas;
  const auto kinds = static_cast<Eigen::Index>(gas.species.size());
  Eigen::MatrixXd contact(kinds, kinds);
  for (Eigen::Index i = 0; i < kinds; ++i)
    for (Eigen::Index j = 0; j < kinds; ++j) {
      const double beyond = i == j ? 0 : (i + j) % 2 == 1 ? excess : -0.5 * excess;
      contact(i, j) = (1 + beyond) * gas.contact_distance(static_cast<std::size_t>(i),
                                                          static_cast<std::size_t>(j));
    }
  gas.contact_distances = contact;
  const double time = system.start.time;
  system.place(std::vector<std::uint8_t>(system.start.species), seed);
  system.start.time = time;
}

/// Makes the gas polydisperse: each particle shrinks to a diameter of its own, at random down to
/// 0.4 of that of its species.
template <int Dim>
void spread_diameters(SmallGas<Dim>& system, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> part(0.4, 1);
  for (SphereSpecies& one : system.gas.species) {
    one.least = 0.4 * one.diameter;
    one.greatest = one.diameter;
  }
  for (const std::uint8_t species : system.start.species)
    system.start.diameter.push_back(part(random) * system.gas.species[species].diameter);
}

/// The time-step mode with steps of length dt.
inline EngineOptions steps_of(double dt) {
  EngineOptions options;
  options.mode = Mode::time_step;
  options.time_step = dt;
  return options;
}

/// Keeps every collision that it receives.
template <int Dim>
struct Recorder : Observer<Dim> {
  std::vector<CollisionRecord<Dim>> seen;
  double work_of_passages = 0;
  void on_collision(const CollisionRecord<Dim>& collision) override { seen.push_back(collision); }
  void on_passage(double /*time*/, double work) override { work_of_passages += work; }
  /// Energy that all of this has given to the gas.
  [[nodiscard]] double energy_given() const {
    double sum = work_of_passages;
    for (const auto& one : seen)
      sum += one.predicted_energy_change + one.work + one.heat + one.added;
    return sum;
  }
};

/// Number of the events expected (by a reference) that the engine reproduces, as far as chaos
/// permits: a rounding error grows by a factor of ten or more per collision in a dilute gas, which
/// is allowed for after `exact` events. A wrong event would appear at once, not by growing.
template <class Seen, class Expected>
std::size_t events_followed(const Seen& seen, const Expected& expected, std::size_t exact) {
  std::size_t followed = 0;
  for (; followed < std::min(expected.size(), seen.size()); ++followed) {
    const auto& a = seen[followed];
    const auto& b = expected[followed];
    const double error = std::abs(a.time - b.time);
    if (followed > exact && error > 1e-9) break;
    CHECK(error < 1e-6);
    REQUIRE(a.first == b.first);
    REQUIRE(a.second == b.second);
    REQUIRE(a.face == b.face);
  }
  return followed;
}

/// Calls visit(gas) for gases in small boxes with all kinds of boundaries.
template <class Visit>
void with_all_boundaries(std::size_t count, unsigned seed, const Visit& visit) {
  for (int open = 0; open < 4; ++open) {
    SmallGas<2> disks({{1, 1}, {0.5, 2}}, count, Vec<2>(8, 9), seed);
    disks.gas.box.periodic = {open % 2 == 0, open / 2 == 0};
    disks.gas.wall_restitution = {0.9, 1};
    disks.place(count, seed);
    visit(disks);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, count, Vec<3>(5, 6, 5.5), seed);
    spheres.gas.box.periodic = {open % 2 == 0, true, open / 2 == 0};
    spheres.place(count, seed);
    visit(spheres);
  }
}

/// Gives a gas walls that are thermal, slide, oscillate, move and dissipate energy, and gravity;
/// for the kinds 4 and 5 also obstacles. Walls across the first two axes.
template <int Dim>
void put_walls(Gas<Dim>& gas, int kind) {
  auto& faces = gas.boundary.faces;
  gas.boundary.seed = 7;
  gas.boundary.start = 0.5;
  if (kind % 2 == 0) gas.boundary.gravity[1] = -0.7;
  if (kind >= 1) {
    faces[0].kt = 1.5;
    faces[0].accommodation = kind == 1 ? 1 : 0.6;
    faces[0].sliding[1] = 0.3;
    faces[1].restitution = 0.8;
  }
  if (kind >= 2) {
    faces[3].path = {-0.2, 0, 0, 0.3, 4};
    faces[2].path = {0, 0.2, 2.5, 0, kNever};
  }
  if (kind == 3) faces[1].path = {0.4, 0.1, 3, 1, kNever};
  if (kind < 4) return;
  auto& obstacles = gas.boundary.obstacles;
  obstacles.resize(3);
  obstacles[0].shape = BallObstacle<Dim>{gas.box.size * 0.3, 0.6};
  BlockObstacle<Dim> block{gas.box.size * 0.6, gas.box.size * 0.75};
  if constexpr (Dim == 3) {  // through the periodic edge
    block.low[2] = 0.8 * gas.box.size[2];
    block.high[2] = 1.1 * gas.box.size[2];
  }
  obstacles[1].shape = block;
  obstacles[1].kt = 0.8;
  obstacles[1].accommodation = 0.5;
  BlockObstacle<Dim> plate{Vec<Dim>::Zero(), 0.4 * gas.box.size};
  plate.low[1] = plate.high[1] = 0.5 * gas.box.size[1];
  obstacles[2].shape = plate;
  obstacles[2].until = 1.5;
  if constexpr (Dim == 2)
    obstacles.push_back({{}, PolygonObstacle<2>{{{5.5, 1}, {7, 1.5}, {6.2, 2.8}}}});
  if constexpr (Dim == 3) {
    PiercedPlate<3> pierced{1, Vec<3>::Zero(), gas.box.size, 0.5 * gas.box.size, 1.3};
    pierced.low[1] = 0.2 * gas.box.size[1];
    pierced.high[1] = pierced.low[1] + 0.2;
    obstacles.push_back({{}, pierced});
  }
}

/// Calls visit(gas) for gases between walls that are thermal, slide, oscillate, move, dissipate
/// energy, and under gravity.
template <class Visit>
void with_worldly_boundaries(std::size_t count, unsigned seed, const Visit& visit) {
  for (int kind = 0; kind < 6; ++kind) {
    SmallGas<2> disks({{1, 1}, {0.5, 2}}, count, Vec<2>(8, 11), seed);
    disks.gas.box.periodic = {false, false};
    disks.gas.wall_restitution = {0.9, 1};
    put_walls(disks.gas, kind);
    disks.place(count, seed);
    disks.start.time = 0.5;
    visit(disks);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, count, Vec<3>(5, 8, 5.5), seed);
    spheres.gas.box.periodic = {false, false, true};
    put_walls(spheres.gas, kind);
    spheres.place(count, seed);
    spheres.start.time = 0.5;
    visit(spheres);
  }
}

/// Calls visit(gas) for gases in sheared boxes.
template <class Visit>
void with_shear(std::size_t count, unsigned seed, const Visit& visit) {
  for (const double rate : {0.3, -0.07, 2.0}) {
    SmallGas<2> disks({{1, 1}, {0.5, 2}}, count, Vec<2>(8, 9), seed);
    disks.gas.boundary.shear_rate = rate;
    disks.gas.restitution.fill(rate == 0.3 ? 0.9 : 1);
    visit(disks);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, count, Vec<3>(6, 7, 5.5), seed);
    spheres.gas.boundary.shear_rate = rate;
    visit(spheres);
    SmallGas<3> few({{1, 1}}, 8, Vec<3>(3, 4, 2.5), seed);  // all images are searched
    few.gas.boundary.shear_rate = rate;
    visit(few);
  }
}

/// Calls visit(gas) for gases in boxes down to two diameters wide.
template <class Visit>
void with_narrow_boxes(unsigned seed, const Visit& visit) {
  for (const double edge : {2.0, 2.3, 3.0, 3.4, 4.5}) {
    visit(SmallGas<3>({{1, 1}}, edge < 3 ? 2 : 3, Vec<3>(edge, edge, edge), seed));
    visit(SmallGas<3>({{1, 1}, {0.3, 1}}, 6, Vec<3>(edge, 6.5, 2.1), seed));
    visit(SmallGas<2>({{1, 1}}, edge < 3 ? 2 : 3, Vec<2>(edge, edge + 0.1), seed));
    SmallGas<2> channel({{1, 1}}, 3, Vec<2>(12, 1.1), seed);
    channel.gas.box.periodic = {true, false};
    channel.place(3, seed);
    visit(channel);
  }
}

}  // namespace clausius::testing
