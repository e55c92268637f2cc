#pragma once

#include <optional>

#include "clausius/geometry/shape.h"
#include "clausius/geometry/union_of_balls.h"

namespace clausius {

/// How the mass of a clump is counted.
enum class MassConvention {
  body,  ///< the union of its members, what the body is; exact
  sum,   ///< each member whole, overlaps twice (Woo's "analytic")
  grid,  ///< the union, sampled on a grid (as Woo does)
};

/// How the mass properties of a species are reckoned.
struct MassRule {
  MassConvention convention = MassConvention::body;
  int grid_division = 20;  ///< cells per radius of the smallest member
};

/// Mass properties in the frame in which the shape is written. In two dimensions the body turns
/// about z alone: `inertia` is its moment about z times the unit matrix, the frame that written.
struct MassProperties {
  double mass = 1;
  double volume = 0;  ///< that the body fills (area in two dimensions), whatever the convention
  Vec<3> centre = Vec<3>::Zero();         ///< of mass
  Mat3 inertia = Mat3::Zero();            ///< about the centre of mass
  Vec<3> moments = Vec<3>::Zero();        ///< principal ones, ascending; see principal_frame
  Mat3 axes = Mat3::Identity();           ///< columns: principal axes, right-handed
  double bounding_radius = 0;             ///< of the sphere about `centre` that holds the body
  double volume_equivalent_radius = 0;    ///< of the sphere (disk) of the same `volume`
  double gyration_radius = 0;             ///< root mean square distance of the mass from `centre`
  std::optional<double> grid_error = {};  ///< relative error of volume and inertia, estimated

  /// The same body with another mass.
  [[nodiscard]] MassProperties with_mass(double new_mass) const;
};

/// Principal moments, ascending, and a right-handed frame of axes. Moments that agree to 1e-8 of
/// the largest become equal (their mean), so a body is either symmetric or clearly not: with 1e-10
/// a hundredfold smaller angle in the plane of equal moments would decide on the motion, with 1e-6
/// the error of the moments would show. Axes in a plane of equal moments are those nearest to the
/// written ones.
struct PrincipalFrame {
  Vec<3> moments;
  Mat3 axes;
};
PrincipalFrame principal_frame(const Mat3& inertia);

/// Mass properties of `shape` at density 1.
/// Capsule: closed form. Clump: by `rule`.
/// @param dimensions 2 or 3
MassProperties mass_properties(const Shape& shape, int dimensions, const MassRule& rule = {});

}  // namespace clausius
