#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "clausius/study/runner.h"
#include "statistics/moments.h"

using namespace clausius;

namespace {

/// Deviations from theory in units of the stated errors, from runs with many seeds. Short runs of a
/// dense gas, the most difficult case: the errors come from few blocks.
std::map<std::string, RunningMoments> deviations(int seeds,
                                                 const std::vector<Override>& overrides) {
  std::map<std::string, RunningMoments> of;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::vector<Override> all{{"seed", std::to_string(seed)}};
    all.insert(all.end(), overrides.begin(), overrides.end());
    const StudyResult result = run_study(parse_study(R"(
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
                                                     "calibration.toml", all),
                                         {});
    for (const Observable& one : result.observables)
      if (const auto z = one.z()) of[one.name].add(*z);
  }
  return of;
}

}  // namespace

TEST_CASE("Stated errors are those of the deviations over many seeds", "[slow]") {
  for (const char* replicas : {"1", "2", "4"}) {
    const int seeds = 200;
    auto z = deviations(seeds, {{"run.replicas", replicas}});
    for (const char* name : {"compressibility_factor", "collision_rate", "kurtosis_a2"}) {
      const double deviation = std::sqrt(z[name].variance());
      INFO(name << " of " << replicas << ": " << z[name].mean() << " +- " << deviation);
      // With 200 runs the mean is known to 0.07, the standard deviation to 0.05. The errors of
      // short correlated series are chosen conservatively, too large by up to a fifth.
      CHECK(z[name].count() == seeds);
      CHECK(z[name].mean() == Approx(0).margin(0.2));
      CHECK(deviation > 0.78);
      CHECK(deviation < 1.1);
    }
  }
}
