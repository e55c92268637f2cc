#include <catch2/catch.hpp>

#include "clausius/study/snapshot.h"

using namespace clausius;

TEST_CASE("A state becomes a snapshot and the same state again", "[study]") {
  StudyConfig config;
  config.dimensions = 2;
  config.size = {3, 5};
  config.periodic = {true, false};
  config.species = {{{.name = "a", .diameter = 0.5, .mass = 2}}, {{.name = "b"}}};
  config.restitution = Eigen::MatrixXd::Constant(2, 2, 0.75);
  config.wall_restitution = 0.5;
  const State<2> state{1.5, {1, 0}, {{0.1, 0.2}, {1.1, 2.2}}, {{-1, 2}, {0, -0.3}}, {}, {}};

  const Snapshot snapshot = to_snapshot<2>(state, config);
  CHECK(snapshot.species == std::vector<std::string>{"b", "a"});
  CHECK(snapshot.position[1] == Vec<3>(1.1, 2.2, 0));
  CHECK(snapshot.velocity[0] == Vec<3>(-1, 2, 0));
  CHECK(snapshot.size == config.size);
  CHECK(snapshot.periodic == config.periodic);

  const State<2> again = to_state<2>(snapshot, config);
  CHECK(again.time == state.time);
  CHECK(again.species == state.species);
  CHECK(again.position == state.position);
  CHECK(again.velocity == state.velocity);

  const Gas<2> gas = make_gas<2>(config);
  CHECK(gas.box.size == Vec<2>(3, 5));
  CHECK(gas.box.periodic == std::array<bool, 2>{true, false});
  CHECK(gas.species[0].diameter == 0.5);
  CHECK(gas.species[0].mass == 2);
  CHECK(gas.restitution(0, 1) == 0.75);
  CHECK(gas.wall_restitution == std::vector<double>{0.5, 0.5});
  CHECK(gas.contact_duration == 0);
}
