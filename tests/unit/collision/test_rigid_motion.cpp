#include <array>
#include <boost/core/ref.hpp>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/numeric/odeint.hpp>
#include <catch2/catch.hpp>
#include <chrono>

#include "collision/rigid/free_motion.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

/// The orientation by integrating dq/dt = ½ ω q.
Eigen::Quaterniond integrated(const RigidBody& body, const RigidState& state, double time) {
  using Numbers = std::array<double, 4>;
  const auto rate = [&](const Numbers& x, Numbers& dx, double) {
    RigidState now = state;
    now.orientation = Eigen::Quaterniond(x[0], x[1], x[2], x[3]).normalized();
    const Vec<3> omega = angular_velocity(body, now);
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(0, omega[0], omega[1], omega[2]) * now.orientation;
    dx = {0.5 * q.w(), 0.5 * q.x(), 0.5 * q.y(), 0.5 * q.z()};
  };
  const Eigen::Quaterniond& q = state.orientation;
  Numbers x{q.w(), q.x(), q.y(), q.z()};
  boost::numeric::odeint::runge_kutta_fehlberg78<Numbers> stepper;
  boost::numeric::odeint::integrate_n_steps(boost::ref(stepper), rate, x, state.time,
                                            (time - state.time) / 3000, 3000);
  return Eigen::Quaterniond(x[0], x[1], x[2], x[3]).normalized();
}

/// Largest difference of the axes that matter, and of the angular velocity.
double error(const RigidBody& body, const RigidState& start, double time) {
  const Eigen::Quaterniond q = integrated(body, start, time);
  const FreeMotion motion(body, start);
  const Pose pose = motion.pose_at(time);
  const RigidState state = motion.state_at(time);
  RigidState expected = start;
  expected.orientation = q;
  const Vec<3> omega = angular_velocity(body, expected);
  const Mat3 axes = q.toRotationMatrix();
  const Mat3 off = axes - state.orientation.toRotationMatrix();
  double worst = off.cwiseAbs().maxCoeff();
  if (body.collinear) {
    worst = std::max(worst, (pose.axes.col(0) - axes.col(0)).norm());
    worst = std::max(worst, (pose.omega - omega).cross(axes.col(0)).norm());
  } else {
    worst = std::max(worst, (pose.axes - axes).norm());
    worst = std::max(worst, (pose.omega - omega).norm() / (1 + omega.norm()));
  }
  worst = std::max(worst, (pose.r - start.r - (time - start.time) * start.v).norm());
  return worst;
}

RigidBody top(const Vec<3>& moments) {
  RigidBody body;
  body.moments = moments;
  body.inv_moments = moments.cwiseInverse();
  body.collinear = false;
  return body;
}

}  // namespace

