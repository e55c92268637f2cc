#include <atomic>
#include <catch2/catch.hpp>
#include <regex>

#include "clausius/core/errors.h"
#include "sanitized.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

/// Raises a flag at a collision.
template <int Dim>
struct Interrupter : Observer<Dim> {
  std::atomic<bool> flag = false;
  int left = 100, since = 0;
  void on_collision(const CollisionRecord<Dim>& /*collision*/) override {
    if (flag) ++since;
    if (--left == 0) flag = true;
  }
};

template <int Dim>
void check_interrupt(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options) {
  const auto engine = make_engine<Dim>(gas, start, options);
  Interrupter<Dim> interrupter;
  engine->interrupt_on(&interrupter.flag);
  // Without the flag this would take years.
  CHECK(engine->advance(1e12, Engine<Dim>::kNoLimit, &interrupter) == StopReason::interrupted);
  CHECK(engine->time() < 1e6);
  CHECK(interrupter.since < 10000);
  CHECK(engine->audit(1000).empty());
  // It continues as if undisturbed.
  interrupter.flag = false;
  const double later = engine->time() + 1;
  CHECK(engine->advance(later, Engine<Dim>::kNoLimit, nullptr) == StopReason::reached_time);
  const auto through = make_engine<Dim>(gas, start, options);
  through->advance(later, Engine<Dim>::kNoLimit, nullptr);
  CHECK(engine->record_hash() == through->record_hash());
}

/// The error message with which a run ends.
template <int Dim>
std::string fault_of(const Gas<Dim>& gas, const State<Dim>& start) {
  try {
    make_engine<Dim>(gas, start)->advance(1e4, Engine<Dim>::kNoLimit, nullptr);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Every engine stops soon after its interrupt flag is raised, and can go on") {
  SmallGas<3> spheres({{1, 1}}, 50, Vec<3>(6, 6, 6), 3);
  SmallGas<2> disks({{1, 1}}, 20, Vec<2>(50, 50), 3);
  BodyGas<3> bodies({Capsule{0.4, 1}}, 10, Vec<3>(6, 6, 6), 3);
  check_interrupt(spheres.gas, spheres.start, {});
  check_interrupt(disks.gas, disks.start, {});
  check_interrupt(bodies.gas, bodies.start, {});
  EngineOptions steps;
  steps.mode = Mode::time_step;
  steps.time_step = 0.01;
  check_interrupt(spheres.gas, spheres.start, steps);
  // Many collisions follow each other before the clock advances.
  SmallGas<3> many({{1, 1}}, 2000, Vec<3>(16, 16, 16), 3);
  check_interrupt(many.gas, many.start, {});
  // Between collisions, which are rare.
  SmallGas<3> dilute({{1, 1}}, 100, Vec<3>(300, 300, 300), 3);
  const std::atomic<bool> raised = true;
  const auto engine = make_engine<3>(dilute.gas, dilute.start, {});
  engine->interrupt_on(&raised);
  CHECK(engine->advance(1e12, Engine<3>::kNoLimit, nullptr) == StopReason::interrupted);
  CHECK(engine->audit(1000).empty());
  // Particles hit nothing but the walls here, epoch after epoch.
  SmallGas<2> bouncing({{1, 1}}, 1, Vec<2>(9, 9), 5);
  bouncing.gas.box.periodic = {true, false};
  bouncing.gas.boundary.gravity[1] = -1;
  bouncing.place(1, 5);
  check_interrupt(bouncing.gas, bouncing.start, {});
  // Nothing happens here at all, epoch after epoch.
  SmallGas<2> sliding({{1, 1}}, 1, Vec<2>(2.5, 9), 5);
  sliding.gas.box.periodic = {true, false};
  sliding.gas.boundary.obstacles.push_back({{}, BallObstacle<2>{{1.2, 8}, 0.1}});
  sliding.start.position[0] = Vec<2>(1, 2);
  sliding.start.velocity[0] = Vec<2>(1, 0);
  const auto idle = make_engine<2>(sliding.gas, sliding.start, {});
  idle->interrupt_on(&raised);
  CHECK(idle->advance(1e6, Engine<2>::kNoLimit, nullptr) == StopReason::interrupted);
  CHECK(idle->time() < 1000);
}

TEST_CASE("A gas in which time stands still ends with an error that names the particles",
          "[long]") {
  // A sticky cluster.
  SmallGas<2> system({{1, 1}}, 60, Vec<2>(10, 10), 4);
  system.gas.restitution(0, 0) = 0;
  const std::string fault = fault_of(system.gas, system.start);
  CHECK(std::regex_match(fault, std::regex("time stands still at [0-9.]+ in a series of events "
                                           "of particles [0-9]+, [0-9]+.*: an inelastic collapse.*"
                                           "collisions.contact_duration.*")));

  if (kAddressSanitizer) return;  // a million searches take half a minute there
  // A capsule on a perfectly inelastic floor.
  BodyGas<3> body({Capsule{0.4, 1}}, 1, Vec<3>(9, 9, 9), 4, {true, true, false});
  body.gas.boundary.gravity[2] = -1;
  body.gas.wall_restitution = {0.1};
  CHECK(fault_of(body.gas, body.start).find("of particle 0:") != std::string::npos);
}

TEST_CASE("Steps that are too short for the clock end with an error") {
  SmallGas<2> system({{1, 1}}, 4, Vec<2>(30, 30), 4);
  system.start.time = 1;
  EngineOptions options;
  options.mode = Mode::time_step;
  options.time_step = 1e-20;
  const auto engine = make_engine<2>(system.gas, system.start, options);
  CHECK_THROWS_WITH(engine->advance(2, 1, nullptr), Catch::Contains("use a larger run.time_step"));
  CHECK_THROWS_WITH(engine->next_stop(2), Catch::Contains("use a larger run.time_step"));
}

TEST_CASE("Millions of hits in no time are no standstill where they turn a heavy sphere back",
          "[long]") {
  // A light sphere between a wall and one that is 10¹² times as heavy: 10⁶ pi/2 hits of each kind.
  SmallGas<2> system({{1, 1}, {1, 1e12}}, 2, Vec<2>(100, 5), 4);
  system.gas.box.periodic = {false, false};
  system.start.species = {0, 1};
  system.start.position = {Vec<2>(5, 2.5), Vec<2>(12, 2.5)};
  system.start.velocity = {Vec<2>(0, 0), Vec<2>(-1, 0)};
  const auto engine = make_engine<2>(system.gas, system.start);
  if (kAddressSanitizer) return;  // it takes half a minute there
  CHECK(engine->advance(30, Engine<2>::kNoLimit, nullptr) == StopReason::reached_time);
  CHECK(engine->counters().collisions == Approx(0.5 * 3.141592653589793e6).epsilon(1e-5));
  const State<2> end = engine->state();
  CHECK(end.velocity[1].x() == Approx(1).epsilon(1e-5));
}
