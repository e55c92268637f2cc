#include "measure/walls/conduction.h"

#include "measure/walls/local_gas.h"
#include "measure/walls/wall_stores.h"
#include "theory/fluid/one_dimensional.h"
#include "theory/transport/heat_conduction.h"
#include "theory/transport/rarefied_flow.h"
#include "theory/transport/walls.h"

namespace clausius {

namespace {

// The two walls of an axis.
template <int Dim>
struct WallPair {
  const FaceWall<Dim>&low, &high;
  WallPair(const Gas<Dim>& gas, int axis)
      : low(gas.boundary.faces[2 * axis]), high(gas.boundary.faces[2 * axis + 1]) {}
  [[nodiscard]] bool slides() const { return !low.sliding.isZero() || !high.sliding.isZero(); }
};

// Whether particles fly from wall to wall without colliding.
template <int Dim>
bool is_collisionless(const Measured<Dim>& run, int axis) {
  constexpr double kCollisionless = 300;  // mean free path in widths of the box
  const auto gas = local_gas(run.gas, run.theory.particles() / run.gas.box.volume(), 1);
  const double width = run.gas.box.size[axis] - largest_diameter(run.gas);
  if (!gas || run.gas.boundary.has_gravity()) return false;
  const double cross_section = Dim == 3 ? 3.2 * gas->diameter * gas->diameter : 2 * gas->diameter;
  if (1 / (gas->density * cross_section) < kCollisionless * width) return false;
  const WallPair<Dim> walls(run.gas, axis);
  const auto is_still = [](const FaceWall<Dim>& wall) {
    return wall.is_always_diffuse() && !wall.path.moves();
  };
  return is_still(walls.low) && is_still(walls.high) && !walls.slides();
}

}  // namespace

template <int Dim>
std::optional<ThermalGap> thermal_gap(const Measured<Dim>& run, int axis) {
  const Boundary<Dim>& boundary = run.gas.boundary;
  const Box<Dim>& box = run.gas.box;
  if (Dim != 3 || run.options.dissipates || boundary.has_gravity() || boundary.is_sheared() ||
      !boundary.obstacles.empty() || box.periodic[axis] ||
      !local_gas(run.gas, run.theory.particles() / box.volume(), 1))
    return std::nullopt;
  for (int at = 0; at < 2 * Dim; ++at) {
    if (box.periodic[at / 2]) continue;
    const FaceWall<Dim>& wall = boundary.faces[at];
    const bool diffuse = wall.kt > 0 && wall.is_always_diffuse() && !wall.path.moves();
    if (at / 2 == axis ? !diffuse : !wall.is_plain()) return std::nullopt;
  }
  const WallPair<Dim> walls(run.gas, axis);
  const SphereSpecies& species = run.gas.species[0];
  const double width = box.size[axis] - species.diameter;
  return ThermalGap{{run.theory.particles() / (face_area(box, axis) * width), species.diameter,
                     species.mass, 0.5 * (walls.low.kt + walls.high.kt), Dim},
                    width};
}

template <int Dim>
Prediction heat_flux_theory(const Measured<Dim>& run, int face) {
  const Gas<Dim>& gas = run.gas;
  const int axis = face / 2;
  const double own = gas.boundary.faces[face].kt, other = gas.boundary.faces[face ^ 1].kt;
  if (is_collisionless(run, axis)) {
    const double width = gas.box.size[axis] - largest_diameter(gas);
    return collisionless_heat_flux(Dim, run.theory.particles() / face_area(gas.box, axis),
                                   gas.species[0].mass, width, own, other);
  }
  const auto gap = thermal_gap(run, axis);
  if (!gap || WallPair<Dim>(gas, axis).slides()) return std::nullopt;
  return rarefied_heat_flux(gap->gas, gap->width, own - other);
}

template <int Dim>
Prediction middle_kt_theory(const Measured<Dim>& run, int axis) {
  if (!is_collisionless(run, axis)) return std::nullopt;
  const WallPair<Dim> walls(run.gas, axis);
  return collisionless_kt(walls.low.kt, walls.high.kt);
}

template <int Dim>
ProfileTheory<Dim> conduction_profile(const Measured<Dim>& run, int axis) {
  const WallPair<Dim> walls(run.gas, axis);
  const auto gap = thermal_gap(run, axis);
  if (!gap || walls.slides() || walls.low.kt == walls.high.kt) return {};
  const HeatConduction conduction(run.theory.particles() / face_area(run.gas.box, axis),
                                  gap->gas.diameter, gap->gas.mass, gap->width, walls.low.kt,
                                  walls.high.kt);
  if (!conduction.is_valid()) return {};
  return [conduction, radius = 0.5 * gap->gas.diameter](double x) {
    LocalFlow<Dim> local;
    local.density = conduction.density(x - radius);
    local.kt = conduction.kt(x - radius);
    return local;
  };
}

template std::optional<ThermalGap> thermal_gap(const Measured<2>&, int);
template std::optional<ThermalGap> thermal_gap(const Measured<3>&, int);
template Prediction heat_flux_theory(const Measured<2>&, int);
template Prediction heat_flux_theory(const Measured<3>&, int);
template Prediction middle_kt_theory(const Measured<2>&, int);
template Prediction middle_kt_theory(const Measured<3>&, int);
template ProfileTheory<2> conduction_profile(const Measured<2>&, int);
template ProfileTheory<3> conduction_profile(const Measured<3>&, int);

}  // namespace clausius
