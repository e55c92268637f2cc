#pragma once

#include <Eigen/Core>

namespace clausius {

/// Reaches are taken so much larger: rounding must not part what just touches. A hundred times
/// larger, and nothing but a little time is lost; smaller, and far from the origin positions are
/// not held that well.
inline constexpr double kWider = 1 + 1e-9;

/// A vector of `Dim` doubles: position, velocity, normal.
template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

/// A tensor in space.
using Mat3 = Eigen::Matrix3d;

/// In three dimensions; of two, in the plane z = 0.
template <int Dim>
Vec<3> in_space(const Vec<Dim>& x) {
  Vec<3> result = Vec<3>::Zero();
  result.template head<Dim>() = x;
  return result;
}

}  // namespace clausius
