#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "collision/internal_exchange.h"

using namespace clausius;

namespace {

constexpr int kDraws = 20000;

/// Kolmogorov and Smirnov's largest distance from the law with density ∝ x^(shape − 1) exp(−x),
/// times √n: above 1.95 once in a thousand times.
double distance_from_gamma(std::vector<double> values, double shape) {
  std::sort(values.begin(), values.end());
  const boost::math::gamma_distribution<double> law(shape);
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = boost::math::cdf(law, values[i]);
    largest =
        std::max({largest, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return largest * std::sqrt(n);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ma += a[i] / kDraws;
    mb += b[i] / kDraws;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
    ab += (a[i] - ma) * (b[i] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

TEST_CASE("Energies are exchanged, none is lost or below 0") {
  RandomStream random(3, Stream::test);
  for (int draw = 0; draw < kDraws; ++draw) {
    const ExchangedEnergies before{random.gamma(1), random.gamma(2), random.gamma(0.5)};
    const ExchangedEnergies after = exchange_energies(before, 1 + draw % 7, draw % 3, random);
    CHECK(after.normal + after.first + after.second ==
          Approx(before.normal + before.first + before.second).epsilon(1e-14));
    CHECK(after.normal > 0);
    CHECK(after.first >= 0);
    CHECK((draw % 3 == 0 ? after.second == 0 : after.second >= 0));
  }
}

TEST_CASE("The exchange of energies leaves their equilibrium as it is, and leads to it", "[long]") {
  for (const auto& [f, g] : {std::pair{2, 2}, {3, 5}, {1, 0}, {0, 4}, {1, 1}, {7, 2}}) {
    INFO(f << " and " << g << " degrees of freedom");
    RandomStream random(5, Stream::test, static_cast<std::uint64_t>(8 * f + g));
    // What collides has energies as here; those that start cold get there by many exchanges, with
    // partners and normal motions at k_BT = 1.
    for (const bool cold : {false, true}) {
      std::vector<double> normal, first, second;
      for (int draw = 0; draw < kDraws; ++draw) {
        ExchangedEnergies energies{random.gamma(1), f > 0 && !cold ? random.gamma(0.5 * f) : 0,
                                   g > 0 ? random.gamma(0.5 * g) : 0};
        for (int times = 0; times < (cold ? 40 : 1); ++times) {
          if (times > 0) energies.normal = random.gamma(1);
          if (times > 0 && g > 0) energies.second = random.gamma(0.5 * g);
          energies = exchange_energies(energies, f, g, random);
        }
        normal.push_back(energies.normal);
        first.push_back(energies.first);
        second.push_back(energies.second);
      }
      CHECK(distance_from_gamma(normal, 1) < 1.95);
      if (f > 0) CHECK(distance_from_gamma(first, 0.5 * f) < 1.95);
      if (g > 0) CHECK(distance_from_gamma(second, 0.5 * g) < 1.95);
      const double bound = 4 / std::sqrt(1.0 * kDraws);
      if (f > 0) CHECK(std::abs(correlation(normal, first)) < bound);
      if (f > 0 && g > 0) CHECK(std::abs(correlation(first, second)) < bound);
    }
  }
}
