#pragma once

#include <Eigen/Core>
#include <vector>

namespace clausius {

/// One axis of a box: its length, the boundary condition at its ends, and the observed part of it,
/// within [0, length].
struct DiffusionAxis {
  double length = 1;
  bool periodic = true;  ///< otherwise reflecting
  double low = 0, high = 1;
};

/// The probability that a diffusing particle which starts anywhere in a part of a box is in that
/// part again: the diffusion equation, in waves that fit the box.
class ReturnProbability {
 public:
  /// @param axes two or three
  /// @param pixels columns from low x × rows from low y, over the observed part along the first two
  /// axes: 1 in it, 0 not
  ReturnProbability(const std::vector<DiffusionAxis>& axes, const Eigen::MatrixXd& pixels);

  /// Value after displacements with a Gaussian distribution of variance 2·`half_square` along each
  /// axis.
  [[nodiscard]] double operator()(double half_square) const;

 private:
  struct Factor {
    Eigen::MatrixXd power;                // power of each wave relative to the total
    Eigen::VectorXd rate_low, rate_high;  // squares of the wave numbers, by row and by column
  };
  std::vector<Factor> factors_;  // factors for the plane and for the third axis
};

}  // namespace clausius
