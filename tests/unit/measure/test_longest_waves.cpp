#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "clausius/core/random.h"
#include "measure/structure/longest_waves.h"

using namespace clausius;

namespace {

// Independent places and velocities in a box of edge 10, and a shear flow along x of that
// amplitude.
template <int Dim>
State<Dim> independent(RandomStream& random, std::size_t count, double flow) {
  State<Dim> state;
  for (std::size_t i = 0; i < count; ++i) {
    Vec<Dim> r, v;
    for (int k = 0; k < Dim; ++k) r[k] = 10 * random.uniform();
    for (int k = 0; k < Dim; ++k) v[k] = random.normal();
    v[0] += flow * std::sin(2 * std::numbers::pi * r[1] / 10);
    state.position.push_back(r);
    state.velocity.push_back(v);
    state.species.push_back(0);
  }
  return state;
}

template <int Dim>
Gas<Dim> box_of_ten() {
  Gas<Dim> gas;
  gas.box.size = Vec<Dim>::Constant(10);
  gas.species = {{1, 1}};
  return gas;
}

template <int Dim>
void check_waves() {
  const Gas<Dim> gas = box_of_ten<Dim>();
  RandomStream random(3, Stream::test);
  LongestWaves<Dim> still, sheared, clustered;
  CHECK_FALSE(still.shear());
  for (int sample = 0; sample < 4000; ++sample) still.sample(gas, independent<Dim>(random, 50, 0));
  // The mean over the last thousand of means over as many waves as there are.
  CHECK(*still.shear() == Approx(1).margin(0.12));
  CHECK(*still.density() == Approx(1).margin(0.12));
  // A flow u sin(ky) has N m²u²/4 in its wave, of N m² T: 0.25 · 2000 · 0.3² = 45, of which one of
  // so many waves.
  sheared.sample(gas, independent<Dim>(random, 2000, 0.3));
  CHECK(*sheared.shear() > LongestWaves<Dim>::kGrown);
  CHECK(*sheared.density() < LongestWaves<Dim>::kGrown);
  State<Dim> crowded = independent<Dim>(random, 2000, 0);
  for (auto& r : crowded.position) r[0] *= 0.7;
  clustered.sample(gas, crowded);
  CHECK(*clustered.density() > LongestWaves<Dim>::kGrown);
}

/// The waves of n periods, each by itself.
template <int Dim>
WaveStrength wave_alone(const State<Dim>& state, int n) {
  double alone = 0;
  for (const Vec<Dim>& v : state.velocity) alone += 4 * v.squaredNorm() / Dim;
  WaveStrength result;
  for (int axis = 0; axis < Dim; ++axis) {
    double cosine = 0, sine = 0;
    Vec<Dim> along = Vec<Dim>::Zero(), beside = Vec<Dim>::Zero();
    for (std::size_t i = 0; i < state.size(); ++i) {
      const double angle = 2 * std::numbers::pi * n * state.position[i][axis] / 10;
      cosine += std::cos(angle);
      sine += std::sin(angle);
      along += 2 * state.velocity[i] * std::cos(angle);
      beside += 2 * state.velocity[i] * std::sin(angle);
    }
    result.density += (cosine * cosine + sine * sine) / (Dim * static_cast<double>(state.size()));
    const Vec<Dim> squares = along.cwiseAbs2() + beside.cwiseAbs2();
    result.sound += squares[axis] / (Dim * alone);
    result.shear += (squares.sum() - squares[axis]) / (Dim * (Dim - 1) * alone);
  }
  return result;
}

template <int Dim>
void check_many_waves() {
  Gas<Dim> gas = box_of_ten<Dim>();
  gas.species[0].mass = 2;
  RandomStream random(4, Stream::test);
  const State<Dim> state = independent<Dim>(random, 100, 0.2);
  const std::vector<WaveStrength> waves = wave_strengths(gas, state, 5);
  REQUIRE(waves.size() == 5);
  for (int n = 1; n <= 5; ++n) {
    const WaveStrength expected = wave_alone(state, n);
    const WaveStrength& one = waves[static_cast<std::size_t>(n - 1)];
    CHECK(one.shear == Approx(expected.shear).epsilon(1e-10));
    CHECK(one.sound == Approx(expected.sound).epsilon(1e-10));
    CHECK(one.density == Approx(expected.density).epsilon(1e-10));
  }
  State<Dim> at_rest = state;
  for (Vec<Dim>& v : at_rest.velocity) v.setZero();
  CHECK(wave_strengths(gas, at_rest, 5).empty());
}

}  // namespace

TEST_CASE("Waves of many periods are those of each by itself") {
  check_many_waves<2>();
  check_many_waves<3>();
}

TEST_CASE("The longest waves of independent particles, of a flow and of a crowd") {
  check_waves<2>();
  check_waves<3>();
}
