#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/random.h"
#include "clausius/geometry/shape.h"
#include "collision/obstacle.h"
#include "engine/drive.h"
#include "engine/engine.h"
#include "unit/engine/small_gas.h"

using namespace clausius;
using clausius::testing::put_walls;
using clausius::testing::steps_of;

// Final states of gases, bit for bit: they must be reproduced with every processor, compiler and C
// library. Any change in how a gas moves, even by rounding, changes these numbers too, and then
// they must be written again.

namespace {

/// Particles of the given species in turn, on a square lattice of this spacing, in the order of
/// their planes; of velocities, and what else they have, drawn at random.
template <int Dim>
struct LatticeGas {
  Gas<Dim> gas;
  State<Dim> start;

  LatticeGas(const std::vector<SphereSpecies>& species, double spacing, int a_side = kASide) {
    gas.species = species;
    const auto kinds = static_cast<Eigen::Index>(species.size());
    gas.restitution = Eigen::MatrixXd::Ones(kinds, kinds);
    gas.wall_restitution.assign(species.size(), 1);
    gas.box.size.fill(a_side * spacing);
    spacing_ = spacing;
  }

  LatticeGas(const std::vector<Shape>& shapes, double spacing)
      : LatticeGas(std::vector<SphereSpecies>(shapes.size()), spacing, kASide / 2) {
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      const double mass = 1 + 0.5 * static_cast<double>(s);
      gas.bodies.push_back(
          make_rigid_body(shapes[s], mass_properties(shapes[s], Dim).with_mass(mass), Dim));
      gas.species[s] = {2 * gas.bodies[s].bounding_radius, mass};
    }
  }

  /// @return the state of the engine after so many collisions
  std::uint64_t after(std::int64_t collisions, const EngineOptions& options = {}) {
    place();
    const auto engine = make_engine<Dim>(gas, start, options);
    engine->advance(Engine<Dim>::kForever, collisions, nullptr);
    CHECK(engine->counters().collisions + engine->counters().wall_collisions > collisions / 2);
    return engine->record_hash();
  }

  std::uint64_t after(std::int64_t actions, const DriveKind& kind) {
    place();
    const auto engine = make_engine<Dim>(gas, start);
    Drive<Dim> drive(kind, 1, 0, 0);
    for (std::int64_t k = 0; k < actions; ++k) {
      engine->advance(drive.next(), Engine<Dim>::kNoLimit, nullptr);
      State<Dim> state = engine->state();
      drive.act(gas, state);
      engine->set_velocities(state);
    }
    return engine->record_hash();
  }

 private:
  static constexpr int kASide = Dim == 3 ? 8 : 20;

  void place() {
    start = {};
    start.time = gas.boundary.start;
    RandomStream random(5, Stream::test);
    Vec<Dim> r;
    const auto sites = [&](auto&& self, int axis) -> void {
      if (axis < 0) return add(r, random);
      for (r[axis] = 0.5 * spacing_; r[axis] < gas.box.size[axis]; r[axis] += spacing_)
        self(self, axis - 1);
    };
    sites(sites, Dim - 1);
  }

  void add(const Vec<Dim>& r, RandomStream& random) {
    const std::size_t s = start.size() % gas.species.size();
    const double radius = 0.5 * gas.species[s].diameter;
    for (const auto& obstacle : gas.boundary.obstacles)
      for (const double shift : {-1.0, 0.0, 1.0})
        if (depth_in<Dim>(obstacle.shape,
                          r + shift * gas.box.size[Dim - 1] * Vec<Dim>::Unit(Dim - 1),
                          radius) > -1e-3)
          return;
    start.species.push_back(static_cast<std::uint8_t>(s));
    start.position.push_back(r);
    Vec<Dim>& v = start.velocity.emplace_back();
    for (int k = 0; k < Dim; ++k) v[k] = random.normal();
    if (gas.has_reservoirs()) start.internal_energy.push_back(random.gamma(0.5));
    if (gas.is_rough()) {
      Vec<3>& spin = start.angular_velocity.emplace_back(Vec<3>::Zero());
      for (int k = Dim == 2 ? 2 : 0; k < 3; ++k) spin[k] = random.normal();
    }
    if (gas.bodies.empty()) return;
    Eigen::Quaterniond& q = start.orientation.emplace_back(Eigen::Quaterniond::Identity());
    for (double& x : q.coeffs()) x = random.normal();
    if (Dim == 2) q.vec().template head<2>().setZero();
    q.normalize();
    Vec<3>& l = start.angular_momentum.emplace_back(Vec<3>::Zero());
    for (int k = Dim == 2 ? 2 : 0; k < 3; ++k) l[k] = 0.3 * random.normal();
    // About the axis of a capsule nothing turns it.
    const RigidBody& body = gas.bodies[s];
    if (body.collinear) l -= (q * Vec<3>::UnitX()).dot(l) * (q * Vec<3>::UnitX());
    if (body.rotational_degrees == 0) l.setZero();
  }

