#pragma once

namespace clausius {

/// Probability that a number of Student's t distribution is at most `t`.
double student_cdf(double t, double degrees_of_freedom);

/// Half width of the interval of Student's t distribution that has the probability of a standard
/// normal number within ±1, 68.27 %: 1.837 for one degree of freedom, 1.142 for four, 1 for very
/// many. The error of a mean of few values exceeds their scatter by this factor.
double student_sigma(double degrees_of_freedom);

}  // namespace clausius
