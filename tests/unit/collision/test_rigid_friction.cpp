#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "collision/rigid/first_contact.h"
#include "collision/rigid/friction.h"
#include "collision/rigid/impulse.h"
#include "sanitized.h"
#include "unit/collision/naive_friction.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Two bodies that touch in a point, or one that touches a wall.
struct Touching {
  RigidBody body_a, body_b;
  RigidState a, b;
  RigidContact contact;
  bool at_wall;
  double e;
  TangentialLaw law;
  double smooth_impulse = 0;  ///< normal impulse without friction

  [[nodiscard]] double energy() const {
    return kinetic_energy(body_a, a) + (at_wall ? 0 : kinetic_energy(body_b, b));
  }
  [[nodiscard]] NaiveContact naive() {
    return {body_a, a, at_wall ? nullptr : &body_b, at_wall ? nullptr : &b, contact.points[0]};
  }
  RigidImpulse collide_and_rub() {
    RigidImpulse impulse;
    if (at_wall) {
      impulse = collide(body_a, a, contact, e);
      smooth_impulse = impulse.impulse[0];
      rub(body_a, a, contact, law, impulse);
    } else {
      impulse = collide(body_a, a, body_b, b, contact, e);
      smooth_impulse = impulse.impulse[0];
      rub(body_a, a, body_b, b, contact, law, impulse);
    }
    return impulse;
  }
};

/// Bodies of all kinds that touch at a random point of theirs, approach each other there, and spin.
Touching random_hit(RandomBodies& random, const std::vector<RigidBody>& bodies) {
  const auto any_body = [&] {
    return bodies[static_cast<std::size_t>(random.uniform(0, static_cast<double>(bodies.size())))];
  };
  Touching hit{any_body(), any_body(), {}, {}, {}, random.uniform(0, 1) < 0.3, 0, {}};
  hit.e = random.uniform(0, 1);
  hit.law = {random.uniform(-1, 1),
             random.uniform(0, 1) < 0.2 ? kInfinite : std::exp(random.uniform(-4, 2))};
  const double spin = std::exp(random.uniform(-2, 2));
  hit.a = random.state(hit.body_a, 1, spin);
  hit.b = random.state(hit.body_b, 1, spin);
  ContactPoint point;
  point.normal = random.unit_vector();
  const auto arm = [&](const RigidBody& body, const RigidState& state, std::size_t& member) {
    member = static_cast<std::size_t>(random.uniform(0, static_cast<double>(body.members.size())));
    const Member& one = body.members[member];
    const Vec<3> in_body = one.centre + random.uniform(-1, 1) * one.half_shaft * Vec<3>::UnitX();
    return Vec<3>(state.orientation * in_body);
  };
  point.first_arm = arm(hit.body_a, hit.a, point.first_member);
  point.second_arm = arm(hit.body_b, hit.b, point.second_member);
  if (hit.at_wall) point.second_arm.setZero();
  hit.contact.points.push_back(point);
  if (hit.naive().velocity().dot(point.normal) > 0) {
    hit.a.v *= -1;
    hit.b.v *= -1;
    hit.a.angular_momentum *= -1;
    hit.b.angular_momentum *= -1;
  }
  return hit;
}

std::vector<RigidBody> some_bodies(RandomBodies& random) {
  std::vector<RigidBody> bodies;
  for (const double shaft : {0.0, 0.3, 1.0, 4.0, 20.0}) bodies.push_back(random.capsule(shaft));
  for (int members = 1; members <= 4; ++members) bodies.push_back(random.clump(members));
  return bodies;
}

}  // namespace

