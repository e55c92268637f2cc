#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "collision/resolve.h"
#include "collision/rigid/first_contact.h"
#include "collision/rigid/impulse.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

constexpr double kEver = 1e9;

/// Two bodies that collide: their states at contact.
struct Meeting {
  RigidBody body_a, body_b;
  RigidState a, b;
  RigidContact contact;

  [[nodiscard]] double energy() const {
    return kinetic_energy(body_a, a) + kinetic_energy(body_b, b);
  }
  [[nodiscard]] Vec<3> momentum() const { return body_a.mass * a.v + body_b.mass * b.v; }
  [[nodiscard]] Vec<3> angular_momentum() const {
    return a.angular_momentum + b.angular_momentum + body_a.mass * a.r.cross(a.v) +
           body_b.mass * b.r.cross(b.v);
  }
  /// Normal velocity in a point of the contact.
  [[nodiscard]] double rate(std::size_t i) const {
    const ContactPoint& p = contact.points[i];
    return p.normal.dot(b.v + angular_velocity(body_b, b).cross(p.second_arm) - a.v -
                        angular_velocity(body_a, a).cross(p.first_arm));
  }
  /// 1/k of the first point.
  [[nodiscard]] double inverse_k() const {
    const ContactPoint& p = contact.points[0];
    const auto part = [&](const RigidBody& body, const RigidState& state, const Vec<3>& arm) {
      const Vec<3> twist = state.orientation.conjugate() * arm.cross(p.normal);
      return 1 / body.mass + twist.cwiseAbs2().dot(body.inv_moments);
    };
    return 1 / (part(body_a, a, p.first_arm) + part(body_b, b, p.second_arm));
  }
};

std::optional<Meeting> meet(const RigidBody& body_a, const RigidState& a, const RigidBody& body_b,
                            const RigidState& b, double from) {
  const FreeMotion motion_a(body_a, a), motion_b(body_b, b);
  const auto found = first_contact(motion_a, motion_b, Vec<3>::Zero(), from, kEver);
  const auto* contact = std::get_if<RigidContact>(&found);
  if (!contact) return std::nullopt;
  return Meeting{body_a, body_b, motion_a.state_at(contact->time), motion_b.state_at(contact->time),
                 *contact};
}

}  // namespace

TEST_CASE("Collisions of random bodies keep what is kept and lose what they say") {
  RandomBodies random(1);
  int collisions = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const auto draw = [&]() -> RigidBody {
      switch (trial % 3) {
        case 0:
          return random.capsule(random.uniform(0, 4), random.uniform(0.2, 1),
                                random.uniform(0.1, 5));
        case 1:
          return random.clump(2);
        default:
          return random.clump(4);
      }
    };
    const RigidBody body_a = draw(), body_b = draw();
    RigidState a = random.state(body_a, 1, 1), b = random.state(body_b, 1, 1);
    b.r = a.r + 1.2 * (body_a.bounding_radius + body_b.bounding_radius) * random.unit_vector();
    b.v = a.v - 2 * (b.r - a.r);
    a.time = b.time = 0;
    std::optional<Meeting> m = meet(body_a, a, body_b, b, 0);
    if (!m) continue;
    ++collisions;
    const Meeting before = *m;
    const double e = std::array{1.0, 0.8, 0.3, 0.0}[trial % 4];
    const RigidImpulse impulse = collide(body_a, m->a, body_b, m->b, m->contact, e);
    const double scale = before.energy();
    const double u = before.rate(0);
    CHECK(u == Approx(before.contact.points[0].rate).margin(1e-10));
    CHECK(impulse.impulse[0] > 0);
    CHECK((m->momentum() - before.momentum()).norm() < 1e-12 * (1 + before.momentum().norm()));
    CHECK((m->angular_momentum() - before.angular_momentum()).norm() <
          1e-12 * (1 + before.angular_momentum().norm()));
    CHECK(std::abs(m->energy() - before.energy() - impulse.energy_change) < 1e-12 * scale);
    if (m->contact.points.size() > 1) continue;
    CHECK(impulse.energy_change ==
          Approx(-0.5 * (1 - e * e) * u * u * before.inverse_k()).epsilon(1e-11).margin(1e-15));
    CHECK(m->rate(0) == Approx(-e * u).epsilon(1e-11).margin(1e-13));
    for (const auto& [now, then, body] :
         {std::tuple(&m->a, &before.a, &body_a), {&m->b, &before.b, &body_b}}) {
      if (!body->collinear) continue;
      const Vec<3> axis = now->orientation * Vec<3>::UnitX();
      CHECK(std::abs(axis.dot(now->angular_momentum - then->angular_momentum)) < 1e-13);
    }
  }
  CHECK(collisions > 200);
}

