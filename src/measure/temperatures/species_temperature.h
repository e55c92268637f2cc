#pragma once

#include <optional>

#include "measure/measured_run.h"

namespace clausius {

/// 2⟨E⟩/(k_B degrees of freedom of the members), mean over the measured samples.
struct SpeciesTemperature {
  double value = 0;  ///< of translation and rotation
  std::optional<StandardError> error;
  double translational = 0;
  std::optional<double> rotational;  ///< for bodies whose rotation collisions can change
  std::optional<Trend> trend{}, translational_trend{}, rotational_trend{};
};

/// Before the first measured sample, the value of the last row of the history.
template <int Dim>
SpeciesTemperature species_temperature(const Measured<Dim>& run, std::size_t species);

}  // namespace clausius
