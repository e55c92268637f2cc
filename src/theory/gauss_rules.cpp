#include "gauss_rules.h"

#include <cmath>

#include "core/linear_algebra.h"

namespace clausius {

GaussRule gauss_rule(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& beside) {
  const Modes modes = tridiagonal_modes(diagonal, beside);
  return {modes.values, modes.vectors.row(0).array().square()};
}

GaussRule gauss_laguerre(int points, double alpha) {
  Eigen::VectorXd diagonal(points), beside(points - 1);
  for (int k = 0; k < points; ++k) diagonal[k] = 2 * k + alpha + 1;
  for (int k = 1; k < points; ++k) beside[k - 1] = std::sqrt(k * (k + alpha));
  return gauss_rule(diagonal, beside);
}

}  // namespace clausius
