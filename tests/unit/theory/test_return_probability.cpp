#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "theory/transport/return_probability.h"

using clausius::DiffusionAxis;
using clausius::ReturnProbability;

namespace {

/// Return along one axis by images: the mean over a part from `low` to `high` of the probability
/// that a Gaussian step of variance 2s ends in it.
double by_images(const DiffusionAxis& axis, double s) {
  // ∫∫ of the Gaussian over both ends: with F″ the Gaussian.
  const auto twice = [s](double x) {
    return 0.5 * x * std::erf(x / std::sqrt(4 * s)) +
           std::sqrt(s / 3.14159265358979323846) * std::exp(-x * x / (4 * s));
  };
  const double w = axis.high - axis.low;
  const auto between = [&](double a, double b) {  // from [low, high] to [a, b]
    return twice(b - axis.low) - twice(b - axis.high) - twice(a - axis.low) + twice(a - axis.high);
  };
  double sum = 0;
  for (int image = -20; image <= 20; ++image) {
    const double period = axis.periodic ? axis.length : 2 * axis.length;
    sum += between(axis.low + image * period, axis.high + image * period);
    if (!axis.periodic) sum += between(image * period - axis.high, image * period - axis.low);
  }
  return sum / w;
}

}  // namespace

TEST_CASE("Return to a part of a box: beside images of the Gaussian", "[theory]") {
  const DiffusionAxis x{10, true, 2, 5}, y{7, false, 0, 3}, z{4, false, 1, 2.5};
  const Eigen::MatrixXd all = Eigen::MatrixXd::Ones(1, 1);
  const ReturnProbability flat({x, y}, all), box({x, y, z}, all);
  for (const double s : {0.01, 0.1, 1.0, 4.0, 100.0}) {
    INFO(s);
    CHECK(flat(s) == Approx(by_images(x, s) * by_images(y, s)).epsilon(1e-4));
    CHECK(box(s) == Approx(by_images(x, s) * by_images(y, s) * by_images(z, s)).epsilon(1e-4));
  }
  CHECK(box(0) == 1);
  CHECK(flat(1e4) == Approx(0.3 * 3 / 7));
  // One part in several pixels.
  const ReturnProbability fine({x, y}, Eigen::MatrixXd::Ones(6, 2));
  CHECK(fine(0.1) == Approx(flat(0.1)).epsilon(1e-4));
}

TEST_CASE("Return to a picture: beside Gaussian steps drawn at random", "[theory]") {
  Eigen::MatrixXd pixels(3, 2);
  pixels << 1, 0, 0, 1, 1, 1;
  const DiffusionAxis x{6, true, 0, 6}, y{4, false, 0, 4};
  const ReturnProbability probability({x, y}, pixels);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto is_in = [&](double a, double b) {
    return pixels(static_cast<int>(a / 2), static_cast<int>(b / 2)) > 0;
  };
  for (const double s : {0.05, 0.5, 2.0}) {
    std::normal_distribution<double> step(0, std::sqrt(2 * s));
    const int trials = 200000;
    int started = 0, returned = 0;
    while (started < trials) {
      double a = 6 * uniform(random), b = 4 * uniform(random);
      if (!is_in(a, b)) continue;
      ++started;
      a = std::fmod(a + step(random) + 600, 6);
      b = std::fmod(std::abs(b + step(random)), 8);
      if (b > 4) b = 8 - b;
      if (is_in(a, b)) ++returned;
    }
    const double p = probability(s);
    INFO(s);
    CHECK(std::abs(static_cast<double>(returned) / trials - p) <
          4 * std::sqrt(p * (1 - p) / trials));
  }
}
