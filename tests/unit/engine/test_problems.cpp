#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/problems.h"
#include "unit/engine/body_gas.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

template <int Dim>
std::string texts(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options = {}) {
  std::string all;
  for (const Problem& one : find_problems(gas, start, options)) all += one.text() + '\n';
  return all;
}

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// What is done to a sound gas of two species of spheres between walls, and a part of the message.
struct Fault {
  std::function<void(SmallGas<3>&)> make;
  std::string message;
};

SmallGas<3> sound() {
  SmallGas<3> system({{1, 1}, {0.5, 2}}, 12, Vec<3>(5, 6, 7), 1);
  system.gas.box.periodic = {true, true, false};
  system.place(12, 1);
  return system;
}

}  // namespace

TEST_CASE("walls that adapt rough spheres or bodies in part are refused", "[engine]") {
  const auto is_refused = [](auto system) {
    auto& wall = system.gas.boundary.faces[4];
    wall.kt = wall.accommodation = 1;
    CHECK(texts(system.gas, system.start) == "");
    wall.partial = CercignaniLampis{0.5, 0.5};
    CHECK_THAT(texts(system.gas, system.start), Catch::Contains("smooth spheres and disks only"));
  };
  SmallGas<3> rough = sound();
  roughen(rough, 5);
  is_refused(rough);
  is_refused(BodyGas<3>({Capsule{0.5, 1}}, 5, {6, 6, 6}, 3, {true, true, false}));
}

TEST_CASE("a sound gas has no problems, whatever its boundaries", "[engine]") {
  const auto is_sound = [](const auto& system) { CHECK(texts(system.gas, system.start) == ""); };
  with_all_boundaries(14, 3, is_sound);
  with_worldly_boundaries(10, 3, is_sound);
  with_shear(14, 3, is_sound);
  with_narrow_boxes(3, is_sound);
  SmallGas<3> rough({{1, 1}, {0.7, 2}}, 14, Vec<3>(5, 6, 5.5), 2);
  roughen(rough, 5);
  is_sound(rough);
  SmallGas<2> rough_disks({{1, 1}, {0.7, 2}}, 14, Vec<2>(8, 6), 2);
  roughen(rough_disks, 5);
  is_sound(rough_disks);
  const Shape capsule = Capsule{0.5, 1};
  const Shape hook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};
  const Shape row =
      Clump{{{{0, 0, 0}, 0.3}, {{0.5, 0, 0}, 0.3}, {{1, 0, 0}, 0.3}, {{1.5, 0, 0}, 0.3}}};
  is_sound(BodyGas<3>({capsule, hook, row}, 9, {6, 6, 6}, 3, {false, true, true}));
  is_sound(BodyGas<2>({capsule, row}, 6, {7, 7}, 3));
}