TEST_CASE("Known collisions of capsules") {
  RandomBodies random(2);
  const RigidBody rod = random.capsule(2, 0.5);
  SECTION("crossed") {
    for (const double e : {1.0, 0.5}) {
      std::optional<Meeting> m =
          meet(rod, at({0, 0, 0}), rod, at({0.8, 0.3, 5}, {0, 0, -1}, 0.5 * std::numbers::pi), 0);
      REQUIRE(m);
      const RigidImpulse impulse = collide(rod, m->a, rod, m->b, m->contact, e);
      const double share = (1 + e) / 2;
      CHECK(impulse.impulse[0] == Approx(share * 0.645845967252881).epsilon(1e-12));
      CHECK(angular_velocity(rod, m->a).y() == Approx(share * 0.776228016980).epsilon(1e-11));
      CHECK(angular_velocity(rod, m->b).x() == Approx(-share * 0.291085506367).epsilon(1e-11));
      CHECK(impulse.energy_change ==
            Approx(e == 1 ? 0 : -0.121096118860).epsilon(1e-11).margin(1e-15));
    }
  }
  SECTION("turning, against a ball") {
    const RigidBody thin = random.capsule(2, 0.1);
    const RigidBody ball = random.body(Sphere{0.1});
    RigidState turning = at({0, 0, 0});
    turning.angular_momentum = {0, 0, thin.moments[2]};
    std::optional<Meeting> m = meet(thin, turning, ball, at({0, 0.8, 0}), 0);
    REQUIRE(m);
    const RigidImpulse impulse = collide(thin, m->a, ball, m->b, m->contact, 1);
    CHECK(impulse.impulse[0] == Approx(0.434005452976277).epsilon(1e-11));
    CHECK(angular_velocity(thin, m->a).z() == Approx(0.120597261027).epsilon(1e-10));
  }
}

TEST_CASE("A capsule without shaft collides as a sphere does") {
  RandomBodies random(3);
  const RigidBody a = random.capsule(0, 0.5, 2), b = random.capsule(0, 0.3, 1);
  std::optional<Meeting> m = meet(a, at({0, 0, 0}, {1, 0, 0}), b, at({3, 0.4, 0.2}, {-1, 0, 0}), 0);
  REQUIRE(m);
  const Meeting before = *m;
  const RigidImpulse impulse = collide(a, m->a, b, m->b, m->contact, 0.7);
  const auto expected =
      smooth_impulse<3>(before.b.r - before.a.r, before.b.v - before.a.v, 2.0 / 3, 0.7);
  CHECK((m->b.v - before.b.v).isApprox(2.0 / 3 * expected.change(), 1e-12));
  CHECK(impulse.energy_change == Approx(expected.energy_change).epsilon(1e-12));
  CHECK(m->a.angular_momentum.isZero(1e-15));
}

TEST_CASE("Parallel shafts and walls are hit in both points at once") {
  RandomBodies random(4);
  const RigidBody rod = random.capsule(2, 0.5);
  for (const double e : {1.0, 0.6}) {
    // Side by side: no rotation, as two spheres.
    std::optional<Meeting> m = meet(rod, at({0, 0, 0}), rod, at({0, 3, 0}, {0, -1, 0}), 0);
    REQUIRE(m);
    REQUIRE(m->contact.points.size() == 2);
    RigidImpulse impulse = collide(rod, m->a, rod, m->b, m->contact, e);
    CHECK(m->b.angular_momentum.norm() < 1e-14);
    CHECK(m->a.v.y() == Approx(-(1 + e) / 2).epsilon(1e-13));
    CHECK(impulse.impulse[0] == Approx((1 + e) / 4).epsilon(1e-12));
    CHECK(impulse.energy_change == Approx(-0.25 * (1 - e * e)).epsilon(1e-12).margin(1e-15));

    // Shifted: the ends of the overlap separate with at least e times their approach velocity.
    m = meet(rod, at({0, 0, 0}), rod, at({1.2, 3, 0}, {0, -1, 0}), 0);
    REQUIRE(m);
    REQUIRE(m->contact.points.size() == 2);
    const Meeting before = *m;
    impulse = collide(rod, m->a, rod, m->b, m->contact, e);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(m->rate(i) >= e * 1 - 1e-12);
      CHECK(impulse.impulse[i] * (m->rate(i) - e) == Approx(0).margin(1e-12));
    }
    CHECK(m->energy() - before.energy() == Approx(impulse.energy_change).margin(1e-13));
    CHECK((m->angular_momentum() - before.angular_momentum()).norm() < 1e-13);

    // Flat on a wall.
    const FreeMotion motion(rod, at({0, 0, 0}, {1, 2, 0}));
    const auto found = first_contact(motion, Wall{Vec<3>::UnitY(), 3}, 0, kEver);
    RigidState state = motion.state_at(std::get<RigidContact>(found).time);
    impulse = collide(rod, state, std::get<RigidContact>(found), e);
    CHECK((state.v - Vec<3>(1, -2 * e, 0)).norm() < 1e-13);
    CHECK(state.angular_momentum.norm() < 1e-14);
    CHECK(impulse.energy_change == Approx(-2 * (1 - e * e)).epsilon(1e-12).margin(1e-15));
  }
  // One end already separates: only the other one is hit, and nothing is gained.
  RigidState turning = at({0, 3, 0}, {0, -1, 0});
  turning.angular_momentum = {0, 0, 3 * rod.moments[2]};
  Meeting m{rod, rod, at({0, 0, 0}), at({0, 1, 0}, {0, -1, 0}), {}};
  m.b.angular_momentum = turning.angular_momentum;
  for (const double x : {-1.0, 1.0}) {
    ContactPoint point;
    point.normal = Vec<3>::UnitY();
    point.first_arm = point.second_arm = {x, 0, 0};
    m.contact.points.push_back(point);
  }
  const Meeting before = m;
  const RigidImpulse impulse = collide(rod, m.a, rod, m.b, m.contact, 1);
  CHECK(before.rate(0) < 0);
  CHECK(before.rate(1) > 0);
  CHECK(m.energy() == Approx(before.energy()).epsilon(1e-14));
  CHECK(m.rate(0) >= -before.rate(0) - 1e-12);
  CHECK(impulse.impulse[0] > 0);
  CHECK(impulse.impulse[1] == 0);
}

