#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "core/sum.h"

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

TEST_CASE("Eight by eight every term is added once, whatever their number") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<double> terms(count);
    for (double& term : terms) term = uniform(random);
    Eight plain = Eight::Zero();
    CompensatedSumOf<Eight> compensated(Eight::Zero());
    by_eights(terms, [&](const Eight& eight) {
      plain += eight;
      compensated += eight;
    });
    CompensatedSum exact;
    for (const double term : terms) exact += term;
    CHECK(sum_of(compensated) == exact.value());
    CHECK(sum_of(plain) == Approx(exact.value()).margin(1e-14));
  }
}

TEST_CASE("Sums side by side keep what a large term would swallow") {
  std::vector<double> terms(30, 1.0);
  for (int k = 0; k < 8; ++k) terms.push_back(k % 2 == 0 ? 1e100 : -1e100);
  terms.insert(terms.end(), 5, 1.0);
  CompensatedSumOf<Eight> sum(Eight::Zero());
  by_eights(terms, [&](const Eight& eight) { sum += eight; });
  CHECK(sum_of(sum) == 35.0);
}
