#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "clausius/core/archive.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/listed.h"
#include "measure/transport/displacements.h"
#include "measure/transport/forgetting.h"
#include "measure/transport/transport_steps.h"
#include "theory/transport/transport.h"

namespace clausius {

namespace {

// The diffusion of the particles of a run.
template <int Dim>
class SelfDiffusion final : public SavedMeasurement<SelfDiffusion<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.transport) return nullptr;
    return std::make_unique<SelfDiffusion>(start);
  }
  explicit SelfDiffusion(const Sample<Dim>& start)
      : count_(start.state.size()), species_(start.run.gas.species.size()) {}

  [[nodiscard]] Sees sees() const override { return {.collisions = true}; }
  void begin(const Sample<Dim>& now) override;
  void on_collision(const CollisionRecord<Dim>& collision) override { diffusion_.add(collision); }
  void on_drive(const State<Dim>& state) override { diffusion_.turn(state); }
  void on_interval(const Interval<Dim>& interval, const Measured<Dim>& run) override {
    diffusion_.end_interval(interval.end, run.books.last().kt);
  }
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (!run.theory.at_rest()) return {};
    return {diffusion_.table(run.options.species_names, run.units, exponential(run), memory(run))};
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(diffusion_);
    if constexpr (Archive::is_loading::value)
      require(diffusion_.is_of(count_, species_), "belongs to another gas");
  }

 private:
  /// Coefficients of diffusion, by species.
  static std::vector<Prediction> theory(const Measured<Dim>& run);
  /// Theory for species whose velocities decorrelate nearly exponentially.
  static std::vector<Prediction> exponential(const Measured<Dim>& run);
  static typename Displacements<Dim>::Memory memory(const Measured<Dim>& run);
  /// Mean of the temperature of a species over that of the gas; empty without samples.
  static std::optional<double> mean_share(const Measured<Dim>& run, std::size_t species);
  /// k_BT to which the results belong.
  static double reference_kt(const Measured<Dim>& run);

  std::size_t count_, species_;  // of the gas
  Displacements<Dim> diffusion_;
};

template <int Dim>
void SelfDiffusion<Dim>::begin(const Sample<Dim>& now) {
  const Measured<Dim>& run = now.run;
  const double kt = run.books.reference_kt();
  // Momentum diffuses with the kinematic viscosity: the slowest wave of a box of edge L decays as
  // exp(−(2π/L)² (η/ρ) t).
  double settling = 0;
  if (const auto viscosity = run.theory.enskog_viscosity(kt)) {
    const double wave = 2 * std::numbers::pi / run.gas.box.size.maxCoeff();
    const double density = run.theory.particles() * run.gas.species[0].mass / run.gas.box.volume();
    settling = density / (*viscosity * wave * wave);
  }
  std::vector<double> kt_over_mass;
  for (std::size_t s = 0; s < species_; ++s)
    kt_over_mass.push_back(kt * run.theory.energy_share(s) / run.gas.species[s].mass);
  diffusion_.begin(now.in_box, transport_steps(run), kt_over_mass, settling);
  if (!temperature_falls(run)) return;
  ThermalClock<Dim> clock;
  clock.begin(run);
  diffusion_.follow(clock);
}

template <int Dim>
double SelfDiffusion<Dim>::reference_kt(const Measured<Dim>& run) {
  if (run.theory.elastic() || temperature_falls(run)) return run.books.reference_kt();
  const Interval<Dim>& total = run.books.total();
  return portable::pow(total.root_kt_time / total.duration, 2);
}

template <int Dim>
std::vector<Observable> SelfDiffusion<Dim>::observables(const Measured<Dim>& run) const {
  // The motion of a gas as a whole displaces all its particles.
  if (!run.theory.at_rest()) return {};
  auto all = diffusion_.observables(run.options.species_names, run.units.diffusivity, theory(run),
                                    exponential(run), memory(run), rearranging_steps(run));
  // The theory assumes uncorrelated collisions; the changes in a denser gas were measured with this
  // program.
  constexpr double kCorrelated = 0.2;
  for (Observable& one : all)
    if (one.theory && !one.name.starts_with("diffusion")) {
      const double later =
          uncertain_memory(Dim, run.theory.particles()) * portable::log(*one.theory);
      one.theory_uncertainty =
          portable::hypot(kCorrelated * run.theory.mixture().packing_fraction, later) * *one.theory;
    }
  return all;
}

template <int Dim>
auto SelfDiffusion<Dim>::memory(const Measured<Dim>& run) -> typename Displacements<Dim>::Memory {
  typename Displacements<Dim>::Memory memory;
  const double dof = run.theory.degrees_of_freedom();
  if (run.theory.elastic() && !run.rotates() && dof > Dim)
    memory.energy_scatter = (dof - Dim) / (dof + 2);
  if (!run.theory.elastic()) {
    const bool cools = temperature_falls(run);
    memory.kt_over_mass.reserve(run.count.size());
    memory.diffusivity.reserve(run.count.size());
    for (std::size_t s = 0; s < run.count.size(); ++s) {
      const SpeciesSeries& series = run.history.series(s);
      const double mass = run.gas.species[s].mass;
      // Velocities of a gas that cools have the temperature of the beginning.
      double kt = run.books.reference_kt() * run.theory.energy_share(s);
      if (const auto share = cools ? mean_share(run, s) : std::nullopt)
        kt = run.books.reference_kt() * *share;
      else if (!cools && !series.kt.empty())
        kt = mean_of(series.kt);
      memory.kt_over_mass.push_back(kt / mass);
      if (cools)
        memory.diffusivity.push_back(run.gas.species[s].diameter *
                                     std::sqrt(run.books.reference_kt() / mass));
    }
    return memory;
  }
  const auto rate = run.theory.collision_rate(run.books.reference_kt());
  if (run.count.size() > 1 || !rate) return memory;
  const MemoryFactors finite = finite_memory_factors(Dim, run.theory.particles());
  memory.velocity_rate = rate->value * finite.velocity;
  memory.energy_rate = rate->value * finite.energy;
  return memory;
}

