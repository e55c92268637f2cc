#pragma once

#include <algorithm>
#include <array>
#include <boost/container/static_vector.hpp>
#include <cstddef>

#include "clausius/core/vec.h"

namespace clausius {

/// One point in which a body touches another one or a wall.
struct ContactPoint {
  Vec<3> normal = Vec<3>::Zero();  ///< unit vector from first to second (to the wall)
  /// Vector from the centre of mass to the nearest point of the member's axis. The surface point
  /// lies radius·n further (on the second body −radius·n), which changes no torque.
  Vec<3> first_arm = Vec<3>::Zero();
  Vec<3> second_arm = Vec<3>::Zero();  ///< zero at a wall
  std::size_t first_member = 0;
  std::size_t second_member = 0;  ///< 0 at a wall
  double gap = 0;
  /// Rate of change of the gap: n·(v₂ + ω₂×r₂ − v₁ − ω₁×r₁), from the material points.
  double rate = 0;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(normal, first_arm, second_arm, first_member, second_member, gap, rate);
  }
};

/// Where and when two bodies touch and approach each other. There are two points where two
/// stretches touch at once: parallel shafts touch at both ends of their overlap. The first point is
/// the one at which they approach fastest.
struct RigidContact {
  double time = 0;
  boost::container::static_vector<ContactPoint, 2> points;

  template <class Archive>
  void serialize(Archive& archive) {
    std::size_t count = points.size();
    archive(time, count);
    points.resize(std::min(count, points.capacity()));
    for (ContactPoint& point : points) archive(point);
  }
};

/// Outcome of a collision between two rigid bodies, or of a body with a wall.
struct RigidImpulse {
  /// Impulse J ≥ 0 in each point of the contact: momentum given to the second body along the normal
  /// and taken from the first. It may be below 0 where tangential restitution acts without
  /// friction.
  std::array<double, 2> impulse{};
  /// The momentum across the normal that rough bodies give in each point.
  std::array<Vec<3>, 2> tangential{Vec<3>::Zero(), Vec<3>::Zero()};
  /// Predicted change of energy, ½ (1 − e) Σ J u_n, exact; for one point −½ (1 − e²) u_n²/k. Where
  /// the minimum rebound speed applies, the energy that it adds is included, and that by friction.
  double energy_change = 0;
  double tangential_loss = 0;  ///< the part of it by rough surfaces, 0 or less
  bool slides = false;         ///< whether friction limited the impulse in some point

  template <class Archive>
  void serialize(Archive& archive) {
    archive(impulse, tangential, energy_change, tangential_loss, slides);
  }
};

}  // namespace clausius
