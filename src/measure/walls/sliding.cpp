#include "measure/walls/sliding.h"

#include <cmath>

#include "measure/walls/conduction.h"
#include "theory/transport/rarefied_flow.h"

namespace clausius {

template <int Dim>
std::optional<Vec<Dim>> sliding(const Gas<Dim>& gas, int axis) {
  for (const int side : {1, 0})
    if (const Vec<Dim>& u = gas.boundary.faces[2 * axis + side].sliding; !u.isZero())
      return u.normalized();
  return std::nullopt;
}

template <int Dim>
Prediction shear_stress_theory(const Measured<Dim>& run, int face, const Vec<Dim>& along) {
  const auto& faces = run.gas.boundary.faces;
  const FaceWall<Dim>&own = faces[face], &other = faces[face ^ 1];
  const auto gap = thermal_gap(run, face / 2);
  if (!gap || own.kt != other.kt) return std::nullopt;
  const Vec<Dim> relative = other.sliding - own.sliding;
  const double speed = relative.dot(along);
  if (std::abs(speed) < (1 - 1e-9) * relative.norm()) return std::nullopt;
  return rarefied_shear_stress(gap->gas, gap->width, speed);
}

template std::optional<Vec<2>> sliding(const Gas<2>&, int);
template std::optional<Vec<3>> sliding(const Gas<3>&, int);
template Prediction shear_stress_theory(const Measured<2>&, int, const Vec<2>&);
template Prediction shear_stress_theory(const Measured<3>&, int, const Vec<3>&);

}  // namespace clausius
