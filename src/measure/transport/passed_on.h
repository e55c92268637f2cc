#pragma once

#include "clausius/engine/observer.h"

namespace clausius {

/// What a collision of two particles passes on, and how far: from the centre of the first to that
/// of the second.
template <int Dim>
struct PassedOn {
  Vec<Dim> momentum, apart;

  /// Flux of momentum times volume, symmetrised.
  [[nodiscard]] Eigen::Matrix<double, Dim, Dim> flux() const {
    const Eigen::Matrix<double, Dim, Dim> one = momentum * apart.transpose();
    return 0.5 * (one + one.transpose());
  }
};

/// @pre not a hit on a wall
template <int Dim>
PassedOn<Dim> passed_on(const CollisionRecord<Dim>& collision) {
  PassedOn<Dim> result{collision.impulse * collision.normal,
                       collision.separation * collision.normal};
  if (collision.spins) {
    // Velocities give the direction, the impulse gives the mass.
    const Vec<Dim> change = collision.second_after - collision.second_before;
    if (const double normal = change.dot(collision.normal); normal != 0)
      result.momentum = collision.impulse / normal * change;
  }
  if (collision.rigid) {
    const ContactPoint& point = collision.rigid->contact.points[0];
    const Vec<Dim> arms = (point.first_arm - point.second_arm).template head<Dim>();
    result.apart += arms - arms.dot(collision.normal) * collision.normal;
  }
  return result;
}

}  // namespace clausius
