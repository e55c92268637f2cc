#include <catch2/catch.hpp>
#include <cmath>

#include "measure/collisions/echo.h"
#include "measure/collisions/trace.h"

using namespace clausius;

TEST_CASE("The echo is compared with what was as long before the reversal, over periodic edges") {
  Box<2> box;
  box.size = {10, 10};
  Echo<2> echo(box, 5);
  State<2> state;
  state.species = {0, 0};
  for (int t = 0; t <= 10; ++t) {
    state.time = t;
    // Forward and back; on the way back the distance of the second one from its path grows tenfold
    // at a time.
    const int there = t <= 5 ? t : 10 - t;
    state.position = {{1.0 + there, 2}, {9.999, 3.0 + there}};
    if (t > 5) state.position[1].x() += 1e-9 * std::pow(10, t - 5) - (t == 10 ? 10 : 0);
    echo.sample(state, 4 * t);
  }
  const auto observables = echo.observables(2, unit_names(false, 2));
  // (4·6 − 4·4)/2 = 4 collisions per particle between t = 4 and 6, 8 between 3 and 7 …
  REQUIRE(observables.size() == 5);
  CHECK(observables[0].name == "echo_error_5");
  CHECK(observables[0].value == Approx(-8 - std::log10(2) + 0.25));
  CHECK(observables[3].name == "echo_error_20");
  CHECK(observables[3].value == Approx(-4 - std::log10(2)));
  CHECK(observables[4].name == "lyapunov_exponent");
  CHECK(observables[4].value == Approx(std::log(10)));
  const Table table = echo.table(2, unit_names(false, 2));
  const auto& largest = std::get<std::vector<double>>(table.columns[2].values);
  const auto& mean = std::get<std::vector<double>>(table.columns[3].values);
  REQUIRE(largest.size() == 5);
  CHECK(largest[4] == Approx(5e-5));
  CHECK(mean[4] == Approx(5e-5 / std::sqrt(2)));
}

TEST_CASE("The trace of a particle goes straight from collision to collision, across edges") {
  Trace<2> trace(2);
  State<2> state;
  state.time = 1;
  state.species = {0, 0};
  state.position = {{9, 1}, {0, 0}};
  state.velocity = {{1, 0}, {0, 0}};
  trace.begin(state);
  CollisionRecord<2> one;
  one.first = 1;
  one.second = CollisionRecord<2>::kWall;
  one.time = 2;
  trace.add(one);  // of another
  one.second = 0;
  one.time = 4;
  one.second_after = {0, -2};
  trace.add(one);
  one.first = 0;
  one.second = 1;
  one.time = 5;
  trace.add(one);
  one.time = 6;
  trace.add(one);  // more than were asked for
  const Table table = trace.table(unit_names(false, 2));
  CHECK(std::get<std::vector<double>>(table.columns[0].values) == std::vector<double>{1, 4, 5});
  CHECK(std::get<std::vector<double>>(table.columns[1].values) == std::vector<double>{9, 12, 12});
  CHECK(std::get<std::vector<double>>(table.columns[2].values) == std::vector<double>{1, 1, -1});
}
