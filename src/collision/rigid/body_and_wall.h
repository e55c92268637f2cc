#pragma once

#include "collision/rigid/meeting.h"

namespace clausius::rigid {

/// A body and a wall at successive instants; the pairs are ends of members and the wall.
class BodyAndWall {
 public:
  BodyAndWall(const FreeMotion& a, const Wall& wall) : a_(a), wall_(wall), sticks_(a) {}

  void move_to(double time) {
    const Pose pose = a_.pose_at(time);
    position_ = pose.r;
    time_ = time;
    sticks_.move_to(pose, Vec<3>::Zero());
  }

  [[nodiscard]] Candidates candidates(double time) const {
    Candidates all;
    for (std::size_t k = 0; k < size(); ++k) all.push_back({k, 0, {time, time}});
    return all;
  }
  [[nodiscard]] static std::optional<std::array<Candidate, 2>> opened(const Candidate& /*end*/) {
    return std::nullopt;
  }
  [[nodiscard]] double scale() const { return a_.body().bounding_radius; }

  [[nodiscard]] Look look(const Candidate& candidate, double tolerance) {
    const std::size_t k = candidate.first;
    const ContactPoint point = end(k);
    if (point.gap <= tolerance && point.rate < 0) return {point.gap, point.rate, 0};
    const auto safe_above = [&](double level) {
      return parabola_root(point.gap - level, point.rate, sticks_[k / 2].bend + wall_.bend());
    };
    const double safe = point.gap > tolerance
                            ? safe_above(0)
                            : safe_time_of_touching(point.gap, tolerance, safe_above);
    return {point.gap, point.rate, std::min(safe, wall_.next_jolt(time_) - time_)};
  }

  [[nodiscard]] RigidContact contact(double time, double tolerance) {
    Selection selection;
    for (std::size_t k = 0; k < size(); ++k)
      if (const ContactPoint point = end(k); point.gap <= tolerance) selection.add(point);
    return selection.at(time, scale());
  }

  [[nodiscard]] double gap() {
    double least = kNever;
    for (std::size_t k = 0; k < size(); ++k) least = std::min(least, end(k).gap);
    return least;
  }

 private:
  [[nodiscard]] std::size_t size() const { return 2 * sticks_.members(); }

  [[nodiscard]] ContactPoint end(std::size_t k) {
    const Stick& stick = sticks_[k / 2];
    const double sign = k % 2 == 0 ? -1 : 1;
    ContactPoint point;
    point.normal = wall_.normal;
    point.first_arm = stick.centre + sign * stick.half;
    point.first_member = k / 2;
    point.gap = (wall_.offset_at(time_) - wall_.normal.dot(position_)) -
                wall_.normal.dot(point.first_arm) - stick.radius;
    point.rate =
        wall_.velocity_at(time_) - wall_.normal.dot(stick.velocity + sign * stick.half_velocity);
    return point;
  }

  const FreeMotion& a_;
  Wall wall_;
  Vec<3> position_ = Vec<3>::Zero();
  double time_ = 0;
  Sticks sticks_;
};

}  // namespace clausius::rigid
