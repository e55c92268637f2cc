#include "clausius/measure/gas_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/core/blocks.h"
#include "clausius/core/constants.h"
#include "clausius/core/elementary.h"
#include "clausius/core/sum.h"
#include "clausius/measure/bond_order.h"
#include "clausius/measure/velocity_tails.h"
#include "clausius/statistics/block_average.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/estimates.h"
#include "clausius/theory/granular.h"
#include "clausius/theory/relaxation.h"
#include "clausius/theory/solution.h"
#include "core/linear_algebra.h"

namespace clausius {

namespace {

// Bins of the distributions shown, over velocities in units of √(k_BT/m): 1e-5 of a Maxwell gas is
// faster than 5.
constexpr std::size_t kShownBins = 50;
constexpr double kShownSpeed = 5;
// Collisions a particle has between two instants of these distributions: more often, the same
// velocities would be counted again.
constexpr double kShownEvery = 1;
// Of intervals, for the errors of rates: the error is then known to a tenth of itself, and a group
// of a run of ordinary length is a few collisions long.
constexpr std::size_t kMostGroups = 40;
// Collisions of a particle after which nothing is left of the velocity it started with, 5e-5 of it
// in a dilute gas, see kForgottenAfter: what there is then to see is noise.
constexpr double kStartForgottenAfter = 2 * kForgottenAfter;
// Collisions from which on the rate seen is better known than that of a fluid far too dense.
constexpr std::int64_t kRateKnown = 1000;
// Share of the energy in the motion of the gas as a whole from which it is no gas at rest any more:
// far above rounding, far below what any observable could show.
constexpr double kLargestDrift = 1e-12;
// Of the curve of theory in the table `equipartition`: a tenth of a line's width.
constexpr double kEquipartitionTolerance = 1e-4;
// ⟨v²⟩²/⟨v⁴⟩ and ⟨v²⟩³/⟨v⁶⟩ of Maxwell's law.
template <int Dim>
constexpr double kMaxwellFourth = static_cast<double>(Dim) / (Dim + 2);
template <int Dim>
constexpr double kMaxwellSixth = static_cast<double>(Dim* Dim) / ((Dim + 2) * (Dim + 4));

// √⟨a_p²⟩ of one particle's a₂ and a₃ by Maxwell's law, ⟨a_p²⟩ = p!/((d/2)(d/2 + 1) … ) with p
// factors; of N independent particles less by √N.
template <int Dim>
const double kSecondScatter = std::sqrt(2 / (0.5 * Dim * (0.5 * Dim + 1)));
// Rate at which a₃ is forgotten over that of a₂, about, in both dimensions.
constexpr double kThirdFaster = 1.65;
template <int Dim>
const double kThirdScatter = std::sqrt(6 / (0.5 * Dim * (0.5 * Dim + 1) * (0.5 * Dim + 2)));

template <int Dim>
std::vector<double> counts_of(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<double> counts(gas.species.size());
  for (const std::uint8_t species : state.species) ++counts[species];
  return counts;
}

template <int Dim>
bool at_rest_as_a_whole(const Gas<Dim>& gas, const State<Dim>& state) {
  const Vec<Dim> momentum = total_momentum(gas, state);
  double mass = 0, drift_energy = 0;
  for (const std::uint8_t species : state.species) mass += gas.species[species].mass;
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k]) drift_energy += momentum[k] * momentum[k] / (2 * mass);
  return drift_energy <= kLargestDrift * kinetic_energy(gas, state);
}

// Averages over an interval in which T = T₀/(1 + t/τ)², from its ends.
double mean_in_cooling(double begin, double end) {  // of T
  return begin > 0 && end > 0 ? std::sqrt(begin * end) : 0.5 * (begin + end);
}
double mean_root_in_cooling(double begin, double end) {  // of y ∝ √T
  if (begin <= 0 || end <= 0) return 0.5 * (begin + end);
  const double x = begin / end - 1;
  if (std::abs(x) < 1e-6) return 0.5 * (begin + end);  // the exact form would lose its digits
  return begin * portable::log1p(x) / x;
}

// Standard error of Σ a/Σ b over the intervals, relative to it, from groups of intervals: what one
// interval scatters by itself would hide slow changes (of the energies of species, of sound).
// Groups have about the same b, as all count alike in blocks; in a cooling gas the last intervals
// last far longer than the first.
template <typename Intervals, typename Numerator, typename Denominator>
std::optional<double> relative_error(const Intervals& intervals, Numerator a, Denominator b) {
  const std::size_t most = std::min(kMostGroups, intervals.size());
  double whole = 0, so_far = 0;
  for (const auto& interval : intervals) whole += b(interval);
  if (!(whole > 0)) return std::nullopt;
  std::vector<double> numerators, denominators;
  std::size_t last = most;  // none
  for (const auto& interval : intervals) {
    const double middle = so_far + 0.5 * b(interval);
    so_far += b(interval);
    const auto group =
        std::min(most - 1, static_cast<std::size_t>(static_cast<double>(most) * middle / whole));
    if (group != last) {
      numerators.push_back(0);
      denominators.push_back(0);
      last = group;
    }
    numerators.back() += a(interval);
    denominators.back() += b(interval);
  }
  const auto estimate = estimate_ratio(numerators, denominators);
  if (!estimate || estimate->mean == 0) return std::nullopt;
  return std::abs(estimate->error / estimate->mean);
}

// Standard error of the mean of a series that scatters by `deviation` and forgets exponentially, by
// exp(−forgotten) from its beginning to its end. A series that hardly forgets does not show it.
double exponential_error(double deviation, double forgotten) {
  if (forgotten <= 0) return deviation;
  const double k = forgotten;
  return deviation * std::sqrt(std::max(0.0, 2 / k * (1 + portable::expm1(-k) / k)));
}

std::optional<double> at_least(std::optional<double> error, double least) {
  if (!error) return std::nullopt;
  return std::max(*error, least);
}

std::optional<double> times(std::optional<double> relative, double value) {
  if (!relative) return std::nullopt;
  return *relative * std::abs(value);
}

std::optional<double> series_error(const std::vector<double>& series) {
  const auto estimate = estimate_mean(series);
  if (!estimate) return std::nullopt;
  return estimate->error;
}

// Time that is worth one independent sample of a series over `duration`.
std::optional<double> correlation_time(const std::vector<double>& series, double duration) {
  const auto estimate = estimate_mean(series);
  if (!estimate) return std::nullopt;
  return estimate->correlation_time * duration / static_cast<double>(series.size());
}

// The same of a ratio over the intervals.
template <typename Intervals, typename Numerator, typename Denominator>
std::optional<double> correlation_time(const Intervals& intervals, Numerator a, Denominator b) {
  std::vector<double> ratios;
  double duration = 0;
  for (const auto& interval : intervals) {
    if (b(interval) <= 0) continue;
    ratios.push_back(a(interval) / b(interval));
    duration += interval.duration;
  }
  return correlation_time(ratios, duration);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Mean of the ratio of two series, linear in the deviations: of elastic gases of the means, of
// cooling ones of each instant, which the falling temperature leaves alone.
struct Ratio {
  double value;
  std::optional<double> error;
};
std::optional<Ratio> ratio_of(const std::vector<double>& numerator,
                              const std::vector<double>& denominator, bool elastic) {
  if (numerator.empty() || denominator.empty() || mean(denominator) <= 0) return std::nullopt;
  if (elastic) {
    const auto estimate = estimate_ratio(numerator, denominator);
    if (estimate) return Ratio{estimate->mean, estimate->error};
    return Ratio{mean(numerator) / mean(denominator), std::nullopt};  // a single sample
  }
  std::vector<double> series;
  for (std::size_t i = 0; i < denominator.size(); ++i)
    if (denominator[i] > 0) series.push_back(numerator[i] / denominator[i]);
  return Ratio{mean(series), series_error(series)};
}

template <typename Rows, typename Value>
void add_column(Table& table, const Rows& rows, std::string name, std::string unit, Value value) {
  std::vector<decltype(value(rows.front()))> values;
  values.reserve(rows.size());
  for (const auto& row : rows) values.push_back(value(row));
  table.columns.push_back({std::move(name), std::move(unit), std::move(values)});
}

// For adding columns of the rows to a table.
template <typename Rows>
auto columns_of(const Rows& rows, Table& table) {
  return [&](std::string name, std::string unit, auto value) {
    add_column(table, rows, std::move(name), std::move(unit), value);
  };
}
// The same for a table that begins with when the rows were taken.
template <typename Rows>
auto columns_in_time(const Rows& rows, Table& table, const UnitNames& units) {
  const auto column = columns_of(rows, table);
  column("time", units.time, [](const auto& r) { return r.time; });
  column("collisions_per_particle", "1", [](const auto& r) { return r.collisions_per_particle; });
  return column;
}

// Largest eigenvalue of the mean of (3uu − 1)/2, in two dimensions of 2uu − 1.
template <int Dim>
double largest_order(const std::vector<Vec<Dim>>& axes) {
  using Matrix = Eigen::Matrix<double, Dim, Dim>;
  Matrix sum = Matrix::Zero();
  for (const Vec<Dim>& u : axes) sum += u * u.transpose();
  const Matrix q = (Dim * sum / static_cast<double>(axes.size()) - Matrix::Identity()) / (Dim - 1);
  return largest_eigenvalue<Dim>(q);
}

}  // namespace

