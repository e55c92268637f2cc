#include "collision/rigid/first_contact.h"

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/quadratic.h"
#include "geometry/segments.h"

namespace clausius {

namespace {

/// Tolerance of a gap, in sums of bounding radii. With a hundred times as much, the energy of a
/// fast spin shows that contacts are too early; a smaller tolerance is below the rounding of
/// positions 100 diameters from the origin.
constexpr double kTouching = 1e-13;
constexpr int kMostEvaluations = 128;
/// A pair is examined again together with others once this fraction of its safe time is over: a
/// pose costs as much as a few pairs. If pairs were examined one by one at the end of their safe
/// times, two clumps of eight would need ten times as many poses.
constexpr double kEarly = 0.5;

/// A pair of groups is opened if their gap is less than this fraction of the larger radius, because
/// their parts will soon be near each other. Measured between 0.1 and 0.5, where 0.5 was a third
/// slower; not finely tuned.
constexpr double kOpened = 0.25;

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

/// Time at which a + b τ − ½ m τ² falls to 0, from now on; if a < 0, after it has risen above 0, or
/// now if it never does.
double parabola_root(double a, double b, double m) {
  if (a < 0 && b <= 0) return 0;
  const double discriminant = b * b + 2 * m * a;
  if (discriminant < 0) return a < 0 ? 0 : kNever;
  const double root = std::sqrt(discriminant);
  if (b < 0) return 2 * a / (root - b);
  return m > 0 ? (b + root) / m : kNever;
}

/// Time during which nothing can happen to members that touch and do not approach: until their gap
/// may have fallen to a tolerance below 0. If they are deeper and do not rise that far, they must
/// not sink further: so no number of hits lets resting bodies sink deeper.
/// @param safe_above(level) time during which the gap surely stays above a level
template <class SafeAbove>
double safe_time_of_touching(double gap, double tolerance, const SafeAbove& safe_above) {
  const double safe = safe_above(-tolerance);
  return safe > 0 ? safe : safe_above(gap);
}

/// A time for which the gap of a pair surely stays above `level`: with g = n + w τ and |g| ≥ 1,
/// |g| gap ≥ g·p − σ|g| for each pair of ends, at p + p'τ with an acceleration of at most `bend`.
/// So with |g| ≤ √2 while |w| τ ≤ 1,
///   g·p − σ|g| ≥ (n·p − σ) + (n·p' + w·p) τ − ½ (√2 bend − 2 w·p' + σ w²) τ².
double safe_time(const Pair& pair, const Vec<3>& n, const Vec<3>& w, double level) {
  const double w_sq = w.squaredNorm();
  const double bend = w_sq > 0 ? std::numbers::sqrt2 * pair.bend + pair.sigma * w_sq : pair.bend;
  // For centres or half axes: the gap, its rate, and the contribution of w to its acceleration
  // bound.
  const auto terms = [&](const Vec<3>& r, const Vec<3>& v) {
    return Vec<3>(n.dot(r), n.dot(v) + w.dot(r), -2 * w.dot(v));
  };
  const Vec<3> middle = terms(pair.d, pair.d_velocity) - Vec<3>(pair.sigma + level, 0, -bend);
  double safe = w_sq > 0 ? 1 / std::sqrt(w_sq) : kNever;
  const auto consider = [&](const Vec<3>& end) {
    safe = std::min(safe, parabola_root(end[0], end[1], end[2]));
  };
  const auto consider_b = [&](const Vec<3>& end) {
    if (pair.b.is_ball) return consider(end);
    const Vec<3> half = terms(pair.b.half, pair.b.half_velocity);
    consider(end + half);
    consider(end - half);
  };
  if (pair.a.is_ball) {
    consider_b(middle);
  } else {
    const Vec<3> half = terms(pair.a.half, pair.a.half_velocity);
    consider_b(middle + half);
    consider_b(middle - half);
  }
  return safe;
}

/// Rate at which the separating normal turns: with the line between the nearest points and, if such
/// a point lies between the ends of an axis, so that this axis stays level.
Vec<3> turning(const Pair& pair, const Gap& gap) {
  Vec<3> line = (gap.velocity - gap.rate * gap.normal) / gap.distance;
  const bool inner_a = !pair.a.is_ball && std::abs(gap.s) < 1;
  const bool inner_b = !pair.b.is_ball && std::abs(gap.t) < 1;
  if (!inner_a && !inner_b) return line;
  const double tilt_a = -gap.normal.dot(pair.a.half_velocity);
  const double tilt_b = -gap.normal.dot(pair.b.half_velocity);
  if (inner_a && inner_b) {
    const double aa = pair.a.half.squaredNorm();
    const double bb = pair.b.half.squaredNorm();
    const double ab = pair.a.half.dot(pair.b.half);
    const double det = aa * bb - ab * ab;
    // Two axes this nearly parallel cannot both be kept level for any useful time.
    constexpr double kParallel = 1e-10;
    if (det > kParallel * aa * bb)
      return ((tilt_a * bb - tilt_b * ab) / det) * pair.a.half +
             ((tilt_b * aa - tilt_a * ab) / det) * pair.b.half;
  }
  const Vec<3>& half = inner_a ? pair.a.half : pair.b.half;
  const double tilt = inner_a ? tilt_a : tilt_b;
  return line + ((tilt - line.dot(half)) / half.squaredNorm()) * half;
}

/// Time during which nothing can happen to a pair.
double safe_time(const Pair& pair, const Gap& gap, double level) {
  if (pair.a.is_ball && pair.b.is_ball) {
    // Two balls: n and w lie along the line of centres, which simplifies the bound.
    const double w_sq = std::max(0.0, gap.velocity.squaredNorm() - gap.rate * gap.rate) /
                        (gap.distance * gap.distance);
    const double room = gap.size - level;
    const double turning_bend =
        std::numbers::sqrt2 * pair.bend + (pair.sigma - 2 * gap.distance) * w_sq;
    return std::max(parabola_root(room, gap.rate, pair.bend),
                    std::min(parabola_root(room, gap.rate, turning_bend), 1 / std::sqrt(w_sq)));
  }
  const double safe = safe_time(pair, gap.normal, Vec<3>::Zero(), level);
  if (gap.distance == 0) return safe;
  return std::max(safe, safe_time(pair, gap.normal, turning(pair, gap), level));
}

/// Calls `visit` with the nearest points if they touch, and with those of each touching end.
template <class Visit>
void touching(const Pair& pair, double tolerance, Visit&& visit) {
  const Gap nearest(pair);
  if (nearest.size > tolerance) return;
  visit(nearest);
  if (pair.a.is_ball || pair.b.is_ball) return;
  for (const double end : {-1.0, 1.0}) {
    // An end is a segment without length.
    NearestPoints of_a = nearest_points(pair.d - end * pair.a.half, Vec<3>::Zero(), pair.b.half);
    of_a.s = end;
    NearestPoints of_b = nearest_points(pair.d + end * pair.b.half, pair.a.half, Vec<3>::Zero());
    of_b.t = end;
    for (const NearestPoints& points : {of_a, of_b})
      if (const Gap gap(pair, points); gap.size <= tolerance) visit(gap);
  }
}

/// State of a pair that may touch: whether it does, the rate of its gap, and the time for which it
/// is safe.
struct Look {
  double gap, rate, safe;
};
Look look_at(const Pair& pair, double tolerance) {
  const Gap gap(pair);
  if (gap.size > tolerance) return {gap.size, gap.rate, safe_time(pair, gap, 0)};
  // Touching, possibly in more than one point.
  double rate = gap.rate;
  touching(pair, tolerance, [&](const Gap& other) { rate = std::min(rate, other.rate); });
  if (rate < 0) return {gap.size, rate, 0};
  const double safe = safe_time_of_touching(
      gap.size, tolerance, [&](double level) { return safe_time(pair, gap, level); });
  return {gap.size, rate, safe};
}

/// Keeps the point that approaches fastest and, among the others, the one farthest from it.
class Selection {
 public:
  void add(const ContactPoint& point) { found_.push_back(point); }