template <int Dim>
std::optional<double> SelfDiffusion<Dim>::mean_share(const Measured<Dim>& run, std::size_t s) {
  double sum = 0, samples = 0;
  for (const HistoryRow& row : run.history.rows()) {
    if (!row.measured || row.kt <= 0) continue;
    sum += row.species_kt[s] / row.kt;
    ++samples;
  }
  return samples > 0 ? std::optional(sum / samples) : std::nullopt;
}

template <int Dim>
std::vector<Prediction> SelfDiffusion<Dim>::theory(const Measured<Dim>& run) {
  return run.theory.diffusion_coefficients(reference_kt(run));
}

template <int Dim>
std::vector<Prediction> SelfDiffusion<Dim>::exponential(const Measured<Dim>& run) {
  const double kt = reference_kt(run);
  const std::vector<SphereSpecies>& species = run.gas.species;
  std::vector<Prediction> theory(species.size(), run.theory.diffusion_coefficient(kt));
  if (species.size() < 2 || !run.theory.is_elastic_fluid() || run.rotates()) return theory;
  // Brownian limit: a dilute heavy species in a light gas.
  constexpr double kHeavy = 10, kFew = 0.05;
  double whole = 0;
  for (std::size_t s = 0; s < species.size(); ++s) whole += run.count[s] * species[s].mass;
  for (std::size_t s = 0; s < species.size(); ++s) {
    const bool heavy = std::all_of(species.begin(), species.end(), [&](const auto& other) {
      return &other == &species[s] || species[s].mass >= kHeavy * other.mass;
    });
    if (heavy && run.count[s] > 0 && run.count[s] * species[s].mass < kFew * whole)
      theory[s] = tracer_diffusion_coefficient(run.theory.mixture(), kt, s);
  }
  return theory;
}

MeasurementKind self_diffusion_kind() {
  const Need need = Need::transport, steady = Need::transport_of_steady,
             cooling = Need::transport_of_cooling;
  std::vector<DeclaredObservable> all;
  for (const Per per : {Per::gas, Per::species}) {
    all.push_back({"diffusion_coefficient",
                   "Coefficient of self-diffusion from the mean square "
                   "displacement.",
                   "d<|r(t) - r(0)|^2>/dt/(2 d)", &UnitNames::diffusivity, steady, per});
    all.push_back({"diffusion_coefficient_green_kubo",
                   "Coefficient of self-diffusion from the "
                   "velocity autocorrelation.",
                   "integral of <v(0).v(t)> over t/d", &UnitNames::diffusivity, steady, per});
    all.push_back({"diffusion_coefficient_reduced",
                   "Coefficient of self-diffusion of a gas that cools, in units of its momentary "
                   "thermal speed and its diameter, from the mean square displacement.",
                   "d<|r(s) - r(0)|^2>/ds/(2 d sigma^2), ds = sqrt(k_B T/m) dt/sigma", nullptr,
                   cooling, per});
    all.push_back({"diffusion_coefficient_reduced_green_kubo",
                   "Coefficient of self-diffusion of a gas that cools, in the same units, from the "
                   "autocorrelation of velocities over the momentary thermal speed.",
                   "integral of <c(0).c(s)> over s/d, c = v/sqrt(k_B T/m)", nullptr, cooling, per});
    all.push_back({"velocity_memory",
                   "Normalised velocity autocorrelation after about one "
                   "collision of a particle.",
                   "<v(0).v(t)>/<v^2>", nullptr, Need::transport_of_elastic, per});
    all.push_back({"energy_memory",
                   "Normalised autocorrelation of a particle's kinetic energy "
                   "after about one collision.",
                   "<dE(0) dE(t)>/<dE^2>, dE = m v^2/2 - d k_B T/2", nullptr,
                   Need::transport_of_elastic, per});
  }
  return {"Self-diffusion",
          std::move(all),
          {{"self_diffusion",
            "Mean square displacement, velocity autocorrelation and its integral, and normalised "
            "autocorrelations of velocity and energy over time, with theory. Of a gas that cools "
            "times are integrals of sqrt(T/T0), and velocities are multiplied by sqrt(T0/T), where "
            "T0 is the temperature at the beginning of the measured part.",
            need,
            {kSpeciesColumn,
             {"time", "Time between the two instants that are compared.", &UnitNames::time},
             {"square_displacement", "Mean square displacement after that time.", &UnitNames::area,
              Beside::error_and_theory},
             {"autocorrelation", "Velocity autocorrelation <v(0).v(t)>.", &UnitNames::speed_squared,
              Beside::error_and_theory},
             {"integral",
              "Integral of the velocity autocorrelation up to that time, over the number of "
              "dimensions.",
              &UnitNames::diffusivity, Beside::error_and_theory},
             {"velocity_memory", "Velocity autocorrelation, 1 at time 0.", nullptr,
              Beside::error_and_theory},
             {"energy_memory",
              "Autocorrelation of the kinetic energy of a particle, 1 at time 0; of a gas in "
              "equilibrium.",
              nullptr, Beside::error_and_theory}}}},
          {},
          {{"transport", &MeasuredConfig::transport,
            "Whether diffusion, viscosities and thermal conductivity are measured; of a gas that "
            "cools or is driven diffusion alone.",
            "false"}}};
}

}  // namespace

ListedMeasurement listed_self_diffusion() {
  return {self_diffusion_kind, SelfDiffusion<2>::make, SelfDiffusion<3>::make};
}

}  // namespace clausius
