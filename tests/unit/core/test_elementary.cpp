#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "clausius/core/random.h"
#include "core/elementary.h"
#include "core/special_functions.h"

using namespace clausius;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Units in the last place that may be wrong, with what the C library is wrong by.
bool near(double x, double expected, double units = 3) {
  if (std::isnan(expected)) return std::isnan(x);
  if (std::isinf(expected) || expected == 0) return x == expected;
  return std::abs(x - expected) <=
         units * std::abs(expected) * std::numeric_limits<double>::epsilon();
}

}  // namespace

TEST_CASE("Elementary functions are those of the C library but for the last bits") {
  RandomStream random(1, Stream::test);
  for (int k = 0; k < 20000; ++k) {
    const double x = std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(12)) - 5);
    const double y = std::ldexp(random.uniform(), static_cast<int>(random.below(12)) - 5);
    INFO(x << ' ' << y);
    bool good = near(portable::sin(x), std::sin(x)) && near(portable::cos(x), std::cos(x)) &&
                near(portable::sincos(x).sine, std::sin(x), 5) &&
                near(portable::sincos(x).cosine, std::cos(x), 5);
    good = good && near(portable::tan(x), std::tan(x)) && near(portable::atan(x), std::atan(x)) &&
           near(portable::atan2(x, y), std::atan2(x, y)) &&
           near(portable::asin(x / 32), std::asin(x / 32)) &&
           near(portable::acos(x / 32), std::acos(x / 32));
    good = good && near(portable::sinh(x), std::sinh(x)) && near(portable::cosh(x), std::cosh(x)) &&
           near(portable::tanh(x), std::tanh(x));
    good = good && near(portable::exp(x), std::exp(x)) && near(portable::expm1(x), std::expm1(x)) &&
           near(portable::log(y), std::log(y)) && near(portable::log1p(y), std::log1p(y)) &&
           near(portable::log10(y), std::log10(y));
    good = good && near(portable::pow(y, x), std::pow(y, x)) &&
           near(portable::cbrt(x), std::cbrt(x)) && near(portable::hypot(x, y), std::hypot(x, y));
    good = good && near(portable::erf(x), std::erf(x)) &&
           near(portable::erfc(x / 4), std::erfc(x / 4), 5) &&
           near(portable::tgamma(y + 0.1), std::tgamma(y + 0.1), 8) &&
           near(portable::lgamma(y + 3), std::lgamma(y + 3), 8);
    REQUIRE(good);
  }
}

TEST_CASE("Elementary functions at the ends of where they are defined") {
  CHECK(portable::log(0) == -kInfinity);
  CHECK(portable::log1p(-1) == -kInfinity);
  CHECK(std::isnan(portable::log(-1)));
  CHECK(portable::exp(-kInfinity) == 0);
  CHECK(portable::exp(1000) == kInfinity);
  CHECK(portable::pow(0.0, 0.2) == 0);
  CHECK(portable::erfc(kInfinity) == 0);
  CHECK(portable::sin(0) == 0);
  CHECK(portable::sincos(0).cosine == 1);
  CHECK(portable::hypot(0, 0) == 0);
}

TEST_CASE("Whole powers, and the powers of two below a number") {
  CHECK(portable::pow(1.5, 0) == 1);
  CHECK(portable::pow(1.5, 1) == 1.5);
  CHECK(portable::pow(-1.5, 3) == -3.375);
  CHECK(portable::pow(0.5, -3) == 8);
  CHECK(portable::pow(2, 10) == 1024);
  for (const double x : {0x1p-1074, 0x1p-1022, 0.3, 0.5, 1.0, 1.5, 2.0, 1e300})
    CHECK(portable::power_of_two_below(x) == std::exp2(std::floor(std::log2(x))));
}

TEST_CASE("Special functions of a few arguments") {
  CHECK(portable::gamma_p(1, 2) == Approx(1 - std::exp(-2.0)).epsilon(1e-14));
  CHECK(portable::gamma_q(1, 2) == Approx(std::exp(-2.0)).epsilon(1e-14));
  CHECK(portable::gamma_p_inv(1, 0.25) == Approx(-std::log(0.75)).epsilon(1e-14));
  CHECK(portable::gamma_q_inv(1, 0.25) == Approx(-std::log(0.25)).epsilon(1e-14));
  CHECK(portable::tgamma_ratio(5.5, 4.5) == Approx(4.5).epsilon(1e-14));
  CHECK(portable::digamma(1) == Approx(-0.57721566490153286).epsilon(1e-14));
  CHECK(portable::beta(2, 3) == Approx(1.0 / 12).epsilon(1e-14));
  CHECK(portable::ibeta(2, 1, 0.3) == Approx(0.09).epsilon(1e-14));
  CHECK(portable::ibetac(2, 1, 0.3) == Approx(0.91).epsilon(1e-14));
  CHECK(portable::cyl_bessel_i(0, 1) == Approx(1.2660658777520083).epsilon(1e-14));
}
