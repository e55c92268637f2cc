#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "clausius/core/random.h"
#include "statistics/goodness_of_fit.h"

using namespace clausius;

namespace {

double normal_cdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

// p-values of a true hypothesis are uniform: compares their distribution with that by its largest
// distance, which exceeds 2/√trials once in 1500 times.
void check_uniform(std::vector<double> p_values) {
  std::sort(p_values.begin(), p_values.end());
  const auto n = static_cast<double>(p_values.size());
  double distance = 0;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    distance = std::max(distance, std::abs((static_cast<double>(i) + 0.5) / n - p_values[i]));
  CHECK(distance < 2 / std::sqrt(n));
}

// `count` normal numbers of which each is repeated `repeats` times: the plainest correlation.
std::vector<double> normals(RandomStream& random, int count, int repeats = 1) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.insert(values.end(), repeats, random.normal());
  return values;
}

Histogram histogram_of(const std::vector<double>& values) {
  Histogram histogram(-3, 3, 40);
  for (double value : values) histogram.add(value);
  return histogram;
}

}  // namespace

TEST_CASE("Chi-square of a case worked out by hand") {
  const std::array<std::int64_t, 3> observed{30, 50, 20};
  const std::array<double, 3> probabilities{0.25, 0.5, 0.25};
  const auto test = chi_square_test(observed, probabilities);
  REQUIRE(test);
  CHECK(test->statistic == Approx(2));  // 25/25 + 0 + 25/25
  CHECK(test->degrees_of_freedom == 2);
  CHECK(test->p_value == Approx(std::exp(-1)));  // for two degrees exp(−χ²/2)
  const auto half = chi_square_test(observed, probabilities, 0.5);
  REQUIRE(half);
  CHECK(half->statistic == Approx(1));
}

TEST_CASE("Bins that expect little are pooled with their neighbours") {
  // Expected 4, 4, 4, 60, 28 → pools (4+4+4), 60, 28; then 9, 91 → nothing to the left is enough.
  const std::array<std::int64_t, 5> observed{3, 5, 2, 62, 28};
  const std::array<double, 5> probabilities{0.04, 0.04, 0.04, 0.6, 0.28};
  const auto test = chi_square_test(observed, probabilities);
  REQUIRE(test);
  CHECK(test->degrees_of_freedom == 2);
  CHECK(test->statistic == Approx(4.0 / 12 + 4.0 / 60));

  // A rest at the right end joins the last pool.
  const std::array<std::int64_t, 3> tail{50, 45, 5};
  const std::array<double, 3> tail_probabilities{0.5, 0.45, 0.05};
  CHECK(chi_square_test(tail, tail_probabilities)->degrees_of_freedom == 1);

  const std::array<std::int64_t, 2> few{4, 5};
  CHECK_FALSE(chi_square_test(few, std::array<double, 2>{0.5, 0.5}));
  CHECK_THROWS_AS(chi_square_test(few, tail_probabilities), std::invalid_argument);
}

TEST_CASE("p-values of true laws are uniform") {
  RandomStream random(1, Stream::test);
  std::vector<double> chi_square, correlated, kolmogorov, correlated_ks;
  for (int trial = 0; trial < 500; ++trial) {
    const auto independent = normals(random, 1000);
    chi_square.push_back(chi_square_test(histogram_of(independent), normal_cdf)->p_value);
    kolmogorov.push_back(kolmogorov_smirnov_test(independent, normal_cdf, 1000)->p_value);
    const auto repeated = normals(random, 500, 4);
    correlated.push_back(chi_square_test(histogram_of(repeated), normal_cdf, 0.25)->p_value);
    correlated_ks.push_back(kolmogorov_smirnov_test(repeated, normal_cdf, 500)->p_value);
  }
  check_uniform(chi_square);
  check_uniform(correlated);
  check_uniform(kolmogorov);
  check_uniform(correlated_ks);
}

