#pragma once

#include <span>

namespace clausius {

/// y = intercept + slope·x with one standard error of each.
struct LineFit {
  double intercept = 0, intercept_error = 0;
  double slope = 0, slope_error = 0;
  double chi_square = 0;  ///< χ² of the residuals; with unknown errors their sum of squares
  double degrees_of_freedom = 0;  ///< points − 2
};

/// Weighted least squares with known standard errors of y.
/// @throws std::invalid_argument unless the sizes agree, there are at least two different x, and
///         all errors are positive.
LineFit fit_line(std::span<const double> x, std::span<const double> y,
                 std::span<const double> y_errors);

/// Least squares with equal, unknown errors of y, taken from the scatter about the line.
/// @throws std::invalid_argument unless there are at least three points and two different x.
LineFit fit_line(std::span<const double> x, std::span<const double> y);

/// y = prefactor·x^exponent, a straight line of ln y over ln x.
struct PowerLawFit {
  double prefactor = 0, prefactor_error = 0;
  double exponent = 0, exponent_error = 0;
};

/// @throws std::invalid_argument like fit_line, and unless all x and y are positive.
PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y,
                          std::span<const double> y_errors);
PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y);

}  // namespace clausius
