#include "collision/rigid/free_motion.h"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/elementary.h"
#include "core/portable_number.h"
#include "core/quadratic.h"
#include "core/rotation.h"

namespace clausius {

namespace {

namespace policies = boost::math::policies;
using portable::Number;
/// Double precision throughout: long double is three times slower and gains nothing here.
constexpr policies::policy<policies::promote_double<false>> kInDouble;

/// Rotation between two marks of an integrated motion: a few steps of the integrator, which must
/// not try a step so long that it diverges.
constexpr double kMarkedRadians = 8;

/// Energy of rotation. The formula also holds for quaternions whose length is not 1: by how much
/// that of a normalized one is, differs from one source of quaternions to another.
double rotational_energy(const RigidBody& body, const Vec<3>& momentum,
                         const Eigen::Quaterniond& orientation) {
  const Vec<3> u = -orientation.vec();
  const double w = orientation.w();
  const Vec<3> l =
      (w * w - u.squaredNorm()) * momentum + 2 * (u.dot(momentum) * u + w * u.cross(momentum));
  const double length_sq = orientation.squaredNorm();
  return 0.5 * l.cwiseAbs2().dot(body.inv_moments) / (length_sq * length_sq);
}

/// An orientation rotated so that the body has the energy that it had at the start of its motion:
/// integration drifts by rounding, and so does the motion in elliptic functions, by up to 1e-11
/// near the middle axis.
Eigen::Quaterniond with_energy_of(const RigidBody& body, const RigidState& start,
                                  const Eigen::Quaterniond& orientation) {
  RigidState now = start;
  now.orientation = orientation;
  const Vec<3> slope = angular_velocity(body, now).cross(start.angular_momentum);
  const double missing = rotational_energy(body, start.angular_momentum, start.orientation) -
                         rotational_energy(body, start.angular_momentum, orientation);
  // About the middle axis the energy does not determine the orientation.
  constexpr double kMostRadians = 1e-9;
  if (!(std::abs(missing) < kMostRadians * slope.norm())) return orientation;
  return rotation_about(slope.normalized(), missing / slope.norm()) * orientation;
}

/// L/|L|; an arbitrary direction if L = 0.
Vec<3> direction(const Vec<3>& l) {
  const double length = l.norm();
  return length > 0 ? Vec<3>(l / length) : Vec<3>::UnitZ();
}

/// `m` rotated about the unit vector `about` (Rodrigues).
Mat3 turned(const Vec<3>& about, double angle, const Mat3& m) {
  const auto [s, c] = portable::sincos(angle);
  Mat3 result;
  for (int k = 0; k < 3; ++k)
    result.col(k) =
        c * m.col(k) + s * about.cross(m.col(k)) + ((1 - c) * about.dot(m.col(k))) * about;
  return result;
}

/// Largest |ω̇| + ω² on the path of L through the body. The squares of all components vary between
/// their values where L_a or L_b is 0, and |ω̇|² is bounded by the largest of its products.
double largest_bend(const RigidBody& body, const Vec<3>& l) {
  const Vec<3>& inv = body.inv_moments;
  const Vec<3> l_sq = l.cwiseAbs2();
  Vec<3> most;  // largest ω_k²
  for (int k = 0; k < 3; ++k) {
    // The largest L_k² for given energy and |L|: the rest goes into one of the other components,
    // and the smaller of the two bounds is the turning point of the path.
    double bound = std::numeric_limits<double>::infinity();
    for (int other = 0; other < 3; ++other) {
      if (other == k) continue;
      const int third = 3 - k - other;
      // L_k² (I_o/I_k − 1) + L_t² (I_o/I_t − 1) = 2E I_o − L² is constant.
      const double own = (body.moments[other] - body.moments[k]) * inv[k];
      const double rest = (body.moments[other] - body.moments[third]) * inv[third];
      const double kept = l_sq[k] * own + l_sq[third] * rest;
      if (own * rest >= 0 && own != 0) bound = std::min(bound, kept / own);
    }
    most[k] = std::min(bound, l.squaredNorm()) * inv[k] * inv[k];
  }
  double alpha_sq = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    const double factor = (body.moments[i] - body.moments[j]) * inv[k];
    alpha_sq += factor * factor * most[i] * most[j];
  }
  return std::sqrt(alpha_sq) + most.sum();
}

}  // namespace