TEST_CASE("False laws are found out") {
  RandomStream random(2, Stream::test);
  const auto values = normals(random, 5000);
  const auto wider = [](double x) { return normal_cdf(x / 1.1); };
  const auto shifted = [](double x) { return normal_cdf(x - 0.1); };
  CHECK(chi_square_test(histogram_of(values), wider)->p_value < 1e-5);
  CHECK(chi_square_test(histogram_of(values), shifted)->p_value < 1e-5);
  CHECK(kolmogorov_smirnov_test(values, shifted, 5000)->p_value < 1e-5);
  CHECK(kolmogorov_smirnov_test(histogram_of(values), shifted, 5000)->p_value < 1e-5);
}

TEST_CASE("Kolmogorov's distance of a histogram is the largest over all edges") {
  RandomStream random(3, Stream::test);
  for (int round = 0; round < 200; ++round) {
    const auto bins = static_cast<std::size_t>(1 + 70 * random.uniform());
    const double width = 0.5 + 3 * random.uniform(), shift = random.uniform() - 0.5;
    Histogram histogram(-width, width, bins);
    for (const double x : normals(random, 1 + static_cast<int>(300 * random.uniform())))
      histogram.add(x);
    int asked = 0;
    const auto law = [&](double x) {
      ++asked;
      return normal_cdf(x - shift);
    };
    double largest = 0;
    std::int64_t below = histogram.underflow();
    for (std::size_t i = 0; i <= bins; ++i) {
      const double part = static_cast<double>(below) / static_cast<double>(histogram.total());
      largest = std::max(largest, std::abs(part - normal_cdf(histogram.edge(i) - shift)));
      if (i < bins) below += histogram.counts()[i];
    }
    const auto test = kolmogorov_smirnov_test(histogram, law, 100);
    INFO(bins << " bins, " << histogram.total() << " numbers");
    CHECK(test->statistic == largest);
    CHECK(asked <= static_cast<int>(bins) + 1);
  }
}

TEST_CASE("The law of Kolmogorov's statistic") {
  // Q(1) = 0.26999967, Q(1.5) = 0.02221, Q(0.5) = 0.96394 (Smirnov's table); a huge sample makes
  // the finite-n terms vanish.
  const double n = 1e12;
  CHECK(kolmogorov_p_value(1 / std::sqrt(n), n) == Approx(0.26999967).epsilon(1e-5));
  CHECK(kolmogorov_p_value(1.5 / std::sqrt(n), n) == Approx(0.0222180).epsilon(1e-5));
  CHECK(kolmogorov_p_value(0.5 / std::sqrt(n), n) == Approx(0.9639452).epsilon(1e-5));
  CHECK(kolmogorov_p_value(0, n) == 1.0);
  // The two series meet at 1.
  CHECK(kolmogorov_p_value((1 - 1e-9) / std::sqrt(n), n) ==
        Approx(kolmogorov_p_value((1 + 1e-9) / std::sqrt(n), n)).epsilon(1e-7));
}

TEST_CASE("Kolmogorov's distance of three samples by hand") {
  const auto uniform = [](double x) { return std::clamp(x, 0.0, 1.0); };
  const auto test = kolmogorov_smirnov_test(std::vector<double>{0.7, 0.1, 0.2}, uniform, 3);
  REQUIRE(test);
  CHECK(test->statistic == Approx(2.0 / 3 - 0.2));  // just right of 0.2
  CHECK_FALSE(kolmogorov_smirnov_test(std::vector<double>{}, uniform, 1));

  const auto late = kolmogorov_smirnov_test(std::vector<double>{0.9, 0.3, 0.8}, uniform, 3);
  CHECK(late->statistic == Approx(0.8 - 1.0 / 3));  // just left of 0.8

  Histogram histogram(0, 1, 4);
  CHECK_FALSE(kolmogorov_smirnov_test(histogram, uniform, 1));
  for (double x : {0.7, 0.1, 0.2}) histogram.add(x);
  // At the edges 0.25, 0.5, 0.75 the empirical law is 2/3, 2/3, 1.
  CHECK(kolmogorov_smirnov_test(histogram, uniform, 3)->statistic == Approx(2.0 / 3 - 0.25));
}
