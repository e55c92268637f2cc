#pragma once

#include <Eigen/Core>

namespace clausius {

/// A vector of `Dim` doubles: position, velocity, normal.
template <int Dim>
using Vec = Eigen::Matrix<double, Dim, 1>;

}  // namespace clausius
