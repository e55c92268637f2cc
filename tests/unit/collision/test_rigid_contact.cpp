#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>

#include "collision/obstacle.h"
#include "collision/rigid/first_contact.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

constexpr double kFar = 1e9;

/// Follows the Rechecks; counts the instants examined.
template <class Other>
ContactSearch search(const FreeMotion& a, const Other& other, double from, double horizon,
                     int& evaluations) {
  for (;;) {
    ContactSearch found;
    if constexpr (!std::is_same_v<Other, FreeMotion>)
      found = first_contact(a, other, from, horizon, &evaluations);
    else
      found = first_contact(a, other, Vec<3>::Zero(), from, horizon, &evaluations);
    const auto* recheck = std::get_if<Recheck>(&found);
    if (!recheck || recheck->time > horizon) return found;
    REQUIRE(evaluations < 100000);
    from = recheck->time;
  }
}

struct Statistics {
  int searches = 0, contacts = 0, evaluations = 0, worst = 0;
  double largest_gap = 0;
};

/// Compares a search with `points` instants from 0 to `until` (and on to its result).
void compare(const std::function<double(double)>& gap,
             const std::function<ContactSearch(int&)>& find, double until, int points,
             Statistics& statistics) {
  if (gap(0) <= 0) return;
  int evaluations = 0;
  const ContactSearch found = find(evaluations);
  ++statistics.searches;
  statistics.evaluations += evaluations;
  statistics.worst = std::max(statistics.worst, evaluations);
  double time = until;
  if (const auto* contact = std::get_if<RigidContact>(&found); contact && contact->time <= until) {
    time = contact->time;
    ++statistics.contacts;
    statistics.largest_gap = std::max(statistics.largest_gap, std::abs(gap(time)));
    REQUIRE(contact->points[0].rate < 0);
    REQUIRE(contact->points[0].normal.norm() == Approx(1).epsilon(1e-14));
  }
  double deepest = 0;  // before the contact
  for (int k = 0; k < points; ++k) {
    const double t = until * k / points;
    if (t < time) deepest = std::min(deepest, gap(t));
  }
  REQUIRE(deepest > -1e-11);
}

using MakeBody = std::function<RigidBody(RandomBodies&)>;

/// Properties of a trial by its number, so that all combinations occur: fast spin and slow drift,
/// slow spin, no spin.
struct Pace {
  double spin, speed;
  explicit Pace(int trial)
      : spin(std::array{0.3, 1.0, 10.0, 0.0}[trial % 4]), speed(trial % 5 == 0 ? 0.02 : 1) {}
};

Statistics scan_pairs(unsigned seed, int pairs, const MakeBody& first, const MakeBody& second,
                      int points = 150) {
  RandomBodies random(seed);
  Statistics statistics;
  for (int trial = 0; trial < pairs; ++trial) {
    const RigidBody body_a = first(random), body_b = second(random);
    const double spin = Pace(trial).spin;
    const double speed = trial % 5 != 0 && trial % 7 == 0 ? 0.0 : Pace(trial).speed;
    RigidState state_a = random.state(body_a, speed, spin);
    RigidState state_b = random.state(body_b, speed, spin);
    const double reach = body_a.bounding_radius + body_b.bounding_radius;
    state_b.r = state_a.r + reach * random.uniform(0.2, 1.5) * random.unit_vector();
    state_b.v -= 0.7 * speed * (state_b.r - state_a.r).normalized();
    const FreeMotion a(body_a, state_a), b(body_b, state_b);
    const double until = spin > 5 ? 2 : 4 * reach / (speed + 0.1);
    INFO("trial " << trial);
    compare([&](double t) { return gap_between(a, b, Vec<3>::Zero(), t); },
            [&](int& n) { return search(a, b, 0, until, n); }, until, points, statistics);
  }
  return statistics;
}

Statistics scan_wall(unsigned seed, int count, const MakeBody& make) {
  RandomBodies random(seed);
  Statistics statistics;
  for (int trial = 0; trial < count; ++trial) {
    const RigidBody body = make(random);
    const Pace pace(trial);
    const FreeMotion a(body, random.state(body, pace.speed, pace.spin));
    const Vec<3> normal = random.unit_vector();
    const Wall wall{normal,
                    normal.dot(a.pose_at(0).r) + body.bounding_radius * random.uniform(0.3, 2)};
    compare([&](double t) { return gap_between(a, wall, t); },
            [&](int& n) { return search(a, wall, 0, 8, n); }, 8, 150, statistics);
  }
  return statistics;
}