Vec<3> angular_velocity(const RigidBody& body, const RigidState& state) {
  const Eigen::Quaterniond& q = state.orientation;
  return q * body.inv_moments.cwiseProduct(q.conjugate() * state.angular_momentum);
}

double kinetic_energy(const RigidBody& body, const RigidState& state) {
  return 0.5 * (body.mass * state.v.squaredNorm() +
                state.angular_momentum.dot(angular_velocity(body, state)));
}

FreeMotion::FreeMotion(const RigidBody& body, const RigidState& start)
    : body_(&body), start_(start), turning_(TurningAxis{}) {
  const Mat3 axes = rotation_matrix(start.orientation);
  const Vec<3>& momentum = start.angular_momentum;
  const Vec<3> about = direction(momentum);
  if (body.collinear) {
    const Vec<3> omega = momentum * body.inv_moments[2];
    const Vec<3> u = axes.col(0);
    const Vec<3> along = about.dot(u) * about;
    turning_ = TurningAxis{omega, along, u - along, about.cross(u), omega.norm()};
    bend_ = omega.norm() * omega.cross(u).norm();
    return;
  }
  const Vec<3> l = axes.transpose() * momentum;
  if (body.moments[0] == body.moments[1] || body.moments[1] == body.moments[2]) {
    const int own_axis = body.moments[0] == body.moments[1] ? 2 : 0;
    const double inv_across = body.inv_moments[1];
    const double own_rate = (body.inv_moments[own_axis] - inv_across) * l[own_axis];
    turning_ = Precession{about, momentum.norm() * inv_across, own_axis, own_rate, axes};
    const Vec<3> omega = body.inv_moments.cwiseProduct(l);
    bend_ = (inv_across * l).cross(omega).norm() + omega.squaredNorm();
    return;
  }
  bend_ = largest_bend(body, l);
  // If L is so close to an axis that the rest is below rounding, the body rotates about that axis,
  // even the middle one: near it the elliptic functions, at k = 1, have no period.
  constexpr double kSteady = 1e-30;
  for (int k = 0; k < 3; ++k)
    if (l[(k + 1) % 3] * l[(k + 1) % 3] + l[(k + 2) % 3] * l[(k + 2) % 3] <=
        kSteady * l.squaredNorm()) {
      turning_ = Precession{about, momentum.norm() * body.inv_moments[k], k, 0, axes};
      return;
    }
  if (const std::optional<Elliptic> elliptic = Elliptic::make(body, l, axes))
    turning_ = *elliptic;
  else
    turning_ =
        Integrated{kMarkedRadians / body.inv_moments.cwiseProduct(l).norm(), {start.orientation}};
}

Pose FreeMotion::pose_at(double time) const {
  const double dt = time - start_.time;
  Pose pose;
  if (const auto* axis = std::get_if<TurningAxis>(&turning_)) {
    pose = axis->at(dt);
  } else if (const auto* precession = std::get_if<Precession>(&turning_)) {
    pose.axes = precession->axes(dt);
    pose.omega = precession->rate * precession->about +
                 precession->own_rate * pose.axes.col(precession->own_axis);
  } else {
    pose.axes = axes_at(dt);
    pose.omega = pose.axes *
                 body_->inv_moments.cwiseProduct(pose.axes.transpose() * start_.angular_momentum);
  }
  pose.r = start_.r + dt * start_.v;
  return pose;
}

FreeMotion::Axis FreeMotion::axis_at(double time) const {
  const TurningAxis& axis = *std::get_if<TurningAxis>(&turning_);
  const auto [sine, cosine] = portable::sincos(axis.rate * (time - start_.time));
  return {axis.along + cosine * axis.across + sine * axis.beside,
          (axis.rate * cosine) * axis.beside - (axis.rate * sine) * axis.across};
}

