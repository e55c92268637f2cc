#pragma once

#include <array>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/sample.h"
#include "clausius/statistics/standard_error.h"

namespace clausius {

/// Sums over the faces of the box: of what the walls give, or of what the gas holds of it.
template <int Dim>
using FlowsAtFaces = std::array<typename CollisionTotals<Dim>::Face, 2 * Dim>;

/// Area of a face across an axis.
template <int Dim>
double face_area(const Box<Dim>& box, int axis) {
  return box.volume() / box.size[axis];
}

/// Whether the gas rests on a face.
template <int Dim>
bool is_floor(const Gas<Dim>& gas, int face) {
  const double g = gas.boundary.gravity[face / 2];
  return face % 2 == 0 ? g < 0 : g > 0;
}

/// Momentum and energy that the gas holds of what each wall gives: Σ q w, where w falls from 1 for
/// a particle in contact with the wall to 0 for one in contact with the opposite one (and is 1
/// everywhere if that gives nothing of the kind). What a wall gives fills the store of its face; it
/// is emptied by the flow through the bulk of the gas, which fluctuates far less than the hits.
/// In place of work stands Σ w of the store of heat. Zero along periodic axes, and for faces of
/// which, or opposite to which, a wall moves, except for the momentum above a floor under gravity.
template <int Dim>
FlowsAtFaces<Dim> wall_stores(const Gas<Dim>& gas, const State<Dim>& in_box);

/// Least relative error of the pressure on walls that reflect: the energy of the motion along each
/// axis is kept until collisions share it out, at the rate at which they relax the stress (of a
/// dilute gas, n k_BT/viscosity), which takes long where there are few.
/// @param collisions  of a particle
/// @param sum_of_squares  of the parts that the axes have in the pressure: 1 for one axis
template <int Dim>
StandardError kept_error(const Gas<Dim>& gas, double particles, double collisions,
                         double sum_of_squares);

/// Flows in intervals into a store.
struct StoredFlow {
  std::vector<double> flows, durations;  ///< by interval
  std::vector<double> stores;            ///< at the beginning and at the end of each interval
  /// What moves with the store without being given by the wall, at the same instants; or empty. Of
  /// heat the particles: their shift carries enthalpy, forth and back.
  std::vector<double> carried{};

  /// Σ flows/Σ durations and its standard error: of the flow out of the store, whose blocks are
  /// independent, and of the difference of the store between the ends of the run. Errors from
  /// blocks of the flow itself are far too large, because a store filled more in one block is
  /// emptied in the next.
  [[nodiscard]] double rate() const;
  [[nodiscard]] std::optional<StandardError> error() const;
  /// Standard error of a flow that only fills and empties the store.
  [[nodiscard]] StandardError storage_error() const;

 private:
  [[nodiscard]] bool has_stores() const { return stores.size() == flows.size() + 1; }
  [[nodiscard]] std::vector<double> pure_stores() const;
};

}  // namespace clausius
