#include "collision/rigid/first_contact.h"

#include <algorithm>
#include <cmath>

#include "collision/rigid/body_and_obstacle.h"
#include "collision/rigid/body_and_wall.h"
#include "collision/rigid/body_pair.h"
#include "collision/rigid/direct_look.h"
#include "geometry/segments.h"

namespace clausius {

namespace {

using namespace rigid;  // NOLINT(google-build-using-namespace)

/// Time at which the gap g + v τ of a uniform motion is at most 0.
std::optional<Window> steady_window(double gap, double rate, double reach, double from) {
  const double entry = gap > reach ? (rate < 0 ? (gap - reach) / -rate : kNever) : 0;
  const double exit = rate > 0 ? (reach - gap) / rate : kNever;
  if (entry == kNever || exit < 0) return std::nullopt;
  return Window{from + entry, from + exit};
}

/// Search for the first contact of two bodies of which all members are looked at each time.
template <class Two>
[[gnu::flatten]] ContactSearch direct_search(const Two& two, const FreeMotion& a,
                                             const FreeMotion& b, const Vec<3>& shift, double from,
                                             double horizon, int* evaluations) {
  if (two.flyby().are_apart(from)) {
    const std::optional<Window> window = bounding_window(a, b, shift, from);
    if (!window) return NoContact{};
    from = window->entry;
  }
  const double tolerance = kTouching * (a.body().bounding_radius + b.body().bounding_radius);
  const std::optional<double> near = follow_apart(two, from, tolerance, horizon, evaluations);
  if (!near) return NoContact{};
  if (*near > horizon) return Recheck{*near};
  const std::optional<Window> window = bounding_window(a, b, shift, *near);
  if (!window) return NoContact{};
  return advance(BodyPair(a, b, shift), *window, horizon, evaluations);
}

}  // namespace

std::optional<Window> bounding_window(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift,
                                      double from) {
  const auto position = [from](const FreeMotion& motion) -> Vec<3> {
    return motion.start().r + (from - motion.start().time) * motion.start().v;
  };
  const Vec<3> r = position(b) - position(a) + shift;
  const Vec<3> v = b.start().v - a.start().v;
  const double reach = kWider * (a.body().bounding_radius + b.body().bounding_radius);
  const double r_sq = r.squaredNorm();
  const double v_sq = v.squaredNorm();
  const double b_rv = r.dot(v);
  const double discriminant = reach * reach * v_sq - r.cross(v).squaredNorm();
  const bool inside = r_sq <= reach * reach;
  if (!inside && (b_rv >= 0 || discriminant <= 0)) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, discriminant));
  const double entry = inside ? 0 : (r_sq - reach * reach) / (root - b_rv);
  const double exit = v_sq > 0 ? (root - b_rv) / v_sq : kNever;
  return Window{from + entry, from + exit};
}

ContactSearch first_contact(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift,
                            double from, double horizon, int* evaluations) {
  if (TwoRods::are(a.body(), b.body()))
    return direct_search(TwoRods(a, b, shift), a, b, shift, from, horizon, evaluations);
  if (TwoClumps::are(a.body(), b.body()))
    return direct_search(TwoClumps(a, b, shift), a, b, shift, from, horizon, evaluations);
  const std::optional<Window> window = bounding_window(a, b, shift, from);
  if (!window) return NoContact{};
  return advance(BodyPair(a, b, shift), *window, horizon, evaluations);
}

ContactSearch first_contact(const FreeMotion& a, const Wall& wall, double from, double horizon,
                            int* evaluations) {
  const RigidState& start = a.start();
  const Vec<3> r = start.r + (from - start.time) * start.v;
  const double gap = wall.offset_at(from) - wall.normal.dot(r);
  const double rate = wall.velocity_at(from) - wall.normal.dot(start.v);
  const double reach = kWider * a.body().bounding_radius;
  std::optional<Window> window;
  if (!wall.moves())
    window = steady_window(gap, rate, reach, from);
  else  // not before the bounding sphere can be there, and then at any time
    window =
        Window{from + std::min(wall.next_jolt(from) - from,
                               gap > reach ? parabola_root(gap - reach, rate, wall.bend()) : 0),
               kNever};
  if (!window || window->entry == kNever) return NoContact{};
  return advance(BodyAndWall(a, wall), *window, horizon, evaluations);
}

