#pragma once

#include "collision/rigid/at_face.h"
#include "collision/rigid/at_hole.h"
#include "collision/rigid/meeting.h"

namespace clausius::rigid {

/// A body and an obstacle at successive instants; the pairs are members (groups) and edges, ends of
/// members and faces, and members (groups) and the wall of a round hole.
class BodyAndObstacle {
 public:
  BodyAndObstacle(const FreeMotion& a, const FixedObstacle& obstacle)
      : a_(a), surface_(obstacle.surface), obstacle_(obstacle), sticks_(a) {}

  void move_to(double time) {
    const Pose pose = a_.pose_at(time);
    sticks_.move_to(pose, Vec<3>::Zero());
    offset_ = obstacle_.shift + 0.5 * time * time * obstacle_.rise - pose.r;
    velocity_ = time * obstacle_.rise;
  }

  [[nodiscard]] Candidates candidates(double time) const {
    Candidates all;
    for (std::size_t i = sticks_.first_top(); i < sticks_.parts(); ++i)
      for (std::size_t j = 0; j < surface_.edges.size(); ++j) all.push_back({i, j, {time, time}});
    for (std::size_t i = 0; i < 2 * sticks_.members(); ++i)
      for (std::size_t j = 0; j < surface_.faces.size(); ++j)
        all.push_back({i, surface_.edges.size() + j, {time, time}});
    if (surface_.hole)
      for (std::size_t i = sticks_.first_top(); i < sticks_.parts(); ++i)
        all.push_back({i, hole_index(), {time, time}});
    return all;
  }
  [[nodiscard]] double scale() const { return a_.body().bounding_radius; }

  [[nodiscard]] std::optional<std::array<Candidate, 2>> opened(const Candidate& candidate) {
    const auto [i, j, safe] = candidate;
    if (is_at_face(candidate) || !sticks_.is_group(i)) return std::nullopt;
    const double gap =
        is_at_hole(candidate) ? at_hole(i).gap() : Gap(Pair(sticks_[i], edge(j))).size;
    if (gap > kOpened * sticks_.group(i).radius) return std::nullopt;
    return parts(candidate);
  }

  [[nodiscard]] Look look(const Candidate& candidate, double tolerance) {
    if (is_at_hole(candidate)) return at_hole(candidate.first).look(tolerance);
    if (is_at_face(candidate)) {
      const EndAndFace one = at_face(candidate);
      return is_over_hole(candidate, one) ? look_at_rim(candidate, tolerance) : one.look(tolerance);
    }
    const Stick stick = edge(candidate.second);
    return look_at(Pair(sticks_[candidate.first], stick), tolerance);
  }

  [[nodiscard]] RigidContact contact(double time, double tolerance) {
    Selection selection;
    Candidates left = candidates(time);
    for (std::size_t k = 0; k < left.size(); ++k) {
      const Candidate candidate = left[k];
      if (is_at_face(candidate)) {
        const EndAndFace one = at_face(candidate);
        if (one.gap <= tolerance && !is_over_hole(candidate, one))
          selection.add({one.normal, end(candidate.first), Vec<3>::Zero(), candidate.first / 2, 0,
                         one.gap, one.rate});
        continue;
      }
      if (is_at_hole(candidate)) {
        const AtHole one = at_hole(candidate.first);
        if (one.gap() > tolerance) continue;
        if (sticks_.is_group(candidate.first))
          for (const Candidate& part : parts(candidate)) left.push_back(part);
        else
          one.contacts(tolerance, [&](ContactPoint point) {
            point.first_member = candidate.first;
            selection.add(point);
          });
        continue;
      }
      const Stick stick = edge(candidate.second);
      const Pair pair(sticks_[candidate.first], stick);
      if (sticks_.is_group(candidate.first)) {
        if (Gap(pair).size <= tolerance)
          for (const Candidate& part : parts(candidate)) left.push_back(part);
        continue;
      }
      touching(pair, tolerance, [&](const Gap& gap) {
        selection.add({gap.normal, pair.a.centre + gap.s * pair.a.half, Vec<3>::Zero(),
                       candidate.first, 0, gap.size, gap.rate});
      });
    }
    return selection.at(time, scale());
  }

