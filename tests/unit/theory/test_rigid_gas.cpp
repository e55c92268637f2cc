#include <catch2/catch.hpp>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/equation_of_state.h"
#include "geometry/placed_body.h"
#include "measure/gas_theory/gas_theory.h"
#include "theory/fluid/rigid_gas.h"
#include "unit/collision/random_bodies.h"

using namespace clausius;

namespace {

Shape clump(const std::vector<Vec<3>>& centres) {
  Clump result;
  for (const Vec<3>& centre : centres) result.members.push_back({centre, 0.5});
  return result;
}

template <int Dim>
Gas<Dim> gas_of(const std::vector<Shape>& shapes, const std::vector<double>& masses) {
  Gas<Dim> gas;
  gas.box.size.setConstant(100);
  RandomBodies random(1);
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    gas.bodies.push_back(random.body(shapes[s], masses[s], Dim));
    gas.species.push_back({2 * gas.bodies[s].bounding_radius, masses[s]});
  }
  return gas;
}

template <int Dim>
RigidPair alike_bodies(const Shape& shape) {
  return rigid_pair(gas_of<Dim>({shape}, {1}), 0, 0);
}

// A gas of the given counts in a box of edge 100.
template <int Dim>
RigidGas rigid_gas(const Gas<Dim>& gas, const std::vector<double>& counts) {
  std::vector<RigidComponent> components;
  std::vector<RigidPair> pairs;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    components.push_back({counts[i], gas.bodies[i].mass, gas.bodies[i].rotational_degrees});
    for (std::size_t j = i; j < counts.size(); ++j) pairs.push_back(rigid_pair(gas, i, j));
  }
  return {Dim, gas.box.volume(), components, pairs};
}

}  // namespace

TEST_CASE("What is near is found as the gap says", "[geometry]") {
  RandomBodies random(5);
  int near = 0;
  for (int i = 0; i < 2000; ++i) {
    const RigidBody first = i % 3 == 0 ? random.capsule(1.5) : random.clump(6);
    const RigidBody second = i % 4 == 0 ? random.capsule(0.7) : random.clump(5);
    const PlacedBody a(first, random.orientation()), b(second, random.orientation());
    const Vec<3> apart = random.uniform(0, 3) * random.unit_vector();
    const double level = random.uniform(-0.3, 0.3);
    CHECK(a.is_nearer(b, apart, level) == (a.gap(b, apart) < level));
    near += a.is_nearer(b, apart, level) ? 1 : 0;
  }
  CHECK(near > 200);
  CHECK(near < 1800);
}

TEST_CASE("Bodies of very many members have no theory") {
  const auto theory = [](int members) {
    std::vector<Vec<3>> centres;
    centres.reserve(static_cast<std::size_t>(members));
    for (int k = 0; k < members; ++k) centres.emplace_back(0.3 * k * Vec<3>::UnitX());
    Gas<3> gas = gas_of<3>({clump(centres)}, {1});
    gas.restitution = Eigen::MatrixXd::Ones(1, 1);
    return GasTheory(gas, {10}, true);
  };
  CHECK_FALSE(theory(3).has_too_many_members());
  CHECK(theory(3).collision_rate(1));
  CHECK(theory(40).has_too_many_members());
  CHECK_FALSE(theory(40).collision_rate(1));
}

