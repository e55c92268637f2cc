#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "clausius/core/random.h"
#include "measure/velocities/blocked_histogram.h"
#include "measure/velocities/h_function.h"
#include "measure/velocities/velocity_tests.h"
#include "sanitized.h"
#include "statistics/goodness_of_fit.h"

using namespace clausius;

namespace {

// Velocities of `n` equal particles with zero momentum and k_BT = 2E/(d(n − 1)) = 1: uniform on the
// energy sphere.
template <int Dim>
std::vector<Vec<Dim>> microcanonical(std::size_t n, RandomStream& random) {
  std::vector<Vec<Dim>> v(n);
  Vec<Dim> mean = Vec<Dim>::Zero();
  for (auto& one : v) {
    for (int k = 0; k < Dim; ++k) one[k] = random.normal();
    mean += one / static_cast<double>(n);
  }
  double sum = 0;
  for (auto& one : v) {
    one -= mean;
    sum += one.squaredNorm();
  }
  const double scale = std::sqrt(Dim * static_cast<double>(n - 1) / sum);
  for (auto& one : v) one *= scale;
  return v;
}

template <int Dim>
VelocityTests<Dim> tests_of(std::size_t n) {
  const double dof = Dim * static_cast<double>(n - 1);
  return VelocityTests<Dim>(
      FiniteVelocityLaw(Dim, dof, std::sqrt(dof * (1 - 1 / static_cast<double>(n)))), 1);
}

// In another unit of velocity than that of the law.
template <int Dim>
void add(std::vector<Vec<Dim>> velocities, VelocityTests<Dim>& tests) {
  for (auto& v : velocities) v *= 3;
  tests.add(velocities, 1.0 / 3);
}

// p-values of many gases must be uniform.
template <int Dim>
void calibrate(std::size_t n, int instants) {
  const auto gases = static_cast<std::uint64_t>(fewer_if_sanitized(300));
  std::vector<double> speed_p, component_p;
  for (std::uint64_t gas = 0; gas < gases; ++gas) {
    RandomStream random(7, Stream::test, gas);
    auto tests = tests_of<Dim>(n);
    for (int i = 0; i < instants; ++i) add(microcanonical<Dim>(n, random), tests);
    speed_p.push_back(tests.speed_test().value().p_value);
    component_p.push_back(tests.component_test().value().p_value);
  }
  const auto uniform = [](double p) { return p; };
  CHECK(kolmogorov_smirnov_test(speed_p, uniform, static_cast<double>(gases)).value().p_value >
        1e-3);
  CHECK(kolmogorov_smirnov_test(component_p, uniform, static_cast<double>(gases)).value().p_value >
        1e-3);
}

}  // namespace

TEST_CASE("p-values of velocities at fixed energy and momentum are uniform") {
  calibrate<3>(400, 3);
  calibrate<2>(400, 3);
  calibrate<3>(10, 60);
}

TEST_CASE("velocities of another temperature or another law are found out") {
  RandomStream random(3, Stream::test);
  auto warm = tests_of<3>(1000), equal = tests_of<3>(1000);
  for (int i = 0; i < 20; ++i) {
    auto v = microcanonical<3>(1000, random);
    for (auto& one : v) one *= 1.2;
    add(v, warm);
    for (auto& one : v) one *= std::sqrt(3.0) / one.norm();
    add(v, equal);
  }
  CHECK(warm.speed_test().value().p_value < 1e-6);
  CHECK(warm.component_test().value().p_value < 1e-3);
  CHECK(equal.speed_test().value().p_value < 1e-6);
  CHECK(equal.component_test().value().p_value < 1e-6);
}

TEST_CASE("without velocities nothing is tested") {
  const auto none = tests_of<3>(3);
  CHECK_FALSE(none.speed_test());
  CHECK_FALSE(none.component_test());
}

TEST_CASE("H is that of Maxwell's law in equilibrium, without bias, and greater elsewhere") {
  for (std::size_t n : {100, 1000, 5000}) {
    RandomStream random(11, Stream::test, n);
    const HFunction h(3, n);
    double sum = 0, sum_sq = 0;
    // 100 particles have four bins, in which v² scatters much: their bias is 1e-3 more.
    const int kGases = n == 100 ? 20000 : 200;
    for (int gas = 0; gas < kGases; ++gas) {
      std::vector<double> speeds;
      for (const auto& v : microcanonical<3>(n, random)) speeds.push_back(v.squaredNorm());
      const double mean =
          std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(n);
      const double value = h(speeds, mean).value();
      sum += value;
      sum_sq += value * value;
    }
    const double mean = sum / kGases;
    const double error = std::sqrt((sum_sq / kGases - mean * mean) / kGases);
    INFO("n = " << n << ": " << mean << " ± " << error);
    CHECK(std::abs(mean + 4.25682) < 4 * error);
  }
  const HFunction h(3, 1000);
  CHECK(h(std::vector<double>(1000, 1.0), 1.0).value() > -2);
  CHECK_FALSE(HFunction(3, 50)(std::vector<double>(50, 1.0), 1.0));
}

