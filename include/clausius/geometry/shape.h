#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "clausius/core/vec.h"

namespace clausius {

/// A ball; in two dimensions a disk, centre.z = 0.
struct Ball {
  Vec<3> centre = Vec<3>::Zero();
  double radius = 0.5;
};

/// A sphere; a disk in two dimensions.
struct Sphere {
  double radius = 0.5;
};

/// All points within `radius` of a segment of length `shaft` along the local x axis, centred at the
/// origin: a cylinder with hemispherical ends; in two dimensions a stadium.
struct Capsule {
  double radius = 0.5;
  double shaft = 1;
};

/// A rigid set of balls that may overlap, touch or stand apart. @pre at least one
struct Clump {
  std::vector<Ball> members;
};

/// Shape of a species, in the frame in which it is written. Two-dimensional shapes lie in the plane
/// z = 0.
using Shape = std::variant<Sphere, Capsule, Clump>;

/// How the mass of a clump is counted.
enum class MassConvention {
  body,  ///< the union of its members (the actual body); exact
  sum,   ///< each member in full, overlaps twice (Woo's "analytic")
  grid,  ///< the union, sampled on a grid (as Woo does)
};

/// Rule by which the mass properties of a species are computed.
struct MassRule {
  MassConvention convention = MassConvention::body;
  int grid_division = 20;  ///< cells per radius of the smallest member
};

/// Mass properties in the frame in which the shape is written. In two dimensions the body rotates
/// about z only: `inertia` is its moment about z times the unit matrix, and the principal frame is
/// the written one.
struct MassProperties {
  double mass = 1;
  double volume = 0;  ///< volume (in two dimensions area) that the body fills, for every convention
  Vec<3> centre = Vec<3>::Zero();         ///< centre of mass
  Mat3 inertia = Mat3::Zero();            ///< about the centre of mass
  Vec<3> moments = Vec<3>::Zero();        ///< principal moments, ascending
  Mat3 axes = Mat3::Identity();           ///< columns: principal axes, right-handed
  double bounding_radius = 0;             ///< radius of the bounding sphere about `centre`
  double volume_equivalent_radius = 0;    ///< radius of the sphere (disk) of equal `volume`
  double gyration_radius = 0;             ///< root mean square distance of the mass from `centre`
  std::optional<double> grid_error = {};  ///< estimated relative error of volume and inertia

  /// This body with another mass.
  [[nodiscard]] MassProperties with_mass(double new_mass) const;
};

/// Mass properties of `shape` at density 1. For a capsule a closed form is used, for a clump
/// `rule`.
/// @param dimensions 2 or 3
MassProperties mass_properties(const Shape& shape, int dimensions, const MassRule& rule = {});

}  // namespace clausius
