#pragma once

#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "clausius/geometry/shape.h"

namespace clausius {

/// One member of a body in its principal frame: all points within `radius` of the segment from
/// centre − half_shaft·x to centre + half_shaft·x. A ball where half_shaft = 0.
struct Member {
  Vec<3> centre = Vec<3>::Zero();
  double half_shaft = 0;
  double radius = 0.5;

  /// Distance from the body's centre of which no point of the segment is farther.
  [[nodiscard]] double reach() const { return centre.norm() + half_shaft; }
};

/// A ball about several members, in the principal frame: a node of a binary tree of balls.
struct Group {
  Vec<3> centre = Vec<3>::Zero();
  double radius = 0;
  std::array<std::size_t, 2> parts{};  ///< members, or groups counted on from them
};

/// A species of rigid bodies as the dynamics knows it: members about the centre of mass, in the
/// principal frame, whose axes are x, y, z in order of ascending moments.
///
/// A body of two dimensions is one of three that lies in the plane z = 0 and turns about z: with
/// all three moments equal to its own about z, and velocity, angular momentum and orientation that
/// keep to the plane, the laws of three dimensions are exact for it.
struct RigidBody {
  double mass = 1;
  double volume = 0;                    ///< that the body fills (area in two dimensions)
  Vec<3> moments = Vec<3>::Ones();      ///< of inertia, principal
  Vec<3> inv_moments = Vec<3>::Ones();  ///< their inverses
  std::vector<Member> members;
  /// For a body of many members, each group after the two it consists of; the last one is all.
  std::vector<Group> groups;
  double bounding_radius = 0;  ///< about the centre of mass
  /// All members lie on the x axis and moments[1] = moments[2]: only the direction of that axis
  /// matters, and no frictionless contact changes the spin about it.
  bool collinear = true;
  /// From the principal frame to the one in which the species is written.
  Eigen::Quaterniond to_written = Eigen::Quaterniond::Identity();
  /// Kinds of rotation that collisions can change: 2 for capsules and collinear clumps, 3 for other
  /// bodies, 1 in two dimensions, none where all members are centred at the centre of mass.
  int rotational_degrees = 0;

  /// Members and, counted on from them, groups.
  [[nodiscard]] std::size_t parts() const { return members.size() + groups.size(); }
  /// The parts that a search begins with are those from here on: the group of all, or every member.
  [[nodiscard]] std::size_t first_part() const { return groups.empty() ? 0 : parts() - 1; }
};

/// @param properties of `shape` in `dimensions`, its mass included
RigidBody make_rigid_body(const Shape& shape, const MassProperties& properties, int dimensions);

}  // namespace clausius
