#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "clausius/study/runner.h"

using namespace clausius;

namespace {

// Twelve kinds of gas, small, so that forty of each take seconds. Default keys where nothing is
// said; some are shorter than a user would make them, for errors come from few samples then.
const std::vector<std::pair<std::string, std::string>> kKinds{
    {"spheres", R"(
[box]
packing_fraction = 0.3
[[species]]
name = "a"
count = 200
[run]
equilibrate = 20
measure = 100
samples = 60
collision_statistics = true
)"},
    {"disks near freezing", R"(
[box]
dimensions = 2
packing_fraction = 0.69
[[species]]
name = "a"
count = 196
[run]
equilibrate = 500
measure = 200
samples = 100
)"},
    {"mixture of mass ratio 100", R"(
[box]
packing_fraction = 0.1
[[species]]
name = "light"
count = 150
[[species]]
name = "heavy"
count = 50
mass = 100.0
[run]
equilibrate = 100
measure = 150
samples = 100
)"},
    {"spheres between walls", R"(
[box]
packing_fraction = 0.1
boundary = "wall"
[[species]]
name = "a"
count = 200
[run]
equilibrate = 20
measure = 100
samples = 60
)"},
    {"rough spheres that cool", R"(
[box]
packing_fraction = 0.02
[[species]]
name = "a"
count = 200
[collisions]
restitution = 0.9
tangential_restitution = 0.5
[run]
equilibrate = 20
measure = 40
samples = 40
)"},
    {"spheres that cool for ten collisions", R"(
[box]
packing_fraction = 0.05
[[species]]
name = "a"
count = 400
[collisions]
restitution = 0.9
[run]
equilibrate = 5
measure = 10
samples = 50
)"},
    {"spheres that cool from the start", R"(
[box]
packing_fraction = 0.02
[[species]]
name = "a"
count = 500
[collisions]
restitution = 0.6
[run]
equilibrate = 0
measure = 30
)"},
    {"spheres that are kicked", R"(
[box]
packing_fraction = 0.02
[[species]]
name = "a"
count = 200
[collisions]
restitution = 0.8
[[drive]]
kind = "random-kicks"
strength = 0.04
interval = 0.4
[run]
equilibrate = 30
measure = 100
samples = 60
)"},
    {"capsules", R"(
[box]
packing_fraction = 0.01
[[species]]
name = "a"
count = 100
shape = "capsule"
shaft = 1.0
[run]
equilibrate = 20
measure = 60
samples = 60
)"},
    {"transport of spheres", R"(
[box]
packing_fraction = 0.2
[[species]]
name = "a"
count = 108
[run]
equilibrate = 20
measure = 400
samples = 100
transport = true
)"},
    {"dilute disks", R"(
[box]
dimensions = 2
packing_fraction = 0.01
[[species]]
name = "a"
count = 100
[run]
equilibrate = 20
measure = 200
samples = 100
)"},
    {"granular mixture", R"(
[box]
packing_fraction = 0.02
[[species]]
name = "a"
count = 150
[[species]]
name = "b"
count = 50
mass = 8.0
diameter = 2.0
[collisions]
restitution = 0.8
[run]
equilibrate = 20
measure = 40
samples = 40
)"},
};

/// Results for one observable in many runs: value − theory, the error of this deviation that is due
/// to the measurement, and the uncertainty of the theory.
struct Deviations {
  std::vector<double> deviation, error, uncertainty;

  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const double one : deviation) sum += one;
    return sum / static_cast<double>(deviation.size());
  }
  /// Standard deviation of the deviations about their mean, over the errors of the measurement and
  /// of the theory, or of the measurement alone.
  [[nodiscard]] double scatter(bool with_theory) const {
    double sum = 0;
    for (std::size_t i = 0; i < deviation.size(); ++i)
      sum += std::pow(
          (deviation[i] - mean()) / std::hypot(error[i], with_theory ? uncertainty[i] : 0), 2);
    return std::sqrt(sum / static_cast<double>(deviation.size() - 1));
  }
  /// The mean divided by its error, that of the theory being the same in all runs.
  [[nodiscard]] double z_of_mean() const {
    double squares = 0, most = 0;
    for (std::size_t i = 0; i < deviation.size(); ++i) {
      squares += error[i] * error[i] / static_cast<double>(deviation.size());
      most = std::max(most, uncertainty[i]);
    }
    return mean() / std::hypot(std::sqrt(squares / static_cast<double>(deviation.size())), most);
  }
};

}  // namespace

TEST_CASE("Forty gases of each kind scatter about theory as their errors say", "[slow]") {
  constexpr int kSeeds = 40;
  // With 40 runs the standard deviation is known to 0.11 of itself, errors from few samples less
  // accurately.
  constexpr double kLeastScatter = 0.6, kMostScatter = 1.45, kMostMean = 4;
  for (const auto& [kind, text] : kKinds) {
    DYNAMIC_SECTION(kind) {
      std::map<std::string, Deviations> all;
      for (int seed = 1; seed <= kSeeds; ++seed) {
        const StudyResult result =
            run_study(parse_study(text, "ensemble.toml", {{"seed", std::to_string(seed)}}), {});
        for (const Observable& one : result.observables) {
          if (!one.z() || *one.error < 1e-12 * std::abs(one.value)) continue;  // or is a constant
          Deviations& deviations = all[one.name];
          deviations.deviation.push_back(one.value - *one.theory);
          deviations.error.push_back(one.error_beside_theory.value_or(*one.error));
          deviations.uncertainty.push_back(one.theory_uncertainty);
        }
      }
      CHECK(all.size() >= 3);
      for (const auto& [name, deviations] : all) {
        if (deviations.deviation.size() < kSeeds / 2) continue;
        INFO(name << ": mean " << deviations.mean() << ", " << deviations.z_of_mean()
                  << " errors, scatter " << deviations.scatter(true) << " of "
                  << deviations.deviation.size());
        CHECK(std::abs(deviations.z_of_mean()) < kMostMean);
        CHECK(deviations.scatter(true) < kMostScatter);
        CHECK(deviations.scatter(false) > kLeastScatter);
      }
    }
  }
}