/// Balls, blocks, some of them flat, in a frame in free fall or at rest.
ObstacleShape<3> random_obstacle(RandomBodies& random, int trial, const Vec<3>& centre) {
  if (trial % 3 == 0) return BallObstacle<3>{centre, random.uniform(0.1, 2)};
  BlockObstacle<3> block;
  for (int k = 0; k < 3; ++k) {
    const double half = trial % 3 == 1 && k == trial / 3 % 3 ? 0 : random.uniform(0.1, 3);
    block.low[k] = centre[k] - half;
    block.high[k] = centre[k] + half;
  }
  return block;
}

/// A plate across an axis with a round hole near `centre`; some are flat.
ObstacleShape<3> random_pierced_plate(RandomBodies& random, int trial, const Vec<3>& centre,
                                      double radius) {
  PiercedPlate<3> plate;
  plate.axis = trial % 3;
  plate.radius = radius;
  plate.centre = centre + 0.3 * radius * random.unit_vector();
  const double half = trial / 3 % 2 == 0 ? 0 : random.uniform(0.05, 1);
  for (int k = 0; k < 3; ++k) {
    plate.low[k] = k == plate.axis ? centre[k] - half : plate.centre[k] - 2 * radius - 1;
    plate.high[k] = k == plate.axis ? centre[k] + half : plate.centre[k] + 2 * radius + 1;
  }
  return plate;
}

using MakeObstacle = std::function<ObstacleShape<3>(RandomBodies&, int trial, const RigidBody&,
                                                    const Vec<3>& ahead)>;

Statistics scan_obstacles(unsigned seed, int count, const MakeBody& make,
                          const MakeObstacle& make_obstacle) {
  RandomBodies random(seed);
  Statistics statistics;
  for (int trial = 0; trial < count; ++trial) {
    const RigidBody body = make(random);
    const Pace pace(trial);
    RigidState start = random.state(body, pace.speed, pace.spin);
    const double way = body.bounding_radius + random.uniform(0.2, 4);
    const Vec<3> to = random.unit_vector();
    const ObstacleSurface surface =
        surface_of<3>(make_obstacle(random, trial, body, start.r + way * to));
    start.v += 0.7 * to;
    const FreeMotion a(body, start);
    const FixedObstacle obstacle{surface, Vec<3>::Zero(),
                                 trial % 2 == 0 ? Vec<3>(0, 0, 0) : 0.3 * random.normal_vector()};
    INFO("trial " << trial);
    compare([&](double t) { return gap_between(a, obstacle, t); },
            [&](int& n) { return search(a, obstacle, 0, 8, n); }, 8, 150, statistics);
  }
  return statistics;
}

/// @param most number of instants examined, on average over searches, some of which last for many
/// rotations
void check(const Statistics& statistics, double most) {
  CHECK(statistics.contacts > statistics.searches / 10);
  // Late times are no finer than this where ends move fast.
  CHECK(statistics.largest_gap < 5e-11);
  CHECK(statistics.evaluations < most * statistics.searches);
}

RigidBody sphere(RandomBodies& random) { return random.body(Sphere{random.uniform(0.2, 1)}); }
RigidBody capsule(RandomBodies& random) {
  return random.capsule(random.uniform(0.5, 10), random.uniform(0.2, 0.8), random.uniform(0.5, 2));
}

RigidContact contact_of(const FreeMotion& a, const FreeMotion& b) {
  int evaluations = 0;
  const ContactSearch found = search(a, b, 0, kFar, evaluations);
  REQUIRE(std::holds_alternative<RigidContact>(found));
  return std::get<RigidContact>(found);
}

}  // namespace

TEST_CASE("No contact is missed, none comes early: pairs against scans") {
  const auto needle = [](RandomBodies& r) { return r.capsule(20, 0.5); };
  const auto balls = [](int count) { return [count](RandomBodies& r) { return r.clump(count); }; };
  check(scan_pairs(1, 3000, capsule, capsule), 18);
  check(scan_pairs(2, 2000, capsule, sphere), 16);
  check(scan_pairs(3, 1000, needle, needle), 45);
  check(scan_pairs(4, 1000, balls(2), balls(2)), 14);
  check(scan_pairs(5, 200, balls(3), balls(4), 60), 30);
  check(scan_pairs(6, 200, balls(3), capsule, 60), 30);
  check(scan_pairs(7, 1000, sphere, sphere), 2);
  check(scan_pairs(8, 60, balls(12), balls(9), 60), 40);
}

