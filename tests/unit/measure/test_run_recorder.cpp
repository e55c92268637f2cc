#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

#include "clausius/core/constants.h"
#include "core/system/files.h"
#include "core/system/growing_file.h"
#include "measure/collisions/collision_log.h"
#include "measure/run_recorder.h"
#include "measure/temperatures/species_temperature.h"
#include "measure/velocities/species_law.h"
#include "named.h"
#include "report/csv.h"
#include "unit/report/scratch_folder.h"

using namespace clausius;
using clausius::testing::column;
using clausius::testing::named;

namespace {

// Two particles of mass 1 and 3 that collide head on with speeds 3 and 1 in a box of edge 10.
struct Pair {
  Gas<3> gas;
  State<3> state;
  CollisionRecord<3> hit;

  explicit Pair(double e) {
    gas.box.size = Vec<3>::Constant(10);
    gas.species = {{1, 1}, {1, 3}};
    gas.restitution = Eigen::MatrixXd::Constant(2, 2, e);
    gas.wall_restitution = {1, 1};
    state.species = {0, 1};
    state.position = {Vec<3>(1, 5, 5), Vec<3>(6, 5, 5)};
    state.velocity = {Vec<3>(3, 0, 0), Vec<3>(-1, 0, 0)};
    hit.time = 1;
    hit.second = 1;
    hit.second_species = 1;
    hit.normal = Vec<3>(1, 0, 0);
    hit.contact_point = Vec<3>(4.5, 5, 5);
    hit.first_before = state.velocity[0];
    hit.second_before = state.velocity[1];
    hit.first_after = Vec<3>(-3 * e, 0, 0);
    hit.second_after = Vec<3>(e, 0, 0);
    hit.impulse = 3 * (1 + e);
    hit.separation = 1;
    hit.restitution = e;
    hit.predicted_energy_change = -6 * (1 - e * e);
  }
  [[nodiscard]] State<3> after(double time) const {
    State<3> result = state;
    result.time = time;
    result.velocity = {hit.first_after, hit.second_after};
    return result;
  }
};

MeasurementOptions options(std::int64_t log) {
  MeasurementOptions all;
  all.species_names = {"a", "b"};
  all.collision_log = log;
  return all;
}

}  // namespace

TEST_CASE("one collision: rates, virial and temperature by hand") {
  const Pair pair(1);
  RunRecorder<3> recorder(pair.gas, pair.state, options(5));
  recorder.begin(pair.state);
  recorder.on_collision(pair.hit);
  recorder.sample(pair.after(2));
  recorder.end(pair.after(2));
  const auto all = recorder.observables();
  // E = 6, D = 3: k_BT = 4. One collision, 2 particles, 2 time units: ω = ½. Speeds 3 and 1: 8 of
  // path for two ends.
  CHECK(named(all, "temperature").value == Approx(4));
  CHECK(named(all, "temperature").theory.value() == Approx(4));
  CHECK(named(all, "collision_rate").value == Approx(0.5));
  CHECK(named(all, "collision_rate_a").value == Approx(0.5));
  CHECK(named(all, "mean_free_time").value == Approx(2));
  CHECK(named(all, "mean_free_path").value == Approx(4));
  CHECK(named(all, "mean_free_path_a").value == Approx(6));
  CHECK(named(all, "mean_free_path_b").value == Approx(2));
  CHECK(named(all, "mean_free_time_b").value == Approx(2));
  CHECK(find_observable(all, "energy_lost_fraction") == nullptr);
  // P V = N k_BT + J σ/(3 t) = 8 + 6/6
  CHECK(named(all, "pressure_virial").value == Approx(9.0 / 1000));
  CHECK(named(all, "compressibility_factor").value == Approx(9.0 / 8));
  CHECK(named(all, "temperature_ratio").value == Approx(1.0 / 3));
  CHECK(named(all, "temperature_ratio").theory.value() == Approx(0.25 / 0.75));
  CHECK_FALSE(named(all, "collision_rate").error);  // of one interval
  const auto tables = recorder.tables();
  CHECK(column(tables, "collisions", "impulse") == std::vector<double>{6});
  CHECK(column(tables, "collisions", "centre_of_mass_velocity_x").front() ==
        Approx(0).margin(1e-15));
  CHECK(column(tables, "collisions", "energy_change").front() == Approx(0).margin(1e-14));
}

TEST_CASE("the ledger adds up predicted losses and holds them against the energy") {
  const Pair pair(0.5);
  RunRecorder<3> recorder(pair.gas, pair.state, options(5));
  recorder.begin(pair.state);
  recorder.on_collision(pair.hit);
  recorder.sample(pair.after(2));
  CHECK(recorder.books().predicted_dissipation() == Approx(4.5));
  const auto tables = recorder.tables();
  CHECK(column(tables, "energy_ledger", "predicted_energy").back() == Approx(1.5));
  CHECK(column(tables, "energy_ledger", "difference_relative").back() == Approx(0).margin(1e-15));
  CHECK(column(tables, "collisions", "energy_change").front() == Approx(-4.5));
  // ln T falls by ln 4 in two time units and one collision a particle.
  recorder.end(pair.after(2));
  const auto all = recorder.observables();
  CHECK(named(all, "cooling_rate").value == Approx(std::log(4.0) / 2));
  CHECK(named(all, "cooling_rate_reduced").value == Approx(std::log(4.0)));
  CHECK(named(all, "energy_lost_fraction").value == Approx(0.75));
  CHECK(named(all, "energy_lost_fraction").theory.value() == Approx(0.75));
  CHECK_THAT(named(all, "cooling_rate").source, Catch::Contains("Garzo & Dufty"));  // unlike ones
}

