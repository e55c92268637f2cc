#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "engine/engine.h"
#include "sanitized.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr double kNoWall = 1e6;  // far away

double uniform(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// A gas with friction in a random box: periodic, sheared, or with walls of any kind.
template <int Dim>
SmallGas<Dim> random_gas(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<SphereSpecies> species(1 + random() % 3);
  for (SphereSpecies& one : species) one = {uniform(random, 0.4, 1.1), uniform(random, 0.2, 4)};
  Vec<Dim> size;
  for (int k = 0; k < Dim; ++k) size[k] = Dim == 2 ? uniform(random, 7, 10) : uniform(random, 5, 8);
  const std::size_t count = 12 + random() % 14;
  SmallGas<Dim> system(species, count, size, seed);
  system.gas.restitution.fill(uniform(random, 0.3, 1));
  system.gas.wall_restitution.assign(species.size(), uniform(random, 0.5, 1));
  const unsigned kind = random() % 8;
  if (kind < 6) {
    if (kind % 2 == 0 && kind < 3) {  // plain walls
      system.gas.box.periodic[0] = system.gas.box.periodic[Dim - 1] = false;
    } else {
      system.gas.box.periodic[0] = system.gas.box.periodic[1] = false;
      put_walls(system.gas, static_cast<int>(kind));
      system.start.time = 0.5;
    }
  } else if (kind == 6) {
    system.gas.boundary.shear_rate = 0.3;
  }
  const double time = system.start.time;
  system.place(count, seed);
  system.start.time = time;
  roughen(system, seed);
  add_friction(system, seed);
  return system;
}

struct Hits {
  int sliding = 0, sticking = 0;
};

template <int Dim>
void compare_with_friction(const SmallGas<Dim>& system, const EngineOptions& options,
                           std::size_t exact, Hits& hits) {
  const Gas<Dim>& gas = system.gas;
  NaiveDynamics<Dim> twin(gas, system.start);
  std::vector<CollisionRecord<Dim>> expected;
  for (std::size_t k = 0; k < 3 * system.start.size(); ++k) expected.push_back(twin.step());
  const auto engine = make_engine<Dim>(gas, system.start, options);
  Recorder<Dim> recorder;
  engine->advance(expected.back().time, Engine<Dim>::kNoLimit, &recorder);
  CHECK(events_followed(recorder.seen, expected, exact) > exact);
  for (const auto& one : recorder.seen) {
    if (!one.spins) continue;
    CHECK(one.spins->tangential_loss <= 0);
    one.spins->slides ? ++hits.sliding : ++hits.sticking;
  }
  const double before = mechanical_energy(gas, system.start);
  CHECK(mechanical_energy(gas, engine->state()) - before ==
        Approx(recorder.energy_given()).margin(1e-11 * before));

  // As long as rounding has not grown, velocities and spins are those of the reference.
  NaiveDynamics<Dim> short_twin(gas, system.start);
  for (std::size_t k = 0; k < exact; ++k) short_twin.step();
  const auto other = make_engine<Dim>(gas, system.start, options);
  other->advance(short_twin.state().time + 1e-9, Engine<Dim>::kNoLimit, nullptr);
  const State<Dim> seen = other->state(), wanted = short_twin.state();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CHECK((seen.velocity[i] - wanted.velocity[i]).norm() < 1e-6);
    CHECK((seen.angular_velocity[i] - wanted.angular_velocity[i]).norm() < 1e-6);
  }
}

/// One sphere that hits the hard wall at x = 0 with restitution e, friction mu and no rebound of a
/// surface that sticks.
struct OnWall {
  double e, mu;
  Vec<3> velocity, spin = Vec<3>::Zero();

  /// The state after the hit.
  [[nodiscard]] State<3> after(const EngineOptions& options) const {
    const double mass = 2, radius = 0.5;
    Gas<3> gas;
    gas.box.size = Vec<3>::Constant(kNoWall);
    gas.box.periodic = {false, true, true};
    gas.species = {{2 * radius, mass, 0.4 * mass * radius * radius}};
    gas.restitution = Eigen::MatrixXd::Ones(1, 1);
    gas.wall_restitution = {e};
    gas.tangential = Eigen::MatrixXd::Zero(1, 1);
    gas.wall_tangential = {0};
    gas.wall_friction = {mu};
    State<3> start;
    start.species = {0};
    start.position = {Vec<3>(radius - 0.01 * velocity.x(), 9, 9)};
    start.velocity = {velocity};
    start.angular_velocity = {spin};
    const auto engine = make_engine<3>(gas, start, options);
    engine->advance(0.02, Engine<3>::kNoLimit, nullptr);
    CHECK(engine->counters().wall_collisions == 1);
    return engine->state();
  }
};