template <int Dim>
GasMeasurement<Dim>::GasMeasurement(const Gas<Dim>& gas, const State<Dim>& start,
                                    MeasurementOptions options)
    : gas_(gas),
      options_(std::move(options)),
      units_(unit_names(options_.si_units, Dim)),
      theory_(gas, counts_of(gas, start), at_rest_as_a_whole(gas, beside_flow(gas, start)),
              options_.driving),
      recorder_(gas.species, options_),
      energy_initial_(mechanical_energy(gas, start)),
      start_time_(start.time),
      last_clock_(gas.species.size()) {
  const auto counts = counts_of(gas, start);
  double total_mass = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) total_mass += counts[s] * gas.species[s].mass;
  const double dof = theory_.degrees_of_freedom();
  const bool moves = kinetic_energy(gas, start) > 0 || gas.boundary.is_thermal() ||
                     gas.boundary.has_gravity() || gas.boundary.moves();
  double whole_dof = 0;  // with those of the momentum
  for (std::size_t s = 0; s < counts.size(); ++s)
    whole_dof += counts[s] * (Dim + rotational_degrees(gas, s));
  for (std::size_t s = 0; s < counts.size(); ++s) {
    Species species;
    species.count = counts[s];
    species.mass = gas.species[s].mass;
    species.rotations = rotational_degrees(gas, s);
    // Of collinear bodies y and z; reservoirs turn about no axis.
    for (int axis = gas.has_reservoirs() ? 3 : 3 - species.rotations; axis < 3; ++axis)
      species.angular.push_back(
          {axis, gas.is_rough() ? gas.species[s].moment : gas.bodies[s].moments[axis],
           BlockedHistogram(-kShownSpeed, kShownSpeed, 2 * kShownBins),
           BlockedHistogram(-kShownSpeed, kShownSpeed, 2 * kShownBins)});
    species.h_function.emplace(Dim, static_cast<std::size_t>(counts[s]));
    if (counts[s] > 0 && moves && dof > 0) {
      if (theory_.elastic()) {
        species.law = equilibrium_law(gas, dof, species.mass, total_mass);
      } else {
        // In units of the species' own falling temperature: energy N_s d/2 at each instant.
        species.law = SpeciesLaw{MaxwellLaw(Dim, 1, 1), std::nullopt};
        if (counts[s] > 1)
          species.law->finite.emplace(Dim, Dim * counts[s], std::sqrt(Dim * counts[s]));
      }
      species.speeds.emplace(0, kShownSpeed, kShownBins);
      species.components.emplace(-kShownSpeed, kShownSpeed, 2 * kShownBins);
      if (theory_.elastic() && theory_.h_function() && species.law->finite)
        species.tests.emplace(*species.law->finite, Dim * counts[s] / whole_dof);
    }
    species_.push_back(std::move(species));
  }
  if (options_.dissipates && !options_.driven && gas.box.all_periodic() &&
      gas.boundary.is_plain() && start.size() > 1)
    waves_.emplace();
  // From a tenth below freezing on.
  constexpr double kNearFreezing = 0.9;
  may_order_ = gas.bodies.empty() && gas.box.all_periodic() && gas.boundary.is_plain() &&
               theory_.mixture().one_diameter() &&
               theory_.mixture().packing_fraction > kNearFreezing * freezing_packing_fraction(Dim);
  if (options_.structure) structure_.emplace(gas, counts);
  if (!options_.windows.empty()) windows_.emplace(options_.windows);
  spread_ = make_spread();
  in_place_ = make_in_place();
  if (options_.reversal) {
    echo_.emplace(gas.box, *options_.reversal);
    echo_->sample(start, 0);
  }
  if (options_.hole) {
    Hole<Dim> hole{options_.hole->axis, options_.hole->position, options_.hole->thickness, {}, {}};
    hole.low = Eigen::Map<const Vec<Dim>>(options_.hole->low.data());
    hole.high = Eigen::Map<const Vec<Dim>>(options_.hole->high.data());
    hole.round = options_.hole->round;
    hole.door_speed = options_.hole->door_speed;
    recorder_.effusion.emplace(gas, hole, options_.boltzmann);
  }
  if (!gas.boundary.is_plain()) flows_.emplace(gas, counts, units_, options_.boltzmann);
  const Sample sample = sample_of(start);
  for (const SpeciesMoments& m : sample.moments) {
    thermal_energy_initial_ += m.thermal_energy();
    start_energy_ += m.energy;
  }
  if (options_.relaxation) {
    start_momenta_ = sample.state.velocity;
    for (std::size_t i = 0; i < start.size(); ++i)
      start_momenta_[i] *= gas.species[start.species[i]].mass;
  }
  add_row(sample);
}

template <int Dim>
auto GasMeasurement<Dim>::sample_of(const State<Dim>& in_box) -> Sample {
  const State<Dim>& state = seen(in_box);
  SquaredSpeeds speeds = squared_speeds(gas_, state);
  auto moments = moments_of_state(gas_, state, speeds);
  return {state, std::move(speeds), std::move(moments)};
}

template <int Dim>
auto GasMeasurement<Dim>::instant_of(const Sample& sample) const -> Instant {
  Instant now;
  now.time = sample.state.time;
  double energy = 0;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    energy += sample.moments[s].thermal_energy();
    now.speed += sample.moments[s].speed;
    std::int64_t suffered = 0;
    for (std::size_t b = 0; b < species_.size(); ++b) suffered += recorder_.tally.suffered(s, b);
    now.suffered.push_back(suffered);
  }
  if (theory_.degrees_of_freedom() > 0) now.kt = 2 * energy / theory_.degrees_of_freedom();
  return now;
}

template <int Dim>
const State<Dim>& GasMeasurement<Dim>::seen(const State<Dim>& state) {
  if (!gas_.boundary.is_sheared()) return state;
  seen_ = beside_flow(gas_, state);
  flow_energy_ = kinetic_energy(gas_, state) - kinetic_energy(gas_, seen_);
  return seen_;
}

template <int Dim>
void GasMeasurement<Dim>::begin(const State<Dim>& state) {
  collisions_ += recorder_.tally.take().collisions;
  interval_work_ = 0;
  measuring_ = true;
  recorder_.logging = true;
  last_ = instant_of(sample_of(state));
  reference_kt_ = last_->kt;
  if (recorder_.statistics) set_scales();
  if (recorder_.diffusion) begin_transport(state);
  if (recorder_.effusion) recorder_.effusion->begin(state);
  if (recorder_.relaxation) {
    const auto rate = theory_.collision_rate(reference_kt_);
    recorder_.relaxation->begin(state, reference_kt_ / species_[0].mass,
                                theory_.degrees_of_freedom(), rate ? rate->value : 0);
  }
  if (structure_) structure_->begin(recorder_.tally);
  if (recorder_.trace) recorder_.trace->begin(state);
  if (recorder_.labels) recorder_.labels->begin(state);
  sample_labels(state);
}

template <int Dim>
void GasMeasurement<Dim>::sample_labels(const State<Dim>& state) {
  if (!spread_ && !in_place_) return;
  const std::vector<std::uint8_t> given = labels(state.time);
  if (spread_) spread_->sample(state, given);
  if (in_place_) in_place_->sample(state, given);
}

template <int Dim>
void GasMeasurement<Dim>::begin_transport(const State<Dim>& state) {
  // A collision with one of species b takes 2 m_b/(m_s + m_b) of what one between equals takes.
  constexpr double kStepsPerTime = 8;
  std::vector<double> steps(species_.size());
  if (reference_kt_ > 0 && state.size() > 1) {
    // Lags are chosen by what the theory of the fluid says, in a gas that is denser at the density
    // of freezing, times what was seen so far.
    Mixture fluid = theory_.mixture();
    const double freezing = freezing_packing_fraction(Dim);
    const bool too_dense = fluid.packing_fraction > freezing;
    if (too_dense) fluid.packing_fraction = freezing;
    Eigen::MatrixXd rates = collision_rates(fluid, reference_kt_);
    const double elapsed = last_->time - start_time_;
    const double seen = 2 * static_cast<double>(collisions_) / theory_.particles();
    if (too_dense)
      rates *= (elapsed > 0 && collisions_ > kRateKnown
                    ? seen / elapsed
                    : estimated_collision_rate(theory_.mixture(), reference_kt_)) /
               collision_rate(fluid, reference_kt_).value;
    for (std::size_t s = 0; s < species_.size(); ++s) {
      double rate = 0;
      for (std::size_t b = 0; b < species_.size(); ++b)
        rate += rates(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(b)) * 2 *
                species_[b].mass / (species_[s].mass + species_[b].mass);
      if (species_[s].count > 0) steps[s] = 1 / (kStepsPerTime * rate);
    }
  }
  // Momentum spreads with the kinematic viscosity: the slowest wave of a box of edge L dies away as
  // exp(−(2π/L)² (η/ρ) t).
  double settling = 0;
  if (const auto viscosity = theory_.enskog_viscosity(reference_kt_)) {
    const double wave = 2 * std::numbers::pi / gas_.box.size.maxCoeff();
    const double density = theory_.particles() * species_[0].mass / gas_.box.volume();
    settling = density / (*viscosity * wave * wave);
  }
  std::vector<double> kt_over_mass;
  for (const Species& one : species_) kt_over_mass.push_back(reference_kt_ / one.mass);
  recorder_.diffusion->begin(state, steps, kt_over_mass, settling);
  recorder_.helfand->begin(state, *std::max_element(steps.begin(), steps.end()));
}

template <int Dim>
std::vector<Prediction> GasMeasurement<Dim>::diffusion_theory() const {
  std::vector<Prediction> theory(species_.size(), theory_.diffusion_coefficient(reference_kt_));
  if (species_.size() < 2 || !theory_.is_elastic_fluid() || rotates()) return theory;
  // Few that are heavy among many that are light.
  constexpr double kHeavy = 10, kFew = 0.05;
  double whole = 0;
  for (const Species& one : species_) whole += one.count * one.mass;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const bool heavy = std::all_of(species_.begin(), species_.end(), [&](const Species& other) {
      return &other == &species_[s] || species_[s].mass >= kHeavy * other.mass;
    });
    if (heavy && species_[s].count > 0 && species_[s].count * species_[s].mass < kFew * whole)
      theory[s] = tracer_diffusion_coefficient(theory_.mixture(), reference_kt_, s);
  }
  return theory;
}

template <int Dim>
double GasMeasurement<Dim>::memory_rate() const {
  const auto rate = theory_.collision_rate(reference_kt_);
  return species_.size() == 1 && rate ? rate->value * memory_factor() : 0;
}

// What a particle gives away comes back from the N − 1 others, at rest with it as a whole: its
// velocity and energy are forgotten N/(N − 1) times as fast as among infinitely many.
template <int Dim>
double GasMeasurement<Dim>::memory_factor() const {
  return theory_.particles() / (theory_.particles() - 1);
}

// Of so few particles as there are, all pairs alike.
template <int Dim>
std::optional<Eigen::MatrixXd> GasMeasurement<Dim>::meetings() const {
  if (!theory_.is_elastic_fluid() || theory_.driven() || reference_kt_ <= 0) return std::nullopt;
  const double finite = theory_.collision_rate(reference_kt_)->value /
                        collision_rate(theory_.mixture(), reference_kt_).value;
  return finite * collision_rates(theory_.mixture(), reference_kt_);
}

template <int Dim>
std::optional<typename WindowCounts<Dim>::Conditions> GasMeasurement<Dim>::window_conditions()
    const {
  const double dof = theory_.degrees_of_freedom();
  if (!theory_.is_elastic_fluid() || theory_.driven() || species_.size() > 1 || dof <= Dim ||
      reference_kt_ <= 0)
    return std::nullopt;
  return typename WindowCounts<Dim>::Conditions{
      theory_.particles(), gas_.box.volume(), reference_kt_ / species_[0].mass, dof,
      reduced_compressibility(Dim, theory_.mixture().packing_fraction)};
}

template <int Dim>
SpreadConditions GasMeasurement<Dim>::spread_conditions() const {
  SpreadConditions conditions;
  if (!theory_.is_elastic_fluid() || theory_.driven() || species_.size() > 1 || rotates() ||
      reference_kt_ <= 0)
    return conditions;
  conditions.kt_over_mass = reference_kt_ / species_[0].mass;
  conditions.diffusion = correlated_diffusion_coefficient(
      SphereGas{theory_.particles() / gas_.box.volume(), gas_.species[0].diameter, species_[0].mass,
                reference_kt_, Dim});
  return conditions;
}

template <int Dim>
std::optional<LabelSpread<Dim>> GasMeasurement<Dim>::make_spread() const {
  const LabelOptions& labels = options_.labels;
  if (!labels.rules.empty() || !gas_.box.all_periodic()) return std::nullopt;
  for (const LabelStart& label : labels.labels) {
    if (!label.window || labels.windows[*label.window].region_low.empty()) continue;
    const PhaseWindow& window = labels.windows[*label.window];
    for (std::size_t k = 0; k < Dim; ++k) {
      const double edge = gas_.box.size[static_cast<int>(k)];
      if (window.region_low[k] <= 0 && window.region_high[k] >= edge) continue;
      std::vector<std::string> names;
      for (const LabelStart& one : labels.labels) names.push_back(one.name);
      return LabelSpread<Dim>(static_cast<int>(k), edge, std::move(names));
    }
  }
  return std::nullopt;
}

template <int Dim>
std::optional<LabelsInPlace<Dim>> GasMeasurement<Dim>::make_in_place() const {
  const LabelOptions& labels = options_.labels;
  if (!labels.rules.empty()) return std::nullopt;
  std::vector<typename LabelsInPlace<Dim>::Place> places;
  for (std::size_t k = 0; k < labels.labels.size(); ++k) {
    const LabelStart& label = labels.labels[k];
    if (!label.window) continue;
    const PhaseWindow& window = labels.windows[*label.window];
    if (!window.region_low.empty() && window.is_region())
      places.push_back({static_cast<std::uint8_t>(k), label.name, window});
  }
  if (places.empty()) return std::nullopt;
  return LabelsInPlace<Dim>(gas_, std::move(places), options_.reversal);
}

