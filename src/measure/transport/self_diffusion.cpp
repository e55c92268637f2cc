#include "measure/transport/self_diffusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/listed.h"
#include "measure/transport/forgetting.h"
#include "measure/transport/transport_steps.h"
#include "theory/transport/transport.h"
#include "theory/velocities/relaxation_spectrum.h"

namespace clausius {

namespace {

enum DiffusionQuantity : std::size_t { kSquare, kAutocorrelation, kIntegral, kEnergy };

// The integral of the autocorrelation up to 1.6 times the first lag.
constexpr std::size_t kIntegrated = 3;
static_assert(5 * MultiTau<int>::lag(kFirstLag + kIntegrated) == 8 * MultiTau<int>::lag(kFirstLag));
// Eight steps.
constexpr std::size_t kMemory = 7;
static_assert(MultiTau<int>::lag(kMemory) == 8);

}  // namespace

template <int Dim>
void SelfDiffusion<Dim>::begin(const State<Dim>& state, const std::vector<double>& steps,
                               const std::vector<double>& kt_over_mass, double settling) {
  start_ = state.time;
  settling_ = settling;
  every_ = (state.size() + kMostFollowed - 1) / kMostFollowed;
  kinds_.resize(steps.size());
  for (std::size_t s = 0; s < steps.size(); ++s) {
    kinds_[s].step = steps[s];
    kinds_[s].kt_over_mass = kt_over_mass[s];
  }
  for (std::size_t id = 0; id < state.size(); id += every_) {
    Particle particle;
    particle.species = state.species[id];
    particle.path = {state.time, Vec<Dim>::Zero(), state.velocity[id]};
    particles_.push_back(std::move(particle));
  }
}

template <int Dim>
void SelfDiffusion<Dim>::advance(Particle& particle, double time) {
  Kind& kind = kinds_[particle.species];
  if (kind.step <= 0) return;
  while (const auto next = tick(kind, particle.steps.samples(), time)) {
    particle.steps.push(
        {particle.path.at(next->time), next->scale * particle.path.velocity},
        [&](std::size_t lag, const Sample& earlier, const Sample& later) {
          const Vec<Dim> path = later.position - earlier.position;
          const Vec<Dim> sum = earlier.velocity + later.velocity;
          const double mean_sq = Dim * kind.kt_over_mass;
          kind.sums.add(lag, std::array{path.squaredNorm(), earlier.velocity.dot(later.velocity),
                                        0.5 * sum.dot(path),
                                        (earlier.velocity.squaredNorm() - mean_sq) *
                                            (later.velocity.squaredNorm() - mean_sq)});
        });
  }
  particle.path.fly_to(time);
}

template <int Dim>
auto SelfDiffusion<Dim>::tick(const Kind& kind, std::uint64_t step, double time) const
    -> std::optional<Tick> {
  if (clock_) {
    const std::uint64_t index = step - kind.ticks_before;
    return index < kind.ticks.size() ? std::optional(kind.ticks[index]) : std::nullopt;
  }
  const double at = start_ + kind.step * static_cast<double>(step);
  return at > time ? std::nullopt : std::optional(Tick{at, 1});
}

template <int Dim>
void SelfDiffusion<Dim>::pass(double time) {
  if (!clock_) return;
  const double reading = clock_->reading(time);
  for (Kind& kind : kinds_) {
    if (kind.step <= 0) continue;
    while (true) {
      const double next = kind.step * static_cast<double>(kind.ticks_before + kind.ticks.size());
      if (next > reading) break;
      kind.ticks.push_back({std::min(time, clock_->time_of(next)), clock_->scale()});
    }
  }
}

template <int Dim>
void SelfDiffusion<Dim>::turn(const State<Dim>& state) {
  for (std::size_t k = 0; k < particles_.size(); ++k) {
    advance(particles_[k], state.time);
    particles_[k].path.velocity = state.velocity[k * every_];
  }
}

template <int Dim>
void SelfDiffusion<Dim>::add(std::uint32_t id, double time, const Vec<Dim>& after) {
  if (id % every_ != 0) return;
  Particle& particle = particles_[id / every_];
  advance(particle, time);
  particle.path.velocity = after;
}

template <int Dim>
void SelfDiffusion<Dim>::add(const CollisionRecord<Dim>& collision) {
  pass(collision.time);
  add(collision.first, collision.time, collision.first_after);
  if (collision.second != CollisionRecord<Dim>::kWall)
    add(collision.second, collision.time, collision.second_after);
  if (clock_) clock_->add(collision);
}

template <int Dim>
void SelfDiffusion<Dim>::end_interval(double time, double kt) {
  pass(time);
  for (Particle& particle : particles_) advance(particle, time);
  for (Kind& kind : kinds_) {
    kind.sums.end_block();
    kind.ticks_before += kind.ticks.size();
    kind.ticks.clear();
  }
  if (clock_) clock_->set(time, kt);
}

template <int Dim>
bool SelfDiffusion<Dim>::is_of(std::size_t particles, std::size_t species) const {
  if (particles_.empty()) return kinds_.empty();
  return every_ > 0 && particles_.size() == (particles + every_ - 1) / every_ &&
         kinds_.size() == species &&
         std::all_of(particles_.begin(), particles_.end(),
                     [&](const Particle& one) { return one.species < species; });
}

template <int Dim>
std::optional<std::size_t> SelfDiffusion<Dim>::first_lag_of(std::size_t species,
                                                            double rearranging) const {
  const auto one = std::find_if(particles_.begin(), particles_.end(),
                                [&](const Particle& p) { return p.species == species; });
  if (one == particles_.end()) return kFirstLag;
  return first_lag(settling_ / kinds_[species].step, rearranging, one->steps.samples());
}

// ⟨δ²⟩ = 2d (k_BT/m)² of Maxwell's law.
template <int Dim>
double SelfDiffusion<Dim>::energy_weight(const Kind& kind, const Memory& memory) {
  return 1 / (2 * Dim * kind.kt_over_mass * kind.kt_over_mass * memory.energy_scatter);
}

namespace {

template <class Path>
Eigen::VectorXd at_rate(int d, double rate, std::span<const double> times, Path of_path) {
  std::vector<double> collisions;
  for (const double time : times) collisions.push_back(rate * time);
  return relax_from(d, maxwell_start(d, kMemoryOrder), collisions).*of_path;
}

}  // namespace

template <int Dim>
Eigen::VectorXd SelfDiffusion<Dim>::velocity_memory(const Memory& memory,
                                                    std::span<const double> times) {
  return at_rate(Dim, memory.velocity_rate, times, &SoninePath::velocity_memory);
}

template <int Dim>
Eigen::VectorXd SelfDiffusion<Dim>::energy_memory(const Memory& memory,
                                                  std::span<const double> times) {
  return at_rate(Dim, memory.energy_rate, times, &SoninePath::energy_memory);
}

// Mean squares over overlapping stretches t and u < t of a random walk over T have the covariance
// 2(u²t − u³/3)/T, relative to the square of their slope (Qian, Sheetz & Elson, Biophys. J. 60
// (1991) 910): the slope from t/2 to t has the variance (8/3) t/T, that at t, the Green–Kubo
// integral, 4 t/T.
template <int Dim>
double SelfDiffusion<Dim>::error_of_walk(std::size_t species, std::size_t lag,
                                         double factor) const {
  double particles = 0, steps = 0;
  for (const Particle& one : particles_) {
    if (one.species != species) continue;
    ++particles;
    steps = static_cast<double>(one.steps.samples());
  }
  const auto stretch = static_cast<double>(MultiTau<Sample>::lag(lag));
  return steps > stretch ? std::sqrt(factor * stretch / (steps - stretch) / (Dim * particles)) : 0;
}

template <int Dim>
std::vector<Observable> SelfDiffusion<Dim>::observables(const std::vector<std::string>& names,
                                                        const std::string& unit,
                                                        const std::vector<Prediction>& theory,
                                                        const std::vector<Prediction>& exponential,
                                                        const Memory& memory,
                                                        double rearranging) const {
  const bool changes = !memory.kt_over_mass.empty();  // out of equilibrium
  std::vector<Observable> all;
  for (std::size_t s = 0; s < kinds_.size(); ++s) {
    const Kind& kind = kinds_[s];
    const auto add = [&](const std::string& name, const std::vector<BlockedSums::Term>& terms,
                         const Prediction& expected, const std::string& of,
                         double least_error = 0) {
      std::optional<BlockedSums::Estimate> estimate = kind.sums.estimate(terms);
      if (!estimate) return;
      if (changes)
        estimate->error = at_least(estimate->error, {least_error * std::abs(estimate->value)});
      all.push_back(observable(names.size() > 1 ? fmt::format("{}_{}", name, names[s]) : name,
                               estimate->value, estimate->error, expected, of));
      if (changes)
        all.back() = with_trend(std::move(all.back()), kind.sums.trend(terms, estimate->value));
    };
    if (const auto from = first_lag_of(s, rearranging)) {
      const std::size_t to = *from + kLagSpan;
      const auto steps =
          static_cast<double>(MultiTau<Sample>::lag(to) - MultiTau<Sample>::lag(*from));
      const bool reduced = !memory.diffusivity.empty();
      const double part = reduced ? 1 / memory.diffusivity[s] : 1;
      const double weight = part / (2 * Dim * steps * kind.step);
      const std::string name = reduced ? "diffusion_coefficient_reduced" : "diffusion_coefficient";
      const std::string& of = reduced ? "1" : unit;
      add(name, {{to, kSquare, weight}, {*from, kSquare, -weight}}, theory[s].times(part), of,
          error_of_walk(s, to, 8.0 / 3));
      add(name + "_green_kubo", {{*from + kIntegrated, kIntegral, part / Dim}},
          theory[s].times(part), of, error_of_walk(s, *from + kIntegrated, 4));
    }
    if (changes) continue;
    const std::array time{kind.step * static_cast<double>(MultiTau<Sample>::lag(kMemory))};
    Prediction velocity, energy;
    if (memory.velocity_rate > 0) {
      velocity = TheoryValue{velocity_memory(memory, time)[0], kMemorySource};
      energy = TheoryValue{energy_memory(memory, time)[0], kMemorySource};
    } else if (exponential[s]) {
      velocity = TheoryValue{portable::exp(-time[0] * kind.kt_over_mass / exponential[s]->value),
                             exponential[s]->source};
    }
    add("velocity_memory", {{kMemory, kAutocorrelation, 1 / (Dim * kind.kt_over_mass)}}, velocity,
        "1");
    add("energy_memory", {{kMemory, kEnergy, energy_weight(kind, memory)}}, energy, "1");
  }
  return all;
}

template <int Dim>
Table SelfDiffusion<Dim>::table(const std::vector<std::string>& names, const UnitNames& units,
                                const std::vector<Prediction>& theory, const Memory& memory) const {
  std::vector<std::string> species;
  std::vector<double> times;
  struct Columns {
    std::vector<double> value, error, theory;
  };
  constexpr std::size_t kColumns = 5;
  std::array<Columns, kColumns> columns;
  const std::size_t shown = memory.kt_over_mass.empty() ? kColumns : kColumns - 1;
  for (std::size_t s = 0; s < kinds_.size(); ++s) {
    const double d = theory[s] ? theory[s]->value : kNaN;
    const double kt_over_mass = mean_square(s, memory);
    const double forgotten = d / kt_over_mass;  // decay time of the velocity correlation
    std::vector<double> lags;
    for (std::size_t lag = 0; lag < MultiTau<Sample>::kLags; ++lag)
      lags.push_back(kinds_[s].step * static_cast<double>(MultiTau<Sample>::lag(lag)));
    std::optional<Eigen::VectorXd> velocity, energy;
    if (memory.velocity_rate > 0) {
      velocity = velocity_memory(memory, lags);
      energy = energy_memory(memory, lags);
    }
    for (std::size_t lag = 0; lag < MultiTau<Sample>::kLags; ++lag) {
      const double t = lags[lag];
      if (!kinds_[s].sums.mean(lag, kSquare)) continue;
      species.push_back(names[s]);
      times.push_back(t);
      const double left = portable::exp(-t / forgotten);
      const auto row = static_cast<Eigen::Index>(lag);
      const std::array<double, kColumns> expected{
          2 * Dim * d * (t - forgotten * (1 - left)), Dim * kt_over_mass * left, d * (1 - left),
          velocity ? (*velocity)[row] : left, energy ? (*energy)[row] : kNaN};
      const std::array<DiffusionQuantity, kColumns> measured{kSquare, kAutocorrelation, kIntegral,
                                                             kAutocorrelation, kEnergy};
      const std::array<double, kColumns> weights{1, 1, 1.0 / Dim, 1 / (Dim * kt_over_mass),
                                                 energy_weight(kinds_[s], memory)};
      for (std::size_t q = 0; q < shown; ++q) {
        const auto mean = kinds_[s].sums.mean(lag, measured[q], weights[q]);
        columns[q].value.push_back(mean->value);
        columns[q].error.push_back(value_or_nan(mean->error));
        columns[q].theory.push_back(expected[q]);
      }
    }
  }
  Table table{"self_diffusion", {}};
  table.columns = {{"species", "", species}, {"time", units.time, times}};
  const std::array<std::string, kColumns> quantities{
      "square_displacement", "autocorrelation", "integral", "velocity_memory", "energy_memory"};
  const std::array<std::string, kColumns> of{units.area, units.speed_squared, units.diffusivity,
                                             "1", "1"};
  for (std::size_t q = 0; q < shown; ++q) {
    table.columns.push_back({quantities[q], of[q], columns[q].value});
    table.columns.push_back({quantities[q] + "_error", of[q], columns[q].error});
    table.columns.push_back({quantities[q] + "_theory", of[q], columns[q].theory});
  }
  return table;
}

namespace {

// The diffusion of the particles of a run.
template <int Dim>
class DiffusionInRun final : public SavedMeasurement<DiffusionInRun<Dim>, Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.transport) return nullptr;
    return std::make_unique<DiffusionInRun>(start);
  }
  explicit DiffusionInRun(const Sample<Dim>& start)
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
  static typename SelfDiffusion<Dim>::Memory memory(const Measured<Dim>& run);
  /// Mean of the temperature of a species over that of the gas; empty without samples.
  static std::optional<double> mean_share(const Measured<Dim>& run, std::size_t species);
  /// k_BT to which the results belong.
  static double reference_kt(const Measured<Dim>& run);

  std::size_t count_, species_;  // of the gas
  SelfDiffusion<Dim> diffusion_;
};

