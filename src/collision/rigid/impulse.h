#pragma once

#include "clausius/collision/contact_point.h"
#include "clausius/core/random.h"
#include "collision/rigid/body_state.h"

namespace clausius {

/// Smooth collision with coefficient of restitution `e`, on translation and rotation: each normal
/// velocity u of the contact becomes at least −e u, J = −(1 + e) u/k with
///   k = 1/m₁ + 1/m₂ + (r₁×n)·I₁⁻¹(r₁×n) + (r₂×n)·I₂⁻¹(r₂×n).
/// Two points at once are a complementarity problem, 0 ≤ J ⟂ A J + (1 + e) u ≥ 0.
/// Changes velocities and angular momenta of both states. `n` need not be of exactly unit length
/// for the energy to be right.
/// @param least_rebound least normal velocity with which the points separate: for bodies at rest in
/// an enduring contact the approach is mere rounding, and reversing it would only produce new
/// rounding, endlessly
/// @pre the states are those at contact.time, and a point of the contact approaches
RigidImpulse collide(const RigidBody& first_body, RigidState& first, const RigidBody& second_body,
                     RigidState& second, const RigidContact& contact, double e,
                     double least_rebound = 0);

/// Collision of a body with a wall, which is at rest.
RigidImpulse collide(const RigidBody& body, RigidState& state, const RigidContact& contact,
                     double e, double least_rebound = 0);

/// A hit on a bath at k_BT: independent of its incoming velocity, the body leaves like one from a
/// gas in equilibrium with the wall, which is at rest. Velocity and angular momentum are drawn from
/// Maxwell's law, but the velocity of the contact (of effective mass 1/k) along the normal from
/// Maxwell's law weighted with the flux.
/// @param dimensions dimensions in which the body moves
/// @param rotations its rotational degrees of freedom, as RigidBody::rotational_degrees
void leave_bath(const RigidBody& body, RigidState& state, const RigidContact& contact, double kt,
                int dimensions, int rotations, RandomStream& random);

}  // namespace clausius
