#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "statistics/student.h"

using namespace clausius;

TEST_CASE("Student's t of one, two and very many degrees of freedom") {
  for (const double t : {-3.0, -0.7, 0.0, 0.2, 1.0, 5.0}) {
    CHECK(student_cdf(t, 1) == Approx(0.5 + std::atan(t) / std::numbers::pi));
    CHECK(student_cdf(t, 2) == Approx(0.5 + t / (2 * std::sqrt(2 + t * t))));
    CHECK(student_cdf(t, 1e9) == Approx(0.5 * std::erfc(-t / std::numbers::sqrt2)).margin(1e-8));
  }
}

TEST_CASE("half widths that hold as much of Student's t as one standard error of a normal number") {
  // The tangent of the angle of Cauchy's distribution, and printed tables.
  const double share = std::erf(1 / std::numbers::sqrt2);
  CHECK(student_sigma(1) == Approx(std::tan(0.5 * std::numbers::pi * share)));
  CHECK(student_sigma(2) == Approx(1.3213).margin(1e-4));
  CHECK(student_sigma(4) == Approx(1.1416).margin(1e-4));
  CHECK(student_sigma(1e9) == Approx(1).margin(1e-6));
}

TEST_CASE("Deviations over errors from few blocks become normal numbers") {
  for (const double nu : {3.0, 6.0, 20.0, 1e6})
    for (const double z : {-6.0, -1.0, 0.3, 4.0}) {
      const double normal = normal_deviation(z, nu);
      CHECK(student_deviation(normal, nu) == Approx(z));
      // The error is scaled: Student's variable is z √(ν/(ν − 2)).
      const double exact = student_cdf(-std::abs(z) * std::sqrt(nu / (nu - 2)), nu);
      const double found = 0.5 * std::erfc(std::abs(normal) / std::numbers::sqrt2);
      CHECK(found == Approx(exact).epsilon(0.25));
    }
}