TEST_CASE("wall hits give the pressure on the walls and count as no collisions") {
  Pair pair(1);
  pair.gas.box.periodic = {false, true, true};
  RunRecorder<3> recorder(pair.gas, pair.state, options(0));
  recorder.begin(pair.state);
  CollisionRecord<3> hit = pair.hit;
  hit.second = CollisionRecord<3>::kWall;
  hit.face = 1;
  hit.impulse = 6;
  recorder.on_collision(hit);
  hit.face = 0;
  hit.impulse = 2;
  recorder.on_collision(hit);
  recorder.sample(pair.after(4));
  recorder.end(pair.after(4));
  const auto all = recorder.observables();
  CHECK(named(all, "pressure_wall").value == Approx(8.0 / (200 * 4)));
  CHECK(named(all, "collision_rate").value == 0);
  // One axis of three has walls: D = 6 − 2.
  CHECK(named(all, "temperature").value == Approx(3));
}

TEST_CASE("the momentum along a periodic axis is a degree of freedom where something changes it") {
  const auto degrees = [](const Gas<3>& gas) { return degrees_of_freedom(gas, {4, 6}); };
  Gas<3> gas = Pair(1).gas;
  CHECK(degrees(gas) == 27);
  gas.box.periodic[0] = false;
  CHECK(degrees(gas) == 28);
  Gas<3> heated = gas;
  heated.boundary.faces[1].kt = 2;
  heated.boundary.faces[1].accommodation = 0.1;
  CHECK(degrees(heated) == 30);
  CHECK(energy_share(heated, 1, 22) == 1);
  Gas<3> rough = gas;
  rough.tangential = Eigen::MatrixXd::Constant(2, 2, 0.5);
  rough.wall_tangential = {-1, -1};  // smooth
  CHECK(degrees(rough) == 28 + 30);
  rough.wall_tangential = {-1, 0.5};
  CHECK(degrees(rough) == 30 + 30);
  rough.box.periodic[0] = true;
  CHECK(degrees(rough) == 27 + 30);
  gas.boundary.obstacles.resize(1);
  gas.boundary.obstacles[0].shape = BlockObstacle<3>{Vec<3>(4, 0, 0), Vec<3>(5, 10, 3)};
  CHECK(degrees(gas) == 29);  // a bar along y exerts no force along y
  CHECK(energy_share(gas, 1, 22) == Approx(1 - 1.0 / 66));
  gas.boundary.obstacles[0].shape = BallObstacle<3>{Vec<3>(4, 5, 5), 1};
  CHECK(degrees(gas) == 30);
}

TEST_CASE("a gas that moves as a whole, or not at all, has no theory") {
  Pair pair(1);
  pair.state.velocity[1] = Vec<3>(1, 0, 0);
  RunRecorder<3> moving(pair.gas, pair.state, options(0));
  CHECK_FALSE(moving.run().theory.at_rest());
  moving.begin(pair.state);
  pair.state.time = 1;
  moving.sample(pair.state);
  moving.end(pair.state);
  for (const Observable& one : moving.observables()) {
    INFO(one.name);
    CHECK((one.name == "temperature" || !one.theory));
  }

  pair.state.velocity = {Vec<3>::Zero(), Vec<3>::Zero()};
  pair.state.time = 0;
  RunRecorder<3> still(pair.gas, pair.state, options(0));
  still.begin(pair.state);
  pair.state.time = 1;
  still.sample(pair.state);
  still.end(pair.state);
  CHECK(still.observables().empty());
  CHECK_FALSE(still.tables().empty());
}

