#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "core/special_functions.h"
#include "physics/kinds_of_study.h"
#include "statistics/moments.h"

using namespace clausius;
using clausius::testing::kinds_of_study;

namespace {

// An observable over the seeds of one study.
struct OverSeeds {
  std::string name;
  std::vector<double> values, errors;
  RunningMoments z;
  double theory_share = 0;  // mean of the uncertainty of theory over the error of the deviation

  [[nodiscard]] double mean() const {
    RunningMoments all;
    for (const double one : values) all.add(one);
    return all.mean();
  }
  // Variance of (value − mean over the seeds)/error.
  [[nodiscard]] double scatter() const {
    RunningMoments all;
    const double middle = mean();
    for (std::size_t i = 0; i < values.size(); ++i) all.add((values[i] - middle) / errors[i]);
    return all.variance();
  }
};

// Seeds that have an error which may be used in judgements. Errors that are mere rounding (of a
// temperature that a drive sets) do not scatter.
void add(std::map<std::string, OverSeeds>& of, const StudyResult& result) {
  constexpr double kRounding = 1e-12;
  for (const Observable& one : result.observables) {
    const auto error = one.scatter_of_runs();
    if (!error || *error <= kRounding * std::abs(one.value) || one.has_few_events()) continue;
    OverSeeds& all = of[one.name];
    all.name = one.name;
    all.values.push_back(one.value);
    all.errors.push_back(*error);
    if (const auto z = one.z()) {
      all.z.add(*z);
      all.theory_share += one.theory_uncertainty / *one.total_error();
    }
  }
}

// Whether a variance of `count` values that should be between `least` and `most` is so by more than
// chance, which has the probability p.
bool is_outside(double variance, double count, double least, double most, double p) {
  const double shape = 0.5 * (count - 1);
  return portable::gamma_p(shape, shape * variance / least) < p ||
         portable::gamma_q(shape, shape * variance / most) < p;
}

// The mean of z, beyond the uncertainty of theory (which is the same for all seeds), in standard
// errors.
double bias(const OverSeeds& one) {
  const auto count = static_cast<double>(one.z.count());
  constexpr double kUncertainties = 4;
  const double free = std::abs(one.z.mean()) - kUncertainties * one.theory_share / count;
  return std::max(0.0, free) * std::sqrt(count / std::max(1e-3, one.z.variance()));
}

}  // namespace

// Runs every kind of study with 40 seeds. For each observable with an error: the variance of
// (value − mean over the seeds)/error and of z, and the mean of z.
TEST_CASE("Stated errors are the scatter of what is reported, in all kinds of study", "[slow]") {
  constexpr std::uint64_t kFirstSeed = 1001;
  constexpr int kSeeds = 40;
  // Errors are to be right within a factor of √2; more than that must not be chance.
  constexpr double kLeast = 0.5, kMost = 2, kChance = 1e-5 / 700;
  std::size_t tested = 0;
  for (const auto& kind : kinds_of_study()) {
    std::map<std::string, OverSeeds> of;
    for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kSeeds; ++seed)
      add(of,
          run_study(parse_study(kind.text, kind.name + ".toml", {{"seed", std::to_string(seed)}}),
                    {}));
    for (const auto& [name, one] : of) {
      const auto count = static_cast<double>(one.values.size());
      if (2 * count < kSeeds) continue;
      ++tested;
      INFO(fmt::format("{}: {} of {} seeds: variance {:.3g}, of z {:.3g}, mean z {:.3g}", kind.name,
                       name, count, one.scatter(), one.z.variance(), one.z.mean()));
      CHECK(!is_outside(one.scatter(), count, kLeast, kMost, kChance));
      if (2 * one.z.count() < kSeeds) continue;
      // A theory with an uncertainty deviates by less than that, and always the same way.
      const double least =
          one.theory_share > 0.1 * static_cast<double>(one.z.count()) ? 1e-9 : kLeast;
      CHECK(
          !is_outside(one.z.variance(), static_cast<double>(one.z.count()), least, kMost, kChance));
      CHECK(bias(one) < 6);
    }
  }
  CHECK(tested > 450);
}
