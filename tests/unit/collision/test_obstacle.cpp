#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "collision/obstacle.h"
#include "core/polynomial.h"

using namespace clausius;

TEST_CASE("Descents of quartics are where a scan finds them, the first that is accepted") {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  int found = 0, second = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Polynomial<4> p{{std::abs(normal(random)), normal(random), normal(random), normal(random),
                     trial % 3 == 0 ? 0 : normal(random)}};
    if (trial % 4 == 0) {  // falls, rises and falls again
      const double a = 0.1 + std::abs(normal(random)), b = a + 0.1 + std::abs(normal(random)),
                   c = b + 0.1 + std::abs(normal(random));
      p.c = {a * b * c, -(a * b + b * c + c * a), a + b + c, -1, 0};
    }
    std::vector<double> expected;
    constexpr double kStep = 1e-3;
    for (double t = 0; t < 4; t += kStep)
      if (p(t) > 0 && p(t + kStep) <= 0) expected.push_back(t + kStep);
    const double t = first_descent(p, 4.0);
    if (expected.empty()) {
      if (t < kNever) CHECK(std::abs(p(t + kStep)) < 1e-4);  // a graze the scan steps over
      continue;
    }
    ++found;
    CHECK(t <= expected[0] + 1e-12);
    CHECK(std::abs(p(t)) < 1e-12);
    if (t < expected[0] - kStep - 1e-12) CHECK(p(t + 0.5 * kStep) > -1e-4);
    if (expected.size() < 2) continue;
    ++second;
    const double next = first_descent(p, 4.0, [&](double time) { return time > expected[0]; });
    CHECK(next == Approx(expected[1] - 0.5 * kStep).margin(kStep));
  }
  CHECK(found > 1500);
  CHECK(second > 20);
}

namespace {

template <int Dim>
std::vector<ObstacleShape<Dim>> shapes() {
  std::vector<ObstacleShape<Dim>> all;
  all.reserve(4);
  all.emplace_back(BallObstacle<Dim>{Vec<Dim>::Constant(0.1), 0.7});
  BlockObstacle<Dim> block{Vec<Dim>::Constant(-0.6), Vec<Dim>::Constant(0.4)};
  block.high[0] = 0.9;
  all.emplace_back(block);
  block.low[1] = block.high[1];  // flat
  all.emplace_back(block);
  if constexpr (Dim == 2)
    all.emplace_back(PolygonObstacle<2>{{{-0.8, -0.5}, {0.6, -0.7}, {0.9, 0.2}, {-0.1, 0.9}}});
  if constexpr (Dim == 3)
    for (const double thickness : {0.0, 0.5})
      all.emplace_back(
          PiercedPlate<3>{1, {-50, 0.2, -50}, {50, 0.2 + thickness, 50}, {0.3, 7, -0.2}, 0.7});
  return all;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("Contact with obstacles is where a scan of the depth finds it",
                       "[collision]", ((int Dim), Dim), 2, 3) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (const auto& shape : shapes<Dim>()) {
    int found = 0;
    for (int trial = 0; trial < 1500; ++trial) {
      const double radius = 0.02 + 0.6 * uniform(random);
      Parabola<Dim> flight;
      do
        for (int k = 0; k < Dim; ++k) {
          flight.r[k] = 1.5 * normal(random);
          flight.v[k] = normal(random);
          flight.g[k] = trial % 2 == 0 ? 0 : normal(random);
        }
      while (depth_in<Dim>(shape, flight.r, radius) > 0);
      const double end = 4;
      constexpr double kStep = 4e-3;
      double expected = kNever;
      for (double t = 0; t < end && expected == kNever; t += kStep)
        if (depth_in<Dim>(shape, flight.at(t + kStep), radius) > 0) expected = t + kStep;
      const double t = delay_to_obstacle<Dim>(shape, flight, radius, end);
      if (expected == kNever) {
        if (t < end - kStep) CHECK(depth_in<Dim>(shape, flight.at(t + 0.5 * kStep), radius) < 1e-3);
        continue;
      }
      ++found;
      REQUIRE(t <= expected);
      CHECK(std::abs(depth_in<Dim>(shape, flight.at(t), radius)) < 1e-12);
      if (t < expected - 1.5 * kStep)
        CHECK(depth_in<Dim>(shape, flight.at(t + 0.5 * kStep), radius) < 1e-3);
    }
    CHECK(found > 100);
  }
}

TEST_CASE("Depth in obstacles: outside, in the shell and inside") {
  const ObstacleShape<2> block = BlockObstacle<2>{{1, 2}, {3, 6}};
  CHECK(depth_in<2>(block, {0, 4}, 0.5) == Approx(-0.5));
  CHECK(depth_in<2>(block, {0, 0}, 0.5) == Approx(0.5 - std::sqrt(5.0)));
  CHECK(depth_in<2>(block, {2.75, 4}, 0.5) == Approx(0.75));
  const ObstacleShape<2> triangle = PolygonObstacle<2>{{{0, 0}, {4, 0}, {0, 3}}};
  CHECK(depth_in<2>(triangle, {2, -1}, 0.25) == Approx(-0.75));
  CHECK(depth_in<2>(triangle, {4, 3}, 0.25) == Approx(0.25 - 2.4));
  CHECK(depth_in<2>(triangle, {1, 1}, 0.25) == Approx(1.25));
  const ObstacleShape<3> ball = BallObstacle<3>{{0, 0, 2}, 1.5};
  CHECK(depth_in<3>(ball, {0, 0, 5}, 1) == Approx(-0.5));
  CHECK(depth_in<3>(ball, {0, 0, 3}, 1) == Approx(1.5));
}