TEST_CASE("No contact is missed, none comes early: capsules that lie side by side") {
  // As in a bed at rest: nearly parallel, their ends nearly level.
  RandomBodies random(31);
  const RigidBody capsule = random.capsule(2);
  Statistics statistics;
  for (int pair = 0; pair < 2000; ++pair) {
    const auto small = [&] { return std::pow(10, random.uniform(-12, -6)) * random.normal(); };
    RigidState first = at(Vec<3>::Zero(), 1e-3 * Vec<3>(random.normal(), random.normal(), 0)),
               second = at({1, small(), 0}, 1e-3 * Vec<3>(random.normal(), random.normal(), 0));
    const double tilt = small();
    first.orientation = Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec<3>::UnitZ());
    second.orientation = Eigen::AngleAxisd(0.5 * std::numbers::pi + tilt, Vec<3>::UnitZ());
    for (RigidState* state : {&first, &second}) state->angular_momentum[2] = 1e-3 * random.normal();
    second.r[0] += std::abs(tilt) + std::abs(small());
    const FreeMotion a(capsule, first), b(capsule, second);
    compare([&](double t) { return gap_between(a, b, Vec<3>::Zero(), t); },
            [&](int& evaluations) { return search(a, b, 0, 1e-3, evaluations); }, 1e-3, 200,
            statistics);
  }
  CHECK(statistics.contacts > 500);
  CHECK(statistics.largest_gap < 1e-12);
  CHECK(statistics.worst < 200);
}

TEST_CASE("Of 100 000 pairs of each kind none is missed", "[slow]") {
  const auto balls = [](int count) { return [count](RandomBodies& r) { return r.clump(count); }; };
  constexpr int kPairs = 150000;  // of which some overlap at the start
  for (const Statistics& statistics :
       {scan_pairs(11, kPairs, capsule, capsule, 600), scan_pairs(12, kPairs, capsule, sphere, 600),
        scan_pairs(13, 2 * kPairs, balls(2), balls(2), 300),
        scan_pairs(14, 2 * kPairs, balls(3), capsule, 60), scan_wall(15, 2 * kPairs, capsule)}) {
    CHECK(statistics.searches >= 100000);
    check(statistics, 40);
  }
}

TEST_CASE("Groups of members find the contacts that all pairs of members have", "[long]") {
  RandomBodies random(41);
  const auto make = [&] {
    Clump clump;
    const int count = static_cast<int>(random.uniform(2, 61));
    const double size = 0.4 * std::cbrt(count);
    for (int k = 0; k < count; ++k)
      clump.members.push_back({size * random.normal_vector(), random.uniform(0.2, 0.6)});
    return make_rigid_body(clump, mass_properties(clump, 3, {MassConvention::sum}), 3);
  };
  int contacts = 0, missing = 0, grouped = 0, all_pairs = 0, with_groups = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const RigidBody body_a = make();
    const RigidBody body_b = trial % 4 == 0   ? random.capsule(3)
                             : trial % 4 == 1 ? random.body(Sphere{1})
                                              : make();
    RigidBody plain_a = body_a, plain_b = body_b;
    plain_a.groups.clear();
    plain_b.groups.clear();
    if (!body_a.groups.empty()) ++grouped;
    const double spin = std::array{0.3, 1.0, 10.0, 0.0}[trial / 4 % 4];
    const RigidState state_a = random.state(body_a, 1, spin);
    RigidState state_b = random.state(body_b, 1, spin);
    const double reach = body_a.bounding_radius + body_b.bounding_radius;
    state_b.r = state_a.r + reach * random.uniform(0.7, 1.3) * random.unit_vector();
    state_b.v -= (state_b.r - state_a.r).normalized();
    const FreeMotion a(body_a, state_a), b(body_b, state_b);
    const FreeMotion plain_motion_a(plain_a, state_a), plain_motion_b(plain_b, state_b);
    if (gap_between(a, b, Vec<3>::Zero(), 1) <= 0) continue;
    INFO("trial " << trial);
    const double until = 1 + 3 * reach;
    const ContactSearch found = search(a, b, 1, until, with_groups);
    const ContactSearch expected = search(plain_motion_a, plain_motion_b, 1, until, all_pairs);
    const auto* contact = std::get_if<RigidContact>(&found);
    const auto* twin = std::get_if<RigidContact>(&expected);
    if (contact && contact->time > until) contact = nullptr;
    if (twin && twin->time > until) twin = nullptr;
    REQUIRE((contact != nullptr) == (twin != nullptr));
    if (!contact) {
      ++missing;
      continue;
    }
    ++contacts;
    CHECK(contact->time == Approx(twin->time).epsilon(1e-10));
    CHECK(contact->points.size() == twin->points.size());
    CHECK(contact->points[0].first_member == twin->points[0].first_member);
    CHECK(contact->points[0].second_member == twin->points[0].second_member);
    CHECK(std::abs(gap_between(a, b, Vec<3>::Zero(), contact->time)) < 1e-11);
  }
  CHECK(contacts > 50);
  CHECK(missing > 50);
  CHECK(grouped > 300);
  CHECK(with_groups < 2 * all_pairs);
}

