#pragma once

#include "collision/obstacle_surface.h"
#include "collision/rigid/safe_time.h"

namespace clausius::rigid {

/// A member's end and a face at one instant.
class EndAndFace {
 public:
  /// @param to_face vector from the end to the middle of the face
  /// @param bend bound of the acceleration of the end; `rise` is the acceleration of the face
  EndAndFace(const ObstacleSurface::Face& face, const Vec<3>& to_face, const Vec<3>& velocity,
             const Vec<3>& own_velocity, double radius, double bend, const Vec<3>& rise)
      : face_(face),
        d_(to_face),
        v_(velocity - own_velocity),
        rise_(rise),
        radius_(radius),
        bend_(bend) {
    const auto place = [&](const Vec<3>& half) {
      return std::clamp(-d_.dot(half) / half.squaredNorm(), -1.0, 1.0);
    };
    const double s = place(face.u), t = place(face.v);
    const Vec<3> way = d_ + s * face.u + t * face.v;
    distance_ = way.norm();
    normal = distance_ > 0 ? Vec<3>(way / distance_) : Vec<3>(face.u.cross(face.v).normalized());
    gap = distance_ - radius;
    rate = normal.dot(v_);
    // Rate at which the normal turns: not for motion along the face or one of its sides.
    turning_ = v_ - rate * normal;
    if (std::abs(s) < 1) turning_ -= turning_.dot(face.u) / face.u.squaredNorm() * face.u;
    if (std::abs(t) < 1) turning_ -= turning_.dot(face.v) / face.v.squaredNorm() * face.v;
  }

  Vec<3> normal;
  double gap = 0, rate = 0;

  /// Vector from the end to the nearest point.
  [[nodiscard]] Vec<3> way() const { return distance_ * normal; }

  [[nodiscard]] Look look(double tolerance) const {
    if (gap <= tolerance && rate < 0) return {gap, rate, 0};
    const double bend = bend_ + rise_.norm();
    // If a body glides along a face, only the part of gravity across it counts.
    const double across = bend_ - normal.dot(rise_);
    constexpr double kNear = 1e3;
    const bool glides = gap <= kNear * tolerance && rate * rate < tolerance * bend;
    const auto safe_above = [&](double level) {
      const double safe = safe_with(Vec<3>::Zero(), glides ? across : bend, level);
      return distance_ == 0 ? safe : std::max(safe, safe_with(turning_ / distance_, bend, level));
    };
    return {gap, rate,
            gap > tolerance ? safe_above(0) : safe_time_of_touching(gap, tolerance, safe_above)};
  }

 private:
  // Two axes u and v, of which one lies at the end: the differences are those of the corners.
  [[nodiscard]] double safe_with(const Vec<3>& w, double bend, double level) const {
    const Vec<3> still = Vec<3>::Zero();
    const Stick end{still, face_.u, still, still, radius_, bend, false};
    const Stick middle{d_, face_.v, v_, still, 0, 0, false};
    return safe_time(Pair(end, middle), normal, w, level);
  }

  const ObstacleSurface::Face& face_;
  Vec<3> d_, v_, rise_, turning_;
  double radius_, bend_, distance_ = 0;
};

}  // namespace clausius::rigid
