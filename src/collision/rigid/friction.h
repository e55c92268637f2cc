#pragma once

#include "clausius/collision/contact_point.h"
#include "collision/resolve.h"
#include "collision/rigid/body_state.h"

namespace clausius {

/// The tangential impulses of rough bodies, after the smooth collision collide() that `impulse` is
/// of: a hit that sticks turns the tangential velocity of the two surfaces into −β of it, and
/// friction holds the impulse in the cone |P_t| ≤ μ P_n (Chatterjee & Ruina, J. Appl. Mech. 65
/// (1998) 939). With K the inverse mass matrix of the point, Δu = K P, and P_I = −n u_n/(n·K n) the
/// smooth impulse of a plastic hit, P_II = −K⁻¹ u the one after which the point stands still, the
/// whole impulse is
///   P = (1 + e) P_I + κ (1 + β) (P_II − P_I),  0 ≤ κ ≤ 1,
/// κ = 1 where that lies in the cone, else on its edge; without friction always 1, so that β = ±1
/// conserves the energy, even where the normal part then pulls. n·K (P_II − P_I) = 0: Newton's
/// restitution holds whatever κ, and the energy changes by −½(1 − e²) u_n²/(n·K n) − b (1 − b/2)
/// T·K T ≤ 0 with b = κ (1 + β), T = P_II − P_I. For spheres, where K n is along n, this is
/// tangential_impulse().
///
/// Of two points at once the second follows the first, and the tangential impulse of one may change
/// the normal velocity of the other; the energy falls in each by itself.
/// @pre as collide()
void rub(const RigidBody& first_body, RigidState& first, const RigidBody& second_body,
         RigidState& second, const RigidContact& contact, const TangentialLaw& law,
         RigidImpulse& impulse);

/// A body on a wall, which is at rest.
void rub(const RigidBody& body, RigidState& state, const RigidContact& contact,
         const TangentialLaw& law, RigidImpulse& impulse);

}  // namespace clausius
