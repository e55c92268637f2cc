#pragma once

#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"
#include "engine/drive.h"
#include "engine/engine.h"
#include "measure/gas_theory.h"
#include "measure/measurement_options.h"

namespace clausius {

/// What a run is made of, from its study and its start: the gas with all that the study leaves to
/// be chosen ("auto"), its drives, and what is measured.
template <int Dim>
struct Setup {
  /// @throws InputError if a drive needs a temperature or a mean free time that the gas does not
  ///         have
  Setup(const StudyConfig& config, const Snapshot& initial);
  /// Set-up of a gas without drives. @pre find_problems() finds none
  Setup(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options,
        std::vector<std::string> species_names);

  State<Dim> start;
  Gas<Dim> gas;
  EngineOptions engine;
  std::vector<Drive<Dim>> drives;
  MeasurementOptions measurements;
  bool cools;  ///< it loses energy at collisions and nothing gives it any
};

/// What drives, walls, gravity and shear do to the energy, as far as theory cares.
template <int Dim>
Driving driving_of(const StudyConfig& config, const Gas<Dim>& gas);

/// @throws InputError unless the study was read or made: its values are then checked
void require_read(const StudyConfig& study);

/// k_BT by the kinetic energy of all particles, 2E/(dN), whatever is conserved: for estimates.
template <int Dim>
double estimated_kt(const Gas<Dim>& gas, const State<Dim>& state);

/// Collisions of a particle per time at this k_BT, by Enskog's theory; 0 of a single particle.
template <int Dim>
double enskog_rate(const Gas<Dim>& gas, const State<Dim>& state, double kt);

}  // namespace clausius