TEST_CASE("No contact is missed, none comes early: walls against scans") {
  check(scan_wall(1, 2000, capsule), 10);
  check(scan_wall(2, 200, [](RandomBodies& r) { return r.clump(3); }), 14);
  check(scan_wall(3, 500, sphere), 2);
}

TEST_CASE("No contact is missed, none comes early: obstacles against scans") {
  const auto make = [](RandomBodies& random, int trial, const RigidBody& /*body*/,
                       const Vec<3>& ahead) { return random_obstacle(random, trial, ahead); };
  check(scan_obstacles(1, 3000, capsule, make), 30);
  check(scan_obstacles(
            2, 300, [](RandomBodies& r) { return r.clump(3); }, make),
        30);
  check(scan_obstacles(3, 600, sphere, make), 20);
  check(scan_obstacles(
            4, 60, [](RandomBodies& r) { return r.clump(12); }, make),
        40);
}

TEST_CASE("No contact is missed, none comes early: round holes against scans", "[long]") {
  // Into the hole, or on its rim; some turn about within it.
  const auto make = [](RandomBodies& random, int trial, const RigidBody& body,
                       const Vec<3>& ahead) {
    return random_pierced_plate(random, trial, ahead,
                                random.uniform(0.3, 1.5) * body.bounding_radius);
  };
  check(scan_obstacles(5, 3000, capsule, make), 60);
  check(scan_obstacles(
            6, 300, [](RandomBodies& r) { return r.clump(3); }, make),
        60);
  check(scan_obstacles(7, 1000, sphere, make), 30);
  check(scan_obstacles(
            8, 60, [](RandomBodies& r) { return r.clump(12); }, make),
        80);
}

TEST_CASE("The gap between a body and an obstacle is that of the points of its axes") {
  RandomBodies random(5);
  for (int trial = 0; trial < 1200; ++trial) {
    const RigidBody body = trial % 2 == 0 ? capsule(random) : random.clump(4);
    const FreeMotion motion(body, random.state(body, 0, 0));
    const ObstacleShape<3> shape =
        trial < 600 ? random_obstacle(random, trial, random.uniform(1, 4) * random.unit_vector())
                    : random_pierced_plate(random, trial, random.unit_vector(),
                                           random.uniform(0.5, 2) * body.bounding_radius);
    const ObstacleSurface surface = surface_of<3>(shape);
    const Pose pose = motion.pose_at(0);
    constexpr int kPoints = 2000;
    double least = kFar, spacing = 0;
    for (const Member& member : body.members)
      for (int k = 0; k <= kPoints; ++k) {
        spacing = std::max(spacing, 2 * member.half_shaft / kPoints);
        const Vec<3> p = pose.r + pose.axes * member.centre +
                         (2.0 * k / kPoints - 1) * member.half_shaft * pose.axes.col(0);
        least = std::min(least, (nearest_point<3>(shape, p) - p).norm() - member.radius);
      }
    if (least < -0.05) continue;  // an axis may be inside, where the surface is not tested
    const double gap = gap_between(motion, FixedObstacle{surface}, 0);
    CHECK(gap <= least + 1e-12);
    CHECK(gap >= least - spacing - 1e-12);
  }
}