template <int Dim>
auto GasMeasurement<Dim>::helfand_conditions() const -> typename HelfandMoments<Dim>::Conditions {
  auto conductivity = theory_.thermal_conductivity(reference_kt_);
  if (conductivity) *conductivity *= options_.boltzmann;
  return {gas_.box.volume(),
          theory_.particles(),
          reference_kt_,
          options_.boltzmann,
          species_.size() == 1,
          theory_.shear_viscosity(reference_kt_),
          conductivity,
          theory_.bulk_viscosity(reference_kt_),
          theory_.mutual_diffusion_coefficient(reference_kt_)};
}

template <int Dim>
void GasMeasurement<Dim>::add_transport_observables(std::vector<Observable>& all) const {
  for (auto& one : recorder_.diffusion->observables(options_.species_names, units_.diffusivity,
                                                    diffusion_theory(), memory_rate())) {
    // Of uncorrelated collisions; what a denser gas changes was seen with this program.
    constexpr double kCorrelated = 0.2;
    if (one.theory && one.unit == "1")
      one.theory_uncertainty = kCorrelated * theory_.mixture().packing_fraction * *one.theory;
    all.push_back(std::move(one));
  }
  for (auto& one : recorder_.helfand->observables(units_, helfand_conditions()))
    all.push_back(std::move(one));
}

template <int Dim>
void GasMeasurement<Dim>::add_transport_tables(std::vector<Table>& all) const {
  all.push_back(recorder_.diffusion->table(options_.species_names, units_, diffusion_theory(),
                                           memory_rate()));
  all.push_back(recorder_.helfand->table(units_, helfand_conditions()));
}

template <int Dim>
void GasMeasurement<Dim>::set_scales() {
  std::vector<double> times(species_.size()), paths(species_.size());
  for (std::size_t s = 0; s < species_.size() && reference_kt_ > 0; ++s) {
    if (species_[s].count == 0) continue;
    // What theory says, or else what was seen so far.
    const auto theory = theory_.collision_rate(reference_kt_, s);
    const double seen = static_cast<double>(last_->suffered[s]) / species_[s].count;
    const double elapsed = last_->time - start_time_;
    const double rate = theory ? theory->value : (elapsed > 0 ? seen / elapsed : 0);
    if (rate <= 0) continue;
    times[s] = 1 / rate;
    paths[s] = times[s] * MaxwellLaw(Dim, species_[s].mass, reference_kt_).mean_speed();
  }
  recorder_.statistics->set_scales(times, paths, reference_kt_, theory_.degrees_of_freedom());
}

template <int Dim>
bool GasMeasurement<Dim>::looks_at_positions() const {
  return !gas_.boundary.is_plain() || waves_ || may_order_ || structure_ || recorder_.effusion ||
         spread_ || in_place_ || windows_ || echo_;
}

template <int Dim>
void GasMeasurement<Dim>::sample(const State<Dim>& in_box) {
  const Sample sample = sample_of(in_box);
  const State<Dim>& state = sample.state;
  if (measuring_) {
    close_interval(instant_of(sample));
    add_velocities(sample);
    if (waves_) waves_->sample(gas_, state);
    if (structure_) structure_->sample(state, collisions_);
    if (flows_) flows_->sample(in_box);
    if (recorder_.effusion) recorder_.effusion->sample(state);
    if (recorder_.labels) recorder_.labels->sample(state.time);
    sample_labels(state);
    if (windows_) windows_->sample(state);
  } else {
    collisions_ += recorder_.tally.take().collisions;
  }
  if (echo_) echo_->sample(state, static_cast<double>(collisions_));
  add_row(sample);
  if (measuring_) {
    sampled_a2_.push_back(rows_.back().kurtosis * Dim / (Dim + 2) - 1);
    sampled_a3_.push_back(rows_.back().sonine_a3);
    if (rows_.back().h) sampled_h_.push_back(*rows_.back().h);
  }
}

template <int Dim>
void GasMeasurement<Dim>::end(const State<Dim>& in_box) {
  const Sample sample = sample_of(in_box);
  const Instant now = instant_of(sample);
  if (may_order_) order_ = bond_order(gas_, in_box);
  if (now.time > last_->time) {
    if (recorder_.labels) recorder_.labels->sample(now.time);
    sample_labels(sample.state);
    close_interval(now);
    add_row(sample);
    // A short rest would weigh as much as a whole interval in the block averages.
    if (intervals_.size() >= 2) {
      Interval& whole = intervals_[intervals_.size() - 2];
      const Interval& rest = intervals_.back();
      if (rest.duration < 0.5 * whole.duration) {
        whole.totals += rest.totals;
        for (std::size_t s = 0; s < species_.size(); ++s) whole.suffered[s] += rest.suffered[s];
        whole.duration += rest.duration;
        whole.kt_time += rest.kt_time;
        whole.root_kt_time += rest.root_kt_time;
        whole.path += rest.path;
        whole.cooling += rest.cooling;
        whole.haff_slope += rest.haff_slope;
        whole.work += rest.work;
        intervals_.pop_back();
      }
    }
  }
  recorder_.logging = false;
}

template <int Dim>
void GasMeasurement<Dim>::close_interval(const Instant& now) {
  if (recorder_.statistics) recorder_.statistics->end_interval();
  if (recorder_.diffusion) {
    recorder_.diffusion->end_interval(now.time);
    recorder_.helfand->end_interval(now.time);
  }
  if (recorder_.relaxation) recorder_.relaxation->end_interval(now.time);
  Interval interval;
  interval.totals = recorder_.tally.take();
  interval.work = std::exchange(interval_work_, 0.0);
  interval.duration = now.time - last_->time;
  interval.kt_time = interval.duration * mean_in_cooling(last_->kt, now.kt);
  interval.root_kt_time =
      interval.duration * mean_root_in_cooling(std::sqrt(last_->kt), std::sqrt(now.kt));
  interval.path = interval.duration * mean_root_in_cooling(last_->speed, now.speed);
  if (last_->kt > 0 && now.kt > 0) {
    interval.cooling = portable::log(last_->kt / now.kt);
    interval.haff_slope = 1 / std::sqrt(now.kt) - 1 / std::sqrt(last_->kt);
  }
  if (structure_) structure_->end_interval(recorder_.tally, interval.root_kt_time);
  if (flows_) flows_->end_interval(interval.totals, interval.duration);
  total_.suffered.resize(species_.size());
  for (std::size_t s = 0; s < species_.size(); ++s) {
    interval.suffered.push_back(static_cast<double>(now.suffered[s] - last_->suffered[s]));
    total_.suffered[s] += interval.suffered[s];
  }
  collisions_ += interval.totals.collisions;
  total_.totals += interval.totals;
  total_.duration += interval.duration;
  total_.kt_time += interval.kt_time;
  total_.root_kt_time += interval.root_kt_time;
  total_.path += interval.path;
  total_.cooling += interval.cooling;
  total_.haff_slope += interval.haff_slope;
  total_.work += interval.work;
  intervals_.push_back(std::move(interval));
  last_ = now;
}

template <int Dim>
void GasMeasurement<Dim>::add_row(const Sample& sample) {
  Row row{};
  row.time = sample.state.time;
  row.collisions = collisions_;
  row.collisions_per_particle = 2 * static_cast<double>(collisions_) / theory_.particles();
  double thermal_energy = 0;
  for (const SpeciesMoments& m : sample.moments) {
    thermal_energy += m.thermal_energy();
    row.energy += m.thermal_energy() + m.kept_energy;
  }
  if (gas_.boundary.has_gravity()) row.potential = potential_energy(gas_, sample.state);
  row.energy += row.potential + flow_energy_;
  row.work = work_.value() + given_by_walls();
  row.dissipated = predicted_dissipation();
  row.predicted_energy = energy_initial_ - row.dissipated + row.work;
  row.measured = measuring_;
  row.pressure = row.path = kNaN;
  if (measuring_ && !intervals_.empty()) {
    const Interval& interval = intervals_.back();
    if (interval.duration > 0 && !gas_.boundary.moves())
      row.pressure = (theory_.particles() * interval.kt_time + interval.totals.virial / Dim) /
                     (gas_.box.volume() * interval.duration);
    const double flights = std::accumulate(interval.suffered.begin(), interval.suffered.end(), 0.0);
    if (flights > 0) row.path = interval.path / flights;
  }
  if (theory_.degrees_of_freedom() > 0) row.kt = 2 * thermal_energy / theory_.degrees_of_freedom();
  double moving = 0, error_sq = 0, h = 0, with_h = 0;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const SpeciesMoments& m = sample.moments[s];
    const double n = species_[s].count;
    const int g = species_[s].rotations;
    row.species_kt.push_back(n > 0 ? 2 * m.thermal_energy() / ((Dim + g) * n) : 0);
    row.translational_kt.push_back(n > 0 ? 2 * m.energy / (Dim * n) : 0);
    row.rotational_kt.push_back(n > 0 && g > 0 ? 2 * m.rotational_energy / (g * n) : kNaN);
    if (m.speed_sq <= 0) continue;
    moving += n;
    row.kurtosis += n * m.kurtosis();
    row.sonine_a3 += n * (1 + 3 * (kMaxwellFourth<Dim> * m.kurtosis() - 1) -
                          kMaxwellSixth<Dim> * m.sixth_ratio());
    error_sq += portable::pow(n * m.kurtosis_error(), 2);
    if (const auto value = (*species_[s].h_function)(sample.speeds[s], m.speed_sq / n)) {
      h += n * *value;
      with_h += n;
    }
  }
  row.kurtosis = moving > 0 ? row.kurtosis / moving : kNaN;
  row.sonine_a3 = moving > 0 ? row.sonine_a3 / moving : kNaN;
  row.kurtosis_error = moving > 0 ? std::sqrt(error_sq) / moving : kNaN;
  if (with_h > 0) row.h = h / with_h;
  row.memory = row.memory_error = kNaN;
  if (!start_momenta_.empty() && remembers_start()) add_memory(row, sample.state);
  rows_.push_back(std::move(row));
}

template <int Dim>
bool GasMeasurement<Dim>::remembers_start() const {
  for (std::size_t s = 0; s < species_.size(); ++s)
    if (species_[s].count > 0 && forgetting(s) < kStartForgottenAfter) return true;
  return false;
}

template <int Dim>
void GasMeasurement<Dim>::add_memory(Row& row, const State<Dim>& state) const {
  Eight sum = Eight::Zero(), sum_sq = Eight::Zero();
  in_blocks(
      state.size(), [&](std::size_t i) { return start_momenta_[i].dot(state.velocity[i]); },
      [&](std::span<const double> products) {
        by_eights(products, [&](const Eight& product) {
          sum += product;
          sum_sq += product * product;
        });
      });
  const double kept = sum_of(sum), whole = 2 * start_energy_;
  const auto n = static_cast<double>(state.size());
  row.memory = kept / whole;
  row.memory_error = std::sqrt(std::max(0.0, sum_of(sum_sq) - kept * kept / n)) / whole;
}

