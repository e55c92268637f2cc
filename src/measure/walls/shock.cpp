#include "measure/walls/shock.h"

#include <vector>

#include "measure/walls/local_gas.h"
#include "theory/transport/walls.h"

namespace clausius {

namespace {

// Density in the middle of the box at the start.
template <int Dim>
double bulk_density(const Measured<Dim>& run) {
  const Box<Dim>& box = run.gas.box;
  std::vector<double> edges;
  std::vector<bool> walls;
  for (int k = 0; k < Dim; ++k) {
    edges.push_back(box.size[k]);
    walls.push_back(!box.periodic[k]);
  }
  const auto fluid =
      fluid_between_walls(Dim, run.theory.particles(), run.gas.species[0].diameter, edges, walls);
  return fluid ? fluid->bulk_density : 0;
}

}  // namespace

template <int Dim>
std::optional<ShockBeforeWall> shock_before_wall(const Measured<Dim>& run) {
  const Box<Dim>& box = run.gas.box;
  const Boundary<Dim>& boundary = run.gas.boundary;
  const double kt = run.history.rows().front().kt;
  const double elapsed = run.books.last().time - boundary.start;
  if (run.options.dissipates || boundary.has_gravity() || boundary.is_sheared() ||
      boundary.is_thermal() || !boundary.obstacles.empty() || !local_gas(run.gas, 1, kt))
    return std::nullopt;
  std::optional<int> one;
  for (int at = 0; at < 2 * Dim; ++at) {
    const WallPath& path = boundary.faces[at].path;
    if (box.periodic[at / 2] || !path.moves()) continue;
    if (one || path.swings()) return std::nullopt;
    one = at;
  }
  if (!one) return std::nullopt;
  for (int k = 0; k < Dim; ++k)
    if (k != *one / 2 && !box.periodic[k]) return std::nullopt;
  const WallPath& path = boundary.faces[*one].path;
  const double speed = *one % 2 == 0 ? path.velocity : -path.velocity;
  if (speed <= 0 || path.begin > 0 || path.end < elapsed) return std::nullopt;
  const auto gas = local_gas(run.gas, bulk_density(run), kt);
  if (!gas) return std::nullopt;
  const auto shock = shock_before_piston(*gas, speed);
  const double way = box.size[*one / 2] - 2 * gas->diameter;
  if (!shock || shock->speed * elapsed > way) return std::nullopt;
  return ShockBeforeWall{*one, speed, *gas, *shock};
}

template <int Dim>
ProfileTheory<Dim> shocked_profile(const Measured<Dim>& run, int axis, double time) {
  const auto found = shock_before_wall(run);
  if (!found || axis != found->face / 2) return {};
  const bool from_low = found->face % 2 == 0;
  const double elapsed = time - run.gas.boundary.start, edge = run.gas.box.size[axis];
  return [=, one = *found](double x) {
    const double way = (from_low ? x : edge - x) - 0.5 * one.before.diameter;
    LocalFlow<Dim> local;
    if (way < one.speed * elapsed) return local;
    const bool behind = way < one.shock.speed * elapsed;
    local.density = behind ? one.shock.density : one.before.density;
    local.kt = behind ? one.shock.kt : one.before.kt;
    local.velocity.setZero();
    if (behind) local.velocity[axis] = from_low ? one.speed : -one.speed;
    return local;
  };
}

template std::optional<ShockBeforeWall> shock_before_wall(const Measured<2>&);
template std::optional<ShockBeforeWall> shock_before_wall(const Measured<3>&);
template ProfileTheory<2> shocked_profile(const Measured<2>&, int, double);
template ProfileTheory<3> shocked_profile(const Measured<3>&, int, double);

}  // namespace clausius
