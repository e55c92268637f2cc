#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "collision/predict.h"
#include "collision/resolve.h"

using namespace clausius;

namespace {

Flight<3, double> flight(Vec<3> r, Vec<3> v, double time = 0) {
  return {{r[0], r[1], r[2]}, {v[0], v[1], v[2]}, time, 0.5};
}

double contact(const Vec<3>& r, const Vec<3>& v, double sigma) {
  return RelativeMotion<3, double>(flight(Vec<3>::Zero(), Vec<3>::Zero()), flight(r, v))
      .contact_time(sigma);
}

}  // namespace

TEST_CASE("Contact times that need their digits") {
  CHECK(contact({3, 0.6, 0}, {-2, 0, 0}, 1) == Approx(1.1).epsilon(1e-15));
  CHECK(std::abs(contact({1e8, 3e-4, 0}, {-1, 0, 0}, 1e-3) - 99999999.999046061) <= 1.5e-8);
  CHECK(contact({1 + std::ldexp(1.0, -50), 0, 0}, {-1e-12, 0, 0}, 1) ==
        Approx(8.8817841970e-4).epsilon(1e-10));
}

TEST_CASE("No contact, contact now, never NaN") {
  CHECK(contact({2, 0, 0}, {0, 0, 0}, 1) == kNever);      // relative rest
  CHECK(contact({2, 0, 0}, {1, 0, 0}, 1) == kNever);      // receding
  CHECK(contact({2, 1.01, 0}, {-1, 0, 0}, 1) == kNever);  // missing
  CHECK(contact({2, 1, 0}, {-1, 0, 0}, 1) == kNever);     // grazing
  CHECK(contact({1 - 1e-16, 0, 0}, {-1, 0, 0}, 1) == 0);  // overlapping by rounding, approaching
  CHECK(contact({0.9, 0.1, 0}, {-1, 0, 0}, 1) == 0);
  CHECK(contact({1 - 1e-16, 0, 0}, {1, 0, 0}, 1) == kNever);
  CHECK(contact({1, 0, 0}, {0, 0, 0}, 1) == kNever);  // touching at rest
  CHECK(contact({0, 0, 0}, {0, 0, 0}, 1) == kNever);
  CHECK(contact({1, 0, 0}, {0, 1, 0}, 1) == kNever);  // touching, sliding past
}

TEST_CASE("One code for numbers and vectors, and symmetric in the two: the same bits") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int hits = 0;
  for (int trial = 0; trial < 16000 / kLanes; ++trial) {
    Flight<3, double> own{};
    Flight<3, Lanes> own_lanes{}, other_lanes{};
    std::array<Flight<3, double>, kLanes> others{};
    const auto draw = [&](Flight<3, double>& f) {
      for (int k = 0; k < 3; ++k) {
        f.r[k] = 10 * uniform(random);
        f.v[k] = uniform(random);
      }
      f.time = uniform(random);
      f.radius = 0.6 + 0.5 * uniform(random);
    };
    const auto set_lane = [](Flight<3, Lanes>& lanes, int lane, const Flight<3, double>& f) {
      for (int k = 0; k < 3; ++k) {
        lanes.r[k][lane] = f.r[k];
        lanes.v[k][lane] = f.v[k];
      }
      lanes.time[lane] = f.time;
      lanes.radius[lane] = f.radius;
    };
    draw(own);
    for (int lane = 0; lane < kLanes; ++lane) {
      draw(others[lane]);
      set_lane(own_lanes, lane, own);
      set_lane(other_lanes, lane, others[lane]);
    }
    const std::array<double, 3> edge{7, 8, 0}, inv_edge{1 / 7.0, 1 / 8.0, 0};
    RelativeMotion<3, Lanes> together(own_lanes, other_lanes);
    together.to_nearest_image(broadcast<Lanes>(1.5), edge, inv_edge);
    const Lanes times = together.contact_time(own_lanes.radius + other_lanes.radius);
    for (int lane = 0; lane < kLanes; ++lane) {
      RelativeMotion<3, double> forth(own, others[lane]), back(others[lane], own);
      forth.to_nearest_image(1.5, edge, inv_edge);
      back.to_nearest_image(1.5, edge, inv_edge);
      const double time = forth.contact_time(own.radius + others[lane].radius);
      CHECK(times[lane] == time);
      CHECK(back.contact_time(own.radius + others[lane].radius) == time);
      hits += time != kNever;
    }
  }
  CHECK(hits > 300);
}

TEST_CASE("Impulse of an oblique collision of unequal masses at e = 0.5") {
  const Vec<3> r(0.8, 0.6, 0), v(-2, 0, 0);  // r_ij and v_ij at contact
  const auto impulse = smooth_impulse<3>(r, v, 0.75, 0.5);
  CHECK(0.75 * impulse.change().norm() == Approx(1.8).epsilon(1e-15));
  CHECK(impulse.change().normalized().isApprox(r, 1e-15));
  CHECK(impulse.energy_change == Approx(-0.72).epsilon(1e-15));
  CHECK(smooth_impulse<3>(r, v, 0.75, 1.0).energy_change == 0);
}