TEST_CASE("Contacts of capsules that are known") {
  RandomBodies random(1);
  const RigidBody rod = random.capsule(2, 0.5);
  const RigidBody thin = random.capsule(2, 0.1);
  const RigidBody ball = random.body(Sphere{0.1});
  SECTION("crossed") {
    const FreeMotion a(rod, at({0, 0, 0}));
    const FreeMotion b(rod, at({0.8, 0.3, 5}, {0, 0, -1}, 0.5 * std::numbers::pi));
    const RigidContact contact = contact_of(a, b);
    CHECK(contact.time == Approx(4).epsilon(1e-12));
    REQUIRE(contact.points.size() == 1);
    const ContactPoint& point = contact.points[0];
    CHECK((point.normal - Vec<3>(0, 0, 1)).norm() < 1e-12);
    CHECK((point.first_arm - Vec<3>(0.8, 0, 0)).norm() < 1e-12);
    CHECK((point.second_arm - Vec<3>(0, -0.3, 0)).norm() < 1e-12);
    CHECK(point.rate == Approx(-1));
    // From the other side, and as an image.
    CHECK(contact_of(b, a).time == Approx(4).epsilon(1e-12));
    const FreeMotion far(rod, at({0.8, 0.3, 15}, {0, 0, -1}, 0.5 * std::numbers::pi));
    const auto shifted = first_contact(a, far, {0, 0, -10}, 0, kFar);
    CHECK(std::get<RigidContact>(shifted).time == Approx(4).epsilon(1e-12));
    // The horizon only cuts off.
    const auto before = first_contact(a, b, Vec<3>::Zero(), 0, 1);
    CHECK(std::get<Recheck>(before).time > 1);
    CHECK(std::get<Recheck>(before).time < 4);
  }
  SECTION("a turning capsule and a ball at rest, at its side and at its end") {
    for (const auto& [y, time] : {std::pair(0.8, 1.31811607165282), {1.1, 1.40546351961197}}) {
      RigidState turning = at({0, 0, 0});
      turning.angular_momentum = {0, 0, thin.moments[2]};
      const RigidContact contact =
          contact_of(FreeMotion(thin, turning), FreeMotion(ball, at({0, y, 0})));
      CHECK(contact.time == Approx(time).epsilon(1e-12));
    }
  }
  SECTION("two that turn in the plane") {
    RigidState a = at({0, 0, 0}), b = at({0.3, 1.5, 0}, {0, -0.2, 0}, 1.2);
    a.angular_momentum = {0, 0, 0.5 * thin.moments[2]};
    b.angular_momentum = {0, 0, -0.7 * thin.moments[2]};
    const RigidContact contact = contact_of(FreeMotion(thin, a), FreeMotion(thin, b));
    CHECK(contact.time == Approx(2.0098193069549).epsilon(1e-12));
    CHECK(contact.points[0].normal.z() == 0);
    CHECK(contact.points[0].first_arm.z() == 0);
  }
  SECTION("parallel: at both ends of the overlap; nearly so: at one") {
    for (const double angle : {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4}) {
      const FreeMotion a(rod, at({0, 0, 0}));
      const FreeMotion b(rod, at({0.5, 3, 0}, {0, -1, 0}, angle));
      const RigidContact contact = contact_of(a, b);
      INFO(angle);
      CHECK(contact.time == Approx(2 - std::sin(angle)).epsilon(1e-12));
      CHECK(contact.points.size() == (angle < 1e-13 ? 2 : 1));
      for (const ContactPoint& point : contact.points)
        CHECK(std::abs(point.first_arm.x() - 0.25) == Approx(0.75).epsilon(1e-8));
    }
  }
  SECTION("end on end, collinear and crossing at right angles") {
    const FreeMotion a(rod, at({0, 0, 0}));
    const RigidContact collinear = contact_of(a, FreeMotion(rod, at({7, 0, 0}, {-1, 0, 0})));
    CHECK(collinear.time == Approx(4).epsilon(1e-12));
    CHECK(collinear.points.size() == 1);
    const RigidContact side =
        contact_of(a, FreeMotion(rod, at({0.3, 7, 0}, {0, -1, 0}, 0.5 * std::numbers::pi)));
    CHECK(side.time == Approx(5).epsilon(1e-12));
    CHECK(side.points.size() == 1);
  }
}