TEST_CASE("each fault of a gas is refused with its member and what is allowed", "[engine]") {
  const Fault faults[] = {
      {[](auto& s) { s.gas.box.size[1] = 1.5; },
       "gas.box.size[1]: 1.5 is too short; allowed: at least 2 (two"},
      {[](auto& s) { s.gas.box.size[2] = -1; },
       "gas.box.size[2]: -1 is out of range; allowed: a number above 0"},
      {[](auto& s) { s.gas.species[1].mass = 0; }, "gas.species[1].mass: 0 is out of range"},
      {[](auto& s) { s.gas.species[0].diameter = kNoNumber; }, "gas.species[0].diameter: nan"},
      {[](auto& s) { s.gas.species[0].internal_degrees = -2; },
       "gas.species[0].internal_degrees: -2"},
      {[](auto& s) { s.gas.restitution(0, 1) = 1.2; },
       "gas.restitution(0, 1): 1.2 is out of range; allowed: a number from 0 to 1"},
      {[](auto& s) { s.gas.restitution(0, 1) = 0.5; },
       "gas.restitution(0, 1): not equal to (1, 0)"},
      {[](auto& s) { s.gas.restitution = Eigen::MatrixXd::Ones(1, 1); },
       "gas.restitution: a matrix of 1 x 1; allowed: 2 x 2"},
      {[](auto& s) { s.gas.wall_restitution = {1}; },
       "gas.wall_restitution: a list of 1; allowed: a list of 2"},
      {[](auto& s) { s.gas.viscosity = -1; }, "gas.viscosity: -1"},
      {[](auto& s) { s.gas.added_speed = -1; }, "gas.added_speed: -1"},
      {[](auto& s) { s.gas.added_speed = s.gas.viscosity = 1; },
       "gas.added_speed: a second law of restitution"},
      {[](auto& s) { s.gas.tangential = Eigen::MatrixXd::Zero(2, 2); },
       "gas.wall_tangential: a list of 0"},
      {[](auto& s) { s.gas.contact_duration = kNoNumber; }, "gas.contact_duration: nan"},
      {[](auto& s) {
         s.gas.species[0].internal_degrees = 3;
         s.gas.restitution.fill(0.9);
       },
       "gas.restitution: reservoirs require elastic"},
      {[](auto& s) { s.gas.boundary.faces[1].restitution = 0.5; },
       "gas.boundary.faces[1]: a wall across a periodic axis"},
      {[](auto& s) { s.gas.boundary.faces[4].accommodation = 1; },
       "gas.boundary.faces[4].kt: 0 is out of range"},
      {[](auto& s) { s.gas.boundary.faces[4].sliding[2] = 1; },
       "gas.boundary.faces[4].sliding[2]: across the wall"},
      {[](auto& s) { s.gas.boundary.faces[4].path.amplitude = 0.1; },
       "gas.boundary.faces[4].path.angular_frequency: 0"},
      {[](auto& s) {
         s.gas.boundary.faces[4].path = {1, 0, 0, 5, 2};
       },
       "gas.boundary.faces[4].path.end: not after begin"},
      {[](auto& s) { s.gas.boundary.gravity[0] = 1; },
       "gas.boundary.gravity[0]: along a periodic axis"},
      {[](auto& s) {
         s.gas.boundary.shear_rate = 1;
         s.gas.boundary.gravity[2] = 1;
       },
       "gas.boundary.shear_rate: requires a gas without obstacles and gravity"},
      {[](auto& s) {
         s.gas.boundary.obstacles = {{{}, BallObstacle<3>{Vec<3>(1, 1, 6.5), 1}}};
       },
       "gas.boundary.obstacles[0].shape: it reaches out of the box"},
      {[](auto& s) {
         s.gas.boundary.obstacles = {{{}, BallObstacle<3>{Vec<3>(1, 1, 1), 0}}};
       },
       "gas.boundary.obstacles[0].shape: the radius is not above 0"},
      {[](auto& s) {
         s.gas.boundary.obstacles = {{{}, PolygonObstacle<3>{}}};
       },
       "gas.boundary.obstacles[0].shape: polygons are of two dimensions"},
      {[](auto& s) {
         s.gas.boundary.obstacles = {
             {{}, PiercedPlate<3>{1, Vec<3>(0, 1, 0), Vec<3>(5, 1, 7), Vec<3>(2, 1, 3), 0.4}}};
       },
       "its radius must exceed 0.5"},
      {[](auto& s) {
         s.gas.boundary.obstacles = {{{}, BlockObstacle<3>{Vec<3>(0, 1, 0), Vec<3>(5, 2, 7)}}};
         s.gas.boundary.obstacles[0].door = Door{1, 2};
       },
       "gas.boundary.obstacles[0].door: in an obstacle that is not flat there"},
      {[](auto& s) { s.start.species[3] = 2; }, "start.species[3]: 2 is not a species"},
      {[](auto& s) { s.start.position[3][2] = 7.5; },
       "start.position[3]: 7.5 is outside the box along z"},
      {[](auto& s) { s.start.position[3][0] = 5; },
       "start.position[3]: 5 is outside the box along x; allowed: from 0 to below 5"},
      {[](auto& s) { s.start.velocity[3][0] = kNoNumber; },
       "start.velocity[3]: no vector of numbers"},
      {[](auto& s) { s.start.velocity.pop_back(); },
       "start.velocity: a list of 11; allowed: a list of 12"},
      {[](auto& s) { s.start.angular_velocity.resize(12); },
       "start.angular_velocity: a list of 12; allowed: an empty list"},
      {[](auto& s) { s.start.time = kNoNumber; }, "start.time: nan"},
      {[](auto& s) { s.start = {}; }, "start.species: a list of 0; allowed: from 1 to"},
      {[](auto& s) { s.start.position[3] = s.start.position[2]; },
       "start.position[2]: overlaps with particle 3"},
      {[](auto& s) { s.start.position[3][2] = 0.1; }, "overlaps with"},
  };
  CHECK(texts(sound().gas, sound().start).empty());
  for (const Fault& fault : faults) {
    SmallGas<3> system = sound();
    fault.make(system);
    const std::string found = texts(system.gas, system.start);
    INFO(found);
    CHECK(found.find(fault.message) != std::string::npos);
  }
}

