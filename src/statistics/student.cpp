#include "statistics/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/special_functions.h"

namespace clausius {

double student_cdf(double t, double degrees_of_freedom) {
  const double beyond = 0.5 * portable::ibeta(0.5 * degrees_of_freedom, 0.5,
                                              degrees_of_freedom / (degrees_of_freedom + t * t));
  return t > 0 ? 1 - beyond : beyond;
}

double student_sigma(double degrees_of_freedom) {
  const double wanted = 0.5 * (1 + portable::erf(1 / std::numbers::sqrt2));
  // Bisection between the normal and Cauchy's distribution, until the ends are neighbours.
  double low = 0.5, high = 2;
  for (double middle = 0.5 * (low + high); middle > low && middle < high;
       middle = 0.5 * (low + high))
    (student_cdf(middle, degrees_of_freedom) < wanted ? low : high) = middle;
  return low;
}

namespace {

constexpr double kFewestDegrees = 3;

double wallace(double degrees) { return (8 * degrees + 1) / (8 * degrees + 3); }

}  // namespace

double normal_deviation(double z, double degrees_of_freedom) {
  if (!std::isfinite(degrees_of_freedom)) return z;
  const double nu = std::max(kFewestDegrees, degrees_of_freedom);
  const double size = wallace(nu) * std::sqrt(nu * portable::log1p(z * z / (nu - 2)));
  return z < 0 ? -size : size;
}

double student_deviation(double normal, double degrees_of_freedom) {
  if (!std::isfinite(degrees_of_freedom)) return normal;
  const double nu = std::max(kFewestDegrees, degrees_of_freedom);
  const double size = normal / wallace(nu);
  const double z = std::sqrt((nu - 2) * portable::expm1(size * size / nu));
  return normal < 0 ? -z : z;
}

}  // namespace clausius
