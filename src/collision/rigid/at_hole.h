#pragma once

#include "collision/obstacle_surface.h"
#include "collision/rigid/safe_time.h"
#include "core/quadratic.h"

namespace clausius::rigid {

/// A member (or group) and the wall of a round hole at one instant.
///
/// For a point at the distance ρ from the axis of the hole and x along it, the distance d to the
/// surface is a convex function of ρ and x, for in their plane the surface is a straight line. So
/// with n to the nearest point of the surface, `hollow` the part of n that points away from the
/// axis, and y_φ the part of a displacement y around the axis: as the point moves by y,
///   d ≥ d₀ − n·y − hollow y_φ²/ρ  where ρ does not fall to its half on the way.
class AtHole {
 public:
  /// @param middle middle of the hole, relative to the member
  AtHole(const SurfaceHole& hole, const Vec<3>& middle, const Vec<3>& velocity, const Stick& stick,
         double bend)
      : hole_(hole), middle_(middle), velocity_(velocity), stick_(stick), bend_(stick.bend + bend) {
    find_nearest();
    gap_ = beside(s_).distance - stick.radius;
  }

  [[nodiscard]] double gap() const { return gap_; }

  [[nodiscard]] Look look(double tolerance) const {
    if (gap_ > tolerance) return {gap_, rate(s_), safe_time(0)};
    double least = kNever;
    touching(tolerance, [&](double s) { least = std::min(least, rate(s)); });
    if (least < 0) return {gap_, least, 0};
    const double safe =
        safe_time_of_touching(gap_, tolerance, [&](double level) { return safe_time(level); });
    return {gap_, least, safe};
  }

  /// Calls visit(point), without its member, for the nearest point and the touching ends.
  template <class Visit>
  void contacts(double tolerance, const Visit& visit) const {
    touching(tolerance, [&](double s) {
      const Beside at = beside(s);
      ContactPoint point;
      point.normal = at.normal;
      point.first_arm = stick_.centre + s * stick_.half;
      point.gap = at.distance - stick_.radius;
      point.rate = rate(s);
      visit(point);
    });
  }

 private:
  // A point of the axis, and the surface.
  struct Beside {
    double distance, radial;  // distance to the surface, and from the axis of the hole
    Vec<3> normal, around;
    double hollow;
  };
  [[nodiscard]] Beside beside(double s) const {
    const Vec<3> p = stick_.centre + s * stick_.half - middle_;
    const double x = p.dot(hole_.axis);
    const Vec<3> across = p - x * hole_.axis;
    Beside at;
    at.radial = across.norm();
    const Vec<3> out =
        at.radial > 0 ? Vec<3>(across / at.radial) : Vec<3>(hole_.axis.unitOrthogonal());
    const Vec<3> way = (hole_.radius - at.radial) * out -
                       (x - std::clamp(x, -hole_.half, hole_.half)) * hole_.axis;
    at.distance = way.norm();
    at.normal = at.distance > 0 ? Vec<3>(way / at.distance) : out;
    at.around = hole_.axis.cross(out);
    at.hollow = std::max(0.0, at.normal.dot(out));
    return at;
  }
  // Velocity of a point of the axis relative to the hole.
  [[nodiscard]] Vec<3> speed(double s) const {
    return stick_.velocity + s * stick_.half_velocity - velocity_;
  }
  [[nodiscard]] double rate(double s) const { return -beside(s).normal.dot(speed(s)); }

  template <class Visit>
  void touching(double tolerance, const Visit& visit) const {
    if (gap_ > tolerance) return;
    visit(s_);
    if (stick_.is_ball) return;
    for (const double end : {-1.0, 1.0})
      if (end != s_ && beside(end).distance - stick_.radius <= tolerance) visit(end);
  }

  // Intervals of the axis, s ± width, are halved until the result is certain; below this width the
  // error, of the order of its square, is less than rounding.
  struct Stretch {
    double s, width;
  };
  static constexpr double kFinest = 0x1p-27;
  // An axis along the surface may have many intervals; the rest is still bounded.
  static constexpr int kMostStretches = 4000;
  template <class IsDone>
  static void divide(const IsDone& is_done) {
    boost::container::small_vector<Stretch, 64> left{{0, 1}};
    for (int looked_at = 0; !left.empty(); ++looked_at) {
      const Stretch one = left.back();
      left.pop_back();
      if (is_done(one, one.width < kFinest || looked_at > kMostStretches)) continue;
      left.push_back({one.s - 0.5 * one.width, 0.5 * one.width});
      left.push_back({one.s + 0.5 * one.width, 0.5 * one.width});
    }
  }

