#include <catch2/catch.hpp>

#include "clausius/core/sum.h"

using namespace clausius;

TEST_CASE("A compensated sum keeps what a large term would swallow") {
  CompensatedSum sum;
  for (double term : {1.0, 1e100, 1.0, -1e100}) sum += term;
  CHECK(sum.value() == 2.0);
}

TEST_CASE("A compensated sum of many terms is exact to one rounding") {
  CompensatedSum sum(1e6);
  for (int i = 0; i < 1000000; ++i) sum += 0.1;
  // 0.1 as a double is 0.1000000000000000055511, so the exact sum exceeds 1.1e6 by 5.6e-12.
  CHECK(sum.value() == 1.1e6);
  for (int i = 0; i < 1000000; ++i) sum -= 0.1;
  CHECK(sum.value() == 1e6);
}
