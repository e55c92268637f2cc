#include <catch2/catch.hpp>
#include <random>

#include "engine/engine.h"
#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Bodies with friction, in a periodic or sheared box or between walls that slide.
template <int Dim>
BodyGas<Dim> random_gas(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::vector<Shape> shapes{Capsule{0.3, uniform(0.3, 1.5)}, Sphere{0.4}};
  if (seed % 3 == 0)
    shapes.emplace_back(Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}});
  const bool walls = seed % 4 == 1;
  std::array<bool, Dim> periodic{};
  periodic.fill(true);
  if (walls) periodic[1] = false;
  BodyGas<Dim> system(shapes, 14, Vec<Dim>::Constant(Dim == 2 ? 8 : 5), seed, periodic,
                      [&](Gas<Dim>& gas) {
                        if (walls) gas.boundary.faces[3].sliding[0] = 0.7;
                        if (seed % 4 == 2) gas.boundary.shear_rate = 0.3;
                        const auto kinds = static_cast<Eigen::Index>(gas.species.size());
                        gas.restitution.fill(uniform(0.3, 1));
                        gas.tangential.resize(kinds, kinds);
                        gas.friction.resize(kinds, kinds);
                        for (Eigen::Index i = 0; i < kinds; ++i) {
                          gas.wall_tangential.push_back(uniform(-0.9, 1));
                          gas.wall_friction.push_back(uniform(0.02, 0.8));
                          for (Eigen::Index j = 0; j <= i; ++j) {
                            gas.tangential(i, j) = gas.tangential(j, i) = uniform(-0.9, 1);
                            gas.friction(i, j) = gas.friction(j, i) = uniform(0.02, 0.8);
                          }
                        }
                      });
  return system;
}

struct Hits {
  int sliding = 0, sticking = 0;
};

template <int Dim>
void compare(const BodyGas<Dim>& system, const EngineOptions& options, Hits& hits) {
  constexpr std::size_t kEvents = 40, kExact = 10;
  NaiveBodies<Dim> twin(system.gas, system.start);
  std::vector<typename NaiveBodies<Dim>::Event> expected;
  while (expected.size() < kEvents) expected.push_back(twin.step());
  const auto engine = make_engine<Dim>(system.gas, system.start, options);
  Recorder<Dim> recorder;
  engine->advance(expected.back().time, Engine<Dim>::kNoLimit, &recorder);
  CHECK(events_followed(recorder.seen, expected, kExact) > kExact);
  for (const auto& one : recorder.seen) {
    CHECK(one.spins->tangential_loss <= 0);
    one.spins->slides ? ++hits.sliding : ++hits.sticking;
    const double m = system.gas.species[one.first_species].mass;
    const double after = 0.5 * m * one.first_after.squaredNorm(),
                 before = 0.5 * m * one.first_before.squaredNorm();
    if (one.face < 0) continue;
    CHECK(after - before + one.spins->energy_change ==
          Approx(one.predicted_energy_change + one.work).margin(1e-12));
  }
  const double before = kinetic_energy(system.gas, system.start);
  const State<Dim> state = engine->state();
  CHECK(kinetic_energy(system.gas, state) - before ==
        Approx(recorder.energy_given()).margin(1e-11 * before));
  CHECK(deepest_overlap(system.gas, state).depth < 1e-11);
}

}  // namespace

TEST_CASE("Random gases of bodies with friction do what all-pairs dynamics does") {
  Hits hits;
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 6 : 40); ++seed) {
    INFO("seed " << seed);
    EngineOptions options;
    options.scheduler = seed % 2 == 0 ? Scheduler::heap : Scheduler::calendar;
    options.neighbour_lists = seed % 3 == 0;
    if (seed % 5 < 2)
      compare(random_gas<2>(seed), options, hits);
    else
      compare(random_gas<3>(seed), options, hits);
  }
  CHECK(hits.sliding > 20 * hits.sticking / 100);
  CHECK(hits.sticking > 20 * hits.sliding / 100);
}

TEST_CASE("Balls as rigid bodies with friction move as rough spheres do") {
  SmallGas<3> spheres({{1, 2}, {0.6, 1}}, 24, Vec<3>(5, 5, 5), 11);
  spheres.gas.box.periodic[1] = false;
  spheres.gas.boundary.faces[3].sliding[0] = 0.5;
  spheres.place(24, 11);
  roughen(spheres, 11);
  spheres.gas.restitution.fill(0.8);
  add_friction(spheres, 11);
  SmallGas<3> bodies = spheres;
  for (std::size_t s = 0; s < 2; ++s) {
    SphereSpecies& one = bodies.gas.species[s];
    const Shape ball = Sphere{0.5 * one.diameter};
    MassProperties properties = mass_properties(ball, 3).with_mass(one.mass);
    properties.moments.setConstant(one.moment);
    bodies.gas.bodies.push_back(make_rigid_body(ball, properties, 3));
    one.moment = 0;
  }
  for (std::size_t i = 0; i < bodies.start.size(); ++i) {
    bodies.start.orientation.push_back(Eigen::Quaterniond::Identity());
    bodies.start.angular_momentum.emplace_back(spheres.gas.species[bodies.start.species[i]].moment *
                                               bodies.start.angular_velocity[i]);
  }
  bodies.start.angular_velocity.clear();
  Recorder<3> of_spheres, of_bodies;
  const auto first = make_engine<3>(spheres.gas, spheres.start, {});
  const auto second = make_engine<3>(bodies.gas, bodies.start, {});
  first->advance(Engine<3>::kForever, 120, &of_spheres);
  second->advance(Engine<3>::kForever, 120, &of_bodies);
  CHECK(events_followed(of_bodies.seen, of_spheres.seen, 12) > 20);
  for (std::size_t k = 0; k < 12; ++k) {
    CHECK(of_bodies.seen[k].spins->tangential_loss ==
          Approx(of_spheres.seen[k].spins->tangential_loss).margin(1e-8));
    CHECK(of_bodies.seen[k].spins->slides == of_spheres.seen[k].spins->slides);
  }
}
