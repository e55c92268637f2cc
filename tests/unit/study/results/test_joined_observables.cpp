#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/study/runner.h"
#include "study/results/joined_observables.h"
#include "unit/study/parsed_study.h"

using namespace clausius;

namespace {

// Runs of a gas of N particles that had `collisions` in `time`.
struct CountedRun {
  double collisions, time;
};

std::vector<Observable> joined(const std::vector<CountedRun>& counted) {
  constexpr double kParticles = 10;
  std::vector<std::vector<Observable>> all;
  for (const auto& [collisions, time] : counted) {
    all.emplace_back();
    const double rate = 2 * collisions / (kParticles * time);
    all.back().push_back(observable("collision_rate", rate, std::nullopt, {}, "1"));
    if (collisions > 0)
      all.back().push_back(observable("mean_free_time", 1 / rate, std::nullopt, {}, "1"));
  }
  std::vector<ObservablesOfRun> runs;
  for (std::size_t i = 0; i < all.size(); ++i)
    runs.push_back({&all[i], counted[i].time, counted[i].collisions});
  return joined_observables(runs, {{"collision_rate", MeanOfRuns::over_time},
                                   {"mean_free_time", MeanOfRuns::over_collisions}});
}

StudyResult ten_spheres(const std::string& run) {
  return run_study(parse(R"(
[box]
packing_fraction = 0.1
[[species]]
name = "gas"
count = 10
[run]
)" + run));
}

// Distance of an observable of replicas from that of a single long run, in its standard errors.
double distance(const std::string& name, const StudyResult& replicas, const StudyResult& run) {
  const Observable& one = *find_observable(replicas.observables, name);
  const Observable& other = *find_observable(run.observables, name);
  return (one.value - other.value) / std::hypot(one.error.value(), other.error.value());
}

}  // namespace

TEST_CASE("rates of several runs are all collisions over all time", "[study]") {
  const std::vector<CountedRun> runs{{5, 1.0}, {5, 3.0}, {8, 2.5}, {0, 0.5}, {5, 0.7}};
  double collisions = 0, time = 0, time_with_collisions = 0;
  for (const CountedRun& run : runs) {
    collisions += run.collisions;
    time += run.time;
    if (run.collisions > 0) time_with_collisions += run.time;
  }
  const std::vector<Observable> all = joined(runs);
  const double rate = 2 * collisions / (10 * time);
  CHECK(find_observable(all, "collision_rate")->value == Approx(rate).epsilon(1e-12));
  CHECK(find_observable(all, "mean_free_time")->value ==
        Approx(10 * time_with_collisions / (2 * collisions)).epsilon(1e-12));
}

TEST_CASE("the error of a mean over the time of all runs is that of a ratio of sums", "[study]") {
  // Twin: the jackknife, which is equal up to the second order in the deviations.
  std::vector<CountedRun> runs;
  runs.reserve(400);
  for (int i = 0; i < 400; ++i) runs.push_back({100, 10 + std::sin(1.7 * i) + 0.5 * std::cos(i)});
  const double value = find_observable(joined(runs), "collision_rate")->value;
  double sum = 0;
  for (std::size_t left_out = 0; left_out < runs.size(); ++left_out) {
    std::vector<CountedRun> others = runs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
    sum += std::pow(find_observable(joined(others), "collision_rate")->value - value, 2);
  }
  const auto count = static_cast<double>(runs.size());
  CHECK(find_observable(joined(runs), "collision_rate")->error.value() ==
        Approx(std::sqrt((count - 1) / count * sum)).epsilon(0.01));
}

TEST_CASE("replicas of few collisions each have no bias", "[study][long]") {
  const StudyResult run = ten_spheres("equilibrate = 20\nmeasure = 20000\nsamples = 1000");
  // A time that begins with a hit has about 1 % fewer than its share, because the two that have
  // just collided do not meet: that of a given duration begins with the gas as it is placed.
  for (const std::string length :
       {"equilibrate = 20\nmeasure = 1\nsamples = 10",
        "equilibrate = 20\nmeasure = 3\nsamples = 10",
        "equilibrate = 0\nduration = 1.0\nsamples = 10\n[initial]\nplacement = \"random\""}) {
    const StudyResult replicas = ten_spheres("replicas = 3000\n" + length);
    INFO(length);
    for (const char* const name : {"collision_rate", "pressure_virial", "compressibility_factor",
                                   "mean_free_time", "mean_free_path"}) {
      INFO(name);
      CHECK(std::abs(distance(name, replicas, run)) < 4);
    }
    // The errors are small enough to see a bias of 1/k, k = 5 and 15 collisions.
    const Observable& rate = *find_observable(replicas.observables, "collision_rate");
    CHECK(rate.error.value() < 0.013 * rate.value);
  }
}
