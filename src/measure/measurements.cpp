#include "measure/measurements.h"

#include "listed.h"

namespace clausius {

namespace {

// A measurement that takes the particles of a species to be of one diameter and mass.
ListedMeasurement of_equal_particles(ListedMeasurement one) {
  one.in_polydisperse_gases = false;
  return one;
}

}  // namespace

const std::vector<ListedMeasurement>& all_measurements() {
  // The first measurement in this order that finds a reason not to judge a value gives it.
  static const std::vector<ListedMeasurement> all{
      listed_clustering(),
      of_equal_particles(listed_ordering()),
      listed_mixing(),
      listed_uneven_density(),
      listed_steadiness(),
      of_equal_particles(listed_cooling_state()),
      listed_history(),
      listed_flights(),
      of_equal_particles(listed_species_flights()),
      listed_pressure(),
      of_equal_particles(listed_potential_energy()),
      listed_temperatures(),
      listed_velocities(),
      listed_rotation(),
      of_equal_particles(listed_spin_cumulants()),
      listed_parcels(),
      listed_cooling(),
      of_equal_particles(listed_energy_lost()),
      of_equal_particles(listed_friction()),
      of_equal_particles(listed_oblique_hits()),
      listed_size_classes(),
      of_equal_particles(listed_collision_statistics()),
      of_equal_particles(listed_structure()),
      of_equal_particles(listed_bond_order()),
      of_equal_particles(listed_velocity_waves()),
      of_equal_particles(listed_self_diffusion()),
      of_equal_particles(listed_collective_transport()),
      of_equal_particles(listed_relaxation_spectrum()),
      of_equal_particles(listed_start_relaxation()),
      listed_speeds_over_time(),
      listed_temperature_exchange(),
      of_equal_particles(listed_collision_log()),
      of_equal_particles(listed_boundary_flows()),
      of_equal_particles(listed_pressure_fluctuation()),
      of_equal_particles(listed_sheared_viscosity()),
      listed_stress(),
      of_equal_particles(listed_stress_profile()),
      of_equal_particles(listed_mean_height()),
      of_equal_particles(listed_effusion()),
      of_equal_particles(listed_adiabatic()),
      of_equal_particles(listed_labels()),
      of_equal_particles(listed_spreading()),
      of_equal_particles(listed_labels_in_place()),
      of_equal_particles(listed_windows()),
      of_equal_particles(listed_trace()),
      of_equal_particles(listed_echo()),
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
