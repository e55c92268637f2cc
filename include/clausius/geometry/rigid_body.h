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

  /// Largest distance of any point of the segment from the body's centre.
  [[nodiscard]] double reach() const { return centre.norm() + half_shaft; }
};

/// A ball around several members, in the principal frame: a node of a binary tree of balls.
struct Group {
  Vec<3> centre = Vec<3>::Zero();
  double radius = 0;
  std::array<std::size_t, 2> parts{};  ///< members, or groups (numbered after the members)
};

/// A species of rigid bodies as the dynamics uses it: members about the centre of mass, in the
/// principal frame, whose axes x, y, z are in order of ascending moments.
///
/// A two-dimensional body is a three-dimensional one that lies in the plane z = 0 and rotates about
/// z. With all three moments equal to its moment about z, and with velocity, angular momentum and
/// orientation kept to the plane, the laws of three dimensions are exact for it.
struct RigidBody {
  double mass = 1;
  double volume = 0;                    ///< volume (in two dimensions area) that the body fills
  Vec<3> moments = Vec<3>::Ones();      ///< principal moments of inertia
  Vec<3> inv_moments = Vec<3>::Ones();  ///< their inverses
  std::vector<Member> members;
  /// Groups of a body of many members, each after its two parts; the last one contains all.
  std::vector<Group> groups;
  double bounding_radius = 0;  ///< radius of the bounding sphere about the centre of mass
  /// Whether all members lie on the x axis and moments[1] = moments[2]: then only the direction of
  /// that axis matters, and no frictionless contact changes the spin about it.
  bool collinear = true;
  /// Rotation from the principal frame to the frame in which the species is written.
  Eigen::Quaterniond to_written = Eigen::Quaterniond::Identity();
  /// Number of rotational degrees of freedom that collisions can change: 2 for capsules and
  /// collinear clumps, 3 for other bodies, 1 in two dimensions, 0 where all members are centred at
  /// the centre of mass.
  int rotational_degrees = 0;

  /// Number of members and groups; groups are numbered after the members.
  [[nodiscard]] std::size_t parts() const { return members.size() + groups.size(); }
  /// Index of the first part with which a search begins: the group of all, or every member.
  [[nodiscard]] std::size_t first_part() const { return groups.empty() ? 0 : parts() - 1; }
};

/// @param properties mass properties of `shape` in `dimensions`, including its mass
RigidBody make_rigid_body(const Shape& shape, const MassProperties& properties, int dimensions);

}  // namespace clausius
