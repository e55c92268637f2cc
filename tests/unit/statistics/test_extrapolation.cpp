#include <catch2/catch.hpp>
#include <cmath>

#include "statistics/extrapolation.h"

using namespace clausius;

TEST_CASE("Bins of a polynomial are extrapolated to their edge") {
  // Means of 2 − x + 3x² − x³ over bins of width 0.1: F(x) = 2x − x²/2 + x³ − x⁴/4.
  const auto whole = [](double x) { return 2 * x - x * x / 2 + x * x * x - std::pow(x, 4) / 4; };
  const auto weights = extrapolation_weights(9, 3);
  REQUIRE(weights.size() == 9);
  double value = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double from = 0.1 * static_cast<double>(i);
    value += weights[i] * (whole(from + 0.1) - whole(from)) / 0.1;
  }
  CHECK(value == Approx(2).epsilon(1e-10));
  // Least squares of a constant: the mean.
  for (const double weight : extrapolation_weights(4, 0)) CHECK(weight == Approx(0.25));
}
