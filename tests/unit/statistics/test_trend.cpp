#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "clausius/statistics/trend.h"

using namespace clausius;

namespace {

// Values of a function of the part of the run that is over, with normal noise.
template <class Function>
std::vector<double> series(std::size_t count, unsigned seed, double noise, Function value) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(value((static_cast<double>(i) + 0.5) / static_cast<double>(count)) +
                  noise * normal(random));
  return all;
}

}  // namespace

TEST_CASE("Noise is steady") {
  int changing = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed)
    changing += trend_of(series(100, seed, 0.1, [](double) { return 1.0; }))->steady ? 0 : 1;
  CHECK(changing <= 4);  // 0.5 expected
}

TEST_CASE("What rises or falls over a run is not steady, and has a first and a last value") {
  const auto rising = [](double t) { return 1 + t; };
  double first = 0, last = 0;
  constexpr unsigned kSeeds = 200;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const auto trend = trend_of(series(500, seed, 0.1, rising));
    CHECK_FALSE(trend->steady);
    // The middle of the first fiftieth is 0.01.
    first += (trend->first.value - 1.01) / *trend->first.error;
    last += (trend->last.value - 1.99) / *trend->last.error;
    CHECK(*trend->first.error == Approx(0.1 / std::sqrt(10)).epsilon(0.6));
  }
  CHECK(std::abs(first) < 4.5 * std::sqrt(1.3 * kSeeds));  // of Student's law with few degrees
  CHECK(std::abs(last) < 4.5 * std::sqrt(1.3 * kSeeds));
  CHECK_FALSE(trend_of(series(200, 1, 0, [](double t) { return std::exp(-9 * t); }))->steady);
}

TEST_CASE("What settles early or begins late is not steady") {
  const auto settles = [](double t) { return 1 - std::exp(-t / 0.05); };
  CHECK_FALSE(trend_of(series(200, 1, 0.005, settles))->steady);
  CHECK_FALSE(trend_of(series(200, 1, 0.005, [&](double t) { return settles(1 - t); }))->steady);
  CHECK(trend_of(series(200, 1, 0.5, settles))->steady);  // not seen in noise
}

TEST_CASE("Rounding is no trend, and few values have none") {
  CHECK(trend_of(series(100, 1, 0, [](double t) { return 1 + 1e-9 * t; }))->steady);
  CHECK_FALSE(trend_of(std::vector<double>{1, 2, 3, 4, 5, 6, 7}).has_value());
  CHECK(trend_of(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8})->steady == false);
}

TEST_CASE("The trend of a ratio leaves out intervals without a denominator") {
  std::vector<double> a, b;
  for (int i = 0; i < 200; ++i) {
    a.push_back(i % 5 == 0 ? 0 : 3.0 * (i + 1));
    b.push_back(i % 5 == 0 ? 0 : 1.5 * (i + 1) * (i + 1));
  }
  const auto trend = trend_of(a, b);
  REQUIRE(trend);
  CHECK_FALSE(trend->steady);
  CHECK(trend->first.value == Approx(2 * (2. + 3 + 4) / (4. + 9 + 16)));
  CHECK(trend->inverse().first.value == Approx(1 / trend->first.value));
  CHECK((*trend * 3).last.value == Approx(3 * trend->last.value));
}

TEST_CASE("Runs are joined to a trend with the scatter between them") {
  const Trend falls{false, {2, 0.1}, {1, 0.1}}, steady{true, {2, 0.1}, {2, 0.1}};
  Trend other = falls;
  other.first.value = 4;
  const auto joined = joined_trend({falls, other});
  REQUIRE(joined);
  CHECK_FALSE(joined->steady);
  CHECK(joined->first.value == 3);
  CHECK(*joined->first.error == Approx(1));
  CHECK(*joined->last.error == 0);
  CHECK(joined_trend({falls, steady})->steady);
  CHECK_FALSE(joined_trend({falls, std::nullopt}).has_value());
}