  [[nodiscard]] double gap() {
    double least = kNever;
    for (std::size_t j = 0; j < surface_.edges.size(); ++j) {
      const Stick stick = edge(j);
      for (std::size_t i = 0; i < sticks_.members(); ++i)
        least = std::min(least, Gap(Pair(sticks_[i], stick)).size);
    }
    for (std::size_t i = 0; i < 2 * sticks_.members(); ++i)
      for (std::size_t j = 0; j < surface_.faces.size(); ++j) {
        const Candidate candidate{i, surface_.edges.size() + j, {}};
        const EndAndFace one = at_face(candidate);
        if (!is_over_hole(candidate, one)) least = std::min(least, one.gap);
      }
    if (surface_.hole)
      for (std::size_t i = 0; i < sticks_.members(); ++i) least = std::min(least, at_hole(i).gap());
    return least;
  }

 private:
  [[nodiscard]] std::size_t hole_index() const {
    return surface_.edges.size() + surface_.faces.size();
  }
  [[nodiscard]] bool is_at_hole(const Candidate& candidate) const {
    return candidate.second == hole_index();
  }
  [[nodiscard]] bool is_at_face(const Candidate& candidate) const {
    return candidate.second >= surface_.edges.size() && !is_at_hole(candidate);
  }
  [[nodiscard]] std::array<Candidate, 2> parts(const Candidate& candidate) const {
    const auto& parts = sticks_.group(candidate.first).parts;
    return {Candidate{parts[0], candidate.second, candidate.safe},
            Candidate{parts[1], candidate.second, candidate.safe}};
  }

  [[nodiscard]] Stick edge(std::size_t j) const {
    const ObstacleSurface::Edge& one = surface_.edges[j];
    return {one.centre + offset_,  one.half,          velocity_, Vec<3>::Zero(), one.radius,
            obstacle_.rise.norm(), one.half.isZero(0)};
  }
  // Ends 2k and 2k + 1 belong to member k.
  [[nodiscard]] Vec<3> end(std::size_t i) {
    const Stick& stick = sticks_[i / 2];
    return i % 2 == 0 ? Vec<3>(stick.centre - stick.half) : Vec<3>(stick.centre + stick.half);
  }
  [[nodiscard]] EndAndFace at_face(const Candidate& candidate) {
    const ObstacleSurface::Face& face = face_of(candidate);
    const Stick& stick = sticks_[candidate.first / 2];
    const double sign = candidate.first % 2 == 0 ? -1 : 1;
    return {face,          face.centre + offset_ - end(candidate.first),
            velocity_,     stick.velocity + sign * stick.half_velocity,
            stick.radius,  stick.bend,
            obstacle_.rise};
  }

  [[nodiscard]] AtHole at_hole(std::size_t i) {
    return {*surface_.hole, surface_.hole->centre + offset_, velocity_, sticks_[i],
            obstacle_.rise.norm()};
  }
  // Whether the rim of the hole is the part of a face that is nearest to an end.
  [[nodiscard]] bool is_over_hole(const Candidate& candidate, const EndAndFace& one) {
    if (!face_of(candidate).pierced) return false;
    const Vec<3> p = end(candidate.first) + one.way() - (surface_.hole->centre + offset_);
    return p.cross(surface_.hole->axis).norm() < surface_.hole->radius;
  }
  // A member that touches the rim touches the hole.
  [[nodiscard]] Look look_at_rim(const Candidate& candidate, double tolerance) {
    SurfaceHole rim = *surface_.hole;
    rim.centre += (face_of(candidate).centre - rim.centre).dot(rim.axis) * rim.axis;
    rim.half = 0;
    Stick point = sticks_[candidate.first / 2];
    const double sign = candidate.first % 2 == 0 ? -1 : 1;
    point.centre += sign * point.half;
    point.velocity += sign * point.half_velocity;
    point.half = point.half_velocity = Vec<3>::Zero();
    point.is_ball = true;
    return AtHole(rim, rim.centre + offset_, velocity_, point, obstacle_.rise.norm())
        .look(tolerance);
  }
  [[nodiscard]] const ObstacleSurface::Face& face_of(const Candidate& candidate) const {
    return surface_.faces[candidate.second - surface_.edges.size()];
  }

  const FreeMotion& a_;
  const ObstacleSurface& surface_;
  FixedObstacle obstacle_;
  Vec<3> offset_ = Vec<3>::Zero(), velocity_ = Vec<3>::Zero();
  Sticks sticks_;
};

}  // namespace clausius::rigid