TEST_CASE("rotation counts: temperatures, spin that nothing changes, nematic order") {
  // A capsule at each end of an axis and a sphere; the capsules spin about their own axis too.
  Gas<3> gas;
  gas.box.size = Vec<3>::Constant(100);
  const auto body = [](const Shape& shape, double mass) {
    return make_rigid_body(shape, mass_properties(shape, 3).with_mass(mass), 3);
  };
  gas.bodies = {body(Capsule{0.5, 1}, 1), body(Sphere{0.5}, 2)};
  gas.species = {{2, 1}, {1, 2}};
  gas.restitution = Eigen::MatrixXd::Ones(2, 2);
  gas.wall_restitution = {1, 1};
  State<3> state;
  state.species = {0, 0, 1};
  state.position = {Vec<3>(10, 10, 10), Vec<3>(50, 50, 50), Vec<3>(90, 90, 90)};
  state.velocity = {Vec<3>(1, 0, 0), Vec<3>(1, 0, 0), Vec<3>(-1, 0, 0)};
  const Eigen::Quaterniond upright(Eigen::AngleAxisd(std::acos(0.0), Vec<3>::UnitY()));
  state.orientation = {upright, upright, Eigen::Quaterniond::Identity()};
  const double across = gas.bodies[0].moments[2];
  state.angular_momentum = {Vec<3>(0, 2 * across, 5), Vec<3>(0, 0, 0), Vec<3>(0, 0, 3)};

  RunRecorder<3> recorder(gas, state, options(0));
  recorder.begin(state);
  state.time = 1;
  recorder.sample(state);
  recorder.end(state);
  const auto all = recorder.observables();
  // D = 3·3 − 3 + 2·2 = 10; E = 2·½ + ½·2 + ½·I·4, without the spins.
  CHECK(recorder.run().theory.degrees_of_freedom() == 10);
  CHECK(named(all, "temperature").value == Approx(2 * (2 + 2 * across) / 10));
  CHECK(named(all, "temperature").theory.value() == Approx(2 * (2 + 2 * across) / 10));
  const double spins = 12.5 / gas.bodies[0].moments[0] + 4.5 / gas.bodies[1].moments[0];
  CHECK(recorder.run().history.kinetic_energy() == Approx(2 + 2 * across + spins));
  const SpeciesTemperature capsules = species_temperature(recorder.run(), 0);
  CHECK(capsules.translational == Approx(2 * 1.0 / 6));
  CHECK(capsules.rotational.value() == Approx(2 * 2 * across / 4));
  CHECK(capsules.value == Approx(2 * (1 + 2 * across) / 10));
  CHECK_FALSE(species_temperature(recorder.run(), 1).rotational);
  CHECK(species_temperature(recorder.run(), 1).value == Approx(2 * 1.0 / 3));
  // (Translational temperature of all: 2·2/9.)
  CHECK(named(all, "rotational_temperature_ratio").value == Approx(across / (4.0 / 9)));
  CHECK(named(all, "nematic_order_a").value == Approx(1));

  for (const Table& table : recorder.tables())
    if (table.name == "equipartition") {
      CHECK(std::get<std::vector<double>>(table.columns[6].values)[0] == Approx(across));
      CHECK(table.columns[6].name == "rotational_a");
      CHECK(std::isnan(std::get<std::vector<double>>(table.columns[8].values)[0]));
    }
}

TEST_CASE("the log of rigid bodies counts rotation in the energy") {
  Pair pair(0.5);
  pair.hit.rigid.emplace();
  pair.hit.rigid->contact.points.push_back({});
  pair.hit.rigid->contact.points[0].rate = -2.5;
  pair.hit.spins.emplace();
  pair.hit.spins->energy_change = -0.25;
  pair.hit.spins->first_after = Vec<3>(0, 0, 7);
  CollisionLog<3> log(5);
  log.add(pair.hit);
  const std::vector<Table> tables{log.table(pair.gas, unit_names(false, 3))};
  CHECK(column(tables, "collisions", "energy_change").front() == Approx(-4.75));
  CHECK(column(tables, "collisions", "normal_speed").front() == 2.5);
  CHECK(column(tables, "collisions", "first_spin_after_z").front() == 7);
}

TEST_CASE("a log in a file is the table of the log in memory") {
  const ScratchFolder folder;
  const auto written = [&](const CollisionLog<3>& log, const Gas<3>& gas) {
    std::ostringstream text;
    write_csv(text, log.table(gas, unit_names(true, 3)));
    return text.str();
  };
  const UnitNames units = unit_names(true, 3);
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const bool rough : {false, true})
    for (const int collisions : {0, 1, 5000}) {
      INFO(rough << ' ' << collisions);
      Pair pair(0.5);
      GrowingFile file(folder.path() / "collisions");
      CollisionLog<3> kept(4000), in_file(4000);
      in_file.write_to(file, pair.gas, units);
      for (int k = 0; k < collisions; ++k) {
        pair.hit.time = k;
        for (int axis = 0; axis < 3; ++axis)
          for (Vec<3>* vector : {&pair.hit.normal, &pair.hit.first_before, &pair.hit.second_after})
            (*vector)[axis] = any(random) * (k % 7 == 0 ? 1e-12 : k % 5 == 0 ? 1e20 : 1);
        pair.hit.second = k % 3 == 0 ? CollisionRecord<3>::kWall : 1;
        if (rough) pair.hit.spins.emplace().first_after = Vec<3>(0, any(random), kNaN);
        for (CollisionLog<3>* log : {&kept, &in_file})
          if (log->open()) log->add(pair.hit);
      }
      in_file.end();
      file.flush();
      if (collisions == 0 && rough) continue;
      CHECK((read_regular_file(folder.path() / "collisions") == written(kept, pair.gas)));
      if (collisions > 0)
        CHECK(in_file.observables(pair.gas, units).back().value ==
              kept.observables(pair.gas, units).back().value);
    }
}
