#include "clausius/engine/state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/sum.h"
#include "engine/bodies/rigid_states.h"
#include "engine/conserved.h"
#include "engine/hits/restitution.h"
#include "engine/hits/tangential_laws.h"
#include "engine/spheres/pairs_in_shells.h"

namespace clausius {

template <int Dim>
double largest_diameter(const Gas<Dim>& gas) {
  double largest = 0;
  for (const auto& species : gas.species) largest = std::max(largest, species.greatest_diameter());
  return largest;
}

template <int Dim>
double largest_contact_distance(const Gas<Dim>& gas) {
  return gas.is_additive() ? largest_diameter(gas) : gas.contact_distances.maxCoeff();
}

template <int Dim>
double largest_range(const Gas<Dim>& gas) {
  double largest = largest_contact_distance(gas);
  for (const auto& steps : gas.pair_steps)
    for (const PotentialStep& step : steps) largest = std::max(largest, step.range);
  return largest;
}

template <int Dim>
double smallest_diameter(const Gas<Dim>& gas) {
  double smallest = largest_diameter(gas);
  for (const auto& species : gas.species) smallest = std::min(smallest, species.least_diameter());
  for (const RigidBody& body : gas.bodies)
    for (const Member& member : body.members) smallest = std::min(smallest, 2 * member.radius);
  if (!gas.is_additive()) smallest = std::min(smallest, gas.contact_distances.minCoeff());
  return smallest;
}

template <int Dim>
RigidState rigid_state(const State<Dim>& state, std::size_t id) {
  RigidState body;
  body.time = state.time;
  body.r.head<Dim>() = state.position[id];
  body.v.head<Dim>() = state.velocity[id];
  body.angular_momentum = state.angular_momentum[id];
  body.orientation = state.orientation[id];
  return body;
}

namespace {

// Collisions with walls or obstacles.
template <int Dim>
bool has_walls(const Gas<Dim>& gas) {
  return !gas.box.all_periodic() || !gas.boundary.obstacles.empty();
}

}  // namespace

template <int Dim>
int rotational_degrees(const Gas<Dim>& gas, std::size_t species) {
  if (gas.has_reservoirs()) return gas.species[species].internal_degrees;
  const int of_smooth = gas.bodies.empty() ? 0 : gas.bodies[species].rotational_degrees;
  if (!gas.is_rough()) return of_smooth;
  const bool by_others =
      (gas.tangential.row(static_cast<Eigen::Index>(species)).array() > -1).any();
  const bool by_walls = any_surface(gas, [&](const WallLaw<Dim>& surface) {
    return tangential_law(gas, surface, species).is_rough();
  });
  return by_others || by_walls || (gas.boundary.is_thermal() && gas.bodies.empty()) ? 2 * Dim - 3
                                                                                    : of_smooth;
}

template <int Dim>
Rotation rotation_of(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id) {
  const std::uint8_t species = state.species[id];
  if (!gas.bodies.empty())
    return {state.orientation[id].conjugate() * state.angular_momentum[id],
            gas.bodies[species].moments};
  if (!gas.is_rough()) return {};
  const double moment = gas.species[species].moment;
  return {moment * state.angular_velocity[id], Vec<3>::Constant(moment)};
}

template <int Dim>
bool is_elastic(const Gas<Dim>& gas) {
  const bool walls = has_walls(gas);
  const auto is_lossy = [](double e) { return e != 1; };
  const auto& at_walls = gas.wall_restitution;
  if (restitution_varies(gas) || (gas.restitution.array() != 1).any()) return false;
  if (walls && std::any_of(at_walls.begin(), at_walls.end(), is_lossy)) return false;
  const auto keeps_energy = [](const auto& wall) { return wall.restitution.value_or(1) == 1; };
  const auto& faces = gas.boundary.faces;
  const auto& obstacles = gas.boundary.obstacles;
  if (!std::all_of(faces.begin(), faces.end(), keeps_energy) ||
      !std::all_of(obstacles.begin(), obstacles.end(), keeps_energy))
    return false;
  return !any_tangential_law(gas, [](const TangentialLaw& law) { return law.dissipates(); });
}

namespace {

template <int Dim>
void add_kinetic_energy(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id,
                        CompensatedSum& sum) {
  const SphereSpecies& species = gas.species[state.species[id]];
  if (!gas.bodies.empty()) {
    sum += kinetic_energy(gas.bodies[state.species[id]], rigid_state(state, id));
    return;
  }
  sum += 0.5 * mass_of(gas, state, id) * state.velocity[id].squaredNorm();
  if (!state.internal_energy.empty()) sum += state.internal_energy[id];
  if (gas.is_rough()) sum += 0.5 * species.moment * state.angular_velocity[id].squaredNorm();
}

}  // namespace

template <int Dim>
double kinetic_energy(const Gas<Dim>& gas, const State<Dim>& state) {
  CompensatedSum sum;
  for (std::size_t id = 0; id < state.size(); ++id) add_kinetic_energy(gas, state, id, sum);
  return sum.value();
}

template <int Dim>
std::vector<double> kinetic_energies(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<CompensatedSum> sums(gas.species.size());
  for (std::size_t id = 0; id < state.size(); ++id)
    add_kinetic_energy(gas, state, id, sums[state.species[id]]);
  std::vector<double> energies;
  energies.reserve(sums.size());
  for (const CompensatedSum& sum : sums) energies.push_back(sum.value());
  return energies;
}

template <int Dim>
int kept_momenta(const Gas<Dim>& gas) {
  const std::array<bool, Dim> conserved = conserved_momentum(gas);
  return static_cast<int>(std::count(conserved.begin(), conserved.end(), true));
}

template <int Dim>
void add_flow(const Gas<Dim>& gas, double times, State<Dim>& state) {
  for (std::size_t id = 0; id < state.size(); ++id)
    state.velocity[id][0] +=
        times * gas.boundary.shear_rate * (state.position[id][1] - 0.5 * gas.box.size[1]);
}

template <int Dim>
double potential_energy(const Gas<Dim>& gas, const State<Dim>& state) {
  CompensatedSum sum;
  if (gas.boundary.has_gravity())
    for (std::size_t id = 0; id < state.size(); ++id)
      sum += -mass_of(gas, state, id) * gas.boundary.gravity.dot(state.position[id]);
  for_pairs_in_shells(gas, state, [&](Id, Id, const Ladder& ladder, std::size_t shell) {
    sum += ladder.energy[shell];
  });
  return sum.value();
}

template <int Dim>
double mechanical_energy(const Gas<Dim>& gas, const State<Dim>& state) {
  return kinetic_energy(gas, state) + potential_energy(gas, state);
}

template <int Dim>
Vec<Dim> total_momentum(const Gas<Dim>& gas, const State<Dim>& state) {
  std::array<CompensatedSum, Dim> sum;
  for (std::size_t id = 0; id < state.size(); ++id)
    for (int k = 0; k < Dim; ++k) sum[k] += mass_of(gas, state, id) * state.velocity[id][k];
  Vec<Dim> total;
  for (int k = 0; k < Dim; ++k) total[k] = sum[k].value();
  return total;
}

template <int Dim>
double packing_fraction(const Gas<Dim>& gas, const State<Dim>& state) {
  double filled = 0;
  for (std::size_t id = 0; id < state.size(); ++id) {
    if (!gas.bodies.empty()) {
      filled += gas.bodies[state.species[id]].volume;
      continue;
    }
    const double diameter = diameter_of(gas, state, id);
    filled += Dim == 3 ? std::numbers::pi / 6 * diameter * diameter * diameter
                       : std::numbers::pi / 4 * diameter * diameter;
  }
  return filled / gas.box.volume();
}

template double largest_diameter<2>(const Gas<2>&);
template double largest_diameter<3>(const Gas<3>&);
template double largest_contact_distance<2>(const Gas<2>&);
template double largest_contact_distance<3>(const Gas<3>&);
template double largest_range<2>(const Gas<2>&);
template double largest_range<3>(const Gas<3>&);
template double smallest_diameter<2>(const Gas<2>&);
template double smallest_diameter<3>(const Gas<3>&);
template RigidState rigid_state<2>(const State<2>&, std::size_t);
template RigidState rigid_state<3>(const State<3>&, std::size_t);
template int rotational_degrees<2>(const Gas<2>&, std::size_t);
template int rotational_degrees<3>(const Gas<3>&, std::size_t);
template Rotation rotation_of<2>(const Gas<2>&, const State<2>&, std::size_t);
template Rotation rotation_of<3>(const Gas<3>&, const State<3>&, std::size_t);
template bool is_elastic<2>(const Gas<2>&);
template bool is_elastic<3>(const Gas<3>&);
template double kinetic_energy<2>(const Gas<2>&, const State<2>&);
template double kinetic_energy<3>(const Gas<3>&, const State<3>&);
template std::vector<double> kinetic_energies<2>(const Gas<2>&, const State<2>&);
template std::vector<double> kinetic_energies<3>(const Gas<3>&, const State<3>&);
template int kept_momenta<2>(const Gas<2>&);
template int kept_momenta<3>(const Gas<3>&);
template void add_flow<2>(const Gas<2>&, double, State<2>&);
template void add_flow<3>(const Gas<3>&, double, State<3>&);
template double potential_energy<2>(const Gas<2>&, const State<2>&);
template double potential_energy<3>(const Gas<3>&, const State<3>&);
template double mechanical_energy<2>(const Gas<2>&, const State<2>&);
template double mechanical_energy<3>(const Gas<3>&, const State<3>&);
template Vec<2> total_momentum<2>(const Gas<2>&, const State<2>&);
template Vec<3> total_momentum<3>(const Gas<3>&, const State<3>&);
template double packing_fraction<2>(const Gas<2>&, const State<2>&);
template double packing_fraction<3>(const Gas<3>&, const State<3>&);

}  // namespace clausius
