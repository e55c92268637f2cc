#pragma once

#include <Eigen/Core>

namespace clausius {

/// Relative margin added to search distances, so that rounding cannot separate particles that just
/// touch. A hundred times larger costs only a little time; a smaller margin would be below the
/// rounding of positions far from the origin.
inline constexpr double kWider = 1 + 1e-9;

/// A vector of `Dim` doubles: position, velocity, normal.
template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

/// A tensor in space.
using Mat3 = Eigen::Matrix3d;

/// Converts a vector to three dimensions; a two-dimensional one lies in the plane z = 0.
template <int Dim>
Vec<3> in_space(const Vec<Dim>& x) {
  Vec<3> result = Vec<3>::Zero();
  result.template head<Dim>() = x;
  return result;
}

}  // namespace clausius
