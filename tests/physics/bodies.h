#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/bodies/rigid_states.h"
#include "engine/engine.h"
#include "measure/run_recorder.h"
#include "named.h"
#include "unit/collision/random_bodies.h"

namespace clausius::testing {

/// Bodies of one or several species in turn, all of mass 1, on a dilute lattice in a periodic box,
/// in random orientations; velocities Maxwellian without total momentum.
/// @param rotation rotational temperature; the translational one is 1
template <int Dim>
struct DiluteBodies {
  Gas<Dim> gas;
  State<Dim> start;

  DiluteBodies(const std::vector<Shape>& shapes, int per_edge, double number_density, unsigned seed,
               double rotation = 1) {
    RandomBodies random(seed);
    for (const Shape& shape : shapes) {
      gas.bodies.push_back(random.body(shape, 1, Dim));
      gas.species.push_back({2 * gas.bodies.back().bounding_radius, 1});
    }
    const auto kinds = static_cast<Eigen::Index>(shapes.size());
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    gas.wall_restitution.assign(shapes.size(), 1);
    const double spacing = std::pow(number_density, -1.0 / Dim);
    REQUIRE(spacing > largest_diameter(gas));
    gas.box.size.setConstant(per_edge * spacing);
    const auto count = static_cast<std::size_t>(std::lround(std::pow(per_edge, Dim)));
    Vec<Dim> momentum = Vec<Dim>::Zero();
    for (std::size_t i = 0; i < count; ++i) {
      const auto kind = static_cast<std::uint8_t>(i % shapes.size());
      const RigidBody& body = gas.bodies[kind];
      RigidState state = random.state(body, 1, 0);
      if (Dim == 2) state.orientation = Eigen::AngleAxisd(random.uniform(0, 6.3), Vec<3>::UnitZ());
      Vec<3> l = Vec<3>::Zero();
      for (int k = 3 - body.rotational_degrees; k < 3; ++k)
        l[k] = std::sqrt(body.moments[k] * rotation) * random.normal();
      Vec<Dim> place;
      std::size_t rest = i;
      for (int k = 0; k < Dim; ++k, rest /= static_cast<std::size_t>(per_edge))
        place[k] = (static_cast<double>(rest % static_cast<std::size_t>(per_edge)) + 0.5) * spacing;
      start.species.push_back(kind);
      start.position.push_back(place);
      start.velocity.emplace_back(state.v.template head<Dim>());
      start.orientation.push_back(state.orientation);
      start.angular_momentum.push_back(state.orientation * l);
      momentum += start.velocity.back();
    }
    for (Vec<Dim>& v : start.velocity) v -= momentum / static_cast<double>(count);
  }

  [[nodiscard]] std::int64_t collisions(double per_particle) const {
    return std::llround(0.5 * per_particle * static_cast<double>(start.size()));
  }
};

inline std::vector<std::string> names_of(std::size_t species) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < species; ++s)
    names.emplace_back(1, static_cast<char>('a' + static_cast<int>(s)));
  return names;
}

/// A run with this many measured samples, after `equilibrate` collisions per particle; between two
/// samples each particle has `between` collisions, as elastic bodies have at that temperature.
template <int Dim>
std::unique_ptr<RunRecorder<Dim>> measure_bodies(const DiluteBodies<Dim>& system,
                                                 double equilibrate, int samples, double between) {
  MeasurementOptions options;
  options.species_names = names_of(system.gas.species.size());
  auto recorder = std::make_unique<RunRecorder<Dim>>(system.gas, system.start, options);
  const auto engine = make_engine(system.gas, system.start);
  Gas<Dim> elastic = system.gas;
  elastic.restitution.setOnes();
  const GasTheory theory(
      elastic,
      std::vector<double>(elastic.species.size(), static_cast<double>(system.start.size()) /
                                                      static_cast<double>(elastic.species.size())),
      true);
  const auto sample = [&](double per_particle) {
    const double kt = 2 * recorder->run().history.kinetic_energy() / theory.degrees_of_freedom();
    const double rate = theory.collision_rate(kt)->value;
    engine->advance(engine->time() + per_particle / rate, Engine<Dim>::kNoLimit, recorder.get());
    recorder->sample(engine->state());
  };
  constexpr int kLookedAt = 50;  // on the way
  for (int k = 0; k < kLookedAt; ++k) sample(equilibrate / kLookedAt);
  recorder->begin(engine->state());
  for (int k = 0; k < samples; ++k) sample(between);
  recorder->end(engine->state());
  const State<Dim> end = engine->state();
  const double energy = kinetic_energy(system.gas, system.start);
  CHECK(kinetic_energy(system.gas, end) ==
        Approx(energy - recorder->books().predicted_dissipation()).margin(1e-11 * energy));
  CHECK(deepest_overlap(system.gas, end).depth < 1e-9);
  return recorder;
}

/// Within four standard errors of theory, with a relative error of at most `sharpness`.
inline void check_beside_theory(const std::vector<Observable>& all, const std::string& name,
                                double sharpness) {
  const Observable& one = named(all, name);
  REQUIRE(one.theory);
  REQUIRE(one.error);
  INFO(name << ": " << one.value << " ± " << *one.error << ", theory " << *one.theory);
  // Also if the error is based on few events, so that there is no z.
  CHECK(std::abs(one.value - *one.theory) < 4 * one.total_error().value());
  CHECK(*one.error < sharpness * std::abs(*one.theory));
}

}  // namespace clausius::testing
