#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr double kDuration = 1e-3;
const Shape kRestingCapsule = Capsule{0.4, 1};
const Shape kRestingHook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};

/// Grains under gravity in a box with a floor and a lid, with the contact-duration rule.
template <int Dim>
void put_on_floor(Gas<Dim>& gas, double e) {
  gas.boundary.gravity[Dim - 1] = -1;
  gas.restitution.setConstant(e);
  gas.wall_restitution.assign(gas.species.size(), e);
  gas.contact_duration = kDuration;
}

template <int Dim>
std::array<bool, Dim> between_floor_and_lid() {
  std::array<bool, Dim> periodic;
  periodic.fill(true);
  periodic[Dim - 1] = false;
  return periodic;
}

template <int Dim>
SmallGas<Dim> grains(std::size_t count, Vec<Dim> size, double e) {
  SmallGas<Dim> system({{1, 1}}, count, size, 8);
  system.gas.box.periodic = between_floor_and_lid<Dim>();
  put_on_floor(system.gas, e);
  system.place(count, 8);
  return system;
}

/// Advances a gas that comes to rest: finally its motion consists of hops of about the contact
/// duration, at a cost that does not grow with time.
template <int Dim>
void check_rest(const Gas<Dim>& gas, const State<Dim>& start, double until) {
  const auto engine = make_engine<Dim>(gas, start);
  engine->advance(until, Engine<Dim>::kNoLimit, nullptr);
  const auto hits = [&] {
    const EngineCounters counters = engine->counters();
    return static_cast<double>(counters.collisions + counters.wall_collisions);
  };
  const auto particles = static_cast<double>(start.size());
  const double length = kAddressSanitizer ? 0.2 : 2;
  std::vector<double> of_interval;
  for (int interval = 1; interval <= 3; ++interval) {
    const double before = hits();
    engine->advance(until + length * interval, Engine<Dim>::kNoLimit, nullptr);
    of_interval.push_back((hits() - before) / (length * particles));
    double square = 0;  // nothing stops a particle that glides along the floor
    for (const Vec<Dim>& v : engine->state().velocity) square += v[Dim - 1] * v[Dim - 1];
    CHECK(square < 400 * particles * kDuration * kDuration);
  }
  CHECK(of_interval[0] > 0);
  CHECK(of_interval[0] < 100 / kDuration);
  CHECK(of_interval[2] < 2 * of_interval[0]);
  CHECK(deepest_overlap(gas, engine->state()).depth < 1e-10);
  CHECK(engine->audit(10000).empty());
}

/// A particle or body at rest on something, hit after hit.
struct Lying {
  const char* on;
  BodyGas<3> system;
};

/// Bodies in contact with everything that has a search of its own: a wall, a block, the inside of a
/// hole, two balls, each other.
std::vector<Lying> lying_bodies() {
  const auto make = [](const char* on, const Shape& shape, const std::vector<Vec<3>>& places,
                       const std::vector<ObstacleShape<3>>& obstacles) {
    BodyGas<3> system({shape}, 0, Vec<3>(4, 4, 8), 1, between_floor_and_lid<3>());
    put_on_floor(system.gas, 0.5);
    system.gas.contact_duration = 1e-5;
    for (const auto& shape_of_one : obstacles)
      system.gas.boundary.obstacles.push_back({{}, shape_of_one});
    for (const Vec<3>& place : places) {
      system.start.species.push_back(0);
      system.start.position.push_back(place);
      system.start.velocity.emplace_back(Vec<3>::Zero());
      system.start.orientation.push_back(Eigen::Quaterniond::Identity());
      system.start.angular_momentum.emplace_back(Vec<3>::Zero());
    }
    return Lying{on, system};
  };
  const Shape ball = Clump{{{{0, 0, 0}, 0.5}}};
  std::vector<Lying> all;
  all.push_back(make("a wall", kRestingCapsule, {Vec<3>(2, 2, 0.41)}, {}));
  all.push_back(make("a block", kRestingCapsule, {Vec<3>(2, 2, 1.41)},
                     {BlockObstacle<3>{Vec<3>(0.5, 1.5, 0.5), Vec<3>(3.5, 2.5, 1)}}));
  all.push_back(
      make("the inside of a hole", ball, {Vec<3>(2, 2, 3)},
           {PiercedPlate<3>{0, Vec<3>(1, 0, 1), Vec<3>(3, 4, 5), Vec<3>(2, 2, 3), 0.51}}));
  all.push_back(
      make("two balls", kRestingCapsule, {Vec<3>(2, 2, 1.41)},
           {BallObstacle<3>{Vec<3>(1.5, 2, 0.5), 0.5}, BallObstacle<3>{Vec<3>(2.5, 2, 0.5), 0.5}}));
  all.push_back(make("each other", kRestingCapsule, {Vec<3>(2, 2, 0.41), Vec<3>(2, 2, 1.22)}, {}));
  return all;
}

/// No number of hits makes a body at rest sink deeper than the tolerance of contacts: 1e-13 of the
/// bounding radii.
void check_depth(std::int64_t hits) {
  for (const Lying& lying : lying_bodies()) {
    INFO("on " << lying.on);
    const Gas<3>& gas = lying.system.gas;
    const auto engine = make_engine<3>(gas, lying.system.start);
    const double reach = gas.bodies[0].bounding_radius *
                         static_cast<double>(std::min<std::size_t>(2, engine->state().size()));
    double time = 0;
    const auto seen = [&] {
      return engine->counters().wall_collisions + engine->counters().collisions;
    };
    while (seen() < hits && time < 1e4) engine->advance(time += 0.1, Engine<3>::kNoLimit, nullptr);
    CHECK(seen() >= hits);
    const Overlap overlap = deepest_overlap(gas, engine->state());
    CHECK(overlap.depth * smallest_diameter(gas) < 1e-13 * reach + 4e-15);
    CHECK(engine->audit(1000).empty());
  }
}

