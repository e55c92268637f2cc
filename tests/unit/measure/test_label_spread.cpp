#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/random.h"
#include "measure/labels/label_spread.h"
#include "statistics/moments.h"

using namespace clausius;

// Random walkers, drawn from the solution of the diffusion equation: the deviations divided by the
// stated errors must be standard normal.
TEST_CASE("Labels of random walkers spread by the diffusion equation, with the scatter stated") {
  constexpr std::size_t kWalkers = 3000;
  constexpr int kRuns = 60;
  constexpr double kEdge = 10, kDiffusion = 0.5, kTime = 4, kUnit = 4;  // k_BT/m
  const double forgotten = kDiffusion / kUnit;
  const double square = 2 * kDiffusion * (kTime - forgotten * (1 - std::exp(-kTime / forgotten)));
  RandomStream random(3, Stream::test);
  RunningMoments entropy, diffusion;
  for (int run = 0; run < kRuns; ++run) {
    State<2> state;
    std::vector<std::uint8_t> label;
    for (std::size_t i = 0; i < kWalkers; ++i) {
      state.species.push_back(0);
      state.position.emplace_back(0.5, kEdge * random.uniform());
      state.velocity.emplace_back(Vec<2>::Zero());
      label.push_back(state.position[i].y() > 3 && state.position[i].y() < 7 ? 1 : 0);
    }
    LabelSpread<2> spread(1, kEdge, {"a", "b"});
    spread.sample(state, label);
    for (Vec<2>& r : state.position) {
      r.y() += std::sqrt(square) * random.normal();
      r.y() -= kEdge * std::floor(r.y() / kEdge);
    }
    state.time = kTime;
    spread.sample(state, label);
    const SpreadConditions conditions{TheoryValue{kDiffusion, "given"}, kUnit};
    const auto observables = spread.observables(unit_names(false, 2), conditions);
    REQUIRE(observables.size() == 2);
    CHECK(*observables[0].theory < 0.95);
    entropy.add(observables[0].z().value());
    diffusion.add(observables[1].z().value());
    const auto tables = spread.tables(unit_names(false, 2), conditions);
    const auto& mixed = std::get<std::vector<double>>(tables[0].columns[1].values);
    CHECK(mixed[0] < 0.2);  // except for the slabs that are cut
    CHECK(mixed[1] == observables[0].value);
  }
  for (const RunningMoments* one : {&entropy, &diffusion}) {
    INFO(one->mean() << " ± " << one->standard_error());
    CHECK(std::abs(one->mean()) < 4 * one->standard_error());
    const double scatter = one->standard_error() * std::sqrt(kRuns);
    CHECK(scatter > 0.7);
    CHECK(scatter < 1.3);
  }
}
