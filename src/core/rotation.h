#pragma once

#include <Eigen/Geometry>

#include "clausius/core/vec.h"
#include "core/elementary.h"

namespace clausius {

/// Matrix of a unit quaternion. Compiled separately: in combination with other code GCC contracts
/// some of the products and sums, even with contraction off.
Eigen::Matrix3d rotation_matrix(const Eigen::Quaterniond& q);

/// The rotation by `angle` about `axis`, a unit vector: Eigen::AngleAxis, with the same bits
/// everywhere.
inline Eigen::Quaterniond rotation_about(const Vec<3>& axis, double angle) {
  const auto [sine, cosine] = portable::sincos(0.5 * angle);
  return {cosine, sine * axis.x(), sine * axis.y(), sine * axis.z()};
}

/// A rotation as a matrix.
inline Eigen::Matrix3d rotation_matrix_about(const Vec<3>& axis, double angle) {
  const auto [sine, cosine] = portable::sincos(angle);
  const Vec<3> s = sine * axis;
  const Vec<3> c = (1 - cosine) * axis;
  Eigen::Matrix3d matrix;
  matrix << c.x() * axis.x() + cosine, c.x() * axis.y() - s.z(), c.x() * axis.z() + s.y(),
      c.x() * axis.y() + s.z(), c.y() * axis.y() + cosine, c.y() * axis.z() - s.x(),
      c.x() * axis.z() - s.y(), c.y() * axis.z() + s.x(), c.z() * axis.z() + cosine;
  return matrix;
}

}  // namespace clausius
