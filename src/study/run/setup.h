#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"
#include "engine/drive.h"
#include "engine/engine.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/measurement_options.h"

namespace clausius {

/// Components of a run, from its study and its start: the gas with all values that the study leaves
/// open ("auto"), its drives, and its measurements.
template <int Dim>
struct Setup {
  /// @throws InputError if a drive needs a temperature or a mean free time that does not exist for
  /// the gas
  Setup(const StudyConfig& config, const Snapshot& initial);
  /// Set-up of a gas without drives. @pre find_problems() finds none
  Setup(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options,
        std::vector<std::string> species_names);

  /// What a frame at a time says beside the particles; unset if nothing counts its time.
  [[nodiscard]] std::optional<Surroundings> surroundings_at(double time) const;

  State<Dim> start;
  Gas<Dim> gas;
  EngineOptions engine;
  std::vector<Drive<Dim>> drives;
  MeasurementOptions measurements;
  bool cools;  ///< whether it loses energy at collisions and gains none
};

/// Effect of drives, walls, gravity and shear on the energy, as far as theory needs it.
template <int Dim>
Driving driving_of(const StudyConfig& config, const Gas<Dim>& gas);

/// The hole whose effusion is measured: the only one between the two sides of a box divided by a
/// plate, for spheres without gravity.
std::optional<WatchedHole> watched_hole(const StudyConfig& config);

/// @throws InputError unless the study was read or made, so that its values are checked
void require_read(const StudyConfig& study);

/// k_BT from the kinetic energy of all particles, 2E/(dN), regardless of conservation laws: for
/// estimates.
template <int Dim>
double estimated_kt(const Gas<Dim>& gas, const State<Dim>& state);

/// Collision rate of a particle at this k_BT by Enskog's theory; 0 for a single particle.
template <int Dim>
double enskog_rate(const Gas<Dim>& gas, const State<Dim>& state, double kt);

}  // namespace clausius
