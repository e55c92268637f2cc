#pragma once

#include "measure/measured_run.h"

// The measurements of the program; each is defined in a source of its own with all its
// declarations. measurements.cpp lists them.

namespace clausius {

ListedMeasurement listed_clustering();
ListedMeasurement listed_ordering();
ListedMeasurement listed_mixing();
ListedMeasurement listed_uneven_density();
ListedMeasurement listed_steadiness();
ListedMeasurement listed_cooling_state();
ListedMeasurement listed_history();
ListedMeasurement listed_flights();
ListedMeasurement listed_species_flights();
ListedMeasurement listed_pressure();
ListedMeasurement listed_potential_energy();
ListedMeasurement listed_temperatures();
ListedMeasurement listed_velocities();
ListedMeasurement listed_rotation();
ListedMeasurement listed_spin_cumulants();
ListedMeasurement listed_parcels();
ListedMeasurement listed_cooling();
ListedMeasurement listed_energy_lost();
ListedMeasurement listed_friction();
ListedMeasurement listed_oblique_hits();
ListedMeasurement listed_size_classes();
ListedMeasurement listed_collision_statistics();
ListedMeasurement listed_structure();
ListedMeasurement listed_bond_order();
ListedMeasurement listed_velocity_waves();
ListedMeasurement listed_self_diffusion();
ListedMeasurement listed_collective_transport();
ListedMeasurement listed_relaxation_spectrum();
ListedMeasurement listed_start_relaxation();
ListedMeasurement listed_speeds_over_time();
ListedMeasurement listed_temperature_exchange();
ListedMeasurement listed_collision_log();
ListedMeasurement listed_boundary_flows();
ListedMeasurement listed_pressure_fluctuation();
ListedMeasurement listed_sheared_viscosity();
ListedMeasurement listed_stress();
ListedMeasurement listed_stress_profile();
ListedMeasurement listed_mean_height();
ListedMeasurement listed_effusion();
ListedMeasurement listed_adiabatic();
ListedMeasurement listed_labels();
ListedMeasurement listed_spreading();
ListedMeasurement listed_labels_in_place();
ListedMeasurement listed_windows();
ListedMeasurement listed_trace();
ListedMeasurement listed_echo();

// Columns shared by many tables.

inline constexpr DeclaredColumn kTimeColumn{
    "time", "Simulated time; 0 at the start unless a start file gives another.", &UnitNames::time};
inline constexpr DeclaredColumn kCollisionsColumn{"collisions_per_particle",
                                                  "Collisions of a particle since the start."};
inline constexpr DeclaredColumn kSpeciesColumn{"species", "Name of the species."};
inline constexpr DeclaredColumn kTemperatureColumn{"temperature", "Temperature of the gas.",
                                                   &UnitNames::temperature};

}  // namespace clausius
