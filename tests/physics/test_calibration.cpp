#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/statistics/moments.h"
#include "clausius/study/runner.h"

using namespace clausius;

// The deviations from theory over their stated errors, over many seeds: mean 0, standard
// deviation 1. Short runs of a dense gas, which is hardest: the errors come from few blocks.
TEST_CASE("Stated errors are those of the deviations over many seeds", "[slow]") {
  RunningMoments compressibility, rate;
  const int seeds = 120;
  for (int seed = 1; seed <= seeds; ++seed) {
    const StudyConfig config = parse_study(R"(
[box]
packing_fraction = 0.4
[[species]]
name = "a"
count = 500
[run]
equilibrate = 30
measure = 200
samples = 100
)",
                                           "calibration.toml", {{"seed", std::to_string(seed)}});
    const StudyResult result = run_study(config, {});
    for (const Observable& one : result.observables) {
      if (one.name == "compressibility_factor") compressibility.add(one.z().value());
      if (one.name == "collision_rate") rate.add(one.z().value());
    }
  }
  // Of 120: the mean is known to 0.09, the standard deviation to 0.065.
  for (const RunningMoments& z : {compressibility, rate}) {
    CHECK(z.count() == seeds);
    CHECK(z.mean() == Approx(0).margin(0.3));
    CHECK(std::sqrt(z.variance()) > 0.75);
    CHECK(std::sqrt(z.variance()) < 1.15);
  }
}
