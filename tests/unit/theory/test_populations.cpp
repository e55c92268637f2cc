#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "theory/fluid/populations.h"

using namespace clausius;

namespace {

Eigen::VectorXd numbers(std::initializer_list<double> values) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

double happens(const Reaction& one, const Eigen::VectorXd& n) {
  const double first = n[static_cast<Eigen::Index>(one.first)];
  if (!one.second) return one.rate * first;
  if (*one.second == one.first) return 0.5 * one.rate * first * (first - 1);
  return one.rate * first * n[static_cast<Eigen::Index>(*one.second)];
}

/// One history, reaction by reaction (Gillespie 1977): counts and integrals at the end.
Eigen::VectorXd history(const std::vector<Reaction>& reactions, Eigen::VectorXd n, double end,
                        RandomStream& random) {
  Eigen::VectorXd integral = Eigen::VectorXd::Zero(n.size());
  double time = 0;
  while (true) {
    double whole = 0;
    for (const Reaction& one : reactions) whole += happens(one, n);
    const double wait =
        whole > 0 ? -std::log1p(-random.uniform()) / whole : end;  // else nothing more
    integral += std::min(wait, end - time) * n;
    time += wait;
    if (time >= end) break;
    double left = random.uniform() * whole;
    for (const Reaction& one : reactions) {
      left -= happens(one, n);
      if (left >= 0) continue;
      n += one.change;
      break;
    }
  }
  Eigen::VectorXd both(2 * n.size());
  both << n, integral;
  return both;
}

}  // namespace

TEST_CASE("Particles that change by themselves are binomial") {
  const std::vector<Reaction> decay{{numbers({-1, 1}), 0.3, 0}};
  const auto course = evolve(decay, numbers({1000, 0}), {0, 1, 5});
  REQUIRE(course.size() == 3);
  CHECK(course[0].count[0] == 1000);
  CHECK(course[0].covariance.norm() == 0);
  for (const auto& [row, time] : {std::pair{1, 1.0}, std::pair{2, 5.0}}) {
    const double left = std::exp(-0.3 * time);
    const Populations& then = course[static_cast<std::size_t>(row)];
    CHECK(then.count[0] == Approx(1000 * left).epsilon(1e-5));
    CHECK(then.integral[0] == Approx(1000 * (1 - left) / 0.3).epsilon(1e-5));
    CHECK(then.covariance(0, 0) == Approx(1000 * left * (1 - left)).epsilon(1e-5));
    CHECK(then.covariance(0, 1) == Approx(-then.covariance(0, 0)).epsilon(1e-5));
  }
}

TEST_CASE("Infection at collisions: the logistic curve") {
  const double n = 1e5, k = 1e-5;
  const std::vector<Reaction> rumour{{numbers({-1, 1}), k, 0, 1}};
  const auto course = evolve(rumour, numbers({n - 100, 100}), {0, 5, 8, 20});
  for (const auto& [row, time] : {std::pair{1, 5.0}, std::pair{2, 8.0}, std::pair{3, 20.0}})
    CHECK(course[static_cast<std::size_t>(row)].count[1] ==
          Approx(n / (1 + (n / 100 - 1) * std::exp(-k * n * time))).epsilon(1e-5));
}

TEST_CASE("Mean field and linear noise are those of an ensemble drawn reaction by reaction") {
  // Two of a kind that meet may both change at once, which scatters more than one after the other.
  const std::vector<Reaction> reactions{{numbers({-1, 1, 0}), 4e-3, 0, 1},
                                        {numbers({0, -2, 2}), 2e-3, 1, 1},
                                        {numbers({0, -1, 1}), 1e-3, 1, 2},
                                        {numbers({1, 0, -1}), 0.2, 2}};
  const Eigen::VectorXd start = numbers({300, 300, 0});
  constexpr int kHistories = 2000;
  RandomStream random(1, Stream::test);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(6);
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(6, 6);
  for (int i = 0; i < kHistories; ++i) {
    const Eigen::VectorXd end = history(reactions, start, 2, random);
    mean += end / kHistories;
    square += end * end.transpose() / kHistories;
  }
  const Eigen::MatrixXd covariance = square - mean * mean.transpose();
  const Populations theory = evolve(reactions, start, {2})[0];
  for (Eigen::Index k = 0; k < 6; ++k) {
    INFO(k);
    const double scatter = std::sqrt(theory.covariance(k, k));
    const double expected = k < 3 ? theory.count[k] : theory.integral[k - 3];
    // Noise moves the mean a little, by less than a particle in a thousand.
    CHECK(std::abs(mean[k] - expected) < 4 * scatter / std::sqrt(kHistories) + 0.6);
    // A variance is known to √(2/2000); what is beyond linear noise is of the order 1/N.
    for (Eigen::Index l = 0; l < 6; ++l)
      CHECK(std::abs(covariance(k, l) - theory.covariance(k, l)) <
            0.15 * scatter * std::sqrt(theory.covariance(l, l)));
  }
}
