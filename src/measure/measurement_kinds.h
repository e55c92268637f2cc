#pragma once

#include "clausius/measure/declaration.h"

// What each measurement declares; defined beside the measurement.

namespace clausius {

MeasurementKind collision_statistics_kind();
MeasurementKind structure_kind();
MeasurementKind self_diffusion_kind();
MeasurementKind helfand_moments_kind();
MeasurementKind sonine_relaxation_kind();
MeasurementKind collision_log_kind();
MeasurementKind boundary_flows_kind();
MeasurementKind effusion_kind();
MeasurementKind labels_kind();
MeasurementKind label_spread_kind();
MeasurementKind labels_in_place_kind();
MeasurementKind windows_kind();
MeasurementKind echo_kind();
MeasurementKind parcels_kind();

}  // namespace clausius
