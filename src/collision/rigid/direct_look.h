#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include "clausius/core/constants.h"
#include "collision/rigid/meeting.h"
#include "core/lanes.h"

namespace clausius::rigid {

/// The centres of two bodies on their way past each other.
class Flyby {
 public:
  Flyby(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift)
      : a_(a.start()),
        b_(b.start()),
        shift_(shift),
        velocity_(b_.v - a_.v),
        reach_(kWider * (a.body().bounding_radius + b.body().bounding_radius)) {}

  [[nodiscard]] Vec<3> separation(double time) const {
    return b_.r - a_.r + shift_ + (time - b_.time) * b_.v - (time - a_.time) * a_.v;
  }
  [[nodiscard]] const Vec<3>& velocity() const { return velocity_; }
  /// Whether the bounding spheres are apart.
  [[nodiscard]] bool are_apart(double time) const {
    return separation(time).squaredNorm() > reach_ * reach_;
  }
  [[nodiscard]] bool recede(double time) const { return separation(time).dot(velocity_) >= 0; }

 private:
  const RigidState &a_, &b_;
  Vec<3> shift_, velocity_;
  double reach_;
};

/// Two bodies of one rod each, the cylinder and caps of a capsule.
class TwoRods {
 public:
  TwoRods(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift)
      : a_(a),
        b_(b),
        flyby_(a, b, shift),
        half_a_(rod(a).half_shaft),
        half_b_(rod(b).half_shaft),
        sigma_(rod(a).radius + rod(b).radius),
        bend_(a.bend() * half_a_ + b.bend() * half_b_) {}

  [[nodiscard]] const Flyby& flyby() const { return flyby_; }

  static bool are(const RigidBody& a, const RigidBody& b) { return is_rod(a) && is_rod(b); }

  /// Time for which the two surely do not touch, from `time` on; 0 if they may.
  [[nodiscard]] double safe_time(double time, double tolerance) const {
    const FreeMotion::Axis axis_a = a_.axis_at(time), axis_b = b_.axis_at(time);
    const Stick stick_a = stick(half_a_, axis_a), stick_b = stick(half_b_, axis_b);
    Pair pair(stick_a, stick_b);
    pair.d = flyby_.separation(time);
    pair.d_velocity = flyby_.velocity();
    pair.sigma = sigma_;
    pair.bend = bend_;
    const Gap gap(pair);
    if (gap.size <= tolerance) return 0;
    return rigid::safe_time(pair, gap, 0);
  }

 private:
  static const Member& rod(const FreeMotion& motion) { return motion.body().members[0]; }
  static bool is_rod(const RigidBody& body) {
    return body.members.size() == 1 && body.collinear && body.members[0].half_shaft > 0;
  }
  static Stick stick(double half, const FreeMotion::Axis& axis) {
    Stick one;
    one.centre.setZero();
    one.velocity.setZero();
    one.half = half * axis.direction;
    one.half_velocity = half * axis.rate;
    one.radius = one.bend = 0;
    one.is_ball = false;
    return one;
  }

  const FreeMotion &a_, &b_;
  Flyby flyby_;
  double half_a_, half_b_, sigma_, bend_;
};

/// Two bodies of a few balls each.
class TwoClumps {
 public:
  TwoClumps(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift)
      : a_(a), b_(b), flyby_(a, b, shift) {}

  [[nodiscard]] const Flyby& flyby() const { return flyby_; }
  static bool are(const RigidBody& a, const RigidBody& b) { return is_clump(a) && is_clump(b); }

  /// Time for which the two surely do not touch, from `time` on; 0 if they may.
  [[nodiscard]] double safe_time(double time, double tolerance) const {
    const Balls a(a_, time, Vec<3>::Zero(), Vec<3>::Zero()),
        b(b_, time, flyby_.separation(time), flyby_.velocity());
    double safe = kNever;
    for (std::size_t i = 0; i < a_.body().members.size(); ++i)
      safe = std::min(safe, safe_time(a, i, b, tolerance));
    return safe;
  }

 private:
  static constexpr std::size_t kMost = 4;
  static bool is_clump(const RigidBody& body) {
    return body.members.size() <= kMost &&
           std::all_of(body.members.begin(), body.members.end(),
                       [](const Member& member) { return member.half_shaft == 0; });
  }

  // The balls of a body, one in each place; the last one in those that are left over.
  struct Balls {
    std::array<Quad, 3> r, v;
    Quad radius, bend;

    // From a frame that moves with the centre of the first body.
    Balls(const FreeMotion& motion, double time, const Vec<3>& centre_at, const Vec<3>& velocity) {
      const Pose pose = motion.pose_at(time);
      const auto& members = motion.body().members;
      std::array<Quad, 3> centre;
      for (std::size_t place = 0; place < kMost; ++place) {
        const Member& member = members[std::min(place, members.size() - 1)];
        for (int k = 0; k < 3; ++k) centre[k][place] = member.centre[k];
        radius[place] = member.radius;
        bend[place] = motion.bend() * member.reach();
      }
      std::array<Quad, 3> arm;
      for (int k = 0; k < 3; ++k) {
        arm[k] = pose.axes(k, 0) * centre[0];
        if (!motion.body().collinear)
          arm[k] = arm[k] + pose.axes(k, 1) * centre[1] + pose.axes(k, 2) * centre[2];
        r[k] = centre_at[k] + arm[k];
      }
      for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        v[k] = velocity[k] + (pose.omega[next] * arm[last] - pose.omega[last] * arm[next]);
      }
    }
  };

  // As safe_time(pair, gap, 0) of two balls, for one ball of a and all of b.
  static double safe_time(const Balls& a, std::size_t i, const Balls& b, double tolerance) {
    std::array<Quad, 3> r, v;
    for (int k = 0; k < 3; ++k) {
      r[k] = b.r[k] - a.r[k][i];
      v[k] = b.v[k] - a.v[k][i];
    }
    const auto dot = [](const std::array<Quad, 3>& x, const std::array<Quad, 3>& y) {
      return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    };
    const Quad sigma = b.radius + a.radius[i], bend = b.bend + a.bend[i];
    const Quad distance = square_root(dot(r, r));
    const Quad room = distance - sigma;
    if (!(least_of(room) > tolerance)) return 0;
    const Quad rate = dot(r, v) / distance;
    const Quad turning_sq = larger(dot(v, v) - rate * rate, Quad{}) / (distance * distance);
    const Quad turning_bend = std::numbers::sqrt2 * bend + (sigma - 2 * distance) * turning_sq;
    const Quad safe =
        larger(parabola_root(room, rate, bend),
               smaller(parabola_root(room, rate, turning_bend), 1 / square_root(turning_sq)));
    return least_of(safe);
  }

  const FreeMotion &a_, &b_;
  Flyby flyby_;
};

/// Follows two bodies from one instant to the next while they surely do not touch.
/// @return the first instant after the horizon, or from which on they may touch (or that cannot be
/// told from there); nothing if they never do
template <class Two>
std::optional<double> follow_apart(const Two& two, double from, double tolerance, double horizon,
                                   int* evaluations) {
  double time = from;
  for (int evaluation = 0; evaluation < kMostEvaluations && time <= horizon; ++evaluation) {
    if (evaluations) ++*evaluations;
    const double safe = two.safe_time(time, tolerance);
    if (!(safe > least_step(time))) return time;
    time += safe;
    if (time == kNever || (two.flyby().are_apart(time) && two.flyby().recede(time)))
      return std::nullopt;
  }
  return time;
}

}  // namespace clausius::rigid
