#pragma once

#include "measure/measured_run.h"
#include "measure/walls/flow_profile.h"
#include "measure/walls/flow_record.h"

// The weight of a gas and its atmosphere.

namespace clausius {

/// Pressure on a floor: the weight of the gas and the pressure opposite, less what walls at the
/// sides carry by friction; empty for other faces, and with obstacles, which carry some too.
template <int Dim>
Prediction pressure_on_floor(const FlowRecord<Dim>& record, const Measured<Dim>& run, int face);

/// The density of an Atmosphere; empty if the axis is not that of gravity, or without theory.
template <int Dim>
ProfileTheory<Dim> atmosphere_profile(const Measured<Dim>& run, int axis);

}  // namespace clausius
