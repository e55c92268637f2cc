#include <algorithm>
#include <vector>

#include "clausius/core/archive.h"
#include "measure/listed.h"
#include "measure/transport/helfand_moments.h"
#include "measure/transport/transport_steps.h"

namespace clausius {

namespace {

// The Helfand moments of the gas of a run.
template <int Dim>
class CollectiveTransport final : public SavedMeasurement<CollectiveTransport<Dim>, Dim> {
 public:
  explicit CollectiveTransport(const std::vector<SphereSpecies>& species) : moments_(species) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.transport || !start.run.theory.elastic()) return nullptr;
    return std::make_unique<CollectiveTransport>(start.run.gas.species);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override {
    const std::vector<double> steps = transport_steps(now.run);
    moments_.begin(now.in_box, *std::max_element(steps.begin(), steps.end()));
  }
  void on_collision(const CollisionRecord<Dim>& collision) override { moments_.add(collision); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& /*run*/) override {
    moments_.end_interval(interval.end);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override {
    // The motion of a gas as a whole transports all its momentum and energy.
    if (!run.theory.at_rest()) return {};
    return moments_.observables(run.units, conditions(run));
  }
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (!run.theory.at_rest()) return {};
    return {moments_.table(run.units, conditions(run))};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(moments_);
  }

 private:
  static typename HelfandMoments<Dim>::Conditions conditions(const Measured<Dim>& run);

  HelfandMoments<Dim> moments_;
};

template <int Dim>
auto CollectiveTransport<Dim>::conditions(const Measured<Dim>& run) ->
    typename HelfandMoments<Dim>::Conditions {
  const double kt = run.books.reference_kt(), kb = run.options.boltzmann;
  auto conductivity = run.theory.thermal_conductivity(kt);
  if (conductivity) *conductivity *= kb;
  return {run.gas.box.volume(),
          run.theory.particles(),
          kt,
          kb,
          run.theory.partial_enthalpies(kt),
          run.theory.shear_viscosity(kt),
          conductivity,
          run.theory.bulk_viscosity(kt),
          run.theory.mutual_diffusion_coefficient(kt),
          run.theory.thermal_diffusion_factor(kt),
          rearranging_steps(run)};
}

MeasurementKind collective_transport_kind() {
  const Need need = Need::transport_of_elastic;
  return {"Viscosity, heat conduction, mutual and thermal diffusion",
          {{"shear_viscosity", "Shear viscosity from the fluctuations of the stress.",
            "Green-Kubo, by Helfand moments", &UnitNames::viscosity, need},
           {"bulk_viscosity", "Bulk viscosity from the fluctuations of the pressure.",
            "Green-Kubo, by Helfand moments", &UnitNames::viscosity, need},
           {"thermal_conductivity",
            "Thermal conductivity from the fluctuations of the heat flux; of a mixture of up to "
            "four species that without diffusion, as in the steady state: the heat flux is that "
            "of energy less the part that goes with the fluxes of the species.",
            "Green-Kubo, by Helfand moments", &UnitNames::conductivity, need},
           {"mutual_diffusion_coefficient",
            "Coefficient of mutual diffusion of a gas of two "
            "species from the fluctuations of their relative flux.",
            "Green-Kubo, by Helfand moments", &UnitNames::diffusivity, need},
           {"thermal_diffusion_factor",
            "Thermal diffusion factor of a gas of two species from the energy that their relative "
            "flux carries beyond their partial enthalpies, which are those of the equation of "
            "state: alpha of -x1 x2 alpha d(ln T), the change of the mole fraction of the first "
            "in the steady state times the thermodynamic factor, which is 1 in a dilute gas; "
            "positive if the first species collects where it is cold.",
            "Green-Kubo, by Helfand moments", nullptr, need}},
          {{"helfand_moments",
            "Green-Kubo integrals of the viscosities, of the thermal "
            "conductivity and of mutual diffusion over time, with theory, and the thermal "
            "diffusion factor that follows from them.",
            need,
            {kTimeColumn,
             {"viscosity", "Green-Kubo integral of the shear viscosity up to this time.",
              &UnitNames::viscosity, Beside::error_and_theory},
             {"bulk_viscosity", "Green-Kubo integral of the bulk viscosity.", &UnitNames::viscosity,
              Beside::error_and_theory},
             {"conductivity", "Green-Kubo integral of the thermal conductivity.",
              &UnitNames::conductivity, Beside::error_and_theory},
             {"mutual_diffusion", "Green-Kubo integral of the coefficient of mutual diffusion.",
              &UnitNames::diffusivity, Beside::error_and_theory},
             {"thermal_diffusion",
              "Thermal diffusion factor by the Green-Kubo integrals up to this time.", nullptr,
              Beside::error_and_theory},
             {"in_window",
              "1 in the window of times over which the coefficients are averaged, else 0."}}}}};
}

}  // namespace

ListedMeasurement listed_collective_transport() {
  return {collective_transport_kind, CollectiveTransport<2>::make, CollectiveTransport<3>::make};
}

}  // namespace clausius
