#pragma once

#include "measure/measured_run.h"
#include "measure/walls/flow_profile.h"
#include "theory/transport/transport.h"

// Theory of the heat that flows between the two thermal walls of an axis.

namespace clausius {

/// The gas between two walls, with the mean density and temperature, and the width of the gap.
struct ThermalGap {
  SphereGas gas;
  double width;
};
/// Empty unless the gas is one species of elastic spheres between the thermal walls of this axis
/// only, which may slide.
template <int Dim>
std::optional<ThermalGap> thermal_gap(const Measured<Dim>& run, int axis);

/// Heat flux from a face into the gas: that of rarefied_heat_flux(), or without collisions.
template <int Dim>
Prediction heat_flux_theory(const Measured<Dim>& run, int face);

/// k_BT in the middle of a gas without collisions.
template <int Dim>
Prediction middle_kt_theory(const Measured<Dim>& run, int axis);

/// The profile of Fourier's law; empty if it does not hold.
template <int Dim>
ProfileTheory<Dim> conduction_profile(const Measured<Dim>& run, int axis);

}  // namespace clausius
