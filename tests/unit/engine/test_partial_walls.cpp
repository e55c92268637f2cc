// Walls between specular and diffuse: Cercignani & Lampis (1971).
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "collision/cercignani_lampis.h"
#include "engine/engine.h"
#include "statistics/moments.h"
#include "unit/engine/twin.h"

using namespace clausius;
using namespace clausius::testing;

namespace {

constexpr double kMass = 1.7, kKt = 0.8;
const CercignaniLampis kLaw{0.6, 0.35};

WallBounce<3> bounce(const Vec<3>& v, const Vec<3>& u, const CercignaniLampis& law,
                     std::uint64_t number) {
  RandomStream random(3, Stream::thermal_walls, number);
  return partial_bounce<3>(v, u, Vec<3>::UnitX(), kMass, kKt, law, random);
}

bool agrees(const RunningMoments& moments, double expected, double most) {
  INFO(moments.mean() << " ± " << moments.standard_error() << ", expected " << expected);
  CHECK(moments.standard_error() < most * std::abs(expected));
  return std::abs(moments.mean() - expected) < 4 * moments.standard_error();
}

/// Energy that each sphere carries from the warm to the cold wall at a hit.
class CarriedHeat final : public Observer<3> {
 public:
  void on_collision(const CollisionRecord<3>& collision) override {
    if (collision.face == 0) cold_.add(-collision.heat);
    if (collision.face == 1) warm_.add(collision.heat);
    if (collision.second != CollisionRecord<3>::kWall) ++others_;
  }
  RunningMoments cold_, warm_;
  int others_ = 0;
};

}  // namespace

TEST_CASE("A sphere adapts to a wall in part, as Cercignani and Lampis say") {
  const Vec<3> v(0.9, -1.2, 0.4), u(0.2, 0.5, 0);
  RunningMoments across_sq, along, along_sq;
  for (std::uint64_t k = 0; k < 200000; ++k) {
    const WallBounce<3> one = bounce(v, u, kLaw, k);
    const Vec<3> leaving = one.velocity - u;
    REQUIRE(leaving[0] < 0);
    across_sq.add(leaving[0] * leaving[0]);
    along.add(leaving[1]);
    along_sq.add(std::pow(leaving[1] - (1 - kLaw.tangential) * (v - u)[1], 2));
    if (k > 100) continue;
    const double energy = 0.5 * kMass * (one.velocity.squaredNorm() - v.squaredNorm());
    CHECK(one.work + one.heat == Approx(energy).epsilon(1e-12));
    CHECK(one.impulse == Approx(kMass * (v - one.velocity)[0]).epsilon(1e-12));
  }
  const double thermal = kKt / kMass;
  CHECK(agrees(across_sq, (1 - kLaw.normal) * 0.49 + 2 * kLaw.normal * thermal, 0.01));
  CHECK(agrees(along, (1 - kLaw.tangential) * -1.7, 0.01));
  CHECK(agrees(along_sq, kLaw.tangential * (2 - kLaw.tangential) * thermal, 0.01));
}

TEST_CASE("A gas in equilibrium with a wall that adapts it in part stays so") {
  const double thermal = kKt / kMass;
  RunningMoments across, across_sq, along_sq, mixed;
  for (std::uint64_t k = 0; k < 200000; ++k) {
    RandomStream random(4, Stream::thermal_walls, k);
    const double fast = flux_speed(thermal, random);
    const Vec<3> v(fast, std::sqrt(thermal) * random.normal(),
                   std::sqrt(thermal) * random.normal());
    const Vec<3> leaving = bounce(v, Vec<3>::Zero(), kLaw, k).velocity;
    across.add(-leaving[0]);
    across_sq.add(leaving[0] * leaving[0]);
    along_sq.add(leaving[1] * leaving[1]);
    mixed.add(leaving[0] * leaving[1]);
  }
  CHECK(agrees(across, std::sqrt(0.5 * std::numbers::pi * thermal), 0.01));
  CHECK(agrees(across_sq, 2 * thermal, 0.01));
  CHECK(agrees(along_sq, thermal, 0.01));
  CHECK(std::abs(mixed.mean()) < 4 * mixed.standard_error());
}

TEST_CASE("Gases between walls that adapt them in part agree with the slow reference") {
  const auto check = [](auto system, unsigned seed) {
    put_walls(system.gas, 4);
    system.gas.boundary.faces[0].accommodation = 1;
    system.gas.boundary.faces[0].partial = kLaw;
    system.gas.boundary.obstacles[0].accommodation = 1;
    system.gas.boundary.obstacles[0].kt = 0.7;
    system.gas.boundary.obstacles[0].partial = CercignaniLampis{0.2, 0.9};
    system.place(10, seed);
    system.start.time = 0.5;
    compare_with_twin(system);
  };
  for (unsigned seed = 1; seed < 4; ++seed) {
    SmallGas<2> disks({{1, 1}, {0.5, 2}}, 10, Vec<2>(8, 11), seed);
    disks.gas.box.periodic = {false, false};
    check(disks, seed);
    SmallGas<3> spheres({{1, 1}, {0.7, 2}}, 10, Vec<3>(5, 8, 5.5), seed);
    spheres.gas.box.periodic = {false, false, true};
    check(spheres, seed);
  }
}

TEST_CASE("Without any accommodation a wall is a mirror, with all of it a bath") {
  const Vec<3> v(0.9, -1.2, 0.4);
  const WallBounce<3> mirror = bounce(v, Vec<3>::Zero(), {0, 0}, 1);
  CHECK((mirror.velocity - Vec<3>(-0.9, -1.2, 0.4)).norm() < 1e-15);
  CHECK(std::abs(mirror.heat) < 1e-15);
  RunningMoments across, along;
  for (std::uint64_t k = 0; k < 100000; ++k) {
    const Vec<3> leaving = bounce(v, Vec<3>::Zero(), {1, 1}, k).velocity;
    across.add(leaving[0] * leaving[0]);
    along.add(leaving[1] * leaving[1]);
  }
  CHECK(agrees(across, 2 * kKt / kMass, 0.01));
  CHECK(agrees(along, kKt / kMass, 0.01));
}

// Without collisions between spheres each carries, from wall to wall, what the means of the law
// give exactly: α/(2 − α) kΔT across, and a/(2 − a) kΔT/2 for each axis along, a = σ (2 − σ).
TEST_CASE("Heat between two walls that adapt in part is that of a gas without collisions") {
  SmallGas<3> system({{1e-4, kMass}}, 8, Vec<3>(3, 4, 5), 7);
  system.gas.box.periodic[0] = false;
  for (const int face : {0, 1}) {
    auto& wall = system.gas.boundary.faces[face];
    wall.accommodation = 1;
    wall.kt = face == 0 ? 1.0 : 1.5;
    wall.partial = kLaw;
  }
  CarriedHeat heat;
  const auto engine = make_engine<3>(system.gas, system.start, {});
  engine->advance(90000, Engine<3>::kNoLimit, &heat);
  REQUIRE(heat.others_ < 10);
  const double a = kLaw.tangential * (2 - kLaw.tangential);
  const double expected = 0.5 * (kLaw.normal / (2 - kLaw.normal) + a / (2 - a));
  CHECK(agrees(heat.cold_, expected, 0.02));
  CHECK(agrees(heat.warm_, expected, 0.02));
}
