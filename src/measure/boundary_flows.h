#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/collision_tally.h"
#include "measure/flow_profile.h"
#include "theory/heat_conduction.h"
#include "theory/one_dimensional.h"
#include "theory/transport.h"

namespace clausius {

/// The part of a run that was measured.
struct MeasuredPart {
  double end = 0;          ///< absolute time
  double kt = 0;           ///< mean k_BT over it
  double kt_at_start = 0;  ///< at the start of the run
  bool elastic = true;     ///< collisions and walls take no energy
};

/// What passes between a gas and a boundary that is more than hard walls: momentum, heat and work
/// at each face of the box, and what that makes of density, velocity and temperature across it.
template <int Dim>
class BoundaryFlows {
 public:
  /// `count` particles of each species.
  BoundaryFlows(const Gas<Dim>& gas, const std::vector<double>& count, const UnitNames& units,
                double boltzmann);

  /// An equal-time sample of the measured part.
  void sample(const State<Dim>& state);
  /// Ends an interval of the measured part.
  void end_interval(const CollisionTotals<Dim>& totals, double duration);

  /// Each wall has `pressure_FACE`, thermal ones `heat_flux_FACE` (into the gas), moving ones
  /// `power_FACE` (work on the gas per time), between sliding ones `shear_stress_FACE` (momentum to
  /// the wall per area and time along its sliding). In the middle between thermal walls
  /// `middle_temperature_AXIS`, `middle_conductivity_AXIS` (heat flux over temperature gradient)
  /// and `middle_viscosity_AXIS` (stress over velocity gradient) beside Enskog's theory there.
  /// Between thermal walls alone `pressure_fluctuation`, the standard deviation of the pressure
  /// from one interval to the next over its mean. Of a sheared gas `sheared_viscosity`, the work of
  /// the shear over its rate squared, the volume and the time. Under gravity `mean_height`, of the
  /// centres above the lowest place they can take. What a wall that has moved steadily into the gas
  /// since the start bears and does stands beside the shock before it, as long as that is on its
  /// way.
  [[nodiscard]] std::vector<Observable> observables(const MeasuredPart& part) const;
  /// `flow_profile`; where a wall moves steadily that of the last sample.
  [[nodiscard]] std::vector<Table> tables(const MeasuredPart& part) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(durations_, totals_, shear_work_, heights_, last_sample_);
    for (auto& profile : profiles_) archive(profile);
  }

 private:
  using Totals = CollisionTotals<Dim>;
  using Estimate = BlockedSums::Estimate;
  /// Rate of what is added up at the walls.
  template <class Value>
  [[nodiscard]] Estimate rate_of(const Value& value) const;
  [[nodiscard]] double area(int axis) const { return gas_.box.volume() / gas_.box.size[axis]; }
  [[nodiscard]] const FaceWall<Dim>& face(int face) const { return gas_.boundary.faces[face]; }
  [[nodiscard]] std::optional<int> axis_of_gravity() const;
  [[nodiscard]] std::optional<Atmosphere> atmosphere(double kt, bool elastic) const;
  [[nodiscard]] double place_above_floor(double x, int axis) const;
  /// Along which the walls of an axis slide.
  [[nodiscard]] std::optional<Vec<Dim>> sliding(int axis) const;
  /// Whether a wall across an axis moves, and does not swing.
  [[nodiscard]] bool advances(int axis) const;
  /// A shock, the gas before it, the wall it runs from and the speed of that into the gas.
  struct FromPiston {
    int face;
    double speed;
    SphereGas before;
    Shock shock;
  };
  [[nodiscard]] std::optional<FromPiston> shock(const MeasuredPart& part) const;
  [[nodiscard]] LocalFlow<Dim> shocked_at(const FromPiston& piston, double x) const;
  [[nodiscard]] double bulk_density() const;
  [[nodiscard]] Prediction pressure_theory(int face, const std::optional<FromPiston>& piston) const;
  /// What theory says of the heat that flows along an axis; nothing where it does not know.
  [[nodiscard]] std::optional<HeatConduction> conducts(int axis, const MeasuredPart& part) const;
  [[nodiscard]] Prediction heat_flux_theory(int face) const;
  /// On all walls together, in each interval.
  [[nodiscard]] std::vector<double> impulses() const;
  [[nodiscard]] std::optional<Observable> sheared_viscosity(double kt) const;
  void add_face(std::vector<Observable>& all, int face,
                const std::optional<FromPiston>& piston) const;
  void add_middle(std::vector<Observable>& all, const FlowProfile<Dim>& profile) const;

  Gas<Dim> gas_;
  std::vector<double> count_;
  double particles_ = 0, mass_ = 0;
  UnitNames units_;
  double boltzmann_;
  std::vector<FlowProfile<Dim>> profiles_;
  std::vector<double> durations_;  // of the intervals
  std::vector<std::array<typename Totals::Face, 2 * Dim>> totals_;
  std::vector<double> shear_work_;  // likewise
  std::vector<double> heights_;     // at the samples
  double last_sample_ = 0;          // its time
};

}  // namespace clausius
