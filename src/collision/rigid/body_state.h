#pragma once

#include <Eigen/Geometry>

#include "clausius/core/vec.h"
#include "clausius/geometry/rigid_body.h"

namespace clausius {

/// A rigid body as of its last event; in free motion v and L are constant.
struct RigidState {
  double time = 0;
  Vec<3> r = Vec<3>::Zero();  ///< centre of mass
  Vec<3> v = Vec<3>::Zero();
  Vec<3> angular_momentum = Vec<3>::Zero();  ///< L about the centre of mass, in space
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();  ///< principal frame to space

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, r, v, angular_momentum, orientation);
  }
};

/// Angular velocity in space, ω = R I⁻¹ Rᵀ L.
Vec<3> angular_velocity(const RigidBody& body, const RigidState& state);

/// ½ m v² + ½ L·ω.
double kinetic_energy(const RigidBody& body, const RigidState& state);

}  // namespace clausius
