#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "measure/walls/measured_flow.h"

using namespace clausius;

namespace {

// A gas of k_BT = 1 between walls at x = 0 and 20 that slide along y at ±`speed`, with a flow that
// is linear in between.
struct Sheared {
  Gas<3> gas;
  State<3> state;

  Sheared(std::size_t count, double speed, std::uint64_t seed) {
    gas.box.size = {20, 10, 10};
    gas.box.periodic = {false, true, true};
    gas.species = {{1, 1}, {1, 4}};
    gas.boundary.faces[0].sliding[1] = -speed;
    gas.boundary.faces[1].sliding[1] = speed;
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> place;
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < count; ++i) {
      Vec<3> r, v;
      for (int k = 0; k < 3; ++k) r[k] = gas.box.size[k] * place(random);
      state.species.push_back(i % 2);
      for (int k = 0; k < 3; ++k) v[k] = normal(random) / std::sqrt(gas.species[i % 2].mass);
      v[1] += speed * (r[0] / 10 - 1);
      state.position.push_back(r);
      state.velocity.push_back(v);
    }
  }
  [[nodiscard]] double kt(const State<3>& at) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      sum += gas.species[at.species[i]].mass * at.velocity[i].squaredNorm();
    return sum / (3 * static_cast<double>(at.size()));
  }
};

}  // namespace

TEST_CASE("The temperature beside a flow is that of the gas at rest, whatever the number") {
  for (const std::size_t count : {50U, 400U, 3000U}) {
    double sum = 0, with_flow = 0;
    const auto samples = static_cast<int>(60'000 / count);
    for (int sample = 0; sample < samples; ++sample) {
      const Sheared at(count, 2, 1000 * count + static_cast<std::uint64_t>(sample));
      const auto flow = MeasuredFlow<3>::of(at.gas, count, 1);
      REQUIRE(flow);
      sum += at.kt(flow->beside_flow(at.gas, at.state)) / samples;
      with_flow += at.kt(at.state) / samples;
    }
    INFO(count);
    CHECK(with_flow > 2);
    // 60 000 particles, 3 degrees of freedom each; within a layer the flow changes by a part of the
    // whole that few particles make large.
    const double layers = std::min(20.0, std::floor(static_cast<double>(count) / 40));
    const double inside = 2.5 * 16 / 36 / (layers * layers);
    CHECK(sum - 1 - inside == Approx(0).margin(4.5 * std::sqrt(2. / 180'000) + 0.1 * inside));
  }
}

TEST_CASE("No flow is subtracted where walls are at rest, or slow") {
  Sheared at(400, 2, 1);
  CHECK_FALSE(MeasuredFlow<3>::of(Sheared(400, 0.04, 1).gas, 400, 1));
  CHECK(MeasuredFlow<3>::of(Sheared(400, 0.05, 1).gas, 400, 1e-3));
  at.gas.boundary.faces[0].sliding[1] = 2;  // both slide alike: the gas moves as a whole
  CHECK_FALSE(MeasuredFlow<3>::of(at.gas, 400, 1));
}
