#pragma once

#include <Eigen/Geometry>
#include <random>

#include "clausius/geometry/rigid_body.h"
#include "collision/rigid/free_motion.h"

/// Bodies and their motions for tests, all from one seeded generator.
class RandomBodies {
 public:
  explicit RandomBodies(unsigned seed) : random_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  double normal() { return std::normal_distribution<double>()(random_); }
  clausius::Vec<3> normal_vector() { return {normal(), normal(), normal()}; }
  clausius::Vec<3> unit_vector() { return normal_vector().normalized(); }
  Eigen::Quaterniond orientation() {
    // One after the other: compilers draw arguments in different orders.
    const double z = normal(), y = normal(), x = normal(), w = normal();
    return Eigen::Quaterniond(w, x, y, z).normalized();
  }

  clausius::RigidBody body(const clausius::Shape& shape, double mass = 1, int dimensions = 3) {
    return clausius::make_rigid_body(
        shape, clausius::mass_properties(shape, dimensions).with_mass(mass), dimensions);
  }
  clausius::RigidBody capsule(double shaft, double radius = 0.5, double mass = 1) {
    return body(clausius::Capsule{radius, shaft}, mass);
  }
  clausius::RigidBody clump(int members) {
    clausius::Clump clump;
    for (int i = 0; i < members; ++i)
      clump.members.push_back({0.6 * normal_vector(), uniform(0.2, 0.6)});
    return body(clump, uniform(0.5, 2));
  }
  /// Velocity and every angular velocity component of the given spread.
  clausius::RigidState state(const clausius::RigidBody& body, double speed, double spin) {
    clausius::RigidState state;
    state.time = uniform(-1, 1);
    state.r = normal_vector();
    state.v = speed * normal_vector();
    state.orientation = orientation();
    state.angular_momentum = state.orientation * body.moments.cwiseProduct(spin * normal_vector());
    return state;
  }

 private:
  std::mt19937_64 random_;
};

/// At `r` with velocity `v`, turned by `angle` about z, without spin.
inline clausius::RigidState at(const clausius::Vec<3>& r,
                               const clausius::Vec<3>& v = clausius::Vec<3>::Zero(),
                               double angle = 0) {
  clausius::RigidState state;
  state.r = r;
  state.v = v;
  state.orientation = Eigen::AngleAxisd(angle, clausius::Vec<3>::UnitZ());
  return state;
}
