#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/boundary.h"
#include "clausius/measure/keys.h"
#include "measure/collisions/missed_contacts.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/labels/labelled_particles.h"

namespace clausius {

/// A hole in a plate that divides the box across an axis, through which particles are counted.
struct WatchedHole {
  int axis = 0;
  double position = 0;            ///< position of the middle of the plate
  double thickness = 0;           ///< thickness of the plate
  std::vector<double> low, high;  ///< corners, `dimensions` numbers; without meaning on `axis`
  bool round = false;             ///< whether it is a circle that touches all four sides
  std::optional<Door> door{};
};

/// What a study says of its measurements, and its data about the gas that are not in Gas.
struct MeasurementOptions : MeasuredConfig {
  std::vector<std::string> species_names;
  double boltzmann = 1;  ///< k_B
  bool si_units = false;
  bool driven = false;  ///< whether to make the table `drive`
  Driving driving{};
  std::optional<WatchedHole> hole{};
  LabelOptions labels{};
  std::vector<PhaseWindow> windows{};  ///< windows in which particles are counted
  std::optional<double> reversal{};    ///< absolute time of a reversal after which the gas returns
  /// Amounts of gas that parcels represent, by species; otherwise empty.
  std::vector<double> amounts{};
  /// Collisions per particle that a dense start needs to relax, and those before the measured part;
  /// see melting_collisions().
  double relaxes_in = 0, equilibrated = 0;
  bool dissipates = false;  ///< whether collisions or walls dissipate energy
  bool ends_at_time =
      false;  ///< whether the measured part has a duration, not a number of collisions
  /// Whether to make the table `relaxation`: the gas starts far from Maxwell's law.
  bool relaxation = false;
  std::optional<WatchedSteps> steps{};  ///< steps whose missed contacts are counted or estimated
};

}  // namespace clausius