TEST_CASE("A million random hits with friction gain no energy, and lose what they say", "[long]") {
  RandomBodies random(1);
  const std::vector<RigidBody> bodies = some_bodies(random);
  int sliding = 0, gained = 0, wrong = 0, unlike = 0;
  const int trials = kAddressSanitizer ? 20000 : 1000000;
  for (int trial = 0; trial < trials; ++trial) {
    Touching hit = random_hit(random, bodies);
    const double before = hit.energy(), scale = hit.naive().velocity().norm();
    const double rate = hit.naive().velocity().dot(hit.naive().normal());
    const RigidImpulse impulse = hit.collide_and_rub();
    const double change = hit.energy() - before;
    sliding += impulse.slides ? 1 : 0;
    gained += change > 1e-13 * before || impulse.tangential_loss > 1e-15 * before ? 1 : 0;
    wrong += std::abs(change - impulse.energy_change) > 1e-12 * before ? 1 : 0;
    // Newton's restitution holds, and the impulse lies in the cone.
    const double after = hit.naive().velocity().dot(hit.naive().normal());
    unlike += std::abs(after + hit.e * rate) > 1e-9 * scale ? 1 : 0;
    const double limit = hit.law.friction * impulse.impulse[0] + 1e-9 * hit.smooth_impulse;
    unlike += hit.law.may_slide() && impulse.tangential[0].norm() > limit ? 1 : 0;
  }
  CHECK(gained == 0);
  CHECK(wrong == 0);
  CHECK(unlike == 0);
  CHECK(sliding > trials / 4);
  CHECK(sliding < trials * 3 / 4);
}

TEST_CASE("Hits with friction are those of the inverse mass matrix and the cone of friction") {
  RandomBodies random(2);
  const std::vector<RigidBody> bodies = some_bodies(random);
  for (int trial = 0; trial < 2000; ++trial) {
    Touching hit = random_hit(random, bodies), twin = hit;
    const RigidImpulse impulse = hit.collide_and_rub();
    NaiveContact naive = twin.naive();
    const Vec<3> expected = naive.impulse(twin.e, twin.law), n = naive.normal();
    naive.strike(expected);
    const double scale = expected.norm();
    CHECK((impulse.impulse[0] * n + impulse.tangential[0] - expected).norm() < 1e-9 * scale);
    CHECK(std::abs(impulse.tangential[0].dot(n)) < 1e-12 * scale);
    CHECK((hit.a.v - twin.a.v).norm() < 1e-9 * (scale / twin.body_a.mass));
    CHECK((hit.a.angular_momentum - twin.a.angular_momentum).norm() <
          1e-9 * scale * (1 + twin.body_a.bounding_radius));
    if (hit.at_wall) continue;
    CHECK((hit.b.v - twin.b.v).norm() < 1e-9 * (scale / twin.body_b.mass));
    // Momentum is kept, and so is the angular momentum about the point of contact.
    CHECK((hit.body_a.mass * (hit.a.v - twin.a.v) + hit.body_b.mass * (hit.b.v - twin.b.v)).norm() <
          1e-9 * scale);
  }
}

TEST_CASE("Balls as rigid bodies rub as rough spheres do") {
  RandomBodies random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const std::vector<RigidBody> balls{
        random.body(Sphere{random.uniform(0.2, 1)}, random.uniform(0.2, 4)),
        random.body(Sphere{random.uniform(0.2, 1)}, random.uniform(0.2, 4))};
    Touching hit = random_hit(random, balls);
    if (hit.at_wall) continue;
    const RigidState a = hit.a, b = hit.b;
    const auto sphere = [](const RigidBody& body) -> RoughSphere {
      return {body.members[0].radius, body.mass, body.moments[0]};
    };
    const Vec<3> n = hit.contact.points[0].normal, v = b.v - a.v;
    const RigidImpulse impulse = hit.collide_and_rub();
    const auto spheres = tangential_impulse<3>(
        n, v, RoughShares(sphere(hit.body_a), sphere(hit.body_b)), angular_velocity(hit.body_a, a),
        angular_velocity(hit.body_b, b), hit.law, impulse.impulse[0]);
    CHECK((impulse.tangential[0] - spheres.change).norm() < 1e-11 * (1 + spheres.change.norm()));
    CHECK(impulse.slides == spheres.slides);
    CHECK(impulse.tangential_loss == Approx(spheres.energy_change).margin(1e-11));
  }
}