TEST_CASE("Free motion agrees with an integrator of the equations of motion", "[long]") {
  RandomBodies random(1);
  SECTION("capsules, with and without axial spin") {
    const RigidBody body = random.capsule(1.5);
    for (int trial = 0; trial < 20; ++trial) {
      RigidState state = random.state(body, 1, 2);
      if (trial % 2 == 0) {
        const Vec<3> u = state.orientation * Vec<3>::UnitX();
        state.angular_momentum -= u * u.dot(state.angular_momentum);
      }
      CHECK(error(body, state, state.time + random.uniform(0, 10)) < 3e-12);
    }
  }
  SECTION("symmetric tops, prolate and oblate, and spherical ones") {
    for (const Vec<3>& moments : {Vec<3>(1, 2, 2), Vec<3>(1, 1, 1.8), Vec<3>(2, 2, 2)})
      for (int trial = 0; trial < 10; ++trial) {
        const RigidBody body = top(moments);
        const RigidState state = random.state(body, 1, 2);
        CHECK(error(body, state, state.time + random.uniform(0, 10)) < 3e-12);
      }
  }
  SECTION("asymmetric tops") {
    for (int trial = 0; trial < 100; ++trial) {
      std::array<double, 3> m{random.uniform(1, 2), random.uniform(1, 2), random.uniform(1, 2)};
      std::sort(m.begin(), m.end());
      const RigidBody body = top(Vec<3>(m[0], m[1], m[2]));
      const RigidState state = random.state(body, 1, 2);
      CHECK(error(body, state, state.time + random.uniform(0, 30)) < 5e-11);
    }
  }
  SECTION("nearly equal moments, nearly on the axes and the separatrix, at rest") {
    for (const Vec<3>& moments :
         {Vec<3>(1, 1 + 2e-8, 2), Vec<3>(1, 2, 2 + 3e-7), Vec<3>(1, 1.5, 2)}) {
      const RigidBody body = top(moments);
      for (int axis = 0; axis < 3; ++axis)
        for (const double away : {1e-15, 1e-9, 1e-6, 1e-3}) {
          RigidState state = random.state(body, 1, 2);
          const Vec<3> l = Vec<3>::Unit(axis) + away * random.unit_vector();
          state.angular_momentum = state.orientation * l;
          INFO(moments << axis << away);
          CHECK(error(body, state, state.time + 5) < 1e-9);
        }
      RigidState state = random.state(body, 1, 0);
      CHECK(error(body, state, state.time + 5) < 1e-15);
      // On the separatrix 2E I_b = L².
      const double i_a = moments[0], i_b = moments[1], i_c = moments[2];
      const Vec<3> l(std::sqrt((1 - i_b / i_c) / (i_b / i_a - 1)), 0.3, 1);
      state.angular_momentum = state.orientation * l.normalized();
      CHECK(error(body, state, state.time + 5) < 1e-10);
    }
  }
}

TEST_CASE("Free tops keep L and E and come back after their periods") {
  const RigidBody body = top({1, 2, 3});
  for (const auto& [omega, period] :
       {std::pair(Vec<3>(0.01, 1, 0.01), 39.1057341973), {Vec<3>(0.1, 1, 0.2), 16.9330990441}}) {
    RigidState state;
    state.angular_momentum = body.moments.cwiseProduct(omega);
    const FreeMotion motion(body, state);
    const RigidState later = motion.state_at(period);
    const Vec<3> again = later.orientation.conjugate() * angular_velocity(body, later);
    CHECK((again - omega).norm() < 1e-9);
    const RigidState half = motion.state_at(0.37 * period);
    CHECK(kinetic_energy(body, half) == Approx(kinetic_energy(body, state)).epsilon(1e-14));
    CHECK((half.orientation.conjugate() * angular_velocity(body, half) - omega).norm() > 0.1);
  }
}

TEST_CASE("Flights of asymmetric tops gain as much energy by rounding as they lose") {
  // Also those whose angular momentum is near the middle axis, where the elliptic functions alone
  // keep the energy to 1e-11 only.
  RandomBodies random(6);
  const RigidBody body = top(Vec<3>(0.11, 0.13, 0.26));
  constexpr int kFlights = 40'000;
  double sum = 0, squares = 0, worst = 0;
  for (int flight = 0; flight < kFlights; ++flight) {
    const RigidState start = random.state(body, 0, 3);
    const auto energy = [&](const RigidState& state) {
      const auto q = state.orientation.cast<long double>().normalized();
      const auto l = (q.conjugate() * state.angular_momentum.cast<long double>()).eval();
      return static_cast<long double>(0.5) *
             l.cwiseAbs2().dot(body.inv_moments.cast<long double>());
    };
    const RigidState end = FreeMotion(body, start).state_at(start.time + random.uniform(0, 3));
    const auto change = static_cast<double>((energy(end) - energy(start)) / energy(start));
    sum += change;
    squares += change * change;
    worst = std::max(worst, std::abs(change));
  }
  CHECK(worst < 1e-14);
  CHECK(std::sqrt(squares / kFlights) < 1e-15);
  CHECK(std::abs(sum) < 4 * std::sqrt(squares) + 1e-17 * kFlights);
}

