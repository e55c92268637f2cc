#pragma once

namespace clausius {

/// Probability that a number of Student's t distribution is at most `t`.
double student_cdf(double t, double degrees_of_freedom);

/// The half width of the interval that holds a standard normal number's share within ±1, 68.27 %,
/// of Student's t distribution: 1.837 for one degree of freedom, 1.142 for four, 1 for very many.
/// By so much more than the scatter of few values is the error of their mean.
double student_sigma(double degrees_of_freedom);

}  // namespace clausius
