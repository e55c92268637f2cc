#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "statistics/moments.h"

using namespace clausius;

TEST_CASE("Running moments agree with those of a list worked out by hand") {
  RunningMoments moments;
  for (double x : {1.0, 2.0, 4.0, 9.0}) moments.add(x);
  // Deviations −3, −2, 0, 5: squares 38, cubes 90, fourth powers 722.
  CHECK(moments.count() == 4);
  CHECK(moments.mean() == Approx(4));
  CHECK(moments.variance() == Approx(38.0 / 3));
  CHECK(moments.standard_error() == Approx(std::sqrt(38.0 / 12)));
  CHECK(moments.skewness() == Approx(90.0 / 4 / std::pow(38.0 / 4, 1.5)));
  CHECK(moments.kurtosis() == Approx(722.0 / 4 / (38.0 * 38.0 / 16)));
}

TEST_CASE("Running moments survive a large offset") {
  RunningMoments moments;
  for (double x : {1e9 + 1, 1e9 + 2, 1e9 + 3}) moments.add(x);
  CHECK(moments.variance() == 1.0);
}

TEST_CASE("Moments of two halves merge to those of the whole") {
  RandomStream random(1, Stream::test);
  RunningMoments whole, left, right;
  for (int i = 0; i < 500; ++i) {
    const double x = std::exp(random.normal());
    whole.add(x);
    (i < 123 ? left : right).add(x);
  }
  left.merge(right);
  CHECK(left.count() == whole.count());
  CHECK(left.mean() == Approx(whole.mean()).epsilon(1e-13));
  CHECK(left.variance() == Approx(whole.variance()).epsilon(1e-12));
  CHECK(left.skewness() == Approx(whole.skewness()).epsilon(1e-11));
  CHECK(left.kurtosis() == Approx(whole.kurtosis()).epsilon(1e-11));
}
