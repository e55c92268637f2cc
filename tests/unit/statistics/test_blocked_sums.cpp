#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <span>
#include <vector>

#include "statistics/blocked_sums.h"

using namespace clausius;

TEST_CASE("Blocks are joined in pairs when there are too many, and lose nothing") {
  JoinedBlocks<std::vector<double>> blocks(4);
  for (int k = 1; k <= 11; ++k) blocks.add({1.0, static_cast<double>(k)});
  // Blocks of four: 1 to 4, 5 to 8, and what is left.
  REQUIRE(blocks.all().size() == 3);
  CHECK(blocks.all()[0] == std::vector<double>{4, 10});
  CHECK(blocks.all()[1] == std::vector<double>{4, 26});
  CHECK(blocks.all()[2] == std::vector<double>{3, 30});
  CHECK(blocks.whole().size() == 2);
  blocks.add({1.0, 12.0});
  CHECK(blocks.whole().size() == 3);
  CHECK(JoinedBlocks<std::vector<double>>(4).whole().empty());
}

TEST_CASE("Sums of many more blocks than are kept have the mean and the error of all") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(5, 2);
  const int blocks = 20000;
  BlockedSums sums(2, 1);
  double mean = 0;
  for (int k = 0; k < blocks; ++k) {
    const double value = noise(random);
    mean += value / blocks;
    sums.add(1, std::span(&value, 1));
    sums.end_block();
  }
  const auto estimate = sums.mean(1, 0);
  CHECK(estimate->value == Approx(mean).epsilon(1e-12));
  // From 625 blocks and more, it is known to some 3 % times what its own search for correlations
  // adds.
  CHECK(estimate->error->value == Approx(2 / std::sqrt(blocks)).epsilon(0.25));
  CHECK(estimate->error->events > 500);
}

TEST_CASE("An error of sums is based on at most as many events as there are samples") {
  BlockedSums sums(1, 1);
  for (int block = 0; block < 400; ++block) {
    const double value = block % 3;
    if (block % 40 == 0) sums.add(0, std::span(&value, 1));
    sums.end_block();
  }
  CHECK(sums.mean(0, 0)->error->events == 10);
}

TEST_CASE("Sums know whether a mean and a function of means change from block to block") {
  const auto trend_at = [](double growth) {
    std::mt19937_64 random(4);
    std::normal_distribution<double> noise(0, 0.1);
    BlockedSums sums(1, 2);
    for (int block = 0; block < 400; ++block) {
      const double x = 2 + growth * block + noise(random);
      sums.add(0, std::array{x, x * x});
      sums.end_block();
    }
    const double mean = sums.mean(0, 0)->value;
    // ⟨x⟩², linear in the deviation of the mean.
    return sums.trend(std::vector<BlockedSums::Term>{{0, 0, 2 * mean}}, mean * mean);
  };
  CHECK(trend_at(0)->steady);
  const auto rising = trend_at(0.001);
  REQUIRE(rising);
  CHECK_FALSE(rising->steady);
  // From 2 to 2.4: the tangent at 2.2² says 4.84 ∓ 4.4 · 0.2.
  CHECK(rising->first.value == Approx(3.96).margin(0.4));
  CHECK(rising->last.value == Approx(5.72).margin(0.4));
  CHECK_FALSE(BlockedSums(1, 1).trend(std::vector<BlockedSums::Term>{{0, 0, 1}}, 0));
}
