#pragma once

#include <Eigen/Core>

namespace clausius {

/// A vector of `Dim` doubles: position, velocity, normal.
template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

/// In three dimensions; of two, in the plane z = 0.
template <int Dim>
Vec<3> in_space(const Vec<Dim>& x) {
  Vec<3> result = Vec<3>::Zero();
  result.template head<Dim>() = x;
  return result;
}

}  // namespace clausius
