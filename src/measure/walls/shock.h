#pragma once

#include <optional>

#include "measure/measured_run.h"
#include "measure/walls/flow_profile.h"
#include "theory/fluid/one_dimensional.h"
#include "theory/transport/transport.h"

namespace clausius {

/// The shock before a wall that has moved steadily into the gas since the start, as long as it is
/// on its way.
struct ShockBeforeWall {
  int face;      ///< of the wall
  double speed;  ///< of the wall into the gas
  SphereGas before;
  Shock shock;

  [[nodiscard]] TheoryValue pressure() const { return {shock.pressure, Shock::source()}; }
  /// Work of the wall per time. @param area  of the wall
  [[nodiscard]] TheoryValue power(double area) const {
    return {shock.pressure * area * speed, Shock::source()};
  }
};

/// Empty if there is no such wall, or no theory.
template <int Dim>
std::optional<ShockBeforeWall> shock_before_wall(const Measured<Dim>& run);

/// The gas before and behind the shock, across its axis, at a time; empty without one.
template <int Dim>
ProfileTheory<Dim> shocked_profile(const Measured<Dim>& run, int axis, double time);

}  // namespace clausius
