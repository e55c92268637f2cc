#include "statistics/extrapolation.h"

#include <cmath>

#include "core/elementary.h"
#include "core/linear_algebra.h"

namespace clausius {

std::vector<double> extrapolation_weights(std::size_t bins, int degree) {
  const auto rows = static_cast<Eigen::Index>(bins);
  const auto inv_bins = 1 / static_cast<double>(bins);
  Eigen::MatrixXd powers(rows, degree + 1);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double from = static_cast<double>(i) * inv_bins, to = from + inv_bins;
    for (int k = 0; k <= degree; ++k)  // mean of x^k over the bin
      powers(i, k) = (portable::pow(to, k + 1) - portable::pow(from, k + 1)) / ((k + 1) * inv_bins);
  }
  const Eigen::VectorXd weights = pseudo_inverse(powers).row(0);
  return {weights.begin(), weights.end()};
}

}  // namespace clausius
