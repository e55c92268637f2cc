#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cmath>

#include "collision/rigid/free_motion.h"
#include "geometry/segments.h"

namespace clausius::rigid {

/// A member (or a group, as a ball) at one instant: centre ± half are the ends of its axis,
/// relative to the centre of mass.
struct Stick {
  Vec<3> centre, half;
  Vec<3> velocity, half_velocity;  ///< velocity of centre (with the body's) and of half
  double radius;
  double bend;  ///< bound of the acceleration of both ends from now on
  bool is_ball;
};

/// The members and groups of a body at successive instants, positioned on demand.
class Sticks {
 public:
  explicit Sticks(const FreeMotion& motion)
      : motion_(motion),
        sticks_(parts(), boost::container::default_init),
        placed_(parts(), false) {}

  /// @param offset added to positions relative to the centre of mass
  void move_to(const Pose& pose, const Vec<3>& offset) {
    pose_ = pose;
    offset_ = offset;
    std::fill(placed_.begin(), placed_.end(), false);
  }

  [[nodiscard]] std::size_t members() const { return motion_.body().members.size(); }
  [[nodiscard]] std::size_t parts() const { return motion_.body().parts(); }
  [[nodiscard]] std::size_t first_top() const { return motion_.body().first_part(); }
  [[nodiscard]] bool is_group(std::size_t k) const { return k >= members(); }
  [[nodiscard]] const Group& group(std::size_t k) const {
    return motion_.body().groups[k - members()];
  }

  const Stick& operator[](std::size_t k) {
    if (!placed_[k]) {
      placed_[k] = true;
      place(k);
    }
    return sticks_[k];
  }

 private:
  void place(std::size_t k) {
    Stick& stick = sticks_[k];
    if (is_group(k)) {
      place_centre(group(k).centre, stick);
      stick.half.setZero();
      stick.half_velocity.setZero();
      stick.is_ball = true;
      stick.radius = group(k).radius;
      stick.bend = motion_.bend() * group(k).centre.norm();
      return;
    }
    const Member& member = motion_.body().members[k];
    place_centre(member.centre, stick);
    stick.is_ball = member.half_shaft == 0;
    stick.half = member.half_shaft * pose_.axes.col(0);
    stick.half_velocity = pose_.omega.cross(stick.half);
    stick.radius = member.radius;
    stick.bend = motion_.bend() * member.reach();
  }

  void place_centre(const Vec<3>& centre, Stick& stick) const {
    Vec<3> arm = centre.x() * pose_.axes.col(0);
    if (!motion_.body().collinear)
      arm += centre.y() * pose_.axes.col(1) + centre.z() * pose_.axes.col(2);
    stick.centre = offset_ + arm;
    stick.velocity = motion_.start().v + pose_.omega.cross(arm);
  }

  const FreeMotion& motion_;
  Pose pose_;
  Vec<3> offset_ = Vec<3>::Zero();
  boost::container::small_vector<Stick, 8> sticks_;
  boost::container::small_vector<bool, 8> placed_;
};

/// Two members at one instant, the second relative to the first.
struct Pair {
  const Stick &a, &b;
  Vec<3> d, d_velocity;
  double sigma, bend;

  Pair(const Stick& first, const Stick& second)
      : a(first),
        b(second),
        d(second.centre - first.centre),
        d_velocity(second.velocity - first.velocity),
        sigma(first.radius + second.radius),
        bend(first.bend + second.bend) {}
};

/// The nearest points of a pair of members.
struct Gap {
  double s, t;
  Vec<3> normal;
  double distance;  ///< distance of the axes
  Vec<3> velocity;  ///< velocity of the second point relative to the first
  double rate;
  double size;

  Gap(const Pair& pair, const NearestPoints& points)
      : s(points.s), t(points.t), distance(points.separation.norm()) {
    normal = distance > 0 ? Vec<3>(points.separation / distance) : crossing(pair);
    velocity = pair.d_velocity + t * pair.b.half_velocity - s * pair.a.half_velocity;
    rate = normal.dot(velocity);
    size = distance - pair.sigma;
  }
  explicit Gap(const Pair& pair) : Gap(pair, nearest_points(pair.d, pair.a.half, pair.b.half)) {}

 private:
  /// The axes cross each other, deep inside: any normal is valid.
  static Vec<3> crossing(const Pair& pair) {
    Vec<3> normal = pair.a.half.cross(pair.b.half);
    if (normal.isZero(0))
      normal = pair.a.half.isZero(0) ? Vec<3>::UnitX() : pair.a.half.unitOrthogonal();
    return normal.normalized();
  }
};

}  // namespace clausius::rigid
