#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/measure/results.h"
#include "measure/collision_tally.h"
#include "measure/walls/flow_profile.h"
#include "measure/walls/wall_stores.h"
#include "theory/fluid/one_dimensional.h"
#include "theory/transport/heat_conduction.h"
#include "theory/transport/transport.h"

namespace clausius {

/// The measured part of a run.
struct MeasuredPart {
  double end = 0;          ///< absolute time
  double kt = 0;           ///< mean k_BT over it
  double kt_at_start = 0;  ///< k_BT at the start of the run
  double collisions = 0;   ///< of a particle
  bool elastic = true;     ///< whether collisions and walls dissipate no energy
};

/// Exchange between a gas and a boundary that is more than hard walls: momentum, heat and work at
/// each face of the box, and the resulting profiles of density, velocity and temperature.
template <int Dim>
class BoundaryFlows {
 public:
  /// @param count particles of each species
  BoundaryFlows(const Gas<Dim>& gas, const std::vector<double>& count, const UnitNames& units,
                double boltzmann);

  /// Takes an equal-time sample of the measured part.
  void sample(const State<Dim>& state);
  /// Takes the state at the beginning of the measured part and at the end of each interval.
  void store(const State<Dim>& in_box);
  /// Ends an interval of the measured part.
  void end_interval(const CollisionTotals<Dim>& totals, double duration);

  /// Each wall has `pressure_FACE`, thermal ones `heat_flux_FACE` (into the gas), moving ones
  /// `power_FACE` (work on the gas per time); between sliding ones there is `shear_stress_FACE`
  /// (momentum to the wall per area and time along its sliding). A dilute gas of spheres between
  /// two thermal walls has the theory of rarefied_heat_flux() and rarefied_shear_stress(). In the
  /// middle between thermal walls: `middle_temperature_AXIS`, `middle_conductivity_AXIS` (heat flux
  /// over temperature gradient) and `middle_viscosity_AXIS` (stress over velocity gradient), with
  /// Enskog's theory for that place. If there are only thermal walls: `pressure_fluctuation`, the
  /// standard deviation of the pressure from interval to interval over its mean. In a sheared gas:
  /// `sheared_viscosity`, the work of the shear divided by its rate squared, the volume and the
  /// time. Under gravity: `mean_height`, of the centres above their lowest possible place. For a
  /// wall that has moved steadily into the gas since the start, pressure and power are compared
  /// with the shock before it, as long as the shock is on its way.
  [[nodiscard]] std::vector<Observable> observables(const MeasuredPart& part) const;
  /// `flow_profile`; if a wall moves steadily, that of the last sample.
  [[nodiscard]] std::vector<Table> tables(const MeasuredPart& part) const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(durations_, totals_, stores_, shear_work_, heights_, last_sample_);
    for (auto& profile : profiles_) archive(profile);
  }

 private:
  using Totals = CollisionTotals<Dim>;
  using Estimate = BlockedSums::Estimate;
  /// A sum over wall hits, and what the gas holds of it.
  template <class Value>
  [[nodiscard]] StoredFlow flow_of(const Value& value) const;
  /// Rate of a sum over wall hits.
  template <class Value>
  [[nodiscard]] Estimate rate_of(const Value& value) const;
  [[nodiscard]] bool is_floor(int face) const;
  [[nodiscard]] double area(int axis) const { return gas_.box.volume() / gas_.box.size[axis]; }
  [[nodiscard]] const FaceWall<Dim>& face(int face) const { return gas_.boundary.faces[face]; }
  [[nodiscard]] std::optional<int> axis_of_gravity() const;
  [[nodiscard]] std::optional<Atmosphere> atmosphere(double kt, bool elastic) const;
  [[nodiscard]] double place_above_floor(double x, int axis) const;
  /// Direction along which the walls of an axis slide.
  [[nodiscard]] std::optional<Vec<Dim>> sliding(int axis) const;
  /// Whether a wall across an axis moves without oscillating.
  [[nodiscard]] bool advances(int axis) const;
  /// A shock, the gas before it, the wall from which it runs and the speed of that wall into the
  /// gas.
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
  [[nodiscard]] bool is_between_thermal_walls(int axis, const MeasuredPart& part) const;
  /// Theoretical heat flux along an axis; nothing if there is no theory.
  [[nodiscard]] std::optional<HeatConduction> conducts(int axis, const MeasuredPart& part) const;
  [[nodiscard]] Prediction collisionless_heat_flux_theory(int face) const;
  struct Gap {
    SphereGas gas;
    double width;
  };
  [[nodiscard]] Gap gap(int axis) const;
  [[nodiscard]] Prediction heat_flux_theory(int face, const MeasuredPart& part) const;
  [[nodiscard]] Prediction shear_stress_theory(int face, const Vec<Dim>& along,
                                               const MeasuredPart& part) const;
  /// Impulse on all walls together, in each interval.
  [[nodiscard]] std::vector<double> impulses() const;
  [[nodiscard]] std::optional<Observable> sheared_viscosity(double kt) const;
  void add_face(std::vector<Observable>& all, int face, const MeasuredPart& part,
                const std::optional<FromPiston>& piston) const;
  void add_middle(std::vector<Observable>& all, const FlowProfile<Dim>& profile) const;

  Gas<Dim> gas_;
  std::vector<double> count_;
  double particles_ = 0, mass_ = 0;
  UnitNames units_;
  double boltzmann_;
  std::vector<FlowProfile<Dim>> profiles_;
  std::vector<double> durations_;  // durations of the intervals
  std::vector<FlowsAtFaces<Dim>> totals_;
  std::vector<FlowsAtFaces<Dim>> stores_;  // at the beginning, and at the ends of the intervals
  std::vector<double> shear_work_;         // by interval
  std::vector<double> heights_;            // at the samples
  double last_sample_ = 0;                 // time of the last sample
};

}  // namespace clausius