  double spacing_;
};

const std::vector<SphereSpecies> kOne{{1, 1}}, kTwo{{1, 1}, {0.6, 0.5}};
const Shape kCapsule = Capsule{0.4, 1};
const Shape kHook = Clump{{{{0, 0, 0}, 0.4}, {{0.7, 0, 0}, 0.3}, {{0.7, 0.5, 0}, 0.25}}};
const Shape kTriangle =
    Clump{{{{0.5, 0, 0}, 0.4}, {{-0.25, 0.4375, 0}, 0.4}, {{-0.25, -0.4375, 0}, 0.4}}};

// CHECK with the number that it is, in the form in which it is written here.
void check(const std::string& gas, std::uint64_t seen, std::uint64_t expected) {
  INFO(gas << ": " << std::hex << "0x" << seen);
  CHECK(seen == expected);
}

template <int Dim>
LatticeGas<Dim> between_walls(int kind) {
  LatticeGas<Dim> system(kTwo, 1.5);
  system.gas.box.periodic[0] = system.gas.box.periodic[1] = false;
  system.gas.wall_restitution = {0.9, 1};
  put_walls(system.gas, kind);
  system.gas.contact_duration = 1e-6;
  return system;
}

template <int Dim>
LatticeGas<Dim> rough() {
  LatticeGas<Dim> system(kTwo, 1.4);
  for (SphereSpecies& one : system.gas.species) one.moment = 0.1 * one.mass;
  system.gas.tangential = Eigen::MatrixXd::Constant(2, 2, 0.4);
  system.gas.restitution.fill(0.95);
  system.gas.contact_duration = 1e-6;
  return system;
}

template <int Dim>
LatticeGas<Dim> with_friction() {
  LatticeGas<Dim> system = rough<Dim>();
  system.gas.box.periodic[0] = false;
  system.gas.wall_tangential = {0.2, 0.3};
  system.gas.wall_friction = {0.1, 0.2};
  system.gas.friction = Eigen::MatrixXd::Constant(2, 2, 0.2);
  system.gas.boundary.faces[1].friction = 0.05;
  return system;
}

template <int Dim>
LatticeGas<Dim> parcels() {
  LatticeGas<Dim> system({{1, 1, 0, 3}, {0.8, 2, 0, 0}}, 1.3);
  system.gas.internal_exchange = 0.5;
  return system;
}

template <int Dim>
LatticeGas<Dim> viscoelastic() {
  LatticeGas<Dim> system(kOne, 1.3);
  system.gas.viscosity = 0.1;
  return system;
}

template <int Dim>
LatticeGas<Dim> sheared() {
  LatticeGas<Dim> system(kOne, 1.3);
  system.gas.boundary.shear_rate = 0.3;
  return system;
}

template <int Dim>
LatticeGas<Dim> bodies(int walls) {
  LatticeGas<Dim> system(std::vector<Shape>{kCapsule, kHook, kTriangle}, 2.2);
  if (walls > 0) {
    system.gas.box.periodic[0] = system.gas.box.periodic[1] = false;
    put_walls(system.gas, walls);
  }
  return system;
}

}  // namespace

