#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "clausius/core/constants.h"
#include "statistics/histogram.h"

using namespace clausius;

TEST_CASE("A histogram counts every number once, edges to the right") {
  Histogram histogram(-1, 1, 4);
  for (double x : {-1.5, -1.0, -0.51, -0.5, 0.0, 0.49, 0.99, 1.0, 7.0}) histogram.add(x);
  CHECK(histogram.underflow() == 1);
  CHECK(histogram.overflow() == 2);
  CHECK(histogram.counts() == std::vector<std::int64_t>{2, 1, 2, 1});
  CHECK(histogram.total() == 9);
  CHECK(histogram.width() == 0.5);
  CHECK(histogram.edge(0) == -1);
  CHECK(histogram.edge(4) == 1);
  CHECK(histogram.centre(1) == -0.25);
  CHECK(histogram.density(2) == Approx(2 / (9 * 0.5)));
}

// In some of these the number over the width of a bin rounds up to the number of bins.
TEST_CASE("A number just below the upper end is in the last bin") {
  for (std::size_t bins = 1; bins <= 100; ++bins) {
    Histogram histogram(0, 1, bins);
    histogram.add(std::nextafter(1, 0));
    CHECK(histogram.counts().back() == 1);
  }
}

TEST_CASE("Histograms merge, with equal bins only") {
  Histogram one(0, 1, 2), two(0, 1, 2);
  one.add(0.2);
  two.add(0.7);
  two.add(-1);
  two.add(2);
  one.merge(two);
  CHECK(one.counts() == std::vector<std::int64_t>{1, 1});
  CHECK(one.total() == 4);
  CHECK_THROWS_AS(one.merge(Histogram(0, 1, 3)), std::invalid_argument);
  CHECK_THROWS_AS(one.merge(Histogram(0, 2, 2)), std::invalid_argument);
  CHECK_THROWS_AS(Histogram(1, 1, 2), std::invalid_argument);
  CHECK_THROWS_AS(Histogram(0, 1, 0), std::invalid_argument);
}

TEST_CASE("Many numbers at once are counted as one after the other") {
  std::vector<double> numbers{-kInfinity,
                              -1e300,
                              std::nextafter(-1, -2),
                              -1.0,
                              -0.0,
                              0.5,
                              std::nextafter(2, 0),
                              2.0,
                              std::nextafter(2, 3),
                              1e300,
                              kInfinity,
                              std::numeric_limits<double>::quiet_NaN()};
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> wide(-1.5, 2.5);
  while (numbers.size() < 1000) numbers.push_back(wide(random));
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{12}, numbers.size()}) {
    Histogram one_by_one(-1, 2, 7), at_once(-1, 2, 7);
    const std::span some = std::span(numbers).first(count);
    std::vector<std::int64_t> plain(9);  // by looking for the edge
    for (const double x : some) {
      one_by_one.add(x);
      std::size_t bin = 0;
      while (bin < 8 && !(x < one_by_one.edge(bin))) ++bin;
      ++plain[bin];
    }
    at_once.add(some);
    CHECK(at_once.counts() == one_by_one.counts());
    CHECK(at_once.underflow() == one_by_one.underflow());
    CHECK(at_once.overflow() == one_by_one.overflow());
    CHECK(at_once.underflow() == plain.front());
    CHECK(at_once.overflow() == plain.back());
    CHECK(at_once.counts() == std::vector(plain.begin() + 1, plain.end() - 1));
  }
}
