#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "collision/rigid/first_contact.h"
#include "geometry/contact_surface.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

constexpr std::size_t kPoints = 1 << 15;

struct Integrals {
  double area = 0, volume = 0, shared = 0;  // ∮ dS, excluded volume, ∮ dS·shared
};

Integrals integrate(const RigidBody& a, const RigidBody& b, int dimensions,
                    const std::vector<RigidBody>& thirds = {}) {
  Integrals sum;
  visit_contacts(a, b, thirds, dimensions, kPoints, [&](const TouchingPair& pair) {
    sum.area += pair.area;
    sum.volume += pair.area * pair.normal.dot(pair.r) / dimensions;
    if (!thirds.empty()) sum.shared += pair.area * pair.shared[0];
  });
  return sum;
}

// Volume, surface and mean radius of curvature (area, circumference, circumference/2π).
struct Convex {
  double volume, surface, radius;
};
Convex capsule(double radius, double shaft) {
  return {4 * kPi / 3 * std::pow(radius, 3) + kPi * radius * radius * shaft,
          4 * kPi * radius * radius + 2 * kPi * radius * shaft, radius + shaft / 4};
}
Convex stadium(double radius, double shaft) {
  const double edge = 2 * kPi * radius + 2 * shaft;
  return {kPi * radius * radius + 2 * radius * shaft, edge, edge / (2 * kPi)};
}

}  // namespace

TEST_CASE("Contact surface of capsules: Isihara and Kihara's mean surface and excluded volume") {
  RandomBodies random(1);
  const auto check = [](const Integrals& sum, const Convex& a, const Convex& b, int dimensions) {
    CHECK(sum.volume == Approx(a.volume + b.volume + a.surface * b.radius +
                               (dimensions == 3 ? b.surface * a.radius : 0))
                            .epsilon(5e-4));
    const double mixed = dimensions == 3 ? 8 * kPi * a.radius * b.radius : 0;
    CHECK(sum.area == Approx(a.surface + b.surface + mixed).epsilon(5e-4));
  };
  const double sizes[][2] = {{0.5, 0}, {0.5, 1}, {0.3, 4}, {0.01, 1}};
  for (const auto& a : sizes)
    for (const auto& b : sizes) {
      INFO(a[1] << " and " << b[1]);
      check(integrate(random.capsule(a[1], a[0]), random.capsule(b[1], b[0]), 3),
            capsule(a[0], a[1]), capsule(b[0], b[1]), 3);
      check(integrate(random.body(Capsule{a[0], a[1]}, 1, 2),
                      random.body(Capsule{b[0], b[1]}, 1, 2), 2),
            stadium(a[0], a[1]), stadium(b[0], b[1]), 2);
    }
}

TEST_CASE("Contact surface: what is hidden does not count") {
  RandomBodies random(2);
  // Two balls of radius r + R at distance 2r less their common lens.
  const RigidBody pair = random.body(Clump{{{{-0.5, 0, 0}, 0.5}, {{0.5, 0, 0}, 0.5}}});
  const RigidBody ball = random.body(Sphere{0.25});
  const double radius = 0.75, height = radius - 0.5;
  const double caps = 2 * kPi / 3 * height * height * (3 * radius - height);
  const Integrals sum = integrate(pair, ball, 3);
  CHECK(sum.volume == Approx(8 * kPi / 3 * std::pow(radius, 3) - caps).epsilon(1e-3));
  CHECK(sum.area == Approx(8 * kPi * radius * radius - 4 * kPi * radius * height).epsilon(1e-3));
  CHECK(integrate(ball, pair, 3).volume == Approx(sum.volume).epsilon(1e-3));
}

TEST_CASE("Contact surface of clumps: the excluded volume of a slow twin") {
  // Bodies thrown at random: the part of the throws in which they overlap.
  const auto thrown = [](const RigidBody& a, const RigidBody& b, RandomBodies& random, int throws) {
    const double edge = 2 * (a.bounding_radius + b.bounding_radius);
    int overlapping = 0;
    for (int k = 0; k < throws; ++k) {
      RigidState first, second;
      second.orientation = random.orientation();
      for (double& x : second.r) x = random.uniform(-0.5, 0.5) * edge;
      if (gap_between(FreeMotion(a, first), FreeMotion(b, second), Vec<3>::Zero(), 0) < 0)
        ++overlapping;
    }
    const double share = static_cast<double>(overlapping) / throws;
    return std::pair{share * std::pow(edge, 3),
                     std::sqrt(share * (1 - share) / throws) * std::pow(edge, 3)};
  };
  RandomBodies random(3);
  const RigidBody bodies[] = {
      random.body(Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}}),
      random.body(
          Clump{{{{0, 0, 0}, 0.3}, {{0.5, 0, 0}, 0.3}, {{0, 0.5, 0}, 0.3}, {{0, 0, 0.5}, 0.3}}}),
      random.capsule(1, 0.2)};
  for (std::size_t k = 0; k < 3; ++k) {
    const RigidBody &a = bodies[k], &b = bodies[(k + 1) % 3];
    const auto [volume, error] = thrown(a, b, random, 60000);
    const double found = integrate(a, b, 3).volume;
    INFO(found << " beside " << volume << " ± " << error);
    CHECK(std::abs(found - volume) < 4 * error);
    CHECK(error < 0.02 * volume);
  }
}

TEST_CASE("Contact surface: the room a third body shares") {
  RandomBodies random(4);
  // Spheres: contact value 1 + (5/2)φ.
  const RigidBody ball = random.body(Sphere{0.5});
  const Integrals spheres = integrate(ball, ball, 3, {ball});
  CHECK(spheres.shared / spheres.area == Approx(2.5 * ball.volume).epsilon(0.01));
  // Two circles of radius σ at distance σ: lens (2π/3 − √3/2) σ².
  const RigidBody disk = random.body(Sphere{0.5}, 1, 2);
  const Integrals disks = integrate(disk, disk, 2, {disk});
  CHECK(disks.shared / disks.area == Approx(2 * kPi / 3 - std::sqrt(3) / 2).epsilon(0.01));
}