TEST_CASE("Spheres, disks, mixtures: the same bits from every build, on every machine") {
  check("spheres", LatticeGas<3>(kOne, 1.2).after(3000), 0x13475fb17f186c8);
  check("dilute spheres", LatticeGas<3>(kOne, 4).after(1500), 0x29f42c7c0218ebd8);
  check("disks", LatticeGas<2>(kOne, 1.2).after(3000), 0x64045701279b4d5);
  check("dilute disks", LatticeGas<2>(kOne, 6).after(1500), 0xbdbf611b098f7108);
  check("two kinds of spheres", LatticeGas<3>(kTwo, 1.2).after(3000), 0xe8258808536c5e5b);
  check("two kinds of disks", LatticeGas<2>(kTwo, 1.2).after(3000), 0x7054f26ee2dd4a2f);
  check("viscoelastic spheres", viscoelastic<3>().after(3000), 0x4e39d7e885b4d91f);
  check("rough spheres", rough<3>().after(3000), 0x327d0f0c6d850acc);
  check("rough disks", rough<2>().after(3000), 0xd36a57a02e32b4bd);
  check("spheres with friction", with_friction<3>().after(3000), 0xeadf7c9a9516b63);
  check("disks with friction", with_friction<2>().after(3000), 0x994d3e0e7761904f);
  check("parcels", parcels<3>().after(3000), 0x145277aed1b4b9db);
  check("sheared spheres", sheared<3>().after(3000), 0xdd479232571419e2);
  check("sheared disks", sheared<2>().after(3000), 0x71fe6e8e682d84cf);
  check("kicked spheres", LatticeGas<3>(kOne, 1.5).after(20, RandomKicks{0.5, 0.2}),
        0x2e94db60829387f9);
  check("spheres at a thermostat",
        LatticeGas<3>(kTwo, 1.5).after(20, AndersenThermostat{1.5, 0.5, 0.2}), 0x9556e45aa5c745ee);
}

TEST_CASE("Between walls of all kinds: the same bits from every build, on every machine") {
  struct Hashes {
    std::uint64_t spheres, disks;
  };
  const std::vector<Hashes> of_kind{
      {0x798fb4ade254081a, 0x9790b582cb573b08}, {0xe17c3d1865511204, 0x5033cd16c465ddb3},
      {0xa8991d9d2a7cc16f, 0xa4d61f1ad8d94820}, {0x4d4259c8470adf07, 0x829f4e687f0940fa},
      {0x3a5d90f703ad45b8, 0x6f2a5da81d2d8810}, {0x701901d1489dad9a, 0xd7b15536e0a8ca}};
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    const std::string number = std::to_string(kind);
    check("spheres between walls " + number, between_walls<3>(static_cast<int>(kind)).after(1500),
          of_kind[kind].spheres);
    check("disks between walls " + number, between_walls<2>(static_cast<int>(kind)).after(1500),
          of_kind[kind].disks);
  }
}

TEST_CASE("Rigid bodies: the same bits from every build, on every machine") {
  check("bodies", bodies<3>(0).after(1000), 0x8e537174c711e934);
  check("flat bodies", bodies<2>(0).after(1000), 0x6082913e29f8f61a);
  check("bodies between walls", bodies<3>(2).after(1000), 0x395bff2f6891089c);
  check("flat bodies between walls", bodies<2>(3).after(1000), 0x658e85699e2cb94b);
}

TEST_CASE("Time steps: the same bits from every build, on every machine") {
  check("steps of spheres", LatticeGas<3>(kTwo, 1.2).after(2000, steps_of(0.01)),
        0xb98fb44d76aebead);
  check("steps of disks", LatticeGas<2>(kTwo, 1.2).after(2000, steps_of(0.01)), 0x67176b8598819060);
  check("steps of viscoelastic spheres", viscoelastic<3>().after(2000, steps_of(0.01)),
        0xcde769d0fe8aa8d0);
  check("steps of disks with friction", with_friction<2>().after(1000, steps_of(0.01)),
        0x3a5d9df9944efedd);
  check("steps of rough disks", rough<2>().after(1000, steps_of(0.01)), 0x3d2de87a46343617);
}
