#pragma once

#include <vector>

#include "measure/measured_run.h"
#include "measure/walls/flow_record.h"

namespace clausius {

/// Each wall has `pressure_FACE`, thermal ones `heat_flux_FACE` (into the gas), moving ones
/// `power_FACE` (work on the gas per time); between sliding ones there is `shear_stress_FACE`
/// (momentum to the wall per area and time along its sliding).
template <int Dim>
std::vector<Observable> face_flows(const FlowRecord<Dim>& record, const Measured<Dim>& run);

}  // namespace clausius
