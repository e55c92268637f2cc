#include <utility>

#include "clausius/theory/enskog.h"
#include "geometry/contact_surface.h"
#include "measure/gas_theory/kinds.h"

namespace clausius {

namespace {

// Packing fraction of the reference spheres up to which the contact values of a gas of rigid bodies
// are accurate to 3e-3: their second order is 4.6 φ², for bodies perhaps a quarter more or less.
constexpr double kMostCrowding = 0.05;

// Number of pairs of members (one of each body) up to which the theory takes seconds: two bodies of
// 17 members. The time grows as the power 1.7 of it.
constexpr std::size_t kMostPairsOfMembers = 300;

// Packing fraction up to which there is a theory of the gas, if its bodies are not too long: of one
// species in three dimensions that of its equation of state, else that of spheres of equal volume,
// which crowd least.
double densest(const GasFacts& facts) {
  if (facts.dimensions != 3 || facts.components.size() > 1 || !facts.elastic) return kMostCrowding;
  return facts.components[0].convex ? RigidFluid::kDensest : RigidFluid::kDensestClumps;
}

// Whether the gas is homogeneous and not too dense; that of rough bodies in equilibrium.
template <int Dim>
bool may_have_theory(const Gas<Dim>& gas, const GasFacts& facts) {
  return facts.bodies && facts.mixture.packing_fraction <= densest(facts) && facts.at_rest &&
         gas.box.all_periodic() && facts.particles >= 2 && (facts.elastic || !facts.rough);
}

template <int Dim>
std::size_t pairs_of_members(const Gas<Dim>& gas) {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < gas.bodies.size(); ++i)
    for (std::size_t j = i; j < gas.bodies.size(); ++j)
      pairs += gas.bodies[i].members.size() * gas.bodies[j].members.size();
  return pairs;
}

}  // namespace

template <int Dim>
RigidPair rigid_pair(const Gas<Dim>& gas, std::size_t first, std::size_t second,
                     std::size_t points) {
  const RigidBody &a = gas.bodies[first], &b = gas.bodies[second];
  RigidPair result(Dim, a.mass, b.mass, gas.bodies.size());
  const auto lever = [](const RigidBody& body, const Mat3& axes, const Vec<3>& arm,
                        const Vec<3>& normal) {
    const Vec<3> torque = axes.transpose() * arm.cross(normal);
    return torque.cwiseProduct(body.inv_moments).dot(torque);
  };
  visit_contacts(a, b, gas.bodies, Dim, points, [&](const TouchingPair& pair) {
    const double cosine_sq = pair.second_axes(0, 0) * pair.second_axes(0, 0);
    result.add(pair.area, pair.normal.dot(pair.r),
               lever(a, Mat3::Identity(), pair.first_arm, pair.normal),
               lever(b, pair.second_axes, pair.second_arm, pair.normal),
               Dim == 3 ? 1.5 * cosine_sq - 0.5 : 2 * cosine_sq - 1, pair.shared);
  });
  return result;
}

template <int Dim>
bool GasOfBodies::has_too_many_members(const Gas<Dim>& gas, const GasFacts& facts) {
  return may_have_theory(gas, facts) && pairs_of_members(gas) > kMostPairsOfMembers;
}

template <int Dim>
std::optional<GasOfBodies> GasOfBodies::of(const Gas<Dim>& gas, const GasFacts& facts) {
  if (!may_have_theory(gas, facts) || has_too_many_members(gas, facts)) return std::nullopt;
  std::vector<RigidPair> pairs;
  for (std::size_t i = 0; i < gas.species.size(); ++i)
    for (std::size_t j = i; j < gas.species.size(); ++j) pairs.push_back(rigid_pair(gas, i, j));
  GasOfBodies bodies{{Dim, gas.box.volume(), facts.components, std::move(pairs)}, {}};
  if (!bodies.is_dilute() && !(facts.elastic && bodies.gas.is_fluid())) return std::nullopt;
  if (!facts.elastic && !facts.driven() && facts.restitution &&
      facts.components[0].rotational_degrees > 0)
    bodies.cooling = bodies.gas.cooling(*facts.restitution);
  return bodies;
}

bool GasOfBodies::is_dilute() const { return gas.crowding() <= kMostCrowding; }

// Inelastic bodies may stay in contact for a while, sliding: as many small collisions as the
// contact-duration rule leaves.
Prediction GasOfBodies::collision_rate(const GasFacts& facts, double kt) const {
  if (!facts.elastic) return std::nullopt;
  return gas.collision_rate(kt) * finite_speed_factor(facts.degrees_of_freedom);
}

Prediction GasOfBodies::collision_rate(const GasFacts& facts, double kt,
                                       std::size_t species) const {
  if (!facts.elastic) return std::nullopt;
  return gas.collision_rate(kt, species) * finite_speed_factor(facts.degrees_of_freedom);
}

Prediction GasOfBodies::compressibility_factor(const GasFacts& facts) const {
  if (!facts.elastic) return std::nullopt;
  return gas.compressibility_factor();
}

TheoryValue GasOfBodies::haff_time(const GasFacts& facts, double kt) const {
  const double rate = gas.collision_rate(kt).value * finite_speed_factor(facts.degrees_of_freedom) *
                      cooling->rate_factor;
  const double reduced = cooling->reduced_rate * facts.finite_cooling_factor();
  return {2 / (rate * reduced), "Haff (1983), " + gas.source() + ", Gaussian velocities"};
}

template RigidPair rigid_pair(const Gas<2>&, std::size_t, std::size_t, std::size_t);
template RigidPair rigid_pair(const Gas<3>&, std::size_t, std::size_t, std::size_t);
template bool GasOfBodies::has_too_many_members(const Gas<2>&, const GasFacts&);
template bool GasOfBodies::has_too_many_members(const Gas<3>&, const GasFacts&);
template std::optional<GasOfBodies> GasOfBodies::of(const Gas<2>&, const GasFacts&);
template std::optional<GasOfBodies> GasOfBodies::of(const Gas<3>&, const GasFacts&);

}  // namespace clausius