const std::vector<EngineOptions> kModes{{}, steps_of(0.003)};

}  // namespace

TEST_CASE("Random gases with friction do what all-pairs dynamics does, event for event") {
  Hits hits;
  for (unsigned seed = 1; seed <= (kAddressSanitizer ? 20 : 130); ++seed) {
    INFO("seed " << seed);
    const EngineOptions& options = kAllOptions[seed % kAllOptions.size()];
    if (seed % 2 == 0)
      compare_with_friction(random_gas<2>(seed), options, 12, hits);
    else
      compare_with_friction(random_gas<3>(seed), options, 12, hits);
  }
  CHECK(hits.sliding > 20 * hits.sticking / 100);
  CHECK(hits.sticking > 20 * hits.sliding / 100);
}

TEST_CASE("Gases with friction do by small steps what all-pairs dynamics does") {
  Hits hits;
  for (unsigned seed = 131; seed <= 150; ++seed) {
    INFO("seed " << seed);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, 20, Vec<3>(5, 6, 5.5), seed);
    spheres.gas.box.periodic[0] = false;
    spheres.place(20, seed);
    roughen(spheres, seed);
    add_friction(spheres, seed);
    compare_with_friction(spheres, steps_of(1e-4), 5, hits);
    SmallGas<2> disks({{1, 1}, {0.7, 2}}, 20, Vec<2>(8, 9), seed);
    disks.gas.box.periodic[1] = false;
    disks.gas.boundary.faces[2].sliding[0] = 0.4;
    disks.place(20, seed);
    roughen(disks, seed);
    add_friction(disks, seed);
    compare_with_friction(disks, steps_of(1e-4), 5, hits);
  }
  CHECK(hits.sliding > 100);
  CHECK(hits.sticking > 100);
}

// Chung & Ooi, Granular Matter 13 (2011) 643, test 4, for rigid spheres: aluminium oxide on glass.
// The impulse has the ratio f = min(μ, 2/7 tan θ/(1 + e)) of its tangential to its normal part.
TEST_CASE("Oblique hits on a wall: rebound angle, spin and tangential restitution") {
  const double e = 0.98, mu = 0.092, speed = 3.9, radius = 0.5;
  int sliding = 0;
  for (int degrees = 0; degrees <= 80; degrees += 5) {
    INFO(degrees << " degrees");
    const double angle = degrees * std::numbers::pi / 180;
    const double normal = speed * std::cos(angle), along = speed * std::sin(angle);
    const double slope = std::tan(angle);
    const double f = std::min(mu, 2.0 / 7 * slope / (1 + e));
    sliding += f == mu ? 1 : 0;
    for (const EngineOptions& options : kModes) {
      const State<3> after = OnWall{e, mu, {-normal, along, 0}}.after(options);
      const Vec<3> v = after.velocity[0], spin = after.angular_velocity[0];
      CHECK(v.x() == Approx(e * normal).epsilon(1e-13));
      CHECK(v.z() == 0);
      // tangential restitution of the centre 1 − f (1 + e)/tan θ
      CHECK(v.y() == Approx(along - f * (1 + e) * normal).epsilon(1e-13).margin(1e-15));
      // It rolls along the wall: ω = 5/2 f (1 + e) v_n/R
      CHECK(std::abs(spin.z()) ==
            Approx(2.5 * f * (1 + e) * normal / radius).epsilon(1e-13).margin(1e-15));
      // rebound angle of the point of contact
      const double contact = v.y() + (spin.cross(Vec<3>(-radius, 0, 0))).y();
      CHECK(contact / v.x() ==
            Approx((slope - 3.5 * f * (1 + e)) / e).epsilon(1e-12).margin(1e-13));
    }
  }
  CHECK(sliding == 10);  // from 35 degrees on: tan θ > 7/2 μ (1 + e) = tan 32.5°
}