void check_beds_of_grains(double e) {
  const auto disks = grains<2>(16, Vec<2>(6.3, 20), e);
  check_rest(disks.gas, disks.start, 40);
  const auto spheres = grains<3>(16, Vec<3>(3.3, 3.4, 15), e);
  check_rest(spheres.gas, spheres.start, 40);
}

/// Disks that fill the floor to the last digit, side by side: a disk that falls in between drives
/// them apart with an unbounded force.
void check_full_row(double e, bool walls) {
  INFO("e = " << e << (walls ? ", between walls" : ""));
  auto disks = grains<2>(20, Vec<2>(8, 30), e);
  disks.gas.box.periodic[0] = !walls;
  disks.place(20, 8);
  const auto engine = make_engine<2>(disks.gas, disks.start);
  const auto hits = [&] { return static_cast<double>(engine->counters().collisions); };
  engine->advance(80, Engine<2>::kNoLimit, nullptr);
  double before = hits();
  std::vector<double> of_interval;
  for (double until : {85, 90, 95}) {
    engine->advance(until, Engine<2>::kNoLimit, nullptr);
    of_interval.push_back(hits() - before);
    before = hits();
  }
  CHECK(of_interval[0] > 0);
  CHECK(of_interval[0] < 20 * 5 * 10 / kDuration);
  CHECK(of_interval[2] < 2 * of_interval[0]);
  for (const Vec<2>& v : engine->state().velocity) CHECK(v.norm() < 0.3);
  CHECK(deepest_overlap(disks.gas, engine->state()).depth < 1e-10);
  CHECK(engine->audit(10000).empty());
}

void check_bed_of_bodies(double e) {
  const BodyGas<2> bodies({kRestingCapsule, kRestingHook}, kAddressSanitizer ? 4 : 10,
                          Vec<2>(7, 15), 6, between_floor_and_lid<2>(),
                          [e](Gas<2>& gas) { put_on_floor(gas, e); });
  check_rest(bodies.gas, bodies.start, kAddressSanitizer ? 20 : 40);
}

/// Capsules that carry each other, wedged between walls: time goes on, and the hits of a capsule
/// follow each other at a few per contact duration. (Ten, if contacts under load part as they
/// came.)
void check_bed_of_capsules() {
  const BodyGas<2> bodies({Capsule{0.5, 2}}, 24, Vec<2>(9, 40), 4, {false, false},
                          [](Gas<2>& gas) { put_on_floor(gas, 0.5); });
  const auto engine = make_engine<2>(bodies.gas, bodies.start);
  const auto hits = [&] {
    const EngineCounters counters = engine->counters();
    return static_cast<double>(counters.collisions + counters.wall_collisions);
  };
  engine->advance(30, Engine<2>::kNoLimit, nullptr);
  const double before = hits();
  engine->advance(32, Engine<2>::kNoLimit, nullptr);
  CHECK((hits() - before) * kDuration / (2.0 * 24) < 6);
  CHECK(deepest_overlap(bodies.gas, engine->state()).depth < 1e-10);
  CHECK(engine->audit(10000).empty());
}

}  // namespace

TEST_CASE("Bodies at rest on anything don't sink into it") {
  check_depth(fewer_if_sanitized(100000));
}

TEST_CASE("Bodies at rest on anything don't sink into it in ten million hits", "[slow]") {
  check_depth(10000000);
}

TEST_CASE("What comes to rest on a floor hops at the scale of the contact duration") {
  // What does not bounce rests soon, and is enough for the sanitizers.
  const double end = kAddressSanitizer ? 40 : 200;
  for (const double e : {0.8, 0.0}) {
    if (kAddressSanitizer && e > 0) continue;
    INFO("e = " << e);
    const auto ball = grains<3>(1, Vec<3>(10, 10, 20), e);
    check_rest(ball.gas, ball.start, end);
    for (const Shape& shape : {kRestingCapsule, kRestingHook}) {
      BodyGas<3> body({shape}, 1, Vec<3>(10, 10, 20), 2, between_floor_and_lid<3>(),
                      [e](Gas<3>& gas) { put_on_floor(gas, e); });
      // A rotation about the vertical continues, because there is no friction.
      body.start.angular_momentum[0].setZero();
      check_rest(body.gas, body.start, end);
    }
  }
}

TEST_CASE("A bed of disks and one of spheres come to rest, and the run goes on") {
  if (!kAddressSanitizer) check_beds_of_grains(0.7);  // the next ones do the same there
}
TEST_CASE("Beds of grains that do not bounce come to rest, too", "[long]") {
  check_beds_of_grains(0);
}
TEST_CASE("Disks that just fill the floor come to rest, and the run goes on") {
  if (kAddressSanitizer) return;  // the other beds do the same there, in less time
  check_full_row(0.9, false);
  check_full_row(0.9, true);
  check_full_row(0, false);
  check_full_row(0, true);
}
TEST_CASE("A bed of bodies comes to rest, and the run goes on") {
  if (!kAddressSanitizer) check_bed_of_bodies(0.7);  // the next one does the same there
}
TEST_CASE("A bed of capsules that carry each other goes on at few collisions", "[long]") {
  if (!kAddressSanitizer) check_bed_of_capsules();
}
TEST_CASE("A bed of bodies that do not bounce comes to rest, too") { check_bed_of_bodies(0); }