// What a collision of a particle of species s with one of species b changes, in units of one
// between equals: 2 m_b/(m_s + m_b) of the velocity and 4 m_s m_b/(m_s + m_b)² of the energy.
template <int Dim>
double GasMeasurement<Dim>::own_forgetting(std::size_t s) const {
  double own = 0;
  for (std::size_t b = 0; b < species_.size(); ++b)
    if (species_[b].count > 0)
      own += change(s, b) * static_cast<double>(recorder_.tally.suffered(s, b)) / species_[s].count;
  return own;
}

template <int Dim>
double GasMeasurement<Dim>::change(std::size_t s, std::size_t b) const {
  return std::min(2 * species_[b].mass / (species_[s].mass + species_[b].mass), exchanged(s, b));
}
template <int Dim>
double GasMeasurement<Dim>::exchanged(std::size_t s, std::size_t b) const {
  const double ms = species_[s].mass, mb = species_[b].mass;
  return 4 * ms * mb / ((ms + mb) * (ms + mb));
}

// The species as a whole forgets its energy only by collisions with others.
template <int Dim>
double GasMeasurement<Dim>::forgetting(std::size_t s) const {
  if (species_[s].count == theory_.particles()) return own_forgetting(s);
  return std::min(own_forgetting(s), with_others(s, [&](std::size_t b) { return change(s, b); }));
}

template <int Dim>
template <class PerCollision>
double GasMeasurement<Dim>::with_others(std::size_t s, PerCollision per_collision) const {
  double sum = 0;
  for (std::size_t b = 0; b < species_.size(); ++b)
    if (b != s && species_[b].count > 0)
      sum += per_collision(b) * static_cast<double>(recorder_.tally.suffered(s, b)) *
             (1 / species_[s].count + 1 / species_[b].count);
  return sum;
}

template <int Dim>
double GasMeasurement<Dim>::measured_share() const {
  return collisions_ > 0
             ? static_cast<double>(total_.totals.collisions) / static_cast<double>(collisions_)
             : 0;
}

template <int Dim>
bool GasMeasurement<Dim>::only_collisions_matter() const {
  return gas_.box.all_periodic() && gas_.boundary.is_plain() && !theory_.driven() &&
         theory_.degrees_of_freedom() > Dim;
}

// Each unlike collision hands over 4 m_s m_b/(m_s + m_b)² of the difference of the temperatures.
template <int Dim>
double GasMeasurement<Dim>::exchange_error(std::size_t s, double scatter) const {
  if (species_.size() < 2 || rotates() || !only_collisions_matter()) return 0;
  const double forgotten =
      2.0 / Dim * with_others(s, [&](std::size_t b) { return exchanged(s, b); });
  return exponential_error(scatter, forgotten * measured_share());
}

template <int Dim>
double GasMeasurement<Dim>::sonine_error(double one_particle, double faster) const {
  if (!only_collisions_matter()) return 0;
  const double rate = faster * sonine_relaxation_rate(Dim).value * measured_share();
  double squared = 0;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (species_[s].count == 0) continue;
    const double share = std::sqrt(species_[s].count) / theory_.particles();
    const double error = share * exponential_error(one_particle, rate * own_forgetting(s));
    squared += error * error;
  }
  return std::sqrt(squared);
}

template <int Dim>
void GasMeasurement<Dim>::add_velocities(const Sample& sample) {
  const auto& [state, speeds, moments] = sample;
  std::vector<double> inv_scale(species_.size());
  for (std::size_t s = 0; s < species_.size(); ++s) {
    Species& species = species_[s];
    if (species.count == 0) continue;
    const int g = species.rotations;
    species.kt.push_back(2 * moments[s].thermal_energy() / ((Dim + g) * species.count));
    species.translational_kt.push_back(2 * moments[s].energy / (Dim * species.count));
    if (g > 0)
      species.rotational_kt.push_back(2 * moments[s].rotational_energy / (g * species.count));
    species.mean_sq.push_back(moments[s].speed_sq / species.count);
    species.mean_fourth.push_back(moments[s].speed_fourth / species.count);
    species.mean_sixth.push_back(moments[s].speed_sixth / species.count);
    // An elastic gas as a whole keeps its temperature; a cooling one is seen in units of its own.
    const double kt = theory_.elastic() ? reference_kt_ : species.translational_kt.back();
    if (species.law && kt > 0) inv_scale[s] = std::sqrt(species.mass / kt);
  }
  const double per_particle = 2 * static_cast<double>(collisions_) / theory_.particles();
  if (last_shown_ && per_particle - *last_shown_ < kShownEvery) return;
  last_shown_ = per_particle;
  std::vector<bool> tested(species_.size());
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (species_[s].count == 0) continue;
    const double clock = forgetting(s);
    tested[s] = !last_clock_[s] || clock - *last_clock_[s] >= kForgottenAfter;
    if (tested[s]) last_clock_[s] = clock;
  }
  add_rotations(state, tested);
  std::vector<std::vector<Vec<Dim>>> to_test(species_.size());
  for_species_runs(state, [&](std::size_t s, std::span<const Vec<Dim>> velocities) {
    if (inv_scale[s] == 0) return;
    const double *components = velocities.data()->data(), scale = inv_scale[s];
    in_blocks(
        Dim * velocities.size(), [&](std::size_t k) { return scale * components[k]; },
        [&](std::span<const double> scaled) { species_[s].components->add(scaled); });
    if (!tested[s] || !species_[s].tests) return;
    to_test[s].insert(to_test[s].end(), velocities.begin(), velocities.end());
  });
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (inv_scale[s] == 0) continue;
    Species& species = species_[s];
    const double *squares = speeds[s].data(), scale = inv_scale[s];
    in_blocks(
        speeds[s].size(), [&](std::size_t i) { return scale * std::sqrt(squares[i]); },
        [&](std::span<const double> scaled) { species.speeds->add(scaled); });
    species.speeds->end_instant();
    species.components->end_instant();
    if (!to_test[s].empty()) species.tests->add(to_test[s], inv_scale[s]);
  }
}

template <int Dim>
void GasMeasurement<Dim>::add_rotations(const State<Dim>& state, const std::vector<bool>& tested) {
  std::vector<std::vector<Vec<Dim>>> axes(species_.size());
  if (!rotates() || gas_.has_reservoirs()) return;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::size_t s = state.species[i];
    Species& species = species_[s];
    if (species.rotations == 0) continue;
    if (!gas_.is_rough() && gas_.bodies[s].collinear)
      axes[s].push_back((state.orientation[i] * Vec<3>::UnitX()).template head<Dim>());
    const double kt = theory_.elastic() ? reference_kt_ : species.rotational_kt.back();
    if (kt <= 0) continue;
    const Vec<3> l = rotation_of(gas_, state, i).angular_momentum;
    for (AngularAxis& one : species.angular) {
      const double scaled = l[one.axis] / std::sqrt(one.moment * kt);
      one.shown.add(scaled);
      if (tested[s]) one.tested.add(scaled);
    }
  }
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (!axes[s].empty()) species_[s].nematic_order.push_back(largest_order<Dim>(axes[s]));
    for (AngularAxis& one : species_[s].angular) {
      one.shown.end_instant();
      if (tested[s]) one.tested.end_instant();
    }
  }
}

template <int Dim>
bool GasMeasurement<Dim>::rotates() const {
  return std::any_of(species_.begin(), species_.end(),
                     [](const Species& s) { return s.rotations > 0 && s.count > 0; });
}

// Of the angular velocity about one principal axis, in units of √(k_BT/I); nothing binds it but the
// energy of the gas, in a cooling one that of the species' rotation.
template <int Dim>
std::optional<FiniteVelocityLaw> GasMeasurement<Dim>::angular_law(const Species& species) const {
  const double dof =
      theory_.elastic() ? theory_.degrees_of_freedom() : species.rotations * species.count;
  if (dof <= Dim) return std::nullopt;
  return FiniteVelocityLaw(Dim, dof, std::sqrt(dof));
}

template <int Dim>
std::vector<Observable> GasMeasurement<Dim>::observables() const {
  std::vector<Observable> all;
  if (intervals_.empty() || total_.kt_time <= 0) return all;  // nothing moves
  add_flight_observables(all);
  if (options_.steps && total_.totals.collisions > 0) add_missed_observable(all);
  add_pressure_observables(all);
  add_temperature_observables(all);
  if (!sampled_a2_.empty()) add_velocity_observables(all);
  if (rotates() && !sampled_a2_.empty()) add_rotation_observables(all);
  if (!options_.amounts.empty() && !sampled_a2_.empty()) add_parcel_observables(all);
  add_cooling_observables(all);
  if (recorder_.statistics) {
    for (auto& one : recorder_.statistics->observables(options_.species_names, units_,
                                                       theory_.flight_ratio(free_time_ratio(Dim)),
                                                       theory_.flight_ratio(free_path_ratio(Dim))))
      all.push_back(std::move(one));
  }
  if (structure_)
    for (auto& one : structure_->observables(options_.species_names, units_, theory_))
      all.push_back(std::move(one));
  // A gas that moves as a whole carries all its particles, momentum and energy along.
  if (recorder_.diffusion && theory_.at_rest()) add_transport_observables(all);
  if (recorder_.relaxation)
    for (auto& one : recorder_.relaxation->observables()) all.push_back(std::move(one));
  if (const auto memory = memory_observable()) all.push_back(*memory);
  if (const auto exchange = exchange_observable()) all.push_back(*exchange);
  for (auto& one : recorder_.log.observables(gas_, units_)) all.push_back(std::move(one));
  if (flows_)
    for (auto& one : flows_->observables(measured_part())) all.push_back(std::move(one));
  if (recorder_.effusion)
    for (auto& one : recorder_.effusion->observables(units_)) all.push_back(std::move(one));
  if (const auto adiabatic = adiabatic_observable()) all.push_back(*adiabatic);
  if (recorder_.labels)
    for (auto& one : recorder_.labels->observables(meetings())) all.push_back(std::move(one));
  if (spread_)
    for (auto& one : spread_->observables(units_, spread_conditions()))
      all.push_back(std::move(one));
  if (in_place_)
    for (auto& one : in_place_->observables(spread_conditions())) all.push_back(std::move(one));
  if (windows_)
    for (auto& one : windows_->observables(window_conditions())) all.push_back(std::move(one));
  if (echo_)
    for (auto& one : echo_->observables(gas_.species[0].diameter, units_))
      all.push_back(std::move(one));
  if (const std::string why = doubt(); !why.empty())
    for (Observable& one : all)
      if (one.theory && !one.is_conserved && (clusters() || one.correlation_time))
        one.theory_doubt = why;
  return all;
}

template <int Dim>
bool GasMeasurement<Dim>::clusters() const {
  constexpr double kGrown = LongestWaves<Dim>::kGrown;
  return waves_ && (waves_->shear().value_or(0) > kGrown || waves_->density().value_or(0) > kGrown);
}

template <int Dim>
bool GasMeasurement<Dim>::drifts() const {
  // A half of so many independent samples' worth at least knows its error.
  constexpr double kIndependent = 8, kByChance = 6;
  if (!theory_.elastic() || !theory_.at_rest()) return false;
  std::vector<double> pressure;
  for (const Interval& one : intervals_)
    if (one.kt_time > 0) pressure.push_back(one.totals.virial / one.kt_time);
  const std::span<const double> all(pressure);
  const auto first = estimate_mean(all.first(all.size() / 2));
  const auto second = estimate_mean(all.last(all.size() / 2));
  return first && second &&
         std::min(first->effective_samples, second->effective_samples) > kIndependent &&
         std::abs(first->mean - second->mean) >
             kByChance * portable::hypot(first->error, second->error);
}