TEST_CASE("A sphere that grips keeps 5/7 of its tangential velocity and rolls") {
  for (const EngineOptions& options : kModes) {
    const State<3> after = OnWall{0.7, 5, {-1, 0.9, -0.4}}.after(options);
    const Vec<3> along = after.velocity[0] - Vec<3>(0.7, 0, 0);
    CHECK((along - 5.0 / 7 * Vec<3>(0, 0.9, -0.4)).norm() < 1e-14);
    CHECK((after.velocity[0] - Vec<3>(0.7, 0, 0) +
           after.angular_velocity[0].cross(Vec<3>(-0.5, 0, 0)))
              .norm() < 1e-14);
  }
}

TEST_CASE("A sphere that slides all the way loses mu (1 + e) of its normal speed along the wall") {
  for (const EngineOptions& options : kModes) {
    const double e = 0.7, mu = 0.1, radius = 0.5;
    const State<3> after = OnWall{e, mu, {-1, 3, 4}}.after(options);
    const Vec<3> loss = mu * (1 + e) * Vec<3>(0, 3, 4) / 5;
    CHECK((after.velocity[0] - Vec<3>(e, 3, 4) + loss).norm() < 1e-14);
    // The blow −m loss at −R x turns it by I ω = R x × m loss.
    CHECK((after.angular_velocity[0] - Vec<3>::UnitX().cross(loss) / (0.4 * radius)).norm() <
          1e-13);
  }
}

// Chung & Ooi, tests 7 and 8 for rigid spheres: two that spin alike meet head-on.
TEST_CASE("Two spheres, equal and unequal, that spin: velocities along the contact and spins") {
  struct Sphere {
    double radius, mass;
  };
  for (const Sphere second : {Sphere{0.5, 2}, Sphere{2.5, 250}})
    for (const double spin : {0.5, 2.0, 6.0, 20.0, 80.0})
      for (const EngineOptions& options : kModes) {
        INFO("radius " << second.radius << ", spin " << spin);
        const Sphere first{0.5, 2};
        const double e = 0.5, mu = 0.4, speed = 1;
        Gas<3> gas;
        gas.box.size = Vec<3>::Constant(kNoWall);
        for (const Sphere& one : {first, second})
          gas.species.push_back(
              {2 * one.radius, one.mass, 0.4 * one.mass * one.radius * one.radius});
        gas.restitution = Eigen::MatrixXd::Constant(2, 2, e);
        gas.wall_restitution = {1, 1};
        gas.tangential = Eigen::MatrixXd::Zero(2, 2);
        gas.friction = Eigen::MatrixXd::Constant(2, 2, mu);
        gas.wall_tangential = {-1, -1};
        State<3> start;
        start.species = {0, 1};
        start.position = {Vec<3>(9, 9, 9), Vec<3>(9 + first.radius + second.radius + 0.02, 9, 9)};
        start.velocity = {Vec<3>(speed, 0, 0), Vec<3>(-speed, 0, 0)};
        start.angular_velocity = {Vec<3>(0, 0, spin), Vec<3>(0, 0, spin)};
        const auto engine = make_engine<3>(gas, start, options);
        engine->advance(0.02, Engine<3>::kNoLimit, nullptr);
        REQUIRE(engine->counters().collisions == 1);
        const State<3> after = engine->state();
        // The surface of the first goes up, that of the second down, at R ω each.
        const double inverse = 1 / first.mass + 1 / second.mass;
        const double normal = (1 + e) * 2 * speed / inverse;
        const double sticking = (first.radius + second.radius) * spin / (3.5 * inverse);
        const double blow = std::min(mu * normal, sticking);
        CHECK((after.velocity[0] - Vec<3>(speed - normal / first.mass, -blow / first.mass, 0))
                  .norm() < 1e-13);
        CHECK((after.velocity[1] - Vec<3>(normal / second.mass - speed, blow / second.mass, 0))
                  .norm() < 1e-13);
        CHECK(after.angular_velocity[0].z() ==
              Approx(spin - 2.5 * blow / (first.mass * first.radius)).margin(1e-13));
        CHECK(after.angular_velocity[1].z() ==
              Approx(spin - 2.5 * blow / (second.mass * second.radius)).margin(1e-13));
      }
}
