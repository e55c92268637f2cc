#include <catch2/catch.hpp>

#include "engine/conserved.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

Vec<3> in_three(const Vec<3>& v) { return v; }
Vec<3> in_three(const Vec<2>& v) { return {v[0], v[1], 0}; }

template <int Dim>
Vec<3> angular_momentum(const Gas<Dim>& gas, const State<Dim>& state) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t id = 0; id < state.size(); ++id) {
    const double mass = gas.species[state.species[id]].mass;
    sum += mass * in_three(state.position[id]).cross(in_three(state.velocity[id]));
    if (gas.is_rough()) sum += rotation_of(gas, state, id).angular_momentum;
  }
  return sum;
}

/// Quantities declared as conserved are conserved throughout a run of the gas with the drives;
/// others change before its end.
template <int Dim>
void check_claims(const Gas<Dim>& gas, const State<Dim>& start,
                  const std::vector<DriveKind>& kinds = {}) {
  std::vector<Drive<Dim>> drives;
  drives.reserve(kinds.size());
  for (const DriveKind& kind : kinds) drives.emplace_back(kind, 3, drives.size(), start.time);
  const auto engine = make_engine(gas, start);
  const Vec<Dim> momentum = total_momentum(gas, start);
  const Vec<3> turning = angular_momentum(gas, start);
  const double rounding = 1e-11 * static_cast<double>(start.size());
  std::array<bool, Dim> ever_changed{};
  double sign = 1;
  int met = 0, claimed_angular = 0;
  for (int step = 1; step <= 40; ++step) {
    // Short at first, so that there are no hits yet.
    engine->advance(start.time + 0.01 * step * step, Engine<Dim>::kNoLimit, nullptr);
    for (Drive<Dim>& drive : drives) {
      if (drive.next() > engine->time()) continue;
      State<Dim> state = engine->state();
      drive.act(gas, state);
      engine->set_velocities(state);
      if (drive.has_reversed()) sign = -1;
    }
    const State<Dim> state = engine->state();
    const bool met_boundary = engine->counters().wall_collisions > 0;
    const auto conserved = conserved_quantities(gas, drives, Mode::event_driven, met_boundary);
    const Vec<Dim> change = total_momentum(gas, state) - sign * momentum;
    for (int axis = 0; axis < Dim; ++axis) {
      INFO("axis " << axis << ", step " << step << ", met " << met_boundary);
      if (conserved.momentum[axis]) CHECK(std::abs(change[axis]) < rounding);
      ever_changed[axis] = ever_changed[axis] || std::abs(change[axis]) > 1e-6;
    }
    if (conserved.angular_momentum) {
      CHECK((angular_momentum(gas, state) - turning).norm() < 10 * rounding);
      ++claimed_angular;
    }
    met += met_boundary ? 1 : 0;
  }
  const auto at_the_end = conserved_quantities(gas, drives, Mode::event_driven, met > 0);
  for (int axis = 0; axis < Dim; ++axis) {
    INFO("axis " << axis);
    CHECK(ever_changed[axis] == !at_the_end.momentum[axis]);
  }
  const bool closed = std::none_of(gas.box.periodic.begin(), gas.box.periodic.end(),
                                   [](bool is_periodic) { return is_periodic; });
  if (closed && drives.empty() && !gas.boundary.has_gravity()) CHECK(claimed_angular > 0);
}

}  // namespace

TEST_CASE("what is said to be conserved is, and nothing else", "[engine]") {
  const auto check = [](const auto& system) { check_claims(system.gas, system.start); };
  const auto check_rough = [](auto system) {
    roughen(system, 1);
    check_claims(system.gas, system.start);
  };
  with_all_boundaries(6, 1, check);
  with_all_boundaries(6, 1, check_rough);
  with_worldly_boundaries(6, 1, check);
  with_shear(6, 1, check);

  for (const int kind : {0, 1, 2}) {  // Lorentz gases
    SmallGas<2> system({{1, 1}}, 5, Vec<2>(8, 8), 1);
    if (kind == 0) system.gas.boundary.obstacles.push_back({{}, BallObstacle<2>{{4, 4}, 1.5}});
    if (kind == 1) system.gas.boundary.obstacles.push_back({{}, BlockObstacle<2>{{2, 2}, {4, 5}}});
    if (kind == 2)  // exerts no force along y
      system.gas.boundary.obstacles.push_back({{}, BlockObstacle<2>{{2, 0}, {4, 8}}});
    system.place(5, 2);
    check_claims(system.gas, system.start);
  }
}

TEST_CASE("drives conserve the momentum that is said to be conserved, and no other", "[engine]") {
  const std::vector<std::vector<DriveKind>> all{{RandomKicks{0.5, 0.2}},
                                                {AndersenThermostat{2, 1, 0.4}},
                                                {VelocityRescale{100, 0.5}},
                                                {Reversal{0.9}},
                                                {RandomKicks{0.5, 0.2}, VelocityRescale{100, 0.5}}};
  for (const std::vector<DriveKind>& kinds : all) {
    with_all_boundaries(6, 2, [&](auto system) {
      system.gas.restitution.fill(0.8);
      check_claims(system.gas, system.start, kinds);
    });
    with_worldly_boundaries(
        6, 2, [&](const auto& system) { check_claims(system.gas, system.start, kinds); });
    with_shear(6, 2, [&](const auto& system) { check_claims(system.gas, system.start, kinds); });
  }
}
