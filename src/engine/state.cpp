#include "clausius/engine/state.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "clausius/core/sum.h"

namespace clausius {

template <int Dim>
double largest_diameter(const Gas<Dim>& gas) {
  double largest = 0;
  for (const auto& species : gas.species) largest = std::max(largest, species.diameter);
  return largest;
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

template <int Dim>
double kinetic_energy(const Gas<Dim>& gas, const State<Dim>& state) {
  CompensatedSum sum;
  for (std::size_t id = 0; id < state.size(); ++id)
    if (!gas.bodies.empty())
      sum += kinetic_energy(gas.bodies[state.species[id]], rigid_state(state, id));
    else
      sum += 0.5 * gas.species[state.species[id]].mass * state.velocity[id].squaredNorm();
  return sum.value();
}

template <int Dim>
Vec<Dim> total_momentum(const Gas<Dim>& gas, const State<Dim>& state) {
  std::array<CompensatedSum, Dim> sum;
  for (std::size_t id = 0; id < state.size(); ++id)
    for (int k = 0; k < Dim; ++k)
      sum[k] += gas.species[state.species[id]].mass * state.velocity[id][k];
  Vec<Dim> total;
  for (int k = 0; k < Dim; ++k) total[k] = sum[k].value();
  return total;
}

template <int Dim>
double packing_fraction(const Gas<Dim>& gas, const State<Dim>& state) {
  double filled = 0;
  for (const std::uint8_t species : state.species) {
    if (!gas.bodies.empty()) {
      filled += gas.bodies[species].volume;
      continue;
    }
    const double diameter = gas.species[species].diameter;
    filled += Dim == 3 ? std::numbers::pi / 6 * diameter * diameter * diameter
                       : std::numbers::pi / 4 * diameter * diameter;
  }
  return filled / gas.box.volume();
}

template double largest_diameter<2>(const Gas<2>&);
template double largest_diameter<3>(const Gas<3>&);
template RigidState rigid_state<2>(const State<2>&, std::size_t);
template RigidState rigid_state<3>(const State<3>&, std::size_t);
template double kinetic_energy<2>(const Gas<2>&, const State<2>&);
template double kinetic_energy<3>(const Gas<3>&, const State<3>&);
template Vec<2> total_momentum<2>(const Gas<2>&, const State<2>&);
template Vec<3> total_momentum<3>(const Gas<3>&, const State<3>&);
template double packing_fraction<2>(const Gas<2>&, const State<2>&);
template double packing_fraction<3>(const Gas<3>&, const State<3>&);

}  // namespace clausius