template <int Dim>
void DiffusionInRun<Dim>::begin(const Sample<Dim>& now) {
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
double DiffusionInRun<Dim>::reference_kt(const Measured<Dim>& run) {
  if (run.theory.elastic() || temperature_falls(run)) return run.books.reference_kt();
  const Interval<Dim>& total = run.books.total();
  return portable::pow(total.root_kt_time / total.duration, 2);
}

template <int Dim>
std::vector<Observable> DiffusionInRun<Dim>::observables(const Measured<Dim>& run) const {
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
auto DiffusionInRun<Dim>::memory(const Measured<Dim>& run) -> typename SelfDiffusion<Dim>::Memory {
  typename SelfDiffusion<Dim>::Memory memory;
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
std::optional<double> DiffusionInRun<Dim>::mean_share(const Measured<Dim>& run, std::size_t s) {
  double sum = 0, samples = 0;
  for (const HistoryRow& row : run.history.rows()) {
    if (!row.measured || row.kt <= 0) continue;
    sum += row.species_kt[s] / row.kt;
    ++samples;
  }
  return samples > 0 ? std::optional(sum / samples) : std::nullopt;
}

template <int Dim>
std::vector<Prediction> DiffusionInRun<Dim>::theory(const Measured<Dim>& run) {
  return run.theory.diffusion_coefficients(reference_kt(run));
}

template <int Dim>
std::vector<Prediction> DiffusionInRun<Dim>::exponential(const Measured<Dim>& run) {
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
  return {self_diffusion_kind, DiffusionInRun<2>::make, DiffusionInRun<3>::make};
}

template class SelfDiffusion<2>;
template class SelfDiffusion<3>;

}  // namespace clausius