  void find_nearest() {
    if (stick_.is_ball) return;
    double least = kNever;
    const auto consider = [&](double s) {
      const double distance = beside(s).distance;
      if (distance < least) {
        least = distance;
        s_ = s;
      }
    };
    consider(-1);
    consider(1);
    const double length = stick_.half.norm();
    const double rounding = 1e-15 * (length + hole_.radius);
    divide([&](const Stretch& one, bool is_last) {
      consider(one.s);
      const Beside at = beside(one.s);
      double bound = at.distance - one.width * length;
      if (at.hollow == 0 || one.width * length <= 0.5 * at.radial) {
        const double turned = one.width * at.around.dot(stick_.half);
        const double hollow = at.hollow > 0 ? at.hollow * turned * turned / at.radial : 0;
        bound = std::max(bound,
                         at.distance - one.width * std::abs(at.normal.dot(stick_.half)) - hollow);
      }
      return is_last || bound >= least - rounding;
    });
    // There the derivative of the distance is zero, which locates the point more accurately than
    // the distance itself.
    constexpr double kNear = 1e-6;
    double low = std::max(-1.0, s_ - kNear), high = std::min(1.0, s_ + kNear);
    const auto falls = [&](double s) { return beside(s).normal.dot(stick_.half) > 0; };
    if (!falls(low) || falls(high)) return;
    for (int step = 0; step < 40; ++step) {
      const double middle = 0.5 * (low + high);
      (falls(middle) ? low : high) = middle;
    }
    s_ = 0.5 * (low + high);
  }

  // Time during which the gap of an interval surely stays above `level`.
  [[nodiscard]] double safe_time(const Stretch& one, double level) const {
    const Beside at = beside(one.s);
    const Vec<3> v = speed(one.s);
    const double half = one.width * stick_.half.norm();
    const double fastest = v.norm() + one.width * stick_.half_velocity.norm();
    const double room = at.distance - stick_.radius - level;
    double safe = room > half ? parabola_root(room - half, -fastest, bend_) : 0;
    double bend = bend_, most = kNever, hollow = 0;
    if (at.hollow > 0) {
      if (half > 0.25 * at.radial) return safe;
      most = parabola_root(0.25 * at.radial, -fastest, bend_);
      // (a + b)² ≤ 2 (a² + b²), for the contributions of the interval and of the motion to y_φ.
      const double turned = one.width * at.around.dot(stick_.half);
      const double turning =
          std::abs(at.around.dot(v)) + one.width * std::abs(at.around.dot(stick_.half_velocity));
      hollow = 2 * at.hollow * turned * turned / at.radial;
      bend += at.hollow * (4 * turning * turning / at.radial + bend_);
    }
    const double left = room - one.width * std::abs(at.normal.dot(stick_.half)) - hollow;
    if (left < 0) return safe;
    const double rate =
        -at.normal.dot(v) - one.width * std::abs(at.normal.dot(stick_.half_velocity));
    return std::max(safe, std::min(most, parabola_root(left, rate, bend)));
  }

  [[nodiscard]] double safe_time(double level) const {
    if (stick_.is_ball) return safe_time({0, 0}, level);
    // A longer time than that of a motion so far is not needed.
    double hoped = parabola_root(hole_.radius + stick_.half.norm(),
                                 -(speed(0).norm() + stick_.half_velocity.norm()), bend_);
    constexpr double kWorse = 0.5;  // relative to single points
    double safe = kNever;
    hoped = std::min(hoped, safe_time({s_, 0}, level));
    divide([&](const Stretch& one, bool is_last) {
      hoped = std::min(hoped, safe_time({one.s, 0}, level));
      const double found = safe_time(one, level);
      if (!is_last && found < kWorse * hoped) return false;
      safe = std::min(safe, found);
      return true;
    });
    return safe;
  }

  SurfaceHole hole_;
  Vec<3> middle_, velocity_;
  const Stick& stick_;
  double bend_, s_ = 0, gap_ = 0;
};

}  // namespace clausius::rigid
