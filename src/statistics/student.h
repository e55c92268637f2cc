#pragma once

namespace clausius {

/// Probability that a number of Student's t distribution is at most `t`.
double student_cdf(double t, double degrees_of_freedom);

/// Half width of the interval of Student's t distribution that has the probability of a standard
/// normal number within ±1, 68.27 %: 1.837 for one degree of freedom, 1.142 for four, 1 for very
/// many. The error of a mean of few values exceeds their scatter by this factor.
double student_sigma(double degrees_of_freedom);

/// The standard normal number that is as improbable as a deviation of `z` standard errors, where
/// the error is from few blocks: scaled so that deviations over error have a variance of 1, see
/// SeriesEstimate, they follow Student's law of at least three degrees of freedom. By D. L.
/// Wallace's formula, Ann. Math. Statist. 30 (1959) 1124.
double normal_deviation(double z, double degrees_of_freedom);
/// Its inverse.
double student_deviation(double normal, double degrees_of_freedom);

}  // namespace clausius