  [[nodiscard]] RigidContact at(double time, double length) const {
    constexpr double kSame = 1e-9;
    RigidContact contact;
    contact.time = time;
    const auto& first = *std::min_element(
        found_.begin(), found_.end(), [](const auto& p, const auto& q) { return p.rate < q.rate; });
    contact.points.push_back(first);
    const auto distance = [&](const ContactPoint& p) {
      return (p.first_arm - first.first_arm).squaredNorm() +
             (p.second_arm - first.second_arm).squaredNorm();
    };
    const auto& second =
        *std::max_element(found_.begin(), found_.end(),
                          [&](const auto& p, const auto& q) { return distance(p) < distance(q); });
    if (distance(second) > kSame * kSame * length * length) contact.points.push_back(second);
    return contact;
  }

 private:
  boost::container::small_vector<ContactPoint, 8> found_;
};

/// A pair that may touch: a member or group of each body. Until some time it is known not to.
struct Candidate {
  std::size_t first, second;
  Window safe;
};
using Candidates = boost::container::small_vector<Candidate, 64>;

/// Two bodies at successive instants.
class BodyPair {
 public:
  BodyPair(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift)
      : a_(a), b_(b), shift_(shift), sticks_a_(a), sticks_b_(b) {}

  void move_to(double time) {
    const Pose pose_a = a_.pose_at(time);
    const Pose pose_b = b_.pose_at(time);
    separation_ = pose_b.r - pose_a.r + shift_;
    sticks_a_.move_to(pose_a, Vec<3>::Zero());
    sticks_b_.move_to(pose_b, separation_);
  }

