#pragma once

#include "clausius/engine/state.h"
#include "collision/rigid/body_state.h"

namespace clausius {

/// One rigid body of a state, in three dimensions; a two-dimensional one has z = 0.
template <int Dim>
RigidState rigid_state(const State<Dim>& state, std::size_t id);

}  // namespace clausius
