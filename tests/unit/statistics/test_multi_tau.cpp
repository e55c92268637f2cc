#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "clausius/core/archive.h"
#include "statistics/blocked_sums.h"
#include "statistics/multi_tau.h"

using namespace clausius;

TEST_CASE("Each sample is paired with those as many steps before as the lags say") {
  using Series = MultiTau<std::int64_t>;
  Series series;
  std::vector<std::int64_t> pairs(Series::kLags);
  const std::int64_t steps = 1500;
  for (std::int64_t step = 0; step < steps; ++step) {
    if (step == 700) {  // saved and loaded
      const std::string bytes = to_bytes(series);
      series = {};
      from_bytes(bytes, series);
    }
    series.push(step, [&](std::size_t index, std::int64_t earlier, std::int64_t later) {
      REQUIRE(later == step);
      REQUIRE(later - earlier == Series::lag(index));
      ++pairs[index];
    });
  }
  // The slow way: every origin on the level's own steps.
  for (std::size_t index = 0; index < Series::kLags; ++index) {
    const std::int64_t lag = Series::lag(index);
    if (index > 0) CHECK(lag > Series::lag(index - 1));
    std::int64_t spacing = 1, slow = 0;
    while (lag / spacing > 8) spacing *= 2;
    for (std::int64_t origin = 0; origin + lag < steps; origin += spacing) ++slow;
    CHECK(pairs[index] == slow);
  }
  CHECK(Series::lag(Series::kLags - 1) == 1024);
}

TEST_CASE("Of a series whose pairs are spaced only some samples are paired, over the same lags") {
  constexpr std::int64_t kSpacing = 16;
  using Series = MultiTau<std::int64_t, kSpacing>;
  Series series;
  std::vector<std::int64_t> pairs(Series::kLags);
  const std::int64_t steps = 3000;
  for (std::int64_t step = 0; step < steps; ++step)
    series.push(step, [&](std::size_t index, std::int64_t earlier, std::int64_t later) {
      REQUIRE(later == step);
      REQUIRE(later % kSpacing == 0);
      REQUIRE(later - earlier == Series::lag(index));
      ++pairs[index];
    });
  for (std::size_t index = 0; index < Series::kLags; ++index) {
    const std::int64_t lag = Series::lag(index);
    std::int64_t spacing = kSpacing, slow = 0;
    while (lag / spacing > 8) spacing *= 2;
    for (std::int64_t later = 0; later < steps; later += spacing) slow += later >= lag ? 1 : 0;
    CHECK(pairs[index] == slow);
  }
}

TEST_CASE("Lagged means of a random walk, and their errors") {
  // Mean square displacement n after n steps of variance 1, its slope 1.
  std::mt19937_64 random(3);
  std::normal_distribution<double> step;
  const auto run = [&] {
    MultiTau<double> series;
    BlockedSums sums(MultiTau<double>::kLags, 1);
    double x = 0;
    for (int block = 0; block < 100; ++block) {
      for (int k = 0; k < 200; ++k) {
        x += step(random);
        series.push(x, [&](std::size_t lag, double earlier, double later) {
          const double square = (later - earlier) * (later - earlier);
          sums.add(lag, std::span(&square, 1));
        });
      }
      sums.end_block();
    }
    const std::size_t near = 7, far = 11;
    CHECK(sums.mean(near, 0)->value == Approx(8).epsilon(0.25));
    const auto steps = static_cast<double>(MultiTau<double>::lag(far) - 8);
    const std::vector<BlockedSums::Term> slope{{far, 0, 1 / steps}, {near, 0, -1 / steps}};
    return *sums.estimate(slope);
  };
  const int runs = 60;
  double chi_square = 0;
  for (int k = 0; k < runs; ++k) {
    const auto slope = run();
    chi_square += std::pow((slope.value - 1) / slope.error->value, 2) / runs;
  }
  // 60 deviations over their errors, each known to a tenth: 1.1 ± 0.2.
  CHECK(chi_square > 0.6);
  CHECK(chi_square < 1.7);
  CHECK_FALSE(BlockedSums(3, 1).mean(0, 0));
}
