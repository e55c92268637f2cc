#include "engine/conserved.h"

#include <algorithm>

#include "core/sum.h"
#include "engine/hits/tangential_laws.h"

namespace clausius {

template <int Dim>
std::array<bool, Dim> conserved_momentum(const Gas<Dim>& gas) {
  std::array<bool, Dim> conserved{};
  const auto& obstacles = gas.boundary.obstacles;
  if (gas.boundary.is_thermal()) return conserved;
  for (std::size_t s = 0; s < gas.species.size() && gas.is_rough(); ++s)
    if (any_surface(gas, [&](const WallLaw<Dim>& surface) {
          return tangential_law(gas, surface, s).is_rough();
        }))
      return conserved;
  for (int axis = 0; axis < Dim; ++axis) {
    // A block that spans the box exerts no force along that axis.
    const auto is_free = [&](const Obstacle<Dim>& obstacle) {
      const auto* block = std::get_if<BlockObstacle<Dim>>(&obstacle.shape);
      return block && block->high[axis] - block->low[axis] >= gas.box.size[axis];
    };
    conserved[axis] =
        gas.box.periodic[axis] && std::all_of(obstacles.begin(), obstacles.end(), is_free);
  }
  return conserved;
}

template <int Dim>
CommonMotion<Dim> common_motion(const Gas<Dim>& gas, const State<Dim>& state) {
  CompensatedSum mass;
  for (std::size_t id = 0; id < state.size(); ++id) mass += mass_of(gas, state, id);
  CommonMotion<Dim> motion{total_momentum(gas, state) / mass.value()};
  const std::array<bool, Dim> conserved = conserved_momentum(gas);
  for (int axis = 0; axis < Dim; ++axis)
    if (!conserved[axis]) motion.velocity[axis] = 0;
  motion.energy = 0.5 * mass.value() * motion.velocity.squaredNorm();
  return motion;
}

template <int Dim>
Conserved<Dim> conserved_quantities(const Gas<Dim>& gas, const std::vector<Drive<Dim>>& drives,
                                    Mode mode, bool met_boundary) {
  const Boundary<Dim>& boundary = gas.boundary;
  const std::array<bool, Dim> by_boundary = conserved_momentum(gas);
  Conserved<Dim> conserved;
  for (int axis = 0; axis < Dim; ++axis) {
    const bool changed_by_flow = boundary.is_sheared() && axis == 0;
    conserved.momentum[axis] =
        (by_boundary[axis] || !met_boundary) && boundary.gravity[axis] == 0 && !changed_by_flow &&
        std::all_of(drives.begin(), drives.end(), [&](const Drive<Dim>& drive) {
          return drive.conserves_momentum() || by_boundary[axis];
        });
  }
  const auto& periodic = gas.box.periodic;
  // Steps push overlapping particles apart, which moves them without changing their velocities.
  conserved.angular_momentum =
      !met_boundary && drives.empty() && mode == Mode::event_driven && !boundary.has_gravity() &&
      std::none_of(periodic.begin(), periodic.end(), [](bool is_periodic) { return is_periodic; });
  return conserved;
}

template std::array<bool, 2> conserved_momentum<2>(const Gas<2>&);
template std::array<bool, 3> conserved_momentum<3>(const Gas<3>&);
template CommonMotion<2> common_motion<2>(const Gas<2>&, const State<2>&);
template CommonMotion<3> common_motion<3>(const Gas<3>&, const State<3>&);
template Conserved<2> conserved_quantities(const Gas<2>&, const std::vector<Drive<2>>&, Mode, bool);
template Conserved<3> conserved_quantities(const Gas<3>&, const std::vector<Drive<3>>&, Mode, bool);

}  // namespace clausius
