#pragma once

#include <boost/container/small_vector.hpp>

#include "clausius/geometry/rigid_body.h"

namespace clausius {

/// A rigid body in an orientation: the data of its shape for overlap tests, without motion.
class PlacedBody {
 public:
  /// A member: all points within `radius` of a segment, centre ± half, relative to the centre.
  struct Stick {
    Vec<3> centre, half;
    double radius;
  };

  /// @param orientation from the principal frame to space
  /// @param scale of all lengths, about the centre of mass
  explicit PlacedBody(const RigidBody& body,
                      const Eigen::Quaterniond& orientation = Eigen::Quaterniond::Identity(),
                      double scale = 1);

  /// The gap between two bodies, `apart` being the vector from the centre of this one to that of
  /// the other; negative if they overlap.
  [[nodiscard]] double gap(const PlacedBody& other, const Vec<3>& apart) const;

  /// Whether gap() is less than `gap`, decided without testing all members of either.
  [[nodiscard]] bool is_nearer(const PlacedBody& other, const Vec<3>& apart, double gap) const;
  /// Whether the gap between this body and a single stick is less than `gap`; `place` is the vector
  /// from the centre of the body to that of the stick.
  [[nodiscard]] bool is_nearer(const Stick& stick, const Vec<3>& place, double gap) const;

  /// Its extent from its centre along the unit vector `n`.
  [[nodiscard]] double extent(const Vec<3>& n) const;

  [[nodiscard]] double bounding_radius() const { return bounding_radius_; }

  [[nodiscard]] const auto& sticks() const { return sticks_; }

 private:
  boost::container::small_vector<Stick, 4> sticks_;
  double bounding_radius_;
};

}  // namespace clausius