double FreeMotion::time_to_move(double distance) const {
  double reach = 0;
  for (const Member& member : body_->members) reach = std::max(reach, member.reach());
  double omega = 0;
  if (const auto* axis = std::get_if<TurningAxis>(&turning_)) {
    omega = axis->omega.norm();
  } else {
    // With the energy ½ Σ I ω², at most if all of it is about the axis of the least moment.
    const Vec<3> l = start_.orientation.conjugate() * start_.angular_momentum;
    omega = std::sqrt(l.cwiseAbs2().dot(body_->inv_moments) * body_->inv_moments.maxCoeff());
  }
  // Rotation moves a point at most by the diameter of its circle.
  const double speed = start_.v.norm();
  const double around = omega * reach;
  const double time = speed + around > 0 ? distance / (speed + around) : kNever;
  if (distance <= 2 * reach) return time;
  return speed > 0 ? std::max(time, (distance - 2 * reach) / speed) : kNever;
}

RigidState FreeMotion::state_at(double time) const {
  const double dt = time - start_.time;
  RigidState state = start_;
  state.time = time;
  state.r += dt * start_.v;
  if (const auto* axis = std::get_if<TurningAxis>(&turning_)) {
    const Vec<3> u = start_.orientation * Vec<3>::UnitX();
    const double spin =
        (body_->inv_moments[0] - body_->inv_moments[2]) * u.dot(start_.angular_momentum);
    state.orientation = rotation_about(direction(start_.angular_momentum), axis->rate * dt) *
                        start_.orientation * rotation_about(Vec<3>::UnitX(), spin * dt);
  } else {
    state.orientation = Eigen::Quaterniond(axes_at(dt));
    if (std::holds_alternative<Elliptic>(turning_))
      state.orientation = with_energy_of(*body_, start_, state.orientation.normalized());
  }
  state.orientation.normalize();
  return state;
}

Mat3 FreeMotion::axes_at(double dt) const {
  if (const auto* precession = std::get_if<Precession>(&turning_)) return precession->axes(dt);
  if (const auto* elliptic = std::get_if<Elliptic>(&turning_)) return elliptic->axes(dt);
  return integrated_axes(std::get<Integrated>(turning_), dt);
}

Mat3 FreeMotion::integrated_axes(const Integrated& turning, double dt) const {
  const auto mark = static_cast<std::size_t>(std::max(0.0, dt / turning.interval));
  std::vector<Eigen::Quaterniond>& marks = turning.marks;
  while (marks.size() <= mark)
    marks.push_back(with_energy_of(*body_, start_, turned_on(marks.back(), turning.interval)));
  return rotation_matrix(turned_on(marks[mark], dt - static_cast<double>(mark) * turning.interval));
}

Eigen::Quaterniond FreeMotion::turned_on(const Eigen::Quaterniond& from, double dt) const {
  using Numbers = std::array<Number, 4>;  // components of the quaternion
  const auto quaternion_of = [](const Numbers& x) {
    return Eigen::Quaterniond(x[3].value(), x[0].value(), x[1].value(), x[2].value());
  };
  const auto rate = [&](const Numbers& x, Numbers& dx, Number /*time*/) {
    RigidState now = start_;
    now.orientation = quaternion_of(x);
    const Vec<3> omega = angular_velocity(*body_, now);
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(0, omega[0], omega[1], omega[2]) * now.orientation;
    for (int k = 0; k < 4; ++k) dx[k] = 0.5 * q.coeffs()[k];
  };
  constexpr Number kTolerance = 1e-14;
  const auto& q = from.coeffs();
  Numbers x{q[0], q[1], q[2], q[3]};
  boost::numeric::odeint::bulirsch_stoer<Numbers, Number> stepper(kTolerance, kTolerance);
  const Number first_step = 0.01 * dt;
  if (dt != 0)
    boost::numeric::odeint::integrate_adaptive(stepper, rate, x, Number(0), Number(dt), first_step);
  return quaternion_of(x).normalized();
}

Pose FreeMotion::TurningAxis::at(double dt) const {
  Pose pose;
  const auto [sine, cosine] = portable::sincos(rate * dt);
  pose.axes.col(0) = along + cosine * across + sine * beside;
  pose.omega = omega;
  return pose;
}

Mat3 FreeMotion::Precession::axes(double dt) const {
  const Mat3 own = rotation_matrix_about(Vec<3>::Unit(own_axis), own_rate * dt);
  return turned(about, rate * dt, start * own);
}

