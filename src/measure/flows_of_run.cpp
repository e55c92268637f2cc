#include "clausius/core/archive.h"
#include "listed.h"
#include "measure/boundary_flows.h"

namespace clausius {

namespace {

// Exchange between the gas of a run and its boundary.
template <int Dim>
class FlowsOfRun final : public SavedMeasurement<FlowsOfRun<Dim>, Dim> {
 public:
  explicit FlowsOfRun(const Measured<Dim>& run)
      : flows_(run.gas, run.count, run.units, run.options.boltzmann) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.gas.boundary.is_plain()) return nullptr;
    return std::make_unique<FlowsOfRun>(start.run);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    flows_.end_interval(interval.totals, interval.duration);
  }
  void on_sample(const Sample<Dim>& sample) override { flows_.sample(sample.in_box); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return flows_.observables(measured_part(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return flows_.tables(measured_part(run));
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flows_);
  }

 private:
  static MeasuredPart measured_part(const Measured<Dim>& run) {
    const Interval<Dim>& total = run.books.total();
    return {run.books.last().time, total.kt_time / total.duration, run.history.rows().front().kt,
            !run.options.dissipates};
  }

  BoundaryFlows<Dim> flows_;
};

MeasurementKind boundary_flows_kind() {
  return {
      "Flows at the boundary",
      {over_time({"pressure", "Force per area on a face of the box.",
                  "sum of normal impulses/(area * t)", &UnitNames::pressure, Need::active_walls,
                  Per::face}),
       over_time({"heat_flux", "Heat per area and time that a thermal wall gives to the gas.",
                  "heat/(area * t)", &UnitNames::heat_flux, Need::thermal_wall, Per::face}),
       over_time({"power", "Work per time that a moving wall does on the gas.", "work/t",
                  &UnitNames::power, Need::moving_wall, Per::face}),
       over_time({"shear_stress", "Force per area along a sliding wall.",
                  "sum of tangential impulses/(area * t)", &UnitNames::pressure, Need::sliding_wall,
                  Per::face}),
       {"middle_temperature", "Temperature in the middle between two thermal walls.",
        "linear fit to the profile", &UnitNames::temperature, Need::two_thermal_walls, Per::axis},
       {"middle_viscosity",
        "Shear stress over the velocity gradient in the middle between two "
        "thermal walls.",
        "-flux/slope", &UnitNames::viscosity, Need::two_thermal_walls, Per::axis},
       {"middle_conductivity",
        "Heat flux over the temperature gradient in the middle between "
        "two thermal walls.",
        "-flux/slope", &UnitNames::conductivity, Need::two_thermal_walls, Per::axis},
       {"pressure_fluctuation",
        "Standard deviation of the pressure on the walls from one "
        "sample to the next, relative to its mean.",
        "sqrt(<P^2> - <P>^2)/<P>", nullptr, Need::active_walls},
       over_time({"sheared_viscosity",
                  "Viscosity of a gas between Lees-Edwards boundaries, from the "
                  "work of shearing it.",
                  "work/(shear rate^2 * V * t)", &UnitNames::viscosity, Need::shear}),
       {"mean_height", "Mean height of the particles above the floor under gravity.", "<z>",
        &UnitNames::length, Need::gravity}},
      {{"flow_profile",
        "Density, temperature and velocity across the box, with theory.",
        Need::active_walls,
        {{"axis", "Axis across which the flow is shown."},
         {"position", "Middle of the slab along that axis.", &UnitNames::length},
         {"density", "Number density in the slab.", &UnitNames::number_density,
          Beside::error_and_theory},
         {"temperature", "Temperature about the mean velocity of the slab.",
          &UnitNames::temperature, Beside::error_and_theory},
         {"velocity_AXIS", "Mean velocity in the slab.", &UnitNames::speed,
          Beside::error_and_theory}}}}};
}

}  // namespace

ListedMeasurement listed_boundary_flows() {
  return {boundary_flows_kind, FlowsOfRun<2>::make, FlowsOfRun<3>::make};
}

}  // namespace clausius