// A rod that falls at 45° on rough ground and sticks there: its end has no velocity afterwards
// (e = 0, β = 0), so that it turns about this end with the angular momentum that it had about it.
TEST_CASE("A capsule that grips the ground with its end turns about it") {
  RandomBodies random(4);
  const double radius = 0.1, half = 1, angle = std::atan(1.0);
  const RigidBody body = random.capsule(2 * half, radius, 3);
  Touching hit{body, body, at(Vec<3>::Zero(), Vec<3>(0, -1, 0), angle), {}, {}, true, 0, {0, 50}};
  ContactPoint point;
  point.normal = -Vec<3>::UnitY();
  point.first_arm = -half * Vec<3>(std::cos(angle), std::sin(angle), 0);
  hit.contact.points.push_back(point);
  const RigidImpulse impulse = hit.collide_and_rub();
  CHECK_FALSE(impulse.slides);
  const Vec<3> to_end = point.first_arm + radius * point.normal;
  const double about_end = body.moments[2] + 3 * to_end.squaredNorm();
  const double spin = (Vec<3>(-to_end).cross(3 * Vec<3>(0, -1, 0)) / about_end).z();
  CHECK(angular_velocity(body, hit.a).z() == Approx(spin).epsilon(1e-12));
  CHECK((hit.a.v + angular_velocity(body, hit.a).cross(to_end)).norm() < 1e-14);
}

TEST_CASE("Parallel capsules rub at both ends of their contact, one after the other") {
  RandomBodies random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const RigidBody body = random.capsule(2, 0.5, 1);
    RigidState a = at(Vec<3>::Zero()), b = at(Vec<3>(random.uniform(-1, 1), 1, 0));
    b.v = Vec<3>(random.normal(), -1, random.normal());
    a.angular_momentum = body.moments.cwiseProduct(random.normal_vector());
    RigidContact contact;
    for (const double x : {std::max(-1.0, b.r.x() - 1), std::min(1.0, b.r.x() + 1)}) {
      ContactPoint point;
      point.normal = Vec<3>::UnitY();
      point.first_arm = Vec<3>(x, 0, 0);
      point.second_arm = Vec<3>(x - b.r.x(), 0, 0);
      contact.points.push_back(point);
    }
    const double before = kinetic_energy(body, a) + kinetic_energy(body, b);
    const Vec<3> momentum = a.v + b.v;
    RigidImpulse impulse = collide(body, a, body, b, contact, 0.7);
    const double smooth = kinetic_energy(body, a) + kinetic_energy(body, b);
    RigidState twin_a = a, twin_b = b;
    const RigidImpulse normal = impulse;
    const TangentialLaw law{random.uniform(-1, 1), random.uniform(0.1, 1)};
    rub(body, a, body, b, contact, law, impulse);
    for (std::size_t i = 0; i < 2; ++i) {
      if (normal.impulse[i] <= 0) continue;
      NaiveContact naive(body, twin_a, &body, &twin_b, contact.points[i]);
      const Vec<3> all = naive.impulse(0, law, normal.impulse[i]);
      naive.strike(all - normal.impulse[i] * naive.normal());
      CHECK((impulse.impulse[i] * naive.normal() + impulse.tangential[i] - all).norm() < 1e-9);
    }
    CHECK((a.v - twin_a.v).norm() < 1e-9);
    CHECK((b.angular_momentum - twin_b.angular_momentum).norm() < 1e-9);
    const double after = kinetic_energy(body, a) + kinetic_energy(body, b);
    CHECK(after <= smooth * (1 + 1e-14));
    CHECK(after - before == Approx(impulse.energy_change).margin(1e-12));
    CHECK((a.v + b.v - momentum).norm() < 1e-13);
  }
}
