#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/statistics/standard_error.h"
#include "statistics/moments.h"

using namespace clausius;

namespace {

// First-order autoregressive series of variance 1: correlation memory^k, statistical inefficiency
// (1 + memory)/(1 − memory), error of the mean √(inefficiency/n) for long series.
std::vector<double> autoregressive(RandomStream& random, double memory, std::size_t length) {
  std::vector<double> series{random.normal()};
  while (series.size() < length)
    series.push_back(memory * series.back() + std::sqrt(1 - memory * memory) * random.normal());
  return series;
}

}  // namespace

TEST_CASE("Block averages find the error of series with known correlation") {
  const double memory = GENERATE(0.0, 0.5, 0.9);
  const double inefficiency = (1 + memory) / (1 - memory);
  const std::size_t length = 20000;
  RandomStream random(1, Stream::test);
  RunningMoments squared, scaled;
  for (int trial = 0; trial < 100; ++trial) {
    const auto estimate = estimate_mean(autoregressive(random, memory, length));
    REQUIRE(estimate);
    CHECK(estimate->converged);
    CHECK(estimate->effective_samples * estimate->correlation_time == Approx(length));
    squared.add(estimate->correlation_time / inefficiency);
    scaled.add(estimate->mean / estimate->error);
  }
  INFO("memory " << memory);
  // Finite blocks are biased by inefficiency/length of the block, 2 to 3 per cent here.
  CHECK(squared.mean() == Approx(1).margin(0.03 + 4 * squared.standard_error()));
  // Means over their errors scatter by 1, with an uncertainty of √(2/trials).
  CHECK(scaled.variance() == Approx(1).margin(4 * std::sqrt(2.0 / 100)));
}

TEST_CASE("The stated degrees of freedom are those of the error's scatter") {
  RandomStream random(5, Stream::test);
  RunningMoments squared;
  double degrees = 0;
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    const auto estimate = estimate_mean(autoregressive(random, 0, 200));
    // Without Student's factor, by which the error is larger.
    const double nu = estimate->degrees_of_freedom;
    squared.add(estimate->error * estimate->error * 200 * (nu - 2) / nu);
    degrees += estimate->degrees_of_freedom / trials;
  }
  CHECK(squared.mean() == Approx(1).margin(4 * squared.standard_error()));
  const double relative_variance = squared.variance() / (squared.mean() * squared.mean());
  CHECK(relative_variance == Approx(2 / degrees).epsilon(0.35));
}

TEST_CASE("A series shorter than its memory is reported as not converged") {
  RandomStream random(2, Stream::test);
  const auto estimate = estimate_mean(autoregressive(random, 0.999, 300));
  REQUIRE(estimate);
  CHECK_FALSE(estimate->converged);
}

TEST_CASE("Block averages of the smallest series") {
  CHECK_FALSE(estimate_mean(std::vector<double>{}));
  CHECK_FALSE(estimate_mean(std::vector<double>{1.0}));
  const auto two = estimate_mean(std::vector<double>{1.0, 3.0});
  REQUIRE(two);
  CHECK(two->mean == 2.0);
  CHECK(two->error == Approx(std::sqrt(3.0)));
  const auto constant = estimate_mean(std::vector<double>(50, 4.5));
  REQUIRE(constant);
  CHECK(constant->mean == 4.5);
  CHECK(constant->error == 0.0);
  CHECK(constant->effective_samples == 50);
  CHECK(constant->converged);
}

TEST_CASE("An error rests on as many events as there are independent samples") {
  RandomStream random(8, Stream::test);
  const auto events = [&](double memory, std::size_t length) {
    return estimate_mean(autoregressive(random, memory, length))->standard_error().events;
  };
  int few = 0, few_of_correlated = 0;
  for (int run = 0; run < 100; ++run) {
    const double independent = events(0, 60);
    few += independent < 30 ? 1 : 0;
    CHECK(independent <= 60);
    few_of_correlated += events(0.9, 200) < 30 ? 1 : 0;  // worth ten
  }
  CHECK(few < 5);
  CHECK(few_of_correlated > 95);
  CHECK(events(0.9, 20000) == Approx(20000 / 19.0).epsilon(0.3));
}

TEST_CASE("Errors of short correlated series are seldom far too small") {
  RandomStream random(9, Stream::test);
  RunningMoments scaled;
  for (int trial = 0; trial < 1000; ++trial) {
    const auto estimate = estimate_mean(autoregressive(random, 0.8, 150));  // worth 17 samples
    scaled.add(estimate->mean / estimate->error);
  }
  CHECK(std::sqrt(scaled.variance()) < 1.15);
}

TEST_CASE("Deviations over the errors of few independent samples scatter by about 1") {
  // Series worth 5 and 6 independent samples, 1.5 before errors knew how few their blocks are.
  for (const auto& [length, forgotten] : {std::pair<std::size_t, double>{40, 5}, {100, 10}}) {
    RandomStream random(7, Stream::test);
    RunningMoments scaled;
    for (int trial = 0; trial < 2000; ++trial) {
      const auto estimate = estimate_mean(autoregressive(random, std::exp(-1 / forgotten), length));
      scaled.add(estimate->mean / estimate->error);
    }
    INFO(length << " samples: " << std::sqrt(scaled.variance()));
    CHECK(std::sqrt(scaled.variance()) == Approx(1.2).margin(0.12));
  }
}