TEST_CASE("Energy stays over many elastic collisions with walls, and in time reversal") {
  RandomBodies random(5);
  for (const RigidBody& body : {random.capsule(1.5, 0.3), random.clump(3)}) {
    RigidState state = random.state(body, 1, 1);
    state.r = Vec<3>::Zero();
    state.time = 0;
    const RigidState start = state;
    const double energy = kinetic_energy(body, state);
    const auto next = [&body](const RigidState& from, double horizon) {
      std::optional<RigidContact> first;
      const FreeMotion motion(body, from);
      for (int face = 0; face < 6; ++face) {
        const Wall wall{(face % 2 ? 1 : -1) * Vec<3>::Unit(face / 2), 3};
        double begin = from.time;
        for (;;) {
          const auto found = first_contact(motion, wall, begin, horizon);
          const auto* recheck = std::get_if<Recheck>(&found);
          if (recheck && recheck->time < horizon) {
            begin = recheck->time;
            continue;
          }
          const auto* contact = std::get_if<RigidContact>(&found);
          if (contact && contact->time < horizon && (!first || contact->time < first->time))
            first = *contact;
          break;
        }
      }
      return first;
    };
    const auto run = [&](RigidState from, int collisions, double until) {
      for (int k = 0; k < collisions; ++k) {
        const std::optional<RigidContact> contact = next(from, until);
        if (!contact) break;
        from = FreeMotion(body, from).state_at(contact->time);
        collide(body, from, *contact, 1);
      }
      return from;
    };
    state = run(state, 1000, kEver);
    CHECK(state.time > 100);
    CHECK(kinetic_energy(body, state) == Approx(energy).epsilon(1e-12));

    // Two flights of the same length, forth and back.
    constexpr double kUntil = 8;
    RigidState there = FreeMotion(body, run(start, 1000, kUntil)).state_at(kUntil);
    there.v *= -1;
    there.angular_momentum *= -1;
    there.time = 0;
    const RigidState back = FreeMotion(body, run(there, 1000, kUntil)).state_at(kUntil);
    CHECK((back.r - start.r).norm() < 1e-8);
    CHECK((back.v + start.v).norm() < 1e-8);
  }
}

TEST_CASE("Rounding in collisions of bodies prefers neither gain nor loss of energy") {
  // With normals of length 1 the gain is 1e-17 of a body's energy per collision, at walls the loss.
  RandomBodies random(5);
  const RigidBody body = random.capsule(1.0, 0.5, GENERATE(1.0, 3.3));
  std::array<RigidState, 4> states;
  for (RigidState& state : states) state = random.state(body, 1, 2);
  const auto energy = [&] {
    double sum = 0;
    for (const RigidState& state : states) sum += kinetic_energy(body, state);
    return sum;
  };
  const bool with_wall = GENERATE(false, true);
  const double before = energy();
  int hits = 0;
  for (int trial = 0; hits < 300'000; ++trial) {
    RigidState& first = states[static_cast<std::size_t>(trial % 4)];
    RigidState& second = states[static_cast<std::size_t>((trial + 1 + trial / 4 % 3) % 4)];
    RigidContact contact;
    ContactPoint point;
    point.normal = with_wall && trial % 2 == 0 ? Vec<3>::Unit(trial / 2 % 3) : random.unit_vector();
    point.first_arm = first.orientation * Vec<3>(random.uniform(-0.5, 0.5), 0, 0);
    point.second_arm = second.orientation * Vec<3>(random.uniform(-0.5, 0.5), 0, 0);
    const auto speed = [&](const RigidState& state, const Vec<3>& arm) {
      return point.normal.dot(state.v + angular_velocity(body, state).cross(arm));
    };
    const double out = speed(first, point.first_arm);
    point.rate = with_wall ? -out : speed(second, point.second_arm) - out;
    if (point.rate >= 0) continue;
    contact.points.push_back(point);
    if (with_wall)
      collide(body, first, contact, 1, 0);
    else
      collide(body, first, body, second, contact, 1, 0);
    ++hits;
  }
  // Rounding of 1e-16 in each of them, of random sign, makes 1e-13.
  CHECK(std::abs(energy() - before) < 3e-13 * before);
}
