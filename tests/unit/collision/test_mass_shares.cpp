#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "collision/shares.h"

using namespace clausius;

TEST_CASE("Shares of masses are known to twice the digits of a double") {
  using Precise = boost::multiprecision::cpp_bin_float_quad;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (int k = 0; k < 10000; ++k) {
    const double m = std::pow(10, exponent(random)), n = std::pow(10, exponent(random));
    const MassShares shares(m, n);
    const Precise whole = Precise(m) + n;
    for (const auto& [share, exact] :
         {std::pair{shares.first, Precise(n / whole)}, {shares.second, Precise(m / whole)}}) {
      REQUIRE(share.high == static_cast<double>(exact));
      const auto error = static_cast<double>((Precise(share.high) + share.low - exact) / exact);
      REQUIRE(std::abs(error) < 0x1p-104);
    }
  }
  const MassShares equal(3, 3);
  CHECK(equal.first.high == 0.5);
  CHECK(equal.first.low == 0);
}
