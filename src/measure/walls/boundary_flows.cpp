#include <fmt/format.h>

#include <type_traits>
#include <variant>

#include "clausius/core/archive.h"
#include "measure/listed.h"
#include "measure/walls/conduction.h"
#include "measure/walls/face_flows.h"
#include "measure/walls/flow_record.h"
#include "measure/walls/gravity.h"
#include "measure/walls/middle.h"
#include "measure/walls/sheared_viscosity.h"
#include "measure/walls/shock.h"

namespace clausius {

namespace {

// Exchange between a gas and a boundary that is more than hard walls.
template <int Dim>
class BoundaryFlows final : public SavedMeasurement<BoundaryFlows<Dim>, Dim> {
 public:
  explicit BoundaryFlows(const Gas<Dim>& gas) : record_(gas) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.gas.boundary.is_plain()) return nullptr;
    return std::make_unique<BoundaryFlows>(start.run.gas);
  }

  [[nodiscard]] Sees sees() const override { return {.positions = true}; }
  void begin(const Sample<Dim>& now) override { record_.store(now.in_box); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    record_.end_interval(interval);
  }
  void on_sample(const Sample<Dim>& sample) override {
    record_.store(sample.in_box);
    record_.sample(sample.in_box);
  }
  void end(const Sample<Dim>& last) override { record_.store(last.in_box); }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    std::vector<Observable> all = face_flows(record_, run);
    for (Observable& one : middle_between_walls(record_, run)) all.push_back(std::move(one));
    return all;
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::optional<Doubt> doubt(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(record_);
  }

 private:
  [[nodiscard]] ProfileTheory<Dim> profile_theory(const Measured<Dim>& run, int axis) const;

  FlowRecord<Dim> record_;
};

template <int Dim>
ProfileTheory<Dim> BoundaryFlows<Dim>::profile_theory(const Measured<Dim>& run, int axis) const {
  if (auto theory = sheared_profile(run, axis)) return theory;
  if (auto theory = conduction_profile(run, axis)) return theory;
  if (auto theory = shocked_profile(run, axis, record_.last_sample())) return theory;
  return atmosphere_profile(run, axis);
}

// The profiles one below the other.
template <int Dim>
std::vector<Table> BoundaryFlows<Dim>::tables(const Measured<Dim>& run) const {
  std::vector<Table> all;
  for (const auto& profile : record_.profiles()) {
    Table one =
        profile.table(run.units, run.options.boltzmann, profile_theory(run, profile.axis()));
    if (all.empty()) {
      all.push_back(std::move(one));
      continue;
    }
    for (std::size_t c = 0; c < one.columns.size(); ++c)
      std::visit(
          [&](auto& to) {
            auto& from = std::get<std::decay_t<decltype(to)>>(one.columns[c].values);
            to.insert(to.end(), from.begin(), from.end());
          },
          all.front().columns[c].values);
  }
  return all;
}

// Within some mean free paths of a wall the gas slips and its temperature jumps; in the middle half
// of the gap that is less than a per cent if the gap is as wide as this many paths.
constexpr double kFewestPaths = 10;

template <int Dim>
std::optional<Doubt> BoundaryFlows<Dim>::doubt(const Measured<Dim>& run) const {
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
                 "-flux/slope", &UnitNames::conductivity, Need::two_thermal_walls, Per::axis})},
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
  return {boundary_flows_kind, BoundaryFlows<2>::make, BoundaryFlows<3>::make};
}

}  // namespace clausius