template <int Dim>
std::string GasMeasurement<Dim>::doubt() const {
  if (clusters()) {
    std::string text = fmt::format(
        "the gas does not stay homogeneous: its longest shear waves have {:.1f} times the energy "
        "of independent velocities, its longest density waves {:.1f} times the scatter of "
        "independent positions",
        *waves_->shear(), *waves_->density());
    if (const auto length = theory_.critical_length())
      text += fmt::format(" (cooling is unstable in boxes longer than {:.3g}, this one is {:.3g})",
                          *length, gas_.box.size.maxCoeff());
    return text;
  }
  if (order_ > kOrdered<Dim>)
    return fmt::format("the {} are ordered as in a crystal ({} = {:.2f})",
                       Dim == 2 ? "disks" : "spheres", Dim == 2 ? "psi_6" : "Q_6", order_);
  if (drifts()) return "the pressure drifts: the gas is still relaxing";
  return "";
}

template <int Dim>
MeasuredPart GasMeasurement<Dim>::measured_part() const {
  return {last_->time, total_.kt_time / total_.duration, rows_.front().kt, !options_.dissipates};
}

// After slow compression or expansion by smooth walls, the temperature at the end.
template <int Dim>
std::optional<Observable> GasMeasurement<Dim>::adiabatic_observable() const {
  const Boundary<Dim>& boundary = gas_.boundary;
  const bool swings = std::any_of(boundary.faces.begin(), boundary.faces.end(),
                                  [](const auto& face) { return face.path.swings(); });
  // Slowly beside the speeds of the particles.
  constexpr double kSlow = 0.1;
  const double fast = kSlow * std::sqrt(rows_.front().kt / gas_.species[0].mass);
  const bool slow =
      std::all_of(boundary.faces.begin(), boundary.faces.end(),
                  [&](const auto& face) { return std::abs(face.path.velocity) < fast; });
  if (!boundary.moves() || swings || !slow || boundary.is_thermal() || boundary.has_gravity() ||
      options_.dissipates || options_.driven || species_.size() > 1 || !gas_.bodies.empty())
    return std::nullopt;
  const double kb = options_.boltzmann;
  std::vector<double> from, to;
  std::vector<bool> walls;
  for (int k = 0; k < Dim; ++k) {
    const bool periodic = gas_.box.periodic[k];
    const auto edge = [&](double time) {
      return periodic ? gas_.box.size[k]
                      : boundary.position(gas_.box, 2 * k + 1, time) -
                            boundary.position(gas_.box, 2 * k, time);
    };
    from.push_back(edge(start_time_));
    to.push_back(edge(last_->time));
    walls.push_back(!periodic);
  }
  auto theory =
      adiabatic_temperature(Dim, theory_.particles(), gas_.species[0].diameter,
                            theory_.degrees_of_freedom(), rows_.front().kt, from, to, walls);
  if (theory) *theory *= 1 / kb;
  return observable("adiabatic_temperature", last_->kt / kb, std::nullopt, theory,
                    units_.temperature);
}

// The relative error of the rate of a species (or of all) with what the slow exchange of energy
// between species adds: too little to be seen in the rates of a few intervals, but known from the
// temperatures at the samples, as the rate of s with b goes with √(k_BT_s/m_s + k_BT_b/m_b).
template <int Dim>
std::optional<double> GasMeasurement<Dim>::with_exchange(std::optional<double> relative,
                                                         std::optional<std::size_t> only) const {
  if (!relative || species_.size() < 2 || !theory_.elastic()) return relative;
  std::vector<double> rates;
  double all = 0;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    for (std::size_t b = 0; b < species_.size(); ++b) {
      const auto collisions = static_cast<double>(recorder_.tally.suffered(s, b));
      if ((only && *only != s) || collisions == 0 || species_[s].kt.empty()) continue;
      const auto relative_sq_speed = [&](double kt_s, double kt_b) {
        return kt_s / species_[s].mass + kt_b / species_[b].mass;
      };
      const double usual = relative_sq_speed(mean(species_[s].kt), mean(species_[b].kt));
      rates.resize(species_[s].kt.size());
      for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] +=
            collisions * std::sqrt(relative_sq_speed(species_[s].kt[i], species_[b].kt[i]) / usual);
      all += collisions;
    }
  }
  return portable::hypot(*relative, series_error(rates).value_or(0) / std::max(all, 1.0));
}

template <int Dim>
void GasMeasurement<Dim>::add_flight_observables(std::vector<Observable>& all) const {
  const double per_particle =
      2 * static_cast<double>(total_.totals.collisions) / theory_.particles();
  const auto collisions = [](const Interval& i) {
    return static_cast<double>(i.totals.collisions);
  };
  const auto root_kt_time = [](const Interval& i) { return i.root_kt_time; };
  const double mean_kt = portable::pow(total_.root_kt_time / total_.duration, 2);
  const auto rate_error =
      with_exchange(relative_error(intervals_, collisions, root_kt_time), std::nullopt);
  const auto theory = theory_.collision_rate(mean_kt);
  const double rate = per_particle / total_.duration;
  all.push_back(observable("collision_rate", rate, times(rate_error, rate), theory, units_.rate));
  const auto memory = correlation_time(intervals_, collisions, root_kt_time);
  all.back().correlation_time = memory;
  if (species_.size() > 1) {
    for (std::size_t s = 0; s < species_.size(); ++s) {
      if (species_[s].count == 0) continue;
      const double own = total_.suffered[s] / (species_[s].count * total_.duration);
      const auto error = with_exchange(
          relative_error(
              intervals_, [s](const Interval& i) { return i.suffered[s]; }, root_kt_time),
          s);
      all.push_back(observable("collision_rate_" + options_.species_names[s], own,
                               times(error, own), theory_.collision_rate(mean_kt, s), units_.rate));
    }
  }
  if (per_particle == 0) return;  // no path has two ends
  const double path = total_.path / theory_.particles() / per_particle;
  const auto path_error =
      relative_error(intervals_, collisions, [](const Interval& i) { return i.path; });
  all.push_back(observable("mean_free_path", path, times(path_error, path),
                           theory_.mean_free_path(), units_.length));
  all.back().correlation_time = memory;
  all.push_back(observable("mean_free_time", 1 / rate, times(rate_error, 1 / rate),
                           theory.with([](const TheoryValue& one) { return one.inverse(); }),
                           units_.time));
  all.back().correlation_time = memory;
}

template <int Dim>
void GasMeasurement<Dim>::add_missed_observable(std::vector<Observable>& all) const {
  const double per_contact = total_.totals.missed / static_cast<double>(total_.totals.collisions);
  const auto error =
      times(relative_error(
                intervals_, [](const Interval& i) { return i.totals.missed; },
                [](const Interval& i) { return static_cast<double>(i.totals.collisions); }),
            per_contact);
  // Those missed by steps taken are not among the collisions.
  const double all_contacts = options_.steps->taken ? 1 + per_contact : 1;
  all.push_back(observable(
      "missed_fraction", per_contact / all_contacts,
      times(error, 1 / (all_contacts * all_contacts)),
      theory_.missed_fraction(total_.kt_time / total_.duration, options_.steps->length), "1"));
}

template <int Dim>
void GasMeasurement<Dim>::add_pressure_observables(std::vector<Observable>& all) const {
  if (gas_.boundary.moves()) return;  // the volume is not that of the box
  const double n = theory_.particles();
  const double ideal = n * total_.kt_time / total_.duration / gas_.box.volume();
  // Z − 1 = Σ impulse·separation/(d ∫ N k_BT dt)
  const auto virial = [](const Interval& i) { return i.totals.virial; };
  const auto kt_time = [](const Interval& i) { return i.kt_time; };
  const double excess = total_.totals.virial / (Dim * n * total_.kt_time);
  const auto error = times(relative_error(intervals_, virial, kt_time), excess);
  const auto z = theory_.compressibility_factor();
  all.push_back(observable("pressure_virial", (1 + excess) * ideal, times(error, ideal),
                           z.times(ideal), units_.pressure));
  const auto memory = correlation_time(intervals_, virial, kt_time);
  all.back().correlation_time = memory;
  all.push_back(observable("compressibility_factor", 1 + excess, error, z, "1"));
  all.back().correlation_time = memory;
  if (gas_.box.all_periodic()) return;

  const double area = [this] {
    double sum = 0;
    for (int k = 0; k < Dim; ++k)
      if (!gas_.box.periodic[k]) sum += 2 * gas_.box.volume() / gas_.box.size[k];
    return sum;
  }();
  const auto impulse = [](const Interval& i) { return i.totals.wall_impulse(); };
  const double pressure = impulse(total_) / (area * total_.duration);
  const Prediction on_walls = theory_.wall_compressibility_factor().times(ideal);
  all.push_back(observable("pressure_wall", pressure,
                           times(relative_error(intervals_, impulse, kt_time), pressure), on_walls,
                           units_.pressure));
  all.back().correlation_time = correlation_time(intervals_, impulse, kt_time);
}

template <int Dim>
void GasMeasurement<Dim>::add_temperature_observables(std::vector<Observable>& all) const {
  const double kb = options_.boltzmann;
  double kt = total_.kt_time / total_.duration;
  std::optional<double> kt_error;
  // Where it changes, a mean over the samples like those of the species, so that it lies between.
  if (!theory_.elastic() && !sampled_a2_.empty()) {
    std::vector<double> sampled(sampled_a2_.size());
    for (const Species& one : species_)
      for (std::size_t i = 0; i < one.kt.size(); ++i)
        sampled[i] += (Dim + one.rotations) * one.count * one.kt[i] / theory_.degrees_of_freedom();
    kt = mean(sampled);
    if (theory_.driven()) kt_error = series_error(sampled);
  }
  Prediction conserved;
  if (theory_.elastic())
    conserved = TheoryValue{2 * thermal_energy_initial_ / theory_.degrees_of_freedom() / kb,
                            "conservation of energy"};
  const Prediction expected = theory_.driven() ? theory_.steady_kt().times(1 / kb) : conserved;
  if (kt_error) *kt_error /= kb;
  all.push_back(observable("temperature", kt / kb, kt_error, expected, units_.temperature));
  all.back().is_conserved = theory_.elastic();
  if (options_.driven && theory_.driven())
    all.push_back(observable("drive_power", total_.work / total_.duration,
                             times(relative_error(
                                       intervals_, [](const Interval& i) { return i.work; },
                                       [](const Interval& i) { return i.duration; }),
                                   total_.work / total_.duration),
                             theory_.drive_power(), units_.power));
  if (species_.size() < 2) return;

  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (species_[s].kt.empty()) continue;
    const SpeciesTemperature temperature = species_temperature(s);
    Prediction theory;
    if (conserved) theory = theory_.temperature_share(s).times(conserved->value);
    all.push_back(observable("temperature_" + options_.species_names[s], temperature.value,
                             temperature.error, theory, units_.temperature));
    all.back().correlation_time = correlation_time(species_[s].kt, total_.duration);
  }
  const auto ratio = ratio_of(species_[1].kt, species_[0].kt, theory_.elastic());
  if (!ratio) return;
  Prediction theory;
  const auto a = theory_.temperature_share(0), b = theory_.temperature_share(1);
  if (a && b && a->value > 0)
    theory = TheoryValue{
        b->value / a->value, b->source,
        portable::hypot(b->uncertainty, b->value / a->value * a->uncertainty) / a->value};
  const double of_exchange =
      exchange_error(1, std::sqrt(2 / (Dim * species_[0].count) + 2 / (Dim * species_[1].count)));
  all.push_back(observable("temperature_ratio", ratio->value,
                           at_least(ratio->error, ratio->value * of_exchange), theory, "1"));
}

