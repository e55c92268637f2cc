#pragma once

#include <vector>

#include "measure/measured_run.h"
#include "measure/walls/flow_record.h"

namespace clausius {

/// In the middle between thermal walls: `middle_temperature_AXIS`, `middle_conductivity_AXIS` (heat
/// flux over temperature gradient) and `middle_viscosity_AXIS` (stress over velocity gradient),
/// with Enskog's theory for that place.
template <int Dim>
std::vector<Observable> middle_between_walls(const FlowRecord<Dim>& record,
                                             const Measured<Dim>& run);

}  // namespace clausius
