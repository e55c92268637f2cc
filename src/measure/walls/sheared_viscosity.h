#pragma once

#include "measure/measured_run.h"
#include "measure/walls/flow_profile.h"

namespace clausius {

/// The flow between Lees-Edwards boundaries: uniform, with the shear rate as velocity gradient.
template <int Dim>
ProfileTheory<Dim> sheared_profile(const Measured<Dim>& run, int axis);

}  // namespace clausius
