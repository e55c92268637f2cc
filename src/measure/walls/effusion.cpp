#include <optional>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "measure/walls/species_effusion.h"

namespace clausius {

namespace {

// Effusion of each species through the one hole between the two sides of the box of a run.
template <int Dim>
class Effusion final : public SavedMeasurement<Effusion<Dim>, Dim> {
 public:
  explicit Effusion(const Measured<Dim>& run) {
    for (std::size_t s = 0; s < run.count.size(); ++s)
      species_.emplace_back(run.gas, *run.options.hole, run.options.boltzmann, s);
  }
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.hole) return nullptr;
    return std::make_unique<Effusion>(start.run);
  }

  [[nodiscard]] Sees sees() const override { return {.collisions = true, .positions = true}; }
  void begin(const Sample<Dim>& now) override {
    for (SpeciesEffusion<Dim>& one : species_) one.begin(now.in_box);
  }
  void on_collision(const CollisionRecord<Dim>& collision) override {
    for (SpeciesEffusion<Dim>& one : species_) one.add(collision);
  }
  void on_sample(const Sample<Dim>& sample) override {
    for (SpeciesEffusion<Dim>& one : species_) one.sample(sample.in_box);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

  template <class Archive>
  void serialize(Archive& archive) {
    for (SpeciesEffusion<Dim>& one : species_) archive(one);
  }

 private:
  std::vector<SpeciesEffusion<Dim>> species_;
};

// The flux of the second species over that of the first.
std::optional<Observable> flux_ratio(const std::vector<Observable>& fluxes) {
  if (fluxes.size() != 2) return std::nullopt;
  const Observable &first = fluxes[0], &second = fluxes[1];
  const double ratio = second.value / first.value;
  const double error =
      ratio * portable::hypot(*first.error / first.value, *second.error / second.value);
  Prediction theory;
  if (first.theory && second.theory)
    theory = TheoryValue{*second.theory / *first.theory,
                         "Graham's law: the densities times the inverse roots of the masses"};
  return observable("effusion_flux_ratio", ratio,
                    StandardError{error, std::min(first.independent_events.value_or(0),
                                                  second.independent_events.value_or(0))},
                    theory, "1");
}

template <int Dim>
std::vector<Observable> Effusion<Dim>::observables(const Measured<Dim>& run) const {
  if (species_.size() == 1) {
    std::vector<Observable> all = species_[0].observables(run.units);
    if (auto ratio = species_[0].demon_temperature_ratio()) all.push_back(std::move(*ratio));
    return all;
  }
  std::vector<Observable> all, fluxes;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (Observable& one : species_[s].observables(run.units)) {
      if (one.name == "effusion_flux") fluxes.push_back(one);
      one.name += '_' + run.options.species_names[s];
      all.push_back(std::move(one));
    }
  if (fluxes.empty()) return all;
  Observable total = fluxes[0];
  for (std::size_t s = 1; s < fluxes.size(); ++s) {
    total.value += fluxes[s].value;
    total.error = portable::hypot(*total.error, *fluxes[s].error);
    *total.independent_events += *fluxes[s].independent_events;
    if (total.theory) *total.theory += *fluxes[s].theory;
  }
  all.insert(all.begin(), total);
  if (auto ratio = flux_ratio(fluxes)) all.push_back(std::move(*ratio));
  return all;
}

template <int Dim>
std::vector<Table> Effusion<Dim>::tables(const Measured<Dim>& run) const {
  if (species_.size() == 1) return species_[0].tables(run.units);
  Table sides{"effusion_by_species", {}};
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::vector<Table> own = species_[s].tables(run.units);
    if (own.empty()) return {};
    if (s == 0) sides.columns.push_back(own[0].columns[0]);
    for (Table::Column& column : species_[s].side_columns(run.options.species_names[s]))
      sides.columns.push_back(std::move(column));
  }
  return {std::move(sides)};
}

MeasurementKind effusion_kind() {
  return {
      "Effusion",
      {assuming({Assumption::fluid},
                over_time({"effusion_flux",
                           "Number of particles that pass the hole per area and time, both ways "
                           "together.",
                           "passages/(area * t)", &UnitNames::particle_flux, Need::hole})),
       assuming({Assumption::fluid},
                {"effusion_energy",
                 "Mean kinetic energy of the particles that pass the hole, in units "
                 "of k_B T of the side they leave.",
                 "<m v^2/2>/(k_B T)", nullptr, Need::hole}),
       assuming(
           {Assumption::fluid},
           over_time({"effusion_flux",
                      "Number of particles of a species that pass the hole per area (where "
                      "their centres can pass) and time, both ways together.",
                      "passages/(area * t)", &UnitNames::particle_flux, Need::hole, Per::species})),
       assuming({Assumption::fluid},
                {"effusion_energy",
                 "Mean kinetic energy of the particles of a species that pass the hole, in units "
                 "of k_B T of that species on the side they leave.",
                 "<m v^2/2>/(k_B T)", nullptr, Need::hole, Per::species}),
       assuming({Assumption::fluid},
                {"effusion_flux_ratio",
                 "Flux of the second species through the hole over that of the first.",
                 "flux of the second/flux of the first", nullptr, Need::hole}),
       assuming({Assumption::fluid}, {"demon_temperature_ratio",
                                      "Temperature of the high side of a plate with a door over "
                                      "that of the low side at the end.",
                                      "T_high/T_low", nullptr, Need::door})},
      {{"effusion",
        "Number of particles on either side of a plate with a hole over time, with theory.",
        Need::hole,
        {kTimeColumn,
         {"low_side", "Number of particles on the low side of the plate."},
         {"high_side", "Number of particles on the high side of the plate."},
         {"low_side_theory", "Number of particles on the low side by the theory of effusion."},
         {"low_side_temperature", "Temperature of the low side.", &UnitNames::temperature},
         {"high_side_temperature", "Temperature of the high side.", &UnitNames::temperature},
         {"low_side_temperature_theory", "Temperature of the low side by the theory of effusion.",
          &UnitNames::temperature}}},
       {"effusion_by_species",
        "Number of particles of each species of a mixture on either side of a plate with a hole.",
        Need::hole,
        {kTimeColumn,
         {"low_side_SPECIES", "Number of particles of the species on the low side of the plate."},
         {"high_side_SPECIES", "Number of particles of the species on the high side."},
         {"low_side_SPECIES_theory",
          "Number on the low side by the theory of effusion, where thermal walls keep the "
          "temperature."}}},
       {"effusion_speeds",
        "Distribution of the speeds of the particles that pass the hole, with theory.",
        Need::hole,
        {{"speed", "Middle of the bin, over sqrt(k_B T/m) of the side that the particle leaves."},
         {"density", "Probability density of the speeds of particles that pass.", nullptr,
          Beside::error_and_theory},
         {"maxwell", "Probability density of the speeds in the gas (Maxwell's law)."}}}}};
}

}  // namespace

ListedMeasurement listed_effusion() {
  return {effusion_kind, Effusion<2>::make, Effusion<3>::make};
}

}  // namespace clausius