TEST_CASE("Low-density rates and second virial coefficients of bodies: published values") {
  struct Case {
    const char* name;
    Shape shape;
    double rate, virial, tolerance;  // that of the values for clumps: 4 of their errors
  };
  const double h = std::sqrt(0.75);
  for (const Case& one : {
           Case{"sphere", Sphere{0.5}, 4 * std::sqrt(kPi), 2 * kPi / 3, 1e-12},
           Case{"capsule 1", Capsule{0.5, 1}, 18.22573, 6.021386, 2e-4},
           Case{"capsule 5", Capsule{0.5, 5}, 91.75811, 37.437312, 3e-4},
           Case{"two", clump({{-0.5, 0, 0}, {0.5, 0, 0}}), 18.709, 5.703, 1.5e-3},
           Case{"row", clump({{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}), 33.049, 10.759, 1.5e-3},
           Case{"triangle", clump({{-0.5, 0, 0}, {0.5, 0, 0}, {0, h, 0}}), 27.391, 9.178, 2e-3},
       }) {
    INFO(one.name);
    const RigidPair pair = alike_bodies<3>(one.shape);
    CHECK(pair.rate() == Approx(one.rate).epsilon(one.tolerance));
    CHECK(pair.second_virial() == Approx(one.virial).epsilon(one.tolerance));
  }
  const RigidPair stadium = alike_bodies<2>(Capsule{0.5, 1});
  CHECK(stadium.rate() == Approx(6.68232).epsilon(1e-5));
  CHECK(stadium.second_virial() == Approx(3.88911).epsilon(1e-5));
  // Needles: 1.237662399 L²
  CHECK(alike_bodies<3>(Capsule{1e-5, 1}).rate() == Approx(1.237662399).epsilon(5e-4));
}

TEST_CASE("The third virial coefficient of capsules: Nezbeda's equation") {
  // Nezbeda, Chem. Phys. Lett. 41 (1976) 55: B₃/V² = α² + 10 α − 1, good to a per cent or so; of
  // spheres (α = 1) exact.
  for (const double shaft : {0.0, 1.0, 2.0}) {
    const double volume = kPi / 6 + kPi / 4 * shaft;
    const double alpha = (0.5 + shaft / 4) * kPi * (1 + shaft) / (3 * volume);
    const RigidPair pair = alike_bodies<3>(Capsule{0.5, shaft});
    const double third = pair.second_virial() * pair.virial_crowding(0);
    CHECK(third / (volume * volume) == Approx(alpha * alpha + 10 * alpha - 1).epsilon(0.02));
  }
}

TEST_CASE("Bodies that touch are aligned by what their shafts exclude") {
  // Excluded volume of two capsules: … + 2 L² D |sin γ|, ⟨P₂ |sin γ|⟩ = −π/32; in two dimensions
  // L² |sin γ| of the area, ⟨cos 2γ |sin γ|⟩ = −2/(3π).
  for (const double shaft : {1.0, 3.0}) {
    CHECK(alike_bodies<3>(Capsule{0.5, shaft}).alignment() ==
          Approx(-kPi / 16 * shaft * shaft).epsilon(0.01));
    CHECK(alike_bodies<2>(Capsule{0.5, shaft}).alignment() ==
          Approx(-2 / (3 * kPi) * shaft * shaft).epsilon(0.01));
  }
}

TEST_CASE("A gas of balls: what the theory of spheres says, to the order that is exact") {
  const std::vector<double> counts{3000, 2000};
  const auto gas = gas_of<3>({Sphere{0.5}, Sphere{1}}, {1, 3});
  const RigidGas bodies = rigid_gas(gas, counts);
  const Mixture mixture{
      3, (3000 * kPi / 6 + 2000 * kPi / 6 * 8) / 1e6, {{3000, 1, 1}, {2000, 2, 3}}};
  CHECK(bodies.collision_rate(2).value == Approx(collision_rate(mixture, 2).value).epsilon(1e-3));
  for (const std::size_t s : {0u, 1u})
    CHECK(bodies.collision_rate(1, s).value ==
          Approx(collision_rate(mixture, 1, s).value).epsilon(1e-3));
  CHECK(bodies.compressibility_factor().value - 1 ==
        Approx(compressibility_factor(mixture).value - 1).epsilon(1e-3));

  // Temperatures approach each other: per unlike collision −4 m₁m₂/M² (T₁ − T₂) of the mean energy.
  const RigidTemperatures kt{{1, 1.001}, {0, 0}};
  const RigidTemperatures change = bodies.relaxation(kt, 1);
  const auto rates = collision_rates(mixture, 1);
  const double per_collision = rates(0, 1) / collision_rate(mixture, 1).value;
  CHECK(change.translation[0] ==
        Approx(2.0 / 3 * 4 * 3 / 16 * 0.001 * per_collision).epsilon(5e-3));
  CHECK(3000 * change.translation[0] == Approx(-2000 * change.translation[1]).epsilon(3e-3));
}

TEST_CASE("Disks: rate and pressure, to the order that is exact") {
  const auto gas = gas_of<2>({Sphere{0.5}}, {1});
  const RigidGas bodies = rigid_gas(gas, {300});
  const Mixture mixture{2, 300 * kPi / 4 / 1e4, {{300, 1, 1}}};
  const double pairs = 299.0 / 300;
  CHECK(bodies.collision_rate(1).value ==
        Approx(pairs * collision_rate(mixture, 1).value).epsilon(5e-4));
  CHECK(bodies.compressibility_factor().value - 1 ==
        Approx(pairs * (compressibility_factor(mixture).value - 1)).epsilon(5e-4));
}

TEST_CASE("Collisions of bodies take the energy they should, and end in equipartition") {
  const double h = std::sqrt(0.75);
  const auto gas =
      gas_of<3>({Capsule{0.5, 1}, clump({{-0.5, 0, 0}, {0.5, 0, 0}, {0, h, 0}})}, {1, 2});
  const RigidPair pair = rigid_pair(gas, 0, 1, 4096);
  for (const double e : {1.0, 0.7}) {
    // At one temperature each loses ½ (1 − e²) ⟨u²⟩/k = (1 − e²) k_BT.
    const TwoBodies gain = pair.heating({2, 2, 2, 2}, e);
    const double all = gain.first_translation + gain.first_rotation + gain.second_translation +
                       gain.second_rotation;
    CHECK(all == Approx(-(1 - e * e) * 2 * pair.rate({2, 2, 2, 2})).margin(1e-12));
    if (e == 1) CHECK(gain.first_rotation == Approx(0).margin(1e-12));
  }
  CHECK(pair.rate({2, 2, 2, 2}) == Approx(std::sqrt(2) * pair.rate()));

  const RigidGas mixture = rigid_gas(gas, {400, 300});
  const RigidTemperatures cold = mixture.relaxation({{1, 1}, {0, 0}}, 1);
  CHECK(cold.rotation[0] > 0.1);
  CHECK(cold.translation[0] < -0.1);
  double energy = 0;
  for (const std::size_t s : {0u, 1u})
    energy +=
        (s == 0 ? 400 : 300) * (3 * cold.translation[s] + (s == 0 ? 2 : 3) * cold.rotation[s]);
  CHECK(energy == Approx(0).margin(1e-9 * 400));
}

TEST_CASE("Inelastic capsules: translation and rotation cool at different temperatures") {
  // One simulation each of an independent program.
  const RigidGas gas = rigid_gas(gas_of<3>({Capsule{0.5, 1}}, {1}), {100});
  const double ratios[][2] = {{0.9, 1.0223}, {0.8, 1.0477}, {0.5, 1.150}};
  for (const auto& [e, ratio] : ratios)
    CHECK(gas.cooling(e).temperature_ratio == Approx(ratio).epsilon(1e-3));
  // All motions lose alike_bodies at e → 1: (1 − e²)/(d + g) of the energy per collision.
  CHECK(gas.cooling(0.999).reduced_rate == Approx((1 - 0.999 * 0.999) / 5).epsilon(1e-3));
  CHECK(gas.cooling(0.999).rate_factor == Approx(1).epsilon(1e-3));
}
