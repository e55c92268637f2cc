#include <catch2/catch.hpp>
#include <cmath>

#include "engine/hits/surface_hit.h"
#include "statistics/moments.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

const std::vector<EngineOptions> kBothModes{{}, steps_of(0.003)};

}  // namespace

TEST_CASE("Rough spheres do what all-pairs dynamics does: gravity, walls, obstacles, shear") {
  const auto compare = [](const auto& smooth) {
    auto system = smooth;
    roughen(system, 2);
    compare_with_twin(system);
  };
  for (const unsigned seed : {1u, 2u}) {
    with_worldly_boundaries(25, seed, compare);
    with_shear(20, seed, compare);
  }
}

namespace {

/// A rough sphere or disk that hits the wall at x = 0, which moves at 0.3 along x and slides.
template <int Dim>
struct Hit {
  Gas<Dim> gas;
  State<Dim> start;

  Hit() {
    gas.box.size = Vec<Dim>::Constant(10);
    gas.box.periodic.fill(true);
    gas.box.periodic[0] = false;
    gas.species = {{1.2, 2, 0.35}};
    gas.restitution = gas.tangential = Eigen::MatrixXd::Ones(1, 1);
    gas.wall_restitution = {0.8};
    gas.wall_tangential = {0.4};
    auto& wall = gas.boundary.faces[0];
    wall.path.velocity = 0.3;
    wall.sliding[1] = -0.7;
    start.species = {0};
    start.position = {Vec<Dim>::Constant(5)};
    Vec<Dim> v = Vec<Dim>::Constant(0.4);
    v[0] = -1.1;
    start.velocity = {v};
    start.angular_velocity = {Dim == 3 ? Vec<3>(0.5, -0.9, 1.3) : Vec<3>(0, 0, 1.3)};
  }
};

}  // namespace

TEMPLATE_TEST_CASE_SIG("A rough hit on a wall that moves and slides: momenta, work and loss", "",
                       ((int Dim), Dim), 2, 3) {
  for (const EngineOptions& options : kBothModes) {
    const Hit<Dim> hit;
    const auto engine = make_engine<Dim>(hit.gas, hit.start, options);
    Recorder<Dim> recorder;
    engine->advance(4, Engine<Dim>::kNoLimit, &recorder);
    REQUIRE(recorder.seen.size() == 1);
    const CollisionRecord<Dim>& seen = recorder.seen[0];
    // 5 − 1.1 t = 0.6 + 0.3 t
    CHECK(seen.time == Approx(4.4 / 1.4).epsilon(1e-14));
    const double m = 2, moment = 0.35, radius = 0.6;
    const Vec<3> wall(0.3, -0.7, 0), arm(-radius, 0, 0);
    const Vec<3> v = in_space<Dim>(seen.first_before), w = in_space<Dim>(seen.first_after);
    const Vec<3> spin = hit.start.angular_velocity[0], after = engine->state().angular_velocity[0];
    // The surfaces about each other: restitution along the normal and across it.
    const Vec<3> u = v + spin.cross(arm) - wall, u_after = w + after.cross(arm) - wall;
    CHECK(u_after[0] == Approx(-0.8 * u[0]).epsilon(1e-13));
    for (int k = 1; k < 3; ++k) CHECK(u_after[k] == Approx(-0.4 * u[k]).epsilon(1e-13));
    // One impulse at the point of contact changes both momenta.
    const Vec<3> given = m * (w - v);
    CHECK((moment * (after - spin) - arm.cross(given)).norm() < 1e-14);
    CHECK(seen.impulse == Approx(given[0]).epsilon(1e-13));
    CHECK(seen.work == Approx(given.dot(wall)).epsilon(1e-13));
    CHECK(seen.heat == 0);
    const double rotation = 0.5 * moment * (after.squaredNorm() - spin.squaredNorm());
    REQUIRE(seen.spins);
    CHECK(seen.spins->energy_change == Approx(rotation).epsilon(1e-13));
    CHECK(seen.work + seen.predicted_energy_change ==
          Approx(0.5 * m * (w.squaredNorm() - v.squaredNorm()) + rotation).epsilon(1e-13));
    // ½ (1 − e²) m u_n² and ½ (1 − β²) u_t²/(1/m + R²/I)
    const double lost = 0.5 * m * (1 - 0.64) * u[0] * u[0] + 0.5 * (1 - 0.16) *
                                                                 (u[1] * u[1] + u[2] * u[2]) /
                                                                 (1 / m + radius * radius / moment);
    CHECK(seen.predicted_energy_change == Approx(-lost).epsilon(1e-13));
  }
}

TEMPLATE_TEST_CASE_SIG("A rough sphere leaves a bath with Maxwell's spin, its energy is heat", "",
                       ((int Dim), Dim), 2, 3) {
  Hit<Dim> hit;
  auto& wall = hit.gas.boundary.faces[0];
  wall.kt = 1.7;
  wall.accommodation = 1;
  Spins<Dim> spins(hit.gas, hit.start);
  RunningMoments along[3], sq[3], mixed;
  constexpr int kHits = 100000;
  for (std::uint32_t k = 0; k < kHits; ++k) {
    spins.set(hit.start);
    Vec<Dim> r = Vec<Dim>::Constant(5);
    r[0] = 0.6;
    const SphereSpecies& one = hit.gas.species[0];
    const auto seen = hit_surface<Dim>(
        hit.gas, spins, {0, 0, one.mass, 0.5 * one.diameter, k, 0, r, hit.start.velocity[0], 0.0},
        [](double /*e*/) { return false; });
    const Vec<3> spin = seen.spins->first_after;
    for (int axis = 0; axis < 3; ++axis) {
      along[axis].add(spin[axis]);
      sq[axis].add(spin[axis] * spin[axis]);
    }
    mixed.add(spin[2] * seen.velocity[1]);
    if (k > 100) continue;
    const double kinetic =
        seen.velocity.squaredNorm() - hit.start.velocity[0].squaredNorm();  // ½ m = 1
    const double rotation =
        0.5 * 0.35 * (spin.squaredNorm() - hit.start.angular_velocity[0].squaredNorm());
    CHECK(seen.outcome.work + seen.outcome.heat == Approx(kinetic + rotation).epsilon(1e-13));
    CHECK(seen.outcome.energy_change == 0);
    // The motion of the wall changes no rotation.
    Vec<Dim> u = Vec<Dim>::Zero();
    u[0] = 0.3;
    u[1] = -0.7;
    CHECK(seen.outcome.work ==
          Approx(2 * u.dot(seen.velocity - hit.start.velocity[0])).epsilon(1e-12));
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (Dim == 2 && axis < 2) {
      CHECK(sq[axis].mean() == 0);
      continue;
    }
    CHECK(std::abs(along[axis].mean()) < 4 * along[axis].standard_error());
    CHECK(std::abs(sq[axis].mean() - 1.7 / 0.35) < 4 * sq[axis].standard_error());
    CHECK(sq[axis].standard_error() < 0.005 * 1.7 / 0.35);
  }
  // ω and the velocity along the wall, relative to that of the wall, are independent.
  CHECK(std::abs(mixed.mean()) < 4 * mixed.standard_error());
}