  [[nodiscard]] Candidates candidates(double time) const {
    Candidates all;
    for (std::size_t i = sticks_a_.first_top(); i < sticks_a_.parts(); ++i)
      for (std::size_t j = sticks_b_.first_top(); j < sticks_b_.parts(); ++j)
        all.push_back({i, j, {time, time}});
    return all;
  }
  [[nodiscard]] double scale() const {
    return a_.body().bounding_radius + b_.body().bounding_radius;
  }

  /// The pairs of parts of a pair of groups, if the groups are too near each other to be examined
  /// as wholes.
  [[nodiscard]] std::optional<std::array<Candidate, 2>> opened(const Candidate& candidate) {
    const auto [i, j, safe] = candidate;
    if (!sticks_a_.is_group(i) && !sticks_b_.is_group(j)) return std::nullopt;
    const double radius_a = sticks_a_.is_group(i) ? sticks_a_.group(i).radius : 0;
    const double radius_b = sticks_b_.is_group(j) ? sticks_b_.group(j).radius : 0;
    const Gap gap(Pair(sticks_a_[i], sticks_b_[j]));
    if (gap.size > kOpened * std::max(radius_a, radius_b)) return std::nullopt;
    return parts_of_larger(i, j, safe);
  }

  [[nodiscard]] Look look(const Candidate& candidate, double tolerance) {
    return look_at(Pair(sticks_a_[candidate.first], sticks_b_[candidate.second]), tolerance);
  }