TEST_CASE("Touching and approaching is now, touching and receding is not") {
  RandomBodies random(2);
  const RigidBody rod = random.capsule(2, 0.5);
  const FreeMotion a(rod, at({0, 0, 0}));
  for (const double overlap : {0.0, 1e-14, 1e-6, 0.1}) {
    const auto meet = [&](const Vec<3>& v) {
      return first_contact(a, FreeMotion(rod, at({0, 1 - overlap, 0}, v, 1)), Vec<3>::Zero(), 0,
                           kFar);
    };
    const ContactSearch now = meet({0, -1, 0});
    REQUIRE(std::holds_alternative<RigidContact>(now));
    CHECK(std::get<RigidContact>(now).time == 0);
    CHECK(std::holds_alternative<NoContact>(meet({0, 1, 0})));
    // At rest to each other they never begin to approach.
    CHECK_FALSE(std::holds_alternative<RigidContact>(meet({0, 0, 0})));
  }
  // Crossing in the very middle has no normal of its own; still no NaN.
  const auto through =
      first_contact(a, FreeMotion(rod, at({0, 0, 0}, {0, 0, -1}, 1)), Vec<3>::Zero(), 0, kFar);
  if (const auto* contact = std::get_if<RigidContact>(&through))
    CHECK(contact->points[0].normal.norm() == Approx(1));
}

TEST_CASE("A capsule without shaft, a clump of one and a sphere meet at the same time") {
  RandomBodies random(3);
  const RigidBody ball = random.body(Sphere{0.4});
  const RigidBody capsule = random.capsule(0, 0.4);
  const RigidBody clump = random.body(Clump{{{{5, 6, 7}, 0.4}}});
  const RigidBody other = random.capsule(1.5);
  int contacts = 0;
  for (int trial = 0; trial < 200; ++trial) {
    RigidState state = random.state(ball, 1, 1);
    state.r += 4 * random.unit_vector();
    state.v = -state.r;
    const FreeMotion rod(other, random.state(other, 1, 1));
    const auto time = [&](const RigidBody& body) -> double {
      const auto found = first_contact(FreeMotion(body, state), rod, Vec<3>::Zero(), 1, kFar);
      const auto* contact = std::get_if<RigidContact>(&found);
      return contact ? contact->time : -1;
    };
    const double expected = time(ball);
    contacts += expected > 1;
    CHECK(time(capsule) == Approx(expected).epsilon(1e-12));
    CHECK(time(clump) == Approx(expected).epsilon(1e-12));
  }
  CHECK(contacts > 10);
}

TEST_CASE(
    "A ball that glides along a face under gravity is looked at as rarely as one that flies") {
  RandomBodies random(1);
  const RigidBody ball = random.body(Sphere{0.5});
  const ObstacleSurface surface =
      surface_of<3>(BlockObstacle<3>{Vec<3>(-5, -5, -1), Vec<3>(5, 5, 0)});
  const FixedObstacle obstacle{surface, Vec<3>::Zero(), Vec<3>(-0.5, 0, 0)};
  const FreeMotion gliding(ball, at(Vec<3>(-4, 0, 0.5), Vec<3>(0.1, 0, 1e-14)));
  int evaluations = 0;
  search(gliding, obstacle, 0, 3, evaluations);
  CHECK(evaluations < 1000);
}

TEST_CASE("Walls are touched at one end, or at both by what lies flat") {
  RandomBodies random(4);
  const RigidBody rod = random.capsule(2, 0.5);
  const Wall wall{Vec<3>::UnitY(), 5};
  for (const double angle : {0.0, 0.3, -1.0}) {
    const FreeMotion a(rod, at({0, 0, 0}, {3, 2, 1}, angle));
    int evaluations = 0;
    const ContactSearch found = search(a, wall, 0, kFar, evaluations);
    REQUIRE(std::holds_alternative<RigidContact>(found));
    const auto& contact = std::get<RigidContact>(found);
    CHECK(contact.time == Approx((4.5 - std::abs(std::sin(angle))) / 2).epsilon(1e-13));
    CHECK(contact.points.size() == (angle == 0 ? 2 : 1));
    CHECK(contact.points[0].rate == Approx(-2));
  }
  const auto away = first_contact(FreeMotion(rod, at({0, 0, 0}, {3, -2, 1})), wall, 0, kFar);
  CHECK(std::holds_alternative<NoContact>(away));
}
