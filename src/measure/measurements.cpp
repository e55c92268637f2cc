#include "measure/measurements.h"

#include "listed.h"

namespace clausius {

const std::vector<ListedMeasurement>& all_measurements() {
  // The first measurement in this order that finds a reason not to judge a value gives it.
  static const std::vector<ListedMeasurement> all{
      listed_clustering(),
      listed_ordering(),
      listed_mixing(),
      listed_uneven_density(),
      listed_steadiness(),
      listed_cooling_state(),
      listed_history(),
      listed_flights(),
      listed_species_flights(),
      listed_pressure(),
      listed_temperatures(),
      listed_velocities(),
      listed_rotation(),
      listed_parcels(),
      listed_cooling(),
      listed_energy_lost(),
      listed_collision_statistics(),
      listed_structure(),
      listed_self_diffusion(),
      listed_helfand_moments(),
      listed_relaxation_spectrum(),
      listed_start_relaxation(),
      listed_speeds_over_time(),
      listed_temperature_exchange(),
      listed_collision_log(),
      listed_boundary_flows(),
      listed_effusion(),
      listed_adiabatic(),
      listed_labels(),
      listed_windows(),
      listed_trace(),
      listed_echo(),
  };
  return all;
}

std::vector<MeasurementKind> measurement_kinds() {
  std::vector<MeasurementKind> kinds;
  for (const ListedMeasurement& one : all_measurements())
    if (one.kind) kinds.push_back(one.kind());
  return kinds;
}

}  // namespace clausius
