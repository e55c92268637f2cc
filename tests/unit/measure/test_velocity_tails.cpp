#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "clausius/core/random.h"
#include "measure/velocities/velocity_tails.h"
#include "named.h"
#include "theory/velocities/granular.h"

using namespace clausius;
using testing::column;

TEST_CASE("velocity tails are those the velocities were drawn from") {
  constexpr double kA2 = 0.08, kA3 = -0.02, kExponent = 4;
  for (const int d : {2, 3}) {
    INFO(d << " dimensions");
    RandomStream random(5, Stream::test, static_cast<std::uint64_t>(d));
    BlockedHistogram speeds(0, 6, 40);
    // By rejection; the factor stays below 2 up to c = 2.8, beyond which there is next to nothing.
    for (int drawn = 0; drawn < 400000;) {
      double sq = 0;
      for (int k = 0; k < d; ++k) sq += std::pow(random.normal(), 2);
      if (2 * random.uniform() > sonine_factor(d, kA2, kA3, std::sqrt(sq / 2))) continue;
      speeds.add(std::sqrt(sq));
      if (++drawn % 1000 == 0) speeds.end_instant();
    }
    const Table table = velocity_tails(speeds, d, kA2, kA3, kExponent);
    const auto &c = column(table, "speed"), &ratio = column(table, "ratio"),
               &error = column(table, "ratio_error"), &expected = column(table, "sonine_ratio"),
               &density = column(table, "density"), &maxwell = column(table, "maxwell"),
               &tail = column(table, "exponential");
    double chi2 = 0;
    int bins = 0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      CHECK(c[i] == Approx((static_cast<double>(i) + 0.5) * 0.15 / std::numbers::sqrt2));
      CHECK(maxwell[i] == Approx(std::pow(std::numbers::pi, -0.5 * d) * std::exp(-c[i] * c[i])));
      if (std::isnan(tail[i]))
        CHECK(c[i] < kExponent / 2);
      else
        CHECK(tail[i] / maxwell[i] == Approx(std::exp(std::pow(c[i] - kExponent / 2, 2))));
      if (c[i] > 2.5 || error[i] > 0.1) continue;
      CHECK(density[i] == Approx(ratio[i] * maxwell[i]));
      chi2 += std::pow((ratio[i] - expected[i]) / error[i], 2);
      ++bins;
    }
    REQUIRE(bins > 15);
    CHECK(std::abs(chi2 - bins) < 4.5 * std::sqrt(2.0 * bins));
  }
}
