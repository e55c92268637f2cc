#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/boundary.h"
#include "measure/gas_theory.h"
#include "measure/labels.h"
#include "measure/missed_contacts.h"
#include "measure/window.h"

namespace clausius {

/// A hole through which particles are counted, as in Hole: lists of `dimensions` numbers.
struct WatchedHole {
  int axis = 0;
  double position = 0, thickness = 0;
  std::vector<double> low, high;
  bool round = false;
  std::optional<Door> door{};
};

/// What a study switches on, and what it says of the gas beside Gas itself.
struct MeasurementOptions {
  std::vector<std::string> species_names;
  double boltzmann = 1;  ///< k_B
  bool si_units = false;
  std::int64_t collision_log = 0;     ///< collisions of the measured part to be kept one by one
  bool collision_statistics = false;  ///< see CollisionStatistics; of elastic spheres and disks
  bool transport =
      false;  ///< see SelfDiffusion and HelfandMoments; likewise, event-driven, periodic
  bool relaxation_spectrum = false;  ///< see SonineRelaxation; likewise, of one species
  bool structure = false;            ///< see Structure; of spheres and disks
  bool driven = false;               ///< make the table `drive`
  Driving driving{};
  std::optional<WatchedHole> hole{};
  LabelOptions labels{};
  std::vector<PhaseWindow> windows{};  ///< in which particles are counted
  std::int64_t trace = 0;              ///< collisions of one particle
  std::size_t trace_species = 0;       ///< of it, the first of its species
  std::optional<double> reversal{};    ///< absolute time of one after which the gas comes back
  std::vector<double> amounts{};       ///< by species, of gas that parcels stand for; else empty
  bool dissipates = false;             ///< collisions or walls take energy
  bool relaxation = false;  ///< make the table `relaxation`: the gas starts far from Maxwell's law
  std::optional<WatchedSteps> steps{};  ///< count or estimate what they miss
};

}  // namespace clausius