  /// All points whose gap is at most `tolerance`.
  [[nodiscard]] RigidContact contact(double time, double tolerance) {
    Selection selection;
    Candidates left = candidates(time);
    for (std::size_t k = 0; k < left.size(); ++k) {
      const auto [i, j, safe] = left[k];
      const Pair pair(sticks_a_[i], sticks_b_[j]);
      if (sticks_a_.is_group(i) || sticks_b_.is_group(j)) {
        if (Gap(pair).size <= tolerance)
          for (const Candidate& part : parts_of_larger(i, j, safe)) left.push_back(part);
        continue;
      }
      touching(pair, tolerance, [&, i = i, j = j](const Gap& gap) {
        selection.add({gap.normal, pair.a.centre + gap.s * pair.a.half,
                       pair.b.centre - separation_ + gap.t * pair.b.half, i, j, gap.size,
                       gap.rate});
      });
    }
    return selection.at(time, scale());
  }

  [[nodiscard]] double gap() {
    double least = kNever;
    for (std::size_t i = 0; i < sticks_a_.members(); ++i)
      for (std::size_t j = 0; j < sticks_b_.members(); ++j)
        least = std::min(least, Gap(Pair(sticks_a_[i], sticks_b_[j])).size);
    return least;
  }

 private:
  [[nodiscard]] std::array<Candidate, 2> parts_of_larger(std::size_t i, std::size_t j,
                                                         const Window& safe) const {
    const bool open_first =
        sticks_a_.is_group(i) &&
        (!sticks_b_.is_group(j) || sticks_a_.group(i).radius >= sticks_b_.group(j).radius);
    if (open_first) {
      const auto& parts = sticks_a_.group(i).parts;
      return {Candidate{parts[0], j, safe}, Candidate{parts[1], j, safe}};
    }
    const auto& parts = sticks_b_.group(j).parts;
    return {Candidate{i, parts[0], safe}, Candidate{i, parts[1], safe}};
  }

  const FreeMotion& a_;
  const FreeMotion& b_;
  Vec<3> shift_;
  Vec<3> separation_ = Vec<3>::Zero();
  Sticks sticks_a_, sticks_b_;
};

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

/// Whether so little is left of a safe time that the pair is examined again.
bool is_due(const Window& safe, double time) {
  return time >= safe.entry + kEarly * (safe.exit - safe.entry);
}

/// Advances from one instant to the next at which something could happen.
template <class Meeting>
ContactSearch advance(Meeting&& meeting, const Window& window, double horizon, int* evaluations) {
  if (window.entry > horizon) return Recheck{window.entry};
  const double tolerance = kTouching * meeting.scale();
  Candidates candidates = meeting.candidates(window.entry);
  double time = window.entry;
  for (int evaluation = 0; evaluation < kMostEvaluations; ++evaluation) {
    if (evaluations) ++*evaluations;
    meeting.move_to(time);
    // Less than the resolution of time: the gap counts as closed.
    const double least_step = 4 * std::numeric_limits<double>::epsilon() * std::abs(time);
    std::optional<double> touching;  // the gap that closes
    double next = kNever;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      if (is_due(candidates[k].safe, time)) {
        while (const auto parts = meeting.opened(candidates[k])) {
          candidates[k] = (*parts)[0];
          candidates.push_back((*parts)[1]);
        }
        const auto look = meeting.look(candidates[k], tolerance);
        if (look.rate < 0 && look.safe <= least_step)
          touching = std::max(touching.value_or(tolerance), look.gap);
        Window& safe = candidates[k].safe;
        safe = {time, std::max(safe.exit, time + std::max(look.safe, least_step))};
      }
      next = std::min(next, candidates[k].safe.exit);
    }
    if (touching) return meeting.contact(time, *touching);
    if (next > window.exit) return NoContact{};
    time = next;
    if (time > horizon) break;
  }
  return Recheck{time};
}

/// Time at which the gap g + v τ of a uniform motion is at most 0.
std::optional<Window> steady_window(double gap, double rate, double reach, double from) {
  const double entry = gap > reach ? (rate < 0 ? (gap - reach) / -rate : kNever) : 0;
  const double exit = rate > 0 ? (reach - gap) / rate : kNever;
  if (entry == kNever || exit < 0) return std::nullopt;
  return Window{from + entry, from + exit};
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
