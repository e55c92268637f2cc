#include "clausius/measure/results.h"

#include <limits>

#include "statistics/student.h"

namespace clausius {

// The parts of the error that are known for certain add to its degrees of freedom (Welch and
// Satterthwaite).
double Observable::total_degrees() const {
  const double part = (error_beside_theory ? *error_beside_theory : *error) / *total_error();
  if (!error_degrees || part <= 0) return std::numeric_limits<double>::infinity();
  return *error_degrees / (part * part * part * part);
}

std::optional<double> Observable::z() const {
  const std::optional<double>& measured = error ? error : error_beside_theory;
  if (!measured || !theory || *measured <= 0 || is_judged_by_few_events() || !theory_doubt.empty())
    return std::nullopt;
  return normal_deviation((value - *theory) / *total_error(), total_degrees());
}

double Observable::deviation_of(double z) const {
  return *total_error() * student_deviation(z, total_degrees());
}

Observable with_trend(Observable one, const std::optional<Trend>& trend) {
  one.trend = trend;
  if (!one.changes()) return one;
  // Otherwise the error is that of the trend.
  if (one.error_beside_theory) one.error_of_mean = one.error;
  one.error.reset();
  return one;
}

}  // namespace clausius
