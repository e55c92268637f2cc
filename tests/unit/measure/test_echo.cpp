#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "measure/run_recorder.h"
#include "named.h"

using namespace clausius;
using clausius::testing::column;
using clausius::testing::named;

namespace {

/// Two disks of diameter 2 in a periodic box of edge 10.
Gas<2> two_disks() {
  Gas<2> gas;
  gas.box.size = {10, 10};
  gas.species = {{2, 1}};
  gas.restitution = Eigen::MatrixXd::Ones(1, 1);
  gas.wall_restitution = {1};
  return gas;
}

MeasurementOptions options_of_disks() {
  MeasurementOptions options;
  options.species_names = {"a"};
  return options;
}

}  // namespace

TEST_CASE("The echo is compared with what was as long before the reversal, over periodic edges") {
  const Gas<2> gas = two_disks();
  MeasurementOptions options = options_of_disks();
  options.reversal = 5;
  State<2> state;
  state.species = {0, 0};
  state.position = {{1, 2}, {9.999, 3}};
  state.velocity = {{1, 0}, {0, 1}};
  RunRecorder<2> recorder(gas, state, options);
  recorder.begin(state);
  CollisionRecord<2> hit;
  hit.second = 1;
  for (int t = 1; t <= 10; ++t) {
    state.time = hit.time = t;
    // Forward and back; on the way back the distance of the second one from its path grows tenfold
    // at a time.
    const int there = t <= 5 ? t : 10 - t;
    state.position = {{1.0 + there, 2}, {9.999, 3.0 + there}};
    if (t > 5) state.position[1].x() += 1e-9 * std::pow(10, t - 5) - (t == 10 ? 10 : 0);
    for (int i = 0; i < 4; ++i) recorder.on_collision(hit);
    recorder.sample(state);
  }
  const auto all = recorder.observables();
  // (4·6 − 4·4)/2 = 4 collisions per particle between t = 4 and 6, 8 between 3 and 7 …
  CHECK(std::none_of(all.begin(), all.end(),
                     [](const Observable& one) { return one.name == "echo_error_2"; }));
  CHECK(named(all, "echo_error_5").value == Approx(-8 - std::log10(2) + 0.25));
  CHECK(named(all, "echo_error_20").value == Approx(-4 - std::log10(2)));
  CHECK(named(all, "lyapunov_exponent").value == Approx(std::log(10)));
  const auto tables = recorder.tables();
  const auto& largest = column(tables, "echo", "largest_distance");
  REQUIRE(largest.size() == 5);
  CHECK(largest[4] == Approx(5e-5));
  CHECK(column(tables, "echo", "root_mean_square_distance")[4] == Approx(5e-5 / std::sqrt(2)));
}

TEST_CASE("The trace of a particle goes straight from collision to collision, across edges") {
  MeasurementOptions options = options_of_disks();
  options.trace = 2;
  State<2> state;
  state.time = 1;
  state.species = {0, 0};
  state.position = {{9, 1}, {0, 0}};
  state.velocity = {{1, 0}, {0, 0}};
  RunRecorder<2> recorder(two_disks(), state, options);
  recorder.begin(state);
  CollisionRecord<2> one;
  one.first = 1;
  one.second = CollisionRecord<2>::kWall;
  one.time = 2;
  recorder.on_collision(one);  // of another
  one.second = 0;
  one.time = 4;
  one.second_after = {0, -2};
  recorder.on_collision(one);
  one.first = 0;
  one.second = 1;
  one.time = 5;
  recorder.on_collision(one);
  one.time = 6;
  recorder.on_collision(one);  // more than were asked for
  const auto tables = recorder.tables();
  CHECK(column(tables, "trace", "time") == std::vector<double>{1, 4, 5});
  CHECK(column(tables, "trace", "x") == std::vector<double>{9, 12, 12});
  CHECK(column(tables, "trace", "y") == std::vector<double>{1, 1, -1});
}
