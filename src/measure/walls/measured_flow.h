#pragma once

#include <optional>
#include <vector>

#include "clausius/engine/state.h"

namespace clausius {

/// The flow of a gas between walls that slide or move: the velocity of the centre of mass of the
/// particles in each of some layers, at one instant.
template <int Dim>
class MeasuredFlow {
 public:
  /// Empty where no wall sets a gas of k_BT `kt` in motion, or so slowly that the energy of the
  /// flow is below a thousandth of the thermal energy.
  static std::optional<MeasuredFlow> of(const Gas<Dim>& gas, std::size_t particles, double kt);

  /// The state with velocities relative to the flow of their layer, multiplied by √(N/(N − n)) for
  /// n layers with particles: each layer takes the energy of d degrees of freedom with it, so that
  /// the temperature from all degrees of freedom is not lowered.
  [[nodiscard]] State<Dim> beside_flow(const Gas<Dim>& gas, State<Dim> state) const;

 private:
  struct Axis {
    int axis;
    double width;  // of a layer
  };
  std::vector<Axis> axes_;  // across which the flow changes
  std::size_t layers_ = 1;  // along each of them
};

}  // namespace clausius