template <int Dim>
void GasMeasurement<Dim>::add_velocity_observables(std::vector<Observable>& all) const {
  // Of an elastic gas from the mean moments, whose law is known for any number of particles; of a
  // cooling one from the ratio of the moments at each instant.
  double a2 = mean(sampled_a2_), a3 = mean(sampled_a3_);
  std::vector<double> series = sampled_a2_, third = sampled_a3_;
  if (theory_.elastic()) {
    a2 = a3 = 0;
    std::fill(series.begin(), series.end(), 0.0);
    std::fill(third.begin(), third.end(), 0.0);
    for (const Species& species : species_) {
      if (species.kt.empty() || mean(species.mean_sq) <= 0) continue;
      const double share = species.count / theory_.particles();
      const double sq = mean(species.mean_sq), fourth = mean(species.mean_fourth),
                   sixth = mean(species.mean_sixth);
      const double scaled = share * fourth / (sq * sq) * kMaxwellFourth<Dim>;
      const double scaled_sixth = share * sixth / (sq * sq * sq) * kMaxwellSixth<Dim>;
      a2 += scaled - share;
      a3 += share + 3 * (scaled - share) - scaled_sixth;
      for (std::size_t i = 0; i < series.size(); ++i) {
        const double change_sq = species.mean_sq[i] / sq;
        const double change = scaled * (species.mean_fourth[i] / fourth - 2 * change_sq);
        series[i] += change;
        third[i] += 3 * change - scaled_sixth * (species.mean_sixth[i] / sixth - 3 * change_sq);
      }
    }
  }
  all.push_back(observable("kurtosis_a2", a2,
                           at_least(series_error(series), sonine_error(kSecondScatter<Dim>, 1)),
                           theory_.kurtosis_a2(), "1"));
  all.back().correlation_time = correlation_time(series, total_.duration);
  all.push_back(
      observable("sonine_a3", a3,
                 at_least(series_error(third), sonine_error(kThirdScatter<Dim>, kThirdFaster)),
                 theory_.sonine_a3(), "1"));
  all.back().correlation_time = correlation_time(third, total_.duration);
  if (sampled_h_.size() == sampled_a2_.size()) {
    all.push_back(observable("h_function", mean(sampled_h_), series_error(sampled_h_),
                             theory_.h_function(), "1"));
    all.back().correlation_time = correlation_time(sampled_h_, total_.duration);
  }

  std::vector<double> speed_p, component_p;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const auto& tests = species_[s].tests;
    if (!tests || tests->instants() == 0) continue;
    if (const auto test = tests->speed_test())
      speed_p.push_back(add_p_value(all, "speed_chi2_p", s, test->p_value));
    if (const auto test = tests->component_test())
      component_p.push_back(add_p_value(all, "velocity_ks_p", s, test->p_value));
  }
  add_least_p_value(all, "speed_chi2_p", speed_p);
  add_least_p_value(all, "velocity_ks_p", component_p);
}

// Of one species, if there are several; returns p.
template <int Dim>
double GasMeasurement<Dim>::add_p_value(std::vector<Observable>& all, const std::string& name,
                                        std::size_t species, double p) const {
  if (species_.size() < 2) return p;
  all.push_back(
      observable(name + '_' + options_.species_names[species], p, std::nullopt, std::nullopt, "1"));
  all.back().source = FiniteVelocityLaw::source();
  all.back().is_p_value = true;
  return p;
}

// The least of k p-values, each being below p with probability p (Bonferroni).
template <int Dim>
void GasMeasurement<Dim>::add_least_p_value(std::vector<Observable>& all, const std::string& name,
                                            const std::vector<double>& p) const {
  if (p.empty()) return;
  const double least = *std::min_element(p.begin(), p.end());
  all.push_back(observable(name, std::min(1.0, static_cast<double>(p.size()) * least), std::nullopt,
                           std::nullopt, "1"));
  all.back().source = FiniteVelocityLaw::source();
  all.back().is_p_value = true;
}

template <int Dim>
void GasMeasurement<Dim>::add_rotation_observables(std::vector<Observable>& all) const {
  // All bodies together, those that don't rotate too.
  const std::size_t samples = sampled_a2_.size();
  std::vector<double> translation(samples), rotation(samples);
  double rotations = 0;
  for (const Species& species : species_) rotations += species.rotations * species.count;
  for (const Species& species : species_)
    for (std::size_t i = 0; i < samples && species.count > 0; ++i) {
      translation[i] += species.count / theory_.particles() * species.translational_kt[i];
      if (species.rotations > 0)
        rotation[i] += species.rotations * species.count / rotations * species.rotational_kt[i];
    }
  if (const auto ratio = ratio_of(rotation, translation, theory_.elastic()))
    all.push_back(observable("rotational_temperature_ratio", ratio->value, ratio->error,
                             theory_.rotational_temperature_ratio(), "1"));

  std::vector<double> p;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const Species& species = species_[s];
    if (!species.nematic_order.empty()) {
      std::string name = "nematic_order";
      if (species_.size() > 1) name += '_' + options_.species_names[s];
      all.push_back(observable(std::move(name), mean(species.nematic_order),
                               series_error(species.nematic_order), theory_.nematic_order(s), "1"));
    }
    const auto law = angular_law(species);
    if (!theory_.elastic() || !theory_.at_rest() || !law) continue;
    std::vector<double> axes;
    for (const AngularAxis& one : species.angular) {
      // Rotation may forget more slowly than velocities do, of bodies that are almost round.
      const double correlated = std::max(1.0, one.tested.design_effect());
      if (const auto test = chi_square_test(
              one.tested.total(), [&](double w) { return law->component_cdf(w); }, 1 / correlated))
        axes.push_back(test->p_value);
    }
    if (axes.empty()) continue;
    const double least = *std::min_element(axes.begin(), axes.end());
    p.push_back(add_p_value(all, "angular_velocity_chi2_p", s,
                            std::min(1.0, static_cast<double>(axes.size()) * least)));
  }
  add_least_p_value(all, "angular_velocity_chi2_p", p);
}

template <int Dim>
Parcels GasMeasurement<Dim>::parcels() const {
  std::vector<ParcelGas> gases;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const Species& species = species_[s];
    gases.push_back({options_.species_names[s], species.count, options_.amounts[s],
                     species.rotations, std::nullopt});
    if (const auto share = theory_.temperature_share(s))
      gases.back().translation =
          share->value + species.rotations * (share->value - 1) / static_cast<double>(Dim);
  }
  return {Dim, std::move(gases)};
}

template <int Dim>
void GasMeasurement<Dim>::add_parcel_observables(std::vector<Observable>& all) const {
  std::vector<std::vector<double>> translation, reservoirs;
  for (const Species& species : species_) {
    translation.push_back(species.translational_kt);
    reservoirs.push_back(species.rotational_kt);
  }
  for (auto& one : parcels().observables(translation, reservoirs, reference_kt_, gas_.box.volume(),
                                         units_.pressure))
    all.push_back(std::move(one));
}

template <int Dim>
Table GasMeasurement<Dim>::parcels_table() const {
  Table table{"parcels", {}};
  const Parcels parcels = this->parcels();
  const std::vector<std::vector<double>> theory = theory_temperatures();
  const auto column = columns_in_time(rows_, table, units_);
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::string& name = options_.species_names[s];
    column("energy_share_" + name, "1",
           [&, s](const Row& r) { return parcels.energy_share(r.translational_kt, s); });
    column("theory_" + name, "1", [&, s](const Row& r) {
      if (theory.empty()) return kNaN;
      return parcels.energy_share(theory[static_cast<std::size_t>(&r - rows_.data())], s);
    });
    column("parcels_" + name, "1",
           [&, s](const Row&) { return parcels.parcels_share(s).value_or(kNaN); });
    column("molecules_" + name, "1", [&, s](const Row&) { return parcels.molecules_share(s); });
    column("translational_share_" + name, "1", [&, s](const Row& r) {
      return parcels.translational_share({r.translational_kt, r.rotational_kt}, s);
    });
    column("translational_share_" + name + "_theory", "1",
           [&, s](const Row&) { return parcels.molecules_translational_share(s); });
  }
  return table;
}

template <int Dim>
void GasMeasurement<Dim>::add_cooling_observables(std::vector<Observable>& all) const {
  if (theory_.driven()) return;
  const double per_particle =
      2 * static_cast<double>(total_.totals.collisions) / theory_.particles();
  if (last_->kt <= 0) return;  // come to rest: ln T has no rate
  if (theory_.elastic()) {
    if (per_particle == 0) return;
    all.push_back(observable("cooling_rate_reduced", total_.cooling / per_particle, std::nullopt,
                             TheoryValue{0, "conservation of energy"}, "1"));
    all.back().is_conserved = true;
    return;
  }
  const auto cooling = [](const Interval& i) { return i.cooling; };
  const double rate = total_.cooling / total_.duration;
  if (theory_.viscoelastic_cooling_rate(reference_kt_)) {
    // Of theory, at the temperatures the gas had.
    const auto expected = [this](const Interval& i) {
      return i.duration * theory_.viscoelastic_cooling_rate(i.kt_time / i.duration)->value;
    };
    TheoryValue theory = *theory_.viscoelastic_cooling_rate(reference_kt_);
    double mean_rate = 0;
    for (const Interval& i : intervals_) mean_rate += expected(i) / total_.duration;
    theory.uncertainty *= mean_rate / theory.value;
    theory.value = mean_rate;
    all.push_back(observable("cooling_rate", rate,
                             times(relative_error(intervals_, cooling, expected), rate), theory,
                             units_.rate));
    return;
  }
  // ln T falls by 2 ln(1 + t/τ), which changes by −2(t/τ)/(1 + t/τ) dτ/τ.
  const Prediction rate_theory =
      theory_.haff_time(reference_kt_).with([this](const TheoryValue& tau) {
        const double x = total_.duration / tau.value;
        return TheoryValue{
            -portable::log(haff_temperature(total_.duration, tau.value)) / total_.duration,
            tau.source, 2 * x / (1 + x) * tau.uncertainty / tau.value / total_.duration};
      });
  // 1/√T rises by a constant rate s; ln T falls by 2 ln(1 + √T₀ s t), whose relative error is
  // smaller than that of s.
  const double growth = std::sqrt(reference_kt_) * total_.haff_slope;
  const auto slope_error = relative_error(
      intervals_, [](const Interval& i) { return i.haff_slope; },
      [](const Interval& i) { return i.duration; });
  std::optional<double> rate_error;
  if (slope_error) rate_error = *slope_error * 2 * growth / (1 + growth) / total_.duration;
  all.push_back(observable("cooling_rate", rate, rate_error, rate_theory, units_.rate));
  if (per_particle == 0) return;
  const double reduced = total_.cooling / per_particle;
  const auto reduced_error = relative_error(intervals_, cooling, [](const Interval& i) {
    return static_cast<double>(i.totals.collisions);
  });
  all.push_back(observable("cooling_rate_reduced", reduced, times(reduced_error, reduced),
                           theory_.reduced_cooling_rate(), "1"));
}

// Of the share of a species with D_s of the D degrees of freedom that share a fixed energy.
template <int Dim>
double GasMeasurement<Dim>::energy_scatter(std::size_t species) const {
  const double all = theory_.degrees_of_freedom();
  const double own = std::min(all, (Dim + species_[species].rotations) * species_[species].count);
  return own > 0 ? std::sqrt(2 * (all - own) / (own * (all + 2))) : 0;
}

