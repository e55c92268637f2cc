#pragma once

#include <Eigen/Core>
#include <vector>

namespace clausius {

/// Along one axis of a box: its length, what becomes of a particle at its ends, and the part of it
/// that is looked at, within [0, length].
struct DiffusionAxis {
  double length = 1;
  bool periodic = true;  ///< or reflecting
  double low = 0, high = 1;
};

/// The probability that a particle which starts anywhere in a part of a box and wanders at random
/// is in that part again: the diffusion equation, in waves that fit the box.
class ReturnProbability {
 public:
  /// @param axes two or three
  /// @param pixels columns from low x × rows from low y, over the part looked at along the first
  ///        two axes: 1 in it, 0 not
  ReturnProbability(const std::vector<DiffusionAxis>& axes, const Eigen::MatrixXd& pixels);

  /// When a Gaussian of variance 2·`half_square` along each axis says how far it has come.
  [[nodiscard]] double operator()(double half_square) const;

 private:
  struct Factor {
    Eigen::MatrixXd power;                // of each wave, over that of all
    Eigen::VectorXd rate_low, rate_high;  // squares of the wave numbers, by row and by column
  };
  std::vector<Factor> factors_;  // of the plane, and of the third axis
};

}  // namespace clausius
