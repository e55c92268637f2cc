#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "statistics/fit.h"
#include "statistics/moments.h"

using namespace clausius;

TEST_CASE("A line through exact points is found exactly") {
  const std::vector<double> x{1, 2, 4}, y{5, 3, -1}, errors{0.1, 0.2, 0.1};
  const LineFit fit = fit_line(x, y, errors);
  CHECK(fit.slope == Approx(-2));
  CHECK(fit.intercept == Approx(7));
  CHECK(fit.chi_square == Approx(0).margin(1e-20));
  CHECK(fit.degrees_of_freedom == 1);
}

TEST_CASE("Errors of a fit are the scatter of its results") {
  RandomStream random(1, Stream::test);
  const std::vector<double> x{0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> errors{0.1, 0.1, 0.2, 0.4, 0.4, 0.2, 0.1, 0.3};
  RunningMoments slope, intercept, chi_square, unknown_slope;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> y, equal;
    for (std::size_t i = 0; i < x.size(); ++i) {
      y.push_back(3 - 0.5 * x[i] + errors[i] * random.normal());
      equal.push_back(3 - 0.5 * x[i] + 0.2 * random.normal());
    }
    const LineFit fit = fit_line(x, y, errors);
    slope.add((fit.slope + 0.5) / fit.slope_error);
    intercept.add((fit.intercept - 3) / fit.intercept_error);
    chi_square.add(fit.chi_square);
    const LineFit unknown = fit_line(x, equal);
    unknown_slope.add((unknown.slope + 0.5) / unknown.slope_error);
  }
  const double margin = 4 * std::sqrt(2.0 / 2000);
  CHECK(slope.variance() == Approx(1).margin(margin));
  CHECK(intercept.variance() == Approx(1).margin(margin));
  CHECK(chi_square.mean() == Approx(6).margin(4 * chi_square.standard_error()));
  // Student's t of six degrees: variance 3/2, kurtosis 6.
  CHECK(unknown_slope.variance() == Approx(1.5).margin(4 * 1.5 * std::sqrt(5.0 / 2000)));
}

TEST_CASE("A power law is a line of logarithms") {
  const std::vector<double> x{1, 2, 4, 8}, y{3, 0.75, 0.1875, 0.046875};
  const std::vector<double> errors{0.03, 0.0075, 0.001875, 0.00046875};
  const PowerLawFit fit = fit_power_law(x, y);
  CHECK(fit.exponent == Approx(-2));
  CHECK(fit.prefactor == Approx(3));
  // One per cent each: the error of the slope is 0.01/√Σ(ln x − mean)², mean 1.5 ln 2, sum 5 ln² 2.
  const PowerLawFit weighted = fit_power_law(x, y, errors);
  CHECK(weighted.exponent_error == Approx(0.01 / (std::sqrt(5) * std::log(2))));
  CHECK(weighted.prefactor_error == Approx(3 * 0.01 * std::sqrt(1.0 / 4 + 2.25 / 5)));
}

TEST_CASE("Fits that say nothing are refused") {
  const std::vector<double> one{1, 1, 1}, up{1, 2, 3}, two{1, 2};
  CHECK_THROWS_AS(fit_line(one, up), std::invalid_argument);
  CHECK_THROWS_AS(fit_line(two, two), std::invalid_argument);
  CHECK_THROWS_AS(fit_line(up, two, two), std::invalid_argument);
  CHECK_THROWS_AS(fit_line(up, up, std::vector<double>{1, 0, 1}), std::invalid_argument);
  CHECK_THROWS_AS(fit_power_law(std::vector<double>{0, 1, 2}, up), std::invalid_argument);
  CHECK_THROWS_AS(fit_power_law(up, std::vector<double>{1, -1, 2}), std::invalid_argument);
  CHECK_THROWS_AS(fit_power_law(up, up, two), std::invalid_argument);
}
