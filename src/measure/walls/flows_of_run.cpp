#include <fmt/format.h>

#include "clausius/core/archive.h"
#include "measure/listed.h"
#include "measure/walls/boundary_flows.h"

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
  void begin(const Sample<Dim>& now) override { flows_.store(now.in_box); }
  void on_sample(const Sample<Dim>& sample) override {
    flows_.store(sample.in_box);
    flows_.sample(sample.in_box);
  }
  void end(const Sample<Dim>& last) override { flows_.store(last.in_box); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    return flows_.observables(measured_part(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return flows_.tables(measured_part(run));
  }
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flows_);
  }

 private:
  static MeasuredPart measured_part(const Measured<Dim>& run) {
    const Interval<Dim>& total = run.books.total();
    return {run.books.last().time, total.kt_time / total.duration, run.history.rows().front().kt,
            run.collisions_per_particle(), !run.options.dissipates};
  }

  BoundaryFlows<Dim> flows_;
};

// Within some mean free paths of a wall the gas slips and its temperature jumps; in the middle half
// of the gap that is less than a per cent if the gap is as wide as this many paths.
constexpr double kFewestPaths = 10;

template <int Dim>
std::optional<Doubt> FlowsOfRun<Dim>::doubt(const Measured<Dim>& run) const {
  const Interval<Dim>& total = run.books.total();
  const auto ends = 2 * static_cast<double>(total.totals.collisions);
  for (int axis = 0; axis < Dim; ++axis) {
    const auto& faces = run.gas.boundary.faces;
    if (run.gas.box.periodic[axis] || faces[2 * axis].kt <= 0 || faces[2 * axis + 1].kt <= 0)
      continue;
    const double gap = run.gas.box.size[axis];
    if (gap * ends < kFewestPaths * total.path)
      return Doubt(
          fmt::format("the gap between the thermal walls is {:.2g} mean free paths wide along {}, "
                      "and from {:.0f} on the middle is as in a large gas",
                      gap * ends / total.path, "xyz"[axis], kFewestPaths),
          Assumption::short_paths);
  }
  return std::nullopt;
}

// What the theories of flows between walls assume.
constexpr Assumptions kOfSteadyFlow{Assumption::fluid, Assumption::steady};
constexpr Assumptions kOfMiddle{Assumption::fluid, Assumption::steady, Assumption::short_paths};

MeasurementKind boundary_flows_kind() {
  return {
      "Flows at the boundary",
      {assuming(kOfSteadyFlow, over_time({"pressure", "Force per area on a face of the box.",
                                          "sum of normal impulses/(area * t)", &UnitNames::pressure,
                                          Need::active_walls, Per::face})),
       assuming(
           kOfSteadyFlow,
           over_time({"heat_flux", "Heat per area and time that a thermal wall gives to the gas.",
                      "heat/(area * t)", &UnitNames::heat_flux, Need::thermal_wall, Per::face})),
       assuming(kOfSteadyFlow,
                over_time({"power", "Work per time that a moving wall does on the gas.", "work/t",
                           &UnitNames::power, Need::moving_wall, Per::face})),
       assuming(kOfSteadyFlow, over_time({"shear_stress", "Force per area along a sliding wall.",
                                          "sum of tangential impulses/(area * t)",
                                          &UnitNames::pressure, Need::sliding_wall, Per::face})),
       assuming(kOfSteadyFlow,
                {"middle_temperature", "Temperature in the middle between two thermal walls.",
                 "linear fit to the profile", &UnitNames::temperature, Need::two_thermal_walls,
                 Per::axis}),
       assuming(kOfMiddle,
                {"middle_viscosity",
                 "Shear stress over the velocity gradient in the middle between two "
                 "thermal walls.",
                 "-flux/slope", &UnitNames::viscosity, Need::two_thermal_walls, Per::axis}),
       assuming(kOfMiddle,
                {"middle_conductivity",
                 "Heat flux over the temperature gradient in the middle between "
                 "two thermal walls.",
                 "-flux/slope", &UnitNames::conductivity, Need::two_thermal_walls, Per::axis}),
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