template <int Dim>
SpeciesTemperature GasMeasurement<Dim>::species_temperature(std::size_t species) const {
  const Species& one = species_[species];
  const Row& last = rows_.back();
  const double kb = options_.boltzmann;
  SpeciesTemperature result;
  if (one.kt.empty()) {
    result = {last.species_kt[species] / kb, {}, last.translational_kt[species] / kb, {}};
    if (one.rotations > 0 && one.count > 0) result.rotational = last.rotational_kt[species] / kb;
    return result;
  }
  std::vector<double> temperatures = one.kt;
  for (double& t : temperatures) t /= kb;
  result = {mean(temperatures), std::nullopt, mean(one.translational_kt) / kb, {}};
  // One that falls has no scatter about its mean that would tell an error.
  const bool falls = options_.dissipates && !theory_.driven() && !gas_.boundary.is_thermal() &&
                     !gas_.boundary.moves();
  if (!falls)
    result.error = at_least(series_error(temperatures),
                            result.value * exchange_error(species, energy_scatter(species)));
  if (one.rotations > 0) result.rotational = mean(one.rotational_kt) / kb;
  return result;
}

template <int Dim>
std::vector<Table> GasMeasurement<Dim>::tables() const {
  std::vector<Table> all{history_table(), ledger_table()};
  if (options_.driven) all.push_back(drive_table());
  if (options_.relaxation) all.push_back(relaxation_table());
  if (rotates() && !gas_.has_reservoirs()) all.push_back(equipartition_table());
  if (!options_.amounts.empty()) all.push_back(parcels_table());
  if (auto exchange = temperature_exchange_table()) all.push_back(std::move(*exchange));
  if (options_.collision_log > 0) all.push_back(recorder_.log.table(gas_, units_));
  if (recorder_.statistics)
    for (Table& table : recorder_.statistics->tables(options_.species_names))
      all.push_back(std::move(table));
  if (structure_)
    for (Table& table : structure_->tables(options_.species_names, units_, theory_))
      all.push_back(std::move(table));
  if (flows_)
    for (Table& table : flows_->tables(measured_part())) all.push_back(std::move(table));
  if (recorder_.effusion)
    for (Table& table : recorder_.effusion->tables(units_)) all.push_back(std::move(table));
  if (recorder_.labels) all.push_back(recorder_.labels->table(units_, meetings()));
  if (spread_)
    for (Table& table : spread_->tables(units_, spread_conditions()))
      all.push_back(std::move(table));
  if (in_place_)
    for (Table& table : in_place_->tables(units_, spread_conditions()))
      all.push_back(std::move(table));
  if (windows_)
    for (Table& table : windows_->tables(units_, window_conditions()))
      all.push_back(std::move(table));
  if (recorder_.trace) all.push_back(recorder_.trace->table(units_));
  if (echo_) all.push_back(echo_->table(gas_.species[0].diameter, units_));
  // A gas that moves as a whole is neither at one temperature nor Maxwellian about zero.
  if (!theory_.at_rest()) return all;
  if (recorder_.diffusion) add_transport_tables(all);
  if (recorder_.relaxation) {
    Table spectrum = recorder_.relaxation->table();
    if (!spectrum.columns.empty()) all.push_back(std::move(spectrum));
  }
  if (!theory_.elastic() && !theory_.driven()) all.push_back(cooling_table());
  if (auto tails = velocity_tails_table()) all.push_back(std::move(*tails));
  const bool distributions = std::any_of(species_.begin(), species_.end(), [](const Species& s) {
    return s.speeds && s.speeds->total().total() > 0;
  });
  if (distributions) {
    all.push_back(distribution_table(true));
    all.push_back(distribution_table(false));
    const bool turned = std::any_of(species_.begin(), species_.end(), [](const Species& s) {
      return std::any_of(s.angular.begin(), s.angular.end(),
                         [](const AngularAxis& one) { return one.shown.total().total() > 0; });
    });
    if (turned) all.push_back(angular_distribution_table());
  }
  return all;
}

template <int Dim>
Table GasMeasurement<Dim>::history_table() const {
  Table table{"history", {}};
  const double kb = options_.boltzmann;
  const auto column = columns_in_time(rows_, table, units_);
  column("measured", "1", [](const Row& r) { return std::int64_t{r.measured}; });
  column("temperature", units_.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("kinetic_energy", units_.energy, [](const Row& r) { return r.energy; });
  column("predicted_energy", units_.energy, [](const Row& r) { return r.predicted_energy; });
  column("kurtosis_a2", "1", [](const Row& r) { return r.kurtosis * Dim / (Dim + 2) - 1; });
  column("sonine_a3", "1", [](const Row& r) { return r.sonine_a3; });
  column("h_function", "1", [](const Row& r) { return r.h.value_or(kNaN); });
  column("pressure_virial", units_.pressure, [](const Row& r) { return r.pressure; });
  column("mean_free_path", units_.length, [](const Row& r) { return r.path; });
  for (std::size_t s = 0; s < species_.size(); ++s)
    column("temperature_" + options_.species_names[s], units_.temperature,
           [kb, s](const Row& r) { return r.species_kt[s] / kb; });
  return table;
}

template <int Dim>
Table GasMeasurement<Dim>::ledger_table() const {
  Table table{"energy_ledger", {}};
  const auto column = columns_of(rows_, table);
  column("time", units_.time, [](const Row& r) { return r.time; });
  column("collisions", "1", [](const Row& r) { return r.collisions; });
  column("energy", units_.energy, [](const Row& r) { return r.energy; });
  column("predicted_energy", units_.energy, [](const Row& r) { return r.predicted_energy; });
  column("difference_relative", "1", [this](const Row& r) {
    return energy_initial_ > 0 ? (r.energy - r.predicted_energy) / energy_initial_ : 0.0;
  });
  return table;
}

template <int Dim>
std::vector<double> GasMeasurement<Dim>::row_collisions() const {
  std::vector<double> collisions;
  for (const Row& row : rows_) collisions.push_back(row.collisions_per_particle);
  return collisions;
}

template <int Dim>
std::optional<SoninePath> GasMeasurement<Dim>::relaxation_path(
    std::span<const double> collisions) const {
  if (species_.size() > 1 || rotates() || !theory_.elastic() || !theory_.at_rest() ||
      theory_.degrees_of_freedom() <= 0 || options_.driven || !gas_.boundary.is_plain())
    return std::nullopt;
  std::vector<double> speed_sq;
  speed_sq.reserve(start_momenta_.size());
  for (const Vec<Dim>& p : start_momenta_) speed_sq.push_back(p.squaredNorm());  // of equal masses
  const SonineStart start = sonine_start(Dim, kMemoryOrder, speed_sq);
  SoninePath path = relax_from(Dim, start, collisions);
  if (!gas_.box.all_periodic()) {
    path.velocity_memory.setConstant(kNaN);  // walls turn velocities
    return path;
  }
  std::vector<double> of_memory(collisions.begin(), collisions.end());
  for (double& one : of_memory) one *= memory_factor();
  path.velocity_memory = relax_from(Dim, start, of_memory).velocity_memory;
  return path;
}

// At the sample that is nearest to one collision per particle.
template <int Dim>
std::optional<Observable> GasMeasurement<Dim>::memory_observable() const {
  if (start_momenta_.empty() || rows_.front().kt <= 0) return std::nullopt;
  const auto distance = [](const Row& row) { return std::abs(row.collisions_per_particle - 1); };
  const auto nearest =
      std::min_element(rows_.begin(), rows_.end(),
                       [&](const Row& a, const Row& b) { return distance(a) < distance(b); });
  constexpr double kNear = 0.5;
  if (distance(*nearest) > kNear) return std::nullopt;
  Prediction theory;
  const auto path = relaxation_path(std::array{nearest->collisions_per_particle});
  if (path && gas_.box.all_periodic())
    theory = TheoryValue{path->velocity_memory[0], kMemorySource};
  return observable("start_memory", nearest->memory, nearest->memory_error, theory, "1");
}

// By how much the logarithm of the difference in temperature of the two species farthest apart at
// the start falls per collision of a particle, until theory has a third of it left.
template <int Dim>
std::optional<Observable> GasMeasurement<Dim>::exchange_observable() const {
  if (species_.size() < 2 || rotates() || !theory_.elastic()) return std::nullopt;
  const std::vector<std::vector<double>> theory = theory_temperatures();
  if (theory.empty()) return std::nullopt;
  std::size_t hot = species_.size(), cold = hot;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    if (species_[s].count == 0) continue;
    if (hot == species_.size()) hot = cold = s;
    if (theory[0][s] > theory[0][hot]) hot = s;
    if (theory[0][s] < theory[0][cold]) cold = s;
  }
  // Less than that is chance.
  constexpr double kLeast = 0.2, kLeft = 1.0 / 3;
  const double start = theory[0][hot] - theory[0][cold];
  if (start <= kLeast * rows_.front().kt) return std::nullopt;
  std::size_t end = 0;
  while (end + 1 < rows_.size() && theory[end][hot] - theory[end][cold] > kLeft * start) ++end;
  const double expected = theory[end][hot] - theory[end][cold];
  const double left = rows_[end].translational_kt[hot] - rows_[end].translational_kt[cold];
  const double span = rows_[end].collisions_per_particle;
  if (expected > 0.5 * start || expected <= 0 || left <= 0) return std::nullopt;
  // In equilibrium the energy of n particles scatters by √(2/(d n)) of itself, and soon after the
  // start, when it is exact, nearly so.
  double scatter_sq = 0;
  for (const std::size_t s : {hot, cold})
    scatter_sq += 2 * portable::pow(rows_[end].translational_kt[s], 2) / (Dim * species_[s].count);
  return observable("temperature_exchange_rate", portable::log(start / left) / span,
                    std::sqrt(scatter_sq) / left / span,
                    TheoryValue{portable::log(start / expected) / span,
                                "Garzo & Dufty (1999), Maxwell's law at each temperature"},
                    "1");
}

template <int Dim>
Table GasMeasurement<Dim>::relaxation_table() const {
  Table table{"relaxation", {}};
  const double final_kurtosis = speed_kurtosis(Dim, theory_.degrees_of_freedom());
  const double slope = initial_kurtosis_slope(Dim).value;
  const double rate = sonine_relaxation_rate(Dim).value;
  const double start = rows_.front().kurtosis;
  const auto column = [&](std::string name, auto value) {
    add_column(table, rows_, std::move(name), "1", value);
  };
  column("collisions_per_particle", [](const Row& r) { return r.collisions_per_particle; });
  column("kurtosis", [](const Row& r) { return r.kurtosis; });
  column("kurtosis_error", [](const Row& r) { return r.kurtosis_error; });
  // The theory is that of one species. The tangent at the start ends where it meets the final
  // value.
  const bool known = species_.size() == 1;
  column("theory_initial_slope", [=](const Row& r) {
    const double tangent = start + slope * r.collisions_per_particle;
    return known && tangent <= final_kurtosis ? tangent : kNaN;
  });
  column("theory_sonine", [=](const Row& r) {
    if (!known) return kNaN;
    return final_kurtosis +
           (start - final_kurtosis) * portable::exp(-rate * r.collisions_per_particle);
  });
  column("h_function", [](const Row& r) { return r.h.value_or(kNaN); });
  column("h_equilibrium", [](const Row&) { return HFunction::equilibrium(Dim); });

  const auto path = relaxation_path(row_collisions());
  const auto row_of = [this](const Row& r) { return static_cast<Eigen::Index>(&r - rows_.data()); };
  // The coefficients end at what so many particles at constant energy have.
  const auto coefficient = [&](Eigen::Index p, const Prediction& end) {
    return [&, p, end](const Row& r) {
      if (!path || !end) return kNaN;
      const double now = path->coefficients(p, row_of(r));
      return now + end->value * (1 - now / path->coefficients(p, 0));
    };
  };
  column("a2", [](const Row& r) { return r.kurtosis * kMaxwellFourth<Dim> - 1; });
  column("a2_error", [](const Row& r) { return r.kurtosis_error * kMaxwellFourth<Dim>; });
  column("a2_theory", coefficient(0, theory_.kurtosis_a2()));
  // Of Maxwell's law: more than there is at the start.
  const double third_error = kThirdScatter<Dim> / std::sqrt(theory_.particles());
  column("a3", [](const Row& r) { return r.sonine_a3; });
  column("a3_error", [&](const Row&) { return third_error; });
  column("a3_theory", coefficient(1, theory_.sonine_a3()));
  column("memory", [](const Row& r) { return r.memory; });
  column("memory_error", [](const Row& r) { return r.memory_error; });
  column("memory_theory",
         [&](const Row& r) { return path ? path->velocity_memory[row_of(r)] : kNaN; });
  return table;
}

