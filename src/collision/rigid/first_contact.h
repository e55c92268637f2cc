#pragma once

#include <cmath>
#include <optional>
#include <variant>

#include "clausius/collision/contact_point.h"
#include "clausius/core/constants.h"
#include "collision/moving_wall.h"
#include "collision/obstacle_surface.h"
#include "collision/rigid/free_motion.h"

namespace clausius {

/// The two never collide during their free motion.
struct NoContact {};

/// Nothing happens before `time`; search again then. (The time at which the two are first near
/// enough, at which the horizon ends, or at which the search was suspended.)
struct Recheck {
  double time = 0;
};

using ContactSearch = std::variant<NoContact, RigidContact, Recheck>;

/// The hard half-space n·x ≥ offset, which may move along n as a wall does, and be accelerated in
/// the falling frame.
struct Wall {
  Vec<3> normal = Vec<3>::UnitX();  ///< unit vector into the wall
  double offset = 0;                ///< initial offset
  WallPath path{};                  ///< motion along the axis that the wall is perpendicular to
  double along = 1;                 ///< component of n on that axis: 1 or −1
  double clock = 0;                 ///< time of `path` at time 0
  double fall = 0;                  ///< acceleration along n

  [[nodiscard]] double offset_at(double time) const {
    return offset + along * path.displacement(clock + time) + 0.5 * fall * time * time;
  }
  [[nodiscard]] double velocity_at(double time) const {
    return along * path.velocity_at(clock + time) + fall * time;
  }
  [[nodiscard]] bool moves() const { return fall != 0 || path.moves(); }
  /// Bound of the wall's acceleration, except where it begins or ends to move.
  [[nodiscard]] double bend() const { return std::abs(fall) + path.greatest_acceleration(); }
  /// The next time at which the wall begins or ends to move.
  [[nodiscard]] double next_jolt(double time) const {
    if (!path.moves()) return kNever;
    if (clock + time < path.begin) return path.begin - clock;
    return clock + time < path.end ? path.end - clock : kNever;
  }
};

/// The first contact of two bodies from the time `from` on, if they overlap or touch already and
/// approach: now. Misses nothing that goes deeper than 1e-13 of the sum of bounding radii.
///
/// Conservative advancement with lower bounds of the gap: for every unit vector n,
/// gap(t) ≥ min over pairs of ends of n·p(t) − σ, and each term is bounded below by a parabola. Any
/// n gives a safe step; good ones (that turn along with the nearest points) make the steps converge
/// quadratically.
///
/// The result depends on the two motions, `shift` and `from` alone, not on the horizon: for
/// identical bits, independent of when the search is made, use the same `from`, such as the entry
/// of bounding_window from the later of the last events.
/// @param shift added to b's position: its periodic image
/// @param horizon time at which to stop the search, with Recheck
/// @param evaluations if given, the number of instants examined is added
ContactSearch first_contact(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift,
                            double from, double horizon, int* evaluations = nullptr);

/// First contact of a body and a wall.
ContactSearch first_contact(const FreeMotion& a, const Wall& wall, double from, double horizon,
                            int* evaluations = nullptr);

/// An obstacle, seen from a frame in free fall since time 0.
struct FixedObstacle {
  const ObstacleSurface& surface;
  Vec<3> shift = Vec<3>::Zero();  ///< shift to the image
  Vec<3> rise = Vec<3>::Zero();   ///< acceleration of the obstacle in that frame
};
/// First contact of a body and an obstacle. A body deep inside an obstacle has no contact with it.
ContactSearch first_contact(const FreeMotion& a, const FixedObstacle& obstacle, double from,
                            double horizon, int* evaluations = nullptr);

/// Time interval in which the bounding spheres of two bodies overlap, the only one in which they
/// can touch.
struct Window {
  double entry = 0;
  double exit = 0;
};
/// @return the part from `from` on; nothing if there is none
std::optional<Window> bounding_window(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift,
                                      double from);

/// The smallest gap between two bodies at `time`, negative where they overlap.
double gap_between(const FreeMotion& a, const FreeMotion& b, const Vec<3>& shift, double time);
double gap_between(const FreeMotion& a, const Wall& wall, double time);
double gap_between(const FreeMotion& a, const FixedObstacle& obstacle, double time);

/// Whether the gap between two bodies in these poses is at most `reach`.
/// @param shift added to b's position
bool are_within(const RigidBody& a, const Pose& pose_a, const RigidBody& b, const Pose& pose_b,
                const Vec<3>& shift, double reach);

}  // namespace clausius
