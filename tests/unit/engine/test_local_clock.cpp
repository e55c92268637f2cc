#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "engine/engine.h"
#include "engine/local_clock.h"
#include "small_gas.h"

using namespace clausius;
using testing::SmallGas;

TEST_CASE("A clock that is set to a time has reached it, whatever rounding does") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  for (int sample = 0; sample < 20000; ++sample) {
    LocalClock clock(10 * uniform(random));
    for (int epochs = sample % 4; epochs > 0; --epochs) {
      clock.begin_epoch(1, 1 + 10 * uniform(random));
      clock.move_origin();
    }
    const double now = clock.time();
    const double time = now + 10 * uniform(random);
    const double reached = clock.absolute(clock.local(time));
    CHECK(reached >= time);
    CHECK(reached <= std::nextafter(time, 2 * time));
  }
}

TEST_CASE("An engine that stops at a time has reached it, from whatever time it started") {
  SmallGas<3> system({{1, 1}}, 20, Vec<3>(5, 5, 5), 1);
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform;
  for (int sample = 0; sample < 200; ++sample) {
    system.start.time = 5 * uniform(random);
    const auto engine = make_engine<3>(system.gas, system.start);
    for (double until = system.start.time; until < 10;) {
      until += uniform(random);
      REQUIRE(engine->advance(until, Engine<3>::kNoLimit, nullptr) == StopReason::reached_time);
      REQUIRE(engine->time() >= until);
    }
  }
}