template <int Dim>
std::vector<std::vector<double>> GasMeasurement<Dim>::theory_temperatures() const {
  const std::size_t kinds = species_.size();
  std::vector<double> kt = rows_.front().translational_kt;
  for (const double one : rows_.front().rotational_kt) kt.push_back(std::isnan(one) ? 0 : one);
  const auto split = [kinds](const std::vector<double>& both) -> RigidTemperatures {
    const auto middle = both.begin() + static_cast<std::ptrdiff_t>(kinds);
    return {{both.begin(), middle}, {middle, both.end()}};
  };
  if (rows_.front().kt <= 0 || !theory_.relaxation(split(kt))) return {};
  const auto change = [&](const std::vector<double>& at, std::vector<double>& rate, double) {
    const RigidTemperatures both = *theory_.relaxation(split(at));
    rate = both.translation;
    rate.insert(rate.end(), both.rotation.begin(), both.rotation.end());
  };
  constexpr double kFirstStep = 0.1;
  return solution_at(row_collisions(), kt,
                     {kEquipartitionTolerance * rows_.front().kt, kEquipartitionTolerance},
                     kFirstStep, change);
}

template <int Dim>
std::optional<Table> GasMeasurement<Dim>::temperature_exchange_table() const {
  const std::vector<std::vector<double>> theory = theory_temperatures();
  if (species_.size() < 2 || rotates() || theory.empty()) return std::nullopt;
  Table table{"temperature_exchange", {}};
  const double kb = options_.boltzmann;
  const auto column = columns_in_time(rows_, table, units_);
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const std::string& name = options_.species_names[s];
    column("temperature_" + name, units_.temperature,
           [kb, s](const Row& r) { return r.species_kt[s] / kb; });
    column("theory_" + name, units_.temperature, [&, s](const Row& r) {
      return theory[static_cast<std::size_t>(&r - rows_.data())][s] / kb;
    });
  }
  column("temperature", units_.temperature, [kb](const Row& r) { return r.kt / kb; });
  return table;
}

template <int Dim>
Table GasMeasurement<Dim>::equipartition_table() const {
  Table table{"equipartition", {}};
  const double kb = options_.boltzmann;
  const std::size_t kinds = species_.size();
  const std::vector<std::vector<double>> theory = theory_temperatures();
  const auto column = columns_in_time(rows_, table, units_);
  for (const bool rotational : {false, true}) {
    const std::string quantity = rotational ? "rotational" : "translational";
    for (std::size_t s = 0; s < kinds; ++s) {
      column(quantity + '_' + options_.species_names[s], units_.temperature, [&](const Row& r) {
        return (rotational ? r.rotational_kt : r.translational_kt)[s] / kb;
      });
      column("theory_" + quantity + '_' + options_.species_names[s], units_.temperature,
             [&](const Row& r) {
               if (theory.empty() || (rotational && species_[s].rotations == 0)) return kNaN;
               const auto row = static_cast<std::size_t>(&r - rows_.data());
               return theory[row][s + (rotational ? kinds : 0)] / kb;
             });
    }
  }
  column("temperature", units_.temperature, [kb](const Row& r) { return r.kt / kb; });
  return table;
}

template <int Dim>
Table GasMeasurement<Dim>::drive_table() const {
  Table table{"drive", {}};
  const double kb = options_.boltzmann;
  const auto steady = theory_.steady_kt();
  const auto column = columns_in_time(rows_, table, units_);
  column("temperature", units_.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("steady_temperature", units_.temperature,
         [&](const Row&) { return steady ? steady->value / kb : kNaN; });
  column("work", units_.energy, [](const Row& r) { return r.work; });
  column("dissipated", units_.energy, [](const Row& r) { return r.dissipated; });
  return table;
}

// k_BT of theory at the times of the rows; empty where the gas is not viscoelastic.
template <int Dim>
std::vector<double> GasMeasurement<Dim>::viscoelastic_cooling() const {
  const auto rate = theory_.viscoelastic_cooling_rate(rows_.front().kt);
  if (!rate) return {};
  std::vector<double> times, result;
  for (const Row& row : rows_) times.push_back(row.time - start_time_);
  // Of the logarithm of k_BT.
  const auto change = [this](const std::vector<double>& at, std::vector<double>& by, double) {
    by = {-theory_.viscoelastic_cooling_rate(portable::exp(at[0]))->value};
  };
  const auto solution =
      solution_at(times, {portable::log(rows_.front().kt)},
                  {kEquipartitionTolerance, kEquipartitionTolerance}, 0.01 / rate->value, change);
  for (const std::vector<double>& at : solution) result.push_back(portable::exp(at[0]));
  return result;
}

template <int Dim>
Table GasMeasurement<Dim>::cooling_table() const {
  Table table{"cooling", {}};
  const double kb = options_.boltzmann;
  const double start = rows_.front().kt / kb;
  const auto tau = theory_.haff_time(rows_.front().kt);
  const std::vector<double> viscoelastic = viscoelastic_cooling();
  const auto rate = theory_.reduced_cooling_rate();
  const auto column = columns_in_time(rows_, table, units_);
  column("temperature", units_.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("haff", units_.temperature, [&](const Row& r) {
    if (!viscoelastic.empty())
      return viscoelastic[static_cast<std::size_t>(&r - rows_.data())] / kb;
    return tau ? start * haff_temperature(r.time - start_time_, tau->value) : kNaN;
  });
  column("rate_theory_line", units_.temperature, [&](const Row& r) {
    return rate ? start * portable::exp(-rate->value * r.collisions_per_particle) : kNaN;
  });
  return table;
}

namespace {

// The bins of several histograms, one after the other, beside the laws they should follow.
struct DistributionRows {
  std::vector<std::string> species, axis;
  std::vector<double> value, width, density, error, maxwell, finite_n, residual;

  // `unit`: of what is counted in the histogram.
  template <class MaxwellCdf, class Cdf>
  void append(const std::string& name, const std::string& about, const BlockedHistogram& histogram,
              double unit, const MaxwellCdf& maxwell_cdf, const Cdf& cdf) {
    const Histogram& counts = histogram.total();
    std::vector<double> probabilities;
    for (std::size_t i = 0; i < counts.bins(); ++i)
      probabilities.push_back(cdf(counts.edge(i + 1)) - cdf(counts.edge(i)));
    const auto errors = histogram.density_errors(probabilities);
    for (std::size_t i = 0; i < counts.bins(); ++i) {
      species.push_back(name);
      axis.push_back(about);
      value.push_back(counts.centre(i) * unit);
      width.push_back(counts.width() * unit);
      density.push_back(counts.density(i) / unit);
      error.push_back(errors[i] / unit);
      maxwell.push_back((maxwell_cdf(counts.edge(i + 1)) - maxwell_cdf(counts.edge(i))) /
                        width.back());
      finite_n.push_back(probabilities[i] / width.back());
      residual.push_back(error.back() > 0 ? (density.back() - finite_n.back()) / error.back() : 0);
    }
  }

  // In a table, `quantity` being the value's name.
  Table table(const std::string& name, const std::string& quantity, const std::string& unit,
              const std::string& per_unit) && {
    return {name,
            {{"species", "", std::move(species)},
             {quantity, unit, std::move(value)},
             {"width", unit, std::move(width)},
             {"density", per_unit, std::move(density)},
             {"error", per_unit, std::move(error)},
             {"maxwell", per_unit, std::move(maxwell)},
             {"finite_n", per_unit, std::move(finite_n)},
             {"residual", "1", std::move(residual)}}};
  }
};

}  // namespace

template <int Dim>
Table GasMeasurement<Dim>::distribution_table(bool speeds) const {
  DistributionRows rows;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const Species& species = species_[s];
    if (!species.speeds || species.speeds->total().total() == 0) continue;
    const MaxwellLaw& infinite = species.law->maxwell;
    const auto& finite = species.law->finite;
    const auto maxwell_cdf = [&](double v) {
      return speeds ? infinite.speed_cdf(v) : infinite.component_cdf(v);
    };
    // Velocities of a cooling gas stay in units of the falling √(k_BT/m).
    const double unit = theory_.elastic() ? std::sqrt(reference_kt_ / species.mass) : 1;
    rows.append(options_.species_names[s], "", speeds ? *species.speeds : *species.components, unit,
                maxwell_cdf, [&](double v) {
                  if (!finite) return maxwell_cdf(v);
                  return speeds ? finite->speed_cdf(v) : finite->component_cdf(v);
                });
  }
  const std::string unit = theory_.elastic() ? units_.speed : "1";
  const std::string per_unit = theory_.elastic() && options_.si_units ? "s/m" : unit;
  return std::move(rows).table(speeds ? "speed_distribution" : "velocity_distribution",
                               speeds ? "speed" : "velocity", unit, per_unit);
}

template <int Dim>
std::optional<Table> GasMeasurement<Dim>::velocity_tails_table() const {
  const auto exponent = theory_.tail_exponent();
  const auto& speeds = species_[0].speeds;
  if (!exponent || species_.size() > 1 || !speeds || speeds->total().total() == 0)
    return std::nullopt;
  return velocity_tails(*speeds, Dim, theory_.kurtosis_a2()->value, theory_.sonine_a3()->value,
                        exponent->value);
}

template <int Dim>
Table GasMeasurement<Dim>::angular_distribution_table() const {
  constexpr const char* kAxes[] = {"x", "y", "z"};
  DistributionRows rows;
  const MaxwellLaw infinite(Dim, 1, 1);
  for (std::size_t s = 0; s < species_.size(); ++s) {
    const auto law = angular_law(species_[s]);
    for (const AngularAxis& one : species_[s].angular) {
      if (one.shown.total().total() == 0) continue;
      rows.append(
          options_.species_names[s], kAxes[one.axis], one.shown,
          theory_.elastic() ? std::sqrt(reference_kt_ / one.moment) : 1,
          [&](double w) { return infinite.component_cdf(w); },
          [&](double w) { return law ? law->component_cdf(w) : infinite.component_cdf(w); });
    }
  }
  std::vector<std::string> axes = rows.axis;
  const std::string unit = theory_.elastic() ? units_.rate : "1";
  const std::string per_unit = theory_.elastic() && options_.si_units ? units_.time : unit;
  Table table = std::move(rows).table("angular_velocity_distribution", "velocity", unit, per_unit);
  table.columns.insert(table.columns.begin() + 1, {"axis", "", std::move(axes)});
  return table;
}

template class GasMeasurement<2>;
template class GasMeasurement<3>;

}  // namespace clausius