ContactSearch first_contact(const FreeMotion& a, const FixedObstacle& obstacle, double from,
                            double horizon, int* evaluations) {
  const RigidState& start = a.start();
  const double reach = kWider * a.body().bounding_radius;
  const Vec<3> r = start.r + (from - start.time) * start.v -
                   (obstacle.shift + 0.5 * from * from * obstacle.rise);
  const Vec<3> v = start.v - from * obstacle.rise;
  const Vec<3> low = obstacle.surface.low.array() - reach,
               high = obstacle.surface.high.array() + reach;
  Window window{from, kNever};
  if (obstacle.rise.isZero(0)) {
    // While the centre is in the box extended by its reach.
    for (int k = 0; k < 3; ++k) {
      const auto one = steady_window(std::abs(r[k] - 0.5 * (low[k] + high[k])),
                                     r[k] < 0.5 * (low[k] + high[k]) ? -v[k] : v[k],
                                     0.5 * (high[k] - low[k]), from);
      if (!one) return NoContact{};
      window = {std::max(window.entry, one->entry), std::min(window.exit, one->exit)};
    }
    if (window.entry > window.exit) return NoContact{};
  } else {  // not before it can be there, and then at any time
    const double way = (r - r.cwiseMax(low).cwiseMin(high)).norm();
    window.entry = from + (way > 0 ? parabola_root(way, -v.norm(), obstacle.rise.norm()) : 0);
  }
  return advance(BodyAndObstacle(a, obstacle), window, horizon, evaluations);
}

double gap_between(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift, double time) {
  BodyPair pair(a, b, shift);
  pair.move_to(time);
  return pair.gap();
}

double gap_between(const FreeMotion& a, const Wall& wall, double time) {
  BodyAndWall pair(a, wall);
  pair.move_to(time);
  return pair.gap();
}

double gap_between(const FreeMotion& a, const FixedObstacle& obstacle, double time) {
  BodyAndObstacle pair(a, obstacle);
  pair.move_to(time);
  return pair.gap();
}

bool are_within(const RigidBody& a, const Pose& pose_a, const RigidBody& b, const Pose& pose_b,
                const Vec<3>& shift, double reach) {
  const Vec<3> separation = pose_b.r - pose_a.r + shift;
  // A member, or a group as a ball.
  const auto part_of = [](const RigidBody& body, std::size_t k) {
    if (k < body.members.size()) return body.members[k];
    const Group& group = body.groups[k - body.members.size()];
    return Member{group.centre, 0, group.radius};
  };
  const auto arm = [](const RigidBody& body, const Pose& pose, const Vec<3>& centre) -> Vec<3> {
    return body.collinear ? Vec<3>(centre.x() * pose.axes.col(0)) : Vec<3>(pose.axes * centre);
  };
  const auto near = [&](const auto& self, std::size_t i, std::size_t j) -> bool {
    const Member first = part_of(a, i), second = part_of(b, j);
    const Vec<3> d = separation + arm(b, pose_b, second.centre) - arm(a, pose_a, first.centre);
    const double least = first.radius + second.radius + reach;
    const double most = least + first.half_shaft + second.half_shaft;
    if (d.squaredNorm() > most * most) return false;
    const NearestPoints points = nearest_points(d, first.half_shaft * pose_a.axes.col(0),
                                                second.half_shaft * pose_b.axes.col(0));
    if (points.separation.squaredNorm() > least * least) return false;
    const bool groups_i = i >= a.members.size(), groups_j = j >= b.members.size();
    if (!groups_i && !groups_j) return true;
    if (groups_i && (!groups_j || first.radius >= second.radius)) {
      const auto& parts = a.groups[i - a.members.size()].parts;
      return self(self, parts[0], j) || self(self, parts[1], j);
    }
    const auto& parts = b.groups[j - b.members.size()].parts;
    return self(self, i, parts[0]) || self(self, i, parts[1]);
  };
  for (std::size_t i = a.first_part(); i < a.parts(); ++i)
    for (std::size_t j = b.first_part(); j < b.parts(); ++j)
      if (near(near, i, j)) return true;
  return false;
}

}  // namespace clausius