TEST_CASE("faults of bodies, of polygons and of steps", "[engine]") {
  const Shape capsule = Capsule{0.5, 1};
  const BodyGas<3> whole({capsule}, 4, {6, 6, 6}, 3);
  BodyGas<3> bodies = whole;
  bodies.start.orientation[1].coeffs() *= 2;
  bodies.start.angular_momentum.clear();
  bodies.gas.bodies[0].members.clear();
  bodies.gas.viscosity = 1;
  bodies.gas.added_speed = 1;
  const std::string found = texts(bodies.gas, bodies.start, steps_of(0.1));
  CHECK(found.find("start.orientation[1]: of length 2; allowed: a unit quaternion") !=
        std::string::npos);
  CHECK(found.find("start.angular_momentum: a list of 0; allowed: a list of 4") !=
        std::string::npos);
  CHECK(found.find("gas.bodies[0]: incomplete; allowed: a body made by make_rigid_body() in 3") !=
        std::string::npos);
  CHECK(found.find("gas.viscosity: applies to spheres and disks only") != std::string::npos);
  CHECK(found.find("gas.added_speed: applies to spheres and disks only") != std::string::npos);
  CHECK(found.find("options.mode: time steps support spheres only") != std::string::npos);

  BodyGas<2> flat({capsule}, 4, {8, 8}, 3);
  flat.gas.bodies = bodies.gas.bodies = whole.gas.bodies;
  CHECK(texts(flat.gas, flat.start).find("gas.bodies[0]: incomplete") != std::string::npos);

  SmallGas<2> disks({{1, 1}}, 5, Vec<2>(8, 8), 1);
  disks.gas.boundary.obstacles = {{{}, PolygonObstacle<2>{{{1, 1}, {2, 3}, {4, 1}}}}};
  CHECK(texts(disks.gas, disks.start).find("counter-clockwise") != std::string::npos);
  CHECK(texts(disks.gas, disks.start, steps_of(0)).find("options.time_step: 0") !=
        std::string::npos);
}

TEST_CASE("all faults are reported at once, those of many particles in part", "[engine]") {
  SmallGas<3> system = sound();
  system.gas.restitution(0, 0) = 2;
  system.gas.species[0].mass = -1;
  system.gas.wall_restitution.clear();
  system.gas.boundary.faces[4].kt = -1;
  system.gas.contact_duration = -1;
  system.start.velocity.assign(12, Vec<3>::Constant(kNoNumber));
  system.start.time = kNoNumber;
  const std::vector<Problem> all = find_problems(system.gas, system.start, {});
  CHECK(all.size() == 6 + 11);  // ten velocities, and how many more there are
  CHECK(std::any_of(all.begin(), all.end(), [](const Problem& one) {
    return one.text() == "start.velocity: 2 more are at fault; allowed: as above";
  }));
}