std::optional<FreeMotion::Elliptic> FreeMotion::Elliptic::make(const RigidBody& body,
                                                               const Vec<3>& l, const Mat3& axes) {
  const Vec<3>& i = body.moments;
  // L² − 2E I_b > 0: about the axis of the largest moment.
  const double excess = l[2] * l[2] * (i[2] - i[1]) / i[2] - l[0] * l[0] * (i[1] - i[0]) / i[0];
  Elliptic top{};
  const int a = top.a = excess > 0 ? 0 : 2;
  const int b = top.b = 1;
  const int c = top.c = 2 - a;
  const double c_a = (i[c] - i[a]) / i[a];
  const double c_b = (i[c] - i[b]) / i[b];
  // 2E I_c − L² and L² − 2E I_a as sums of one sign, without cancellation.
  const double away_c = l[a] * l[a] * c_a + l[b] * l[b] * c_b;
  const double away_a = l[b] * l[b] * (i[b] - i[a]) / i[b] + l[c] * l[c] * (i[c] - i[a]) / i[c];
  top.scale = std::sqrt((i[c] - i[b]) * away_a / i.prod());
  top.drift = l.norm() / i[c];
  top.coefficient = top.drift * c_a / top.scale;
  // 1 − k². With a larger limit more bodies are integrated (here one in 10⁸, unless two moments
  // nearly coincide); with a hundredth of it the azimuth is wrong in the eighth digit.
  constexpr double kLeast = 1e-4;
  const double complement = (i[c] - i[a]) * excess / ((i[c] - i[b]) * away_a);
  if (!(complement > 0) || std::sqrt(complement) < kLeast * std::abs(top.coefficient))
    return std::nullopt;

  const double sign = l[c] < 0 ? -1 : 1;
  top.l_a = std::sqrt(away_c / c_a);
  top.l_b = sign * std::sqrt(away_c / c_b);
  top.l_c = sign * std::sqrt(l.squaredNorm() - top.l_a * top.l_a);
  top.modulus = std::sqrt((i[b] - i[a]) * away_c / ((i[c] - i[b]) * away_a));
  top.n = -i[c] * (i[b] - i[a]) / (i[a] * (i[c] - i[b]));
  const double amplitude = portable::atan2(l[b] / top.l_b, l[a] / top.l_a);
  top.phase = boost::math::ellint_1(Number(top.modulus), Number(amplitude), kInDouble).value();
  top.quarter = boost::math::ellint_1(Number(top.modulus), kInDouble).value();
  top.whole = boost::math::ellint_3(Number(top.modulus), Number(top.n), kInDouble).value();
  const auto [sn, cn] = portable::sincos(amplitude);
  top.begun = top.third_integral(top.phase, sn, cn);
  top.to_space = axes * top.to_level(sn, cn, l[c] / top.l_c).transpose();
  return top;
}

double FreeMotion::Elliptic::third_integral(double tau, double sn, double cn) const {
  // The amplitude is this angle plus a number of half turns, and never as far as a quarter turn
  // from πτ/2K.
  const double angle = portable::atan(sn / cn);
  const double half_turns = std::nearbyint(0.5 * tau / quarter - angle / std::numbers::pi);
  return 2 * half_turns * whole +
         boost::math::ellint_3(Number(modulus), Number(n), Number(angle), kInDouble).value();
}

Mat3 FreeMotion::Elliptic::to_level(double sn, double cn, double dn) const {
  Vec<3> l;
  l[a] = l_a * cn;
  l[b] = l_b * sn;
  l[c] = l_c * dn;
  l.normalize();
  const double off = portable::hypot(l[a], l[b]);
  Vec<3> first = -l[c] / off * l;
  first[c] = off;
  Mat3 level;
  level << first.transpose(), l.cross(first).transpose(), l.transpose();
  return level;
}

Mat3 FreeMotion::Elliptic::axes(double dt) const {
  const double tau = scale * dt + phase;
  Number cosine, delta;
  const double sn =
      boost::math::jacobi_elliptic(Number(modulus), Number(tau), &cosine, &delta, kInDouble)
          .value();
  const double cn = cosine.value(), dn = delta.value();
  const double azimuth = drift * dt + coefficient * (third_integral(tau, sn, cn) - begun);
  const Mat3 about = rotation_matrix_about(Vec<3>::UnitZ(), azimuth);
  return to_space * about * to_level(sn, cn, dn);
}

}  // namespace clausius