TEST_CASE("A body that spins fast about its middle axis keeps its energy for thousands of turns") {
  const RigidBody body = top(Vec<3>(1, 2, 3));
  RigidState start;
  start.angular_momentum = Vec<3>(1e-3, 2000, 3e-3);
  const double energy = kinetic_energy(body, start);
  const FreeMotion motion(body, start), asked_later(body, start);
  for (const double time : {0.1, 0.5, 2.0, 5.0, 1.0}) {
    const RigidState state = motion.state_at(time);
    CHECK(kinetic_energy(body, state) == Approx(energy).epsilon(1e-10));
  }
  // Whatever was asked for before.
  CHECK(asked_later.state_at(1).orientation.coeffs() == motion.state_at(1).orientation.coeffs());
}

TEST_CASE("Axial spin changes nothing of a capsule's motion but its precession") {
  RandomBodies random(2);
  const RigidBody body = random.capsule(2);
  RigidState state = random.state(body, 1, 1);
  const Vec<3> u = state.orientation * Vec<3>::UnitX();
  state.angular_momentum = 0.4 * u;
  CHECK((FreeMotion(body, state).pose_at(9).axes.col(0) - u).norm() < 1e-15);
}

TEST_CASE("No point is accelerated by more than the bound, and some by nearly as much") {
  RandomBodies random(3);
  for (const Vec<3>& moments :
       {Vec<3>(1, 1.5, 2), Vec<3>(1, 3, 3.5), Vec<3>(1, 2, 2), Vec<3>(1, 1, 1)}) {
    double largest = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const RigidBody body = top(moments);
      const RigidState state = random.state(body, 0, 1);
      const FreeMotion motion(body, state);
      for (int k = 0; k < 10; ++k) {
        const Vec<3> p = random.unit_vector();
        const double t = random.uniform(-5, 5);
        constexpr double kStep = 1e-4;
        const Vec<3> a = (motion.pose_at(t + kStep).axes * p - 2 * motion.pose_at(t).axes * p +
                          motion.pose_at(t - kStep).axes * p) /
                         (kStep * kStep);
        CHECK(a.norm() <= motion.bend() * (1 + 1e-6) + 1e-6);
        largest = std::max(largest, a.norm() / motion.bend());
      }
    }
    CHECK(largest > 0.6);
  }
  const RigidBody rod = random.capsule(2);
  const RigidState state = random.state(rod, 0, 1);
  const FreeMotion motion(rod, state);
  const auto u = [&](double t) { return Vec<3>(motion.pose_at(t).axes.col(0)); };
  const Vec<3> a = (u(1 + 1e-4) - 2 * u(1) + u(1 - 1e-4)) / 1e-8;
  CHECK(a.norm() == Approx(motion.bend()).epsilon(1e-6));
}

TEST_CASE("In two dimensions bodies keep to the plane") {
  RandomBodies random(4);
  for (const Shape& shape :
       {Shape(Capsule{0.5, 1}),
        Shape(Clump{{{{0, 0, 0}, 0.5}, {{1, 0, 0}, 0.5}, {{0, 1, 0}, 0.3}}})}) {
    const RigidBody body = random.body(shape, 2, 2);
    RigidState state;
    state.orientation = Eigen::AngleAxisd(0.3, Vec<3>::UnitZ());
    state.angular_momentum = {0, 0, 1.7 * body.moments[2]};
    const RigidState later = FreeMotion(body, state).state_at(2);
    CHECK(later.orientation.x() == 0);
    CHECK(later.orientation.y() == 0);
    CHECK(Eigen::AngleAxisd(later.orientation).angle() ==
          Approx(2 * 3.14159265358979323846 - 3.7).epsilon(1e-14));
    CHECK(body.rotational_degrees == 1);
  }
}
