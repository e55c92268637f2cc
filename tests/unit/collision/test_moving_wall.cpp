#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "collision/moving_wall.h"
#include "statistics/moments.h"

using namespace clausius;

namespace {

// The first time at which f falls through 0, found by evaluating it every `step`.
template <class F>
double scanned_descent(const F& f, double step, double until) {
  for (double t = 0; t < until; t += step)
    if (f(t) > 0 && f(t + step) <= 0) {
      double low = t, high = t + step;
      for (int i = 0; i < 60; ++i) (f(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
      return high;
    }
  return kNever;
}

}  // namespace

TEST_CASE("The first descent of a parabola is where a scan finds it") {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  int found = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const double c = std::abs(normal(random)), b = normal(random),
                 a = trial % 3 == 0 ? 0 : normal(random);
    const double expected =
        scanned_descent([&](double t) { return c + b * t + a * t * t; }, 1e-2, 20);
    const double t = first_descent(c, b, a);
    if (expected == kNever) {
      // Too shallow for the scan, or later.
      if (t < 20) CHECK(b * b - 4 * a * c < 4 * std::abs(a) * 1e-4 * std::abs(a));
      continue;
    }
    ++found;
    CHECK(t == Approx(expected).epsilon(1e-9));
  }
  CHECK(found > 800);
}

TEST_CASE("First descent: what touches and falls does so now, what rises comes back") {
  CHECK(first_descent(0, -1, 0) == 0);
  CHECK(first_descent(-1e-16, -1, 5) == 0);
  CHECK(first_descent(0, 0, -1) == 0);
  CHECK(first_descent(0, 0, 0) == kNever);
  CHECK(first_descent(0, 1, 0) == kNever);
  CHECK(first_descent(0, 1, 1) == kNever);
  CHECK(first_descent(0, 3, -1) == 3);
  CHECK(first_descent(-1e-16, 3, -1) == Approx(3));
  CHECK(first_descent(-1, 1, -1) == 0.5);  // turns without having come above
  CHECK(first_descent(1e-30, -1, 1e-3) == Approx(1e-30));
}

TEST_CASE("Contact with walls that stand, move, swing and stop is where a scan finds it") {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  int found = 0, swinging = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    WallPath wall;
    wall.begin = 4 * uniform(random) - 1;
    wall.end = trial % 2 == 0 ? kNever : wall.begin + 3 * uniform(random);
    if (trial % 5 > 0) wall.velocity = 0.5 * normal(random);
    if (trial % 3 == 0) {
      wall.amplitude = uniform(random);
      wall.angular_frequency = 5 * uniform(random);
    }
    const int side = trial % 4 < 2 ? 1 : -1;
    const double radius = uniform(random);
    const double start = 2 * uniform(random);
    const double gap = 0.01 + std::abs(normal(random));
    FlightAcross flight{start, wall.displacement(start) - side * (radius + gap), normal(random),
                        trial % 7 < 3 ? 0 : normal(random)};
    const auto width = [&](double t) {
      const double x = flight.x + flight.v * t + 0.5 * flight.g * t * t;
      return side * (wall.displacement(start + t) - x) - radius;
    };
    const double expected = scanned_descent(width, 2e-3, 6);
    const double t = delay_to_wall(wall, side, flight, radius, 6);
    if (expected == kNever) {
      // No deeper than what a scan steps over.
      if (t < 5.99) CHECK(std::abs(width(t + 1e-3)) < 1e-4);
      continue;
    }
    ++found;
    if (wall.swings()) ++swinging;
    CHECK(t <= expected + 1e-9);
    CHECK(std::abs(width(t)) < 1e-12 * (1 + std::abs(flight.x)));
    if (t < expected - 1e-6)  // a graze before, that the scan has stepped over
      CHECK(width(t + 1e-3) > -1e-5);
  }
  CHECK(found > 1500);
  CHECK(swinging > 400);
}

TEST_CASE("What leaves a thermal wall is Maxwell's law times the flux, its energy is booked") {
  const double kt = 1.7, mass = 2.5;
  const Vec<3> u(0.2, -0.4, 0.1), normal = Vec<3>::UnitZ(), before(0.3, 0.5, 2);
  RandomStream random(3, Stream::thermal_walls, 5);
  RunningMoments normal_speed, normal_sq, along, along_sq, energy;
  constexpr int kHits = 200000;
  for (int i = 0; i < kHits; ++i) {
    const auto bounce = diffuse_bounce<3>(before, u, normal, mass, kt, random);
    const Vec<3> w = bounce.velocity - u;
    REQUIRE(w[2] <= 0);
    normal_speed.add(-w[2]);
    normal_sq.add(w[2] * w[2]);
    along.add(w[0]);
    along_sq.add(w[1] * w[1]);
    energy.add(0.5 * mass * w.squaredNorm());
    if (i > 100) continue;
    const double change = 0.5 * mass * (bounce.velocity.squaredNorm() - before.squaredNorm());
    CHECK(bounce.work + bounce.heat == Approx(change).epsilon(1e-13));
    CHECK(bounce.impulse == Approx(mass * (before - bounce.velocity).dot(normal)).epsilon(1e-13));
    CHECK(bounce.work == Approx(mass * u.dot(bounce.velocity - before)).epsilon(1e-13));
  }
  CHECK(std::abs(normal_speed.mean() - std::sqrt(std::acos(-1) * kt / (2 * mass))) <
        4 * normal_speed.standard_error());
  CHECK(std::abs(normal_sq.mean() - 2 * kt / mass) < 4 * normal_sq.standard_error());
  CHECK(std::abs(along.mean()) < 4 * along.standard_error());
  CHECK(std::abs(along_sq.mean() - kt / mass) < 4 * along_sq.standard_error());
  CHECK(std::abs(energy.mean() - 2 * kt) < 4 * energy.standard_error());
}

TEST_CASE("A smooth hit of a moving wall: restitution holds relative to the wall") {
  const Vec<2> before(1.5, 0.7), u(-0.3, 0), normal = Vec<2>::UnitX();
  const auto bounce = smooth_bounce<2>(before, u, normal, 2, 0.5);
  CHECK(bounce.velocity[0] == Approx(-0.3 - 0.5 * 1.8));
  CHECK(bounce.velocity[1] == 0.7);
  const double change = bounce.velocity.squaredNorm() - before.squaredNorm();
  CHECK(bounce.work + bounce.energy_change == Approx(change).epsilon(1e-14));
  CHECK(bounce.energy_change == Approx(-(1 - 0.25) * 1.8 * 1.8).epsilon(1e-14));
}

TEST_CASE("A wall that swings too fast for the search of hits ends with an error") {
  const WallPath wall{0, 0.01, 1e12, 0, kNever};
  CHECK_THROWS_WITH(delay_to_wall(wall, 1, {0, -1, 1e-3, 0}, 0.5, 1e3),
                    Catch::Contains("use a lower wall.frequency"));
}