TEST_CASE("H is the sum over bins of equal probability, as found one by one") {
  for (const int d : {2, 3}) {
    for (const std::size_t n : {100, 1010, 2500, 20000}) {
      RandomStream random(12, Stream::test, n);
      std::vector<double> squares(n);
      double mean = 0;
      for (double& v2 : squares) {
        // Far from equilibrium, and with some that are very fast.
        v2 = std::exp(random.normal() * 1.5);
        mean += v2 / static_cast<double>(n);
      }
      const std::size_t bins = std::min<std::size_t>(100, n / 25);
      const auto b = static_cast<double>(bins), particles = static_cast<double>(n);
      std::vector<double> counts(bins);
      for (const double v2 : squares) {
        const double below = boost::math::gamma_p(0.5 * d, 0.5 * v2 * d / mean);
        ++counts[std::min(bins - 1, static_cast<std::size_t>(below * b))];
      }
      // The part of the variance of v² that lies between the bins, over equal steps of probability.
      constexpr int kSteps = 1000;
      double variance = 0, between = 0;
      for (std::size_t bin = 0; bin < bins; ++bin) {
        double sum = 0;
        for (int k = 0; k < kSteps; ++k) {
          const double x = boost::math::gamma_p_inv(
              0.5 * d, (static_cast<double>(bin) + (k + 0.5) / kSteps) / b);
          sum += x - 0.5 * d;
          variance += (x - 0.5 * d) * (x - 0.5 * d) / (kSteps * b);
        }
        between += sum * sum / (kSteps * kSteps * b);
      }
      double plain = -0.5 * d * (1 + std::log(2 * std::numbers::pi)) -
                     (b - 1 - between / variance) / (2 * particles) -
                     (b * b - 1) / (12 * particles * particles);
      for (const double count : counts)
        if (count > 0) plain += count / particles * std::log(count / particles * b);
      CHECK(HFunction(d, n)(squares, mean).value() == Approx(plain).epsilon(1e-5));
    }
  }
}

TEST_CASE("the design effect of a histogram is the scatter of its counts over many runs") {
  // Gaussian samples with a correlation of one half between successive instants.
  constexpr double kMemory = 0.5;
  constexpr int kRuns = 100;
  constexpr std::size_t kBins = 20;
  std::vector<double> sum(kBins), sum_sq(kBins);
  double effect = 0;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    RandomStream random(5, Stream::test, run);
    BlockedHistogram histogram(-4, 4, kBins);
    std::vector<double> x(20);
    for (double& one : x) one = random.normal();
    for (int i = 0; i < 500; ++i) {
      for (double& one : x) {
        one = kMemory * one + std::sqrt(1 - kMemory * kMemory) * random.normal();
        histogram.add(one);
      }
      histogram.end_instant();
    }
    effect += histogram.design_effect() / kRuns;
    for (std::size_t i = 0; i < kBins; ++i) {
      const auto count = static_cast<double>(histogram.total().counts()[i]);
      sum[i] += count / kRuns;
      sum_sq[i] += count * count / kRuns;
    }
  }
  double scatter = 0, independent = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    scatter += (sum_sq[i] - sum[i] * sum[i]) * kRuns / (kRuns - 1);
    independent += sum[i] * (1 - sum[i] / 10000);
  }
  CHECK(scatter / independent > 1.1);  // worth the name of a correlation
  CHECK(effect == Approx(scatter / independent).epsilon(0.15));
}

TEST_CASE("the counts of a blocked histogram are all there, with errors of independent samples") {
  BlockedHistogram histogram(0, 1, 10);
  RandomStream random(6, Stream::test);
  for (int i = 0; i < 1000; ++i) {
    for (int k = 0; k < 100; ++k) histogram.add(random.uniform());
    histogram.end_instant();
  }
  CHECK(histogram.total().total() == 100000);
  CHECK(histogram.density_errors(std::vector<double>(10, 0.1)).front() ==
        Approx(std::sqrt(0.09 / 1e5) / 0.1).epsilon(0.25));
}
