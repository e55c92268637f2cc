#include "measure/transport/helfand_moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "clausius/core/archive.h"
#include "clausius/core/constants.h"
#include "measure/listed.h"
#include "measure/transport/transport_steps.h"

namespace clausius {

// shear · u u without its trace, in components of equal mean square, and the heat flux.
template <int Dim>
auto HelfandMoments<Dim>::moments(double shear, const Vec<Dim>& u, const Vec<Dim>& heat)
    -> Moments {
  Moments all = Moments::Zero();
  all[0] = u[0] * u[1];
  all[1] = 0.5 * (u[0] * u[0] - u[1] * u[1]);
  if constexpr (Dim == 3) {
    all[2] = u[0] * u[2];
    all[3] = u[1] * u[2];
    all[4] = (2 * u[2] * u[2] - u[0] * u[0] - u[1] * u[1]) / (2 * std::numbers::sqrt3);
  }
  all *= shear;
  all.template segment<Dim>(kHeat) = heat;
  return all;
}

template <int Dim>
auto HelfandMoments<Dim>::flux(std::size_t species, const Vec<Dim>& v) const -> Moments {
  const double mass = species_[species].mass;
  Moments all = moments(mass, v, 0.5 * mass * v.squaredNorm() * v);
  if (two_species()) all.template tail<Dim>() = (species == 0 ? fractions_[1] : -fractions_[0]) * v;
  return all;
}

template <int Dim>
void HelfandMoments<Dim>::begin(const State<Dim>& state, double step) {
  step_ = step;
  start_ = time_ = state.time;
  if (species_.size() == 2) {
    fractions_.assign(2, 0);
    for (const std::uint8_t species : state.species)
      fractions_[species] += 1 / static_cast<double>(state.size());
    if (fractions_[0] * fractions_[1] == 0) fractions_.clear();
  }
  for (std::size_t i = 0; i < state.size(); ++i) flux_ += flux(state.species[i], state.velocity[i]);
}

template <int Dim>
void HelfandMoments<Dim>::advance(double time) {
  if (step_ <= 0) return;
  while (true) {
    const double next = start_ + step_ * static_cast<double>(steps_.samples());
    if (next > time) break;
    steps_.push(moments_ + (next - time_) * flux_,
                [this](std::size_t lag, const Moments& earlier, const Moments& later) {
                  const Moments growth = later - earlier;
                  const double trace = growth[kTrace];
                  sums_.add(lag, std::array{growth.template head<kShear>().squaredNorm() / kShear,
                                            growth.template segment<Dim>(kHeat).squaredNorm() / Dim,
                                            growth.template tail<Dim>().squaredNorm() / Dim,
                                            trace * trace, trace});
                });
  }
  moments_ += (time - time_) * flux_;
  time_ = time;
}

template <int Dim>
void HelfandMoments<Dim>::add(const CollisionRecord<Dim>& collision) {
  if (collision.second == CollisionRecord<Dim>::kWall) return;
  advance(collision.time);
  const double energy =
      0.5 * species_[collision.second_species].mass *
      (collision.second_after.squaredNorm() - collision.second_before.squaredNorm());
  moments_ += moments(collision.impulse * collision.separation, collision.normal,
                      energy * collision.separation * collision.normal);
  moments_[kTrace] += collision.impulse * collision.separation / Dim;
  flux_ += flux(collision.first_species, collision.first_after) -
           flux(collision.first_species, collision.first_before) +
           flux(collision.second_species, collision.second_after) -
           flux(collision.second_species, collision.second_before);
}

template <int Dim>
void HelfandMoments<Dim>::end_interval(double time) {
  advance(time);
  sums_.end_block();
}

template <int Dim>
std::optional<BlockedSums::Estimate> HelfandMoments<Dim>::slope(
    std::size_t from, std::size_t to, Quantity quantity, const Conditions& conditions) const {
  const auto steps = static_cast<double>(MultiTau<Moments>::lag(to) - MultiTau<Moments>::lag(from));
  double weight = 1 / (2 * conditions.volume * conditions.kt * steps * step_);
  if (quantity == kConductivity) weight *= conditions.boltzmann / conditions.kt;
  if (quantity == kDiffusion) {
    weight *= conditions.volume * conditions.kt;
    weight /= conditions.particles * fractions_[0] * fractions_[1];
  }
  if (quantity != kBulk)
    return sums_.estimate(
        std::vector<BlockedSums::Term>{{to, quantity, weight}, {from, quantity, -weight}});
  // ⟨x²⟩ − ⟨x⟩² at each lag, with its error linear in the deviations of both. The mean is taken
  // from the run itself: for a random walk over the time T that removes the part lag/T of the
  // variance.
  std::vector<BlockedSums::Term> terms;
  double of_means = 0;
  for (const bool end : {true, false}) {
    const std::size_t lag = end ? to : from;
    const auto mean = sums_.mean(lag, kMeanTrace);
    if (!mean) return std::nullopt;
    const double kept = 1 - static_cast<double>(MultiTau<Moments>::lag(lag)) /
                                static_cast<double>(steps_.samples());
    const double sign = (end ? weight : -weight) / kept;
    terms.push_back({lag, kBulk, sign});
    terms.push_back({lag, kMeanTrace, -2 * sign * mean->value});
    of_means += sign * mean->value * mean->value;
  }
  auto estimate = sums_.estimate(terms);
  if (estimate) estimate->value += of_means;
  return estimate;
}

// For a random walk, whose variance over a lag a, averaged over the overlapping lags of a run of
// length T, has the covariance 8 D² (a² b − a³/3)/T with that over b ≥ a. A coefficient that is
// small by chance would have too small an error from blocks.
template <int Dim>
double HelfandMoments<Dim>::predicted_error(std::size_t from, std::size_t to,
                                            Quantity quantity) const {
  const auto a = static_cast<double>(MultiTau<Moments>::lag(from));
  const auto b = static_cast<double>(MultiTau<Moments>::lag(to));
  const auto covariance = [](double one, double longer) { return one * one * (longer - one / 3); };
  const double squares = covariance(b, b) + covariance(a, a) - 2 * covariance(a, b);
  const double components = quantity == kViscosity ? kShear : (quantity == kBulk ? 1 : Dim);
  const double length = (static_cast<double>(steps_.samples()) - b) * (b - a) * (b - a);
  return std::sqrt(2 * squares / (length * components));
}

template <int Dim>
auto HelfandMoments<Dim>::coefficients(const UnitNames& units, const Conditions& conditions) const
    -> std::vector<Coefficient> {
  std::vector<Coefficient> all{
      {"shear_viscosity", "viscosity", kViscosity, units.viscosity, conditions.viscosity},
      {"bulk_viscosity", "bulk_viscosity", kBulk, units.viscosity, conditions.bulk_viscosity}};
  if (conditions.conducts)
    all.push_back({"thermal_conductivity", "conductivity", kConductivity, units.conductivity,
                   conditions.conductivity});
  if (two_species())
    all.push_back({"mutual_diffusion_coefficient", "mutual_diffusion", kDiffusion,
                   units.diffusivity, conditions.mutual_diffusion});
  return all;
}

template <int Dim>
std::vector<Observable> HelfandMoments<Dim>::observables(const UnitNames& units,
                                                         const Conditions& conditions) const {
  std::vector<Observable> all;
  const auto from = first_lag(0, conditions.rearranging, steps_.samples());
  if (!from) return all;
  for (const Coefficient& one : coefficients(units, conditions))
    if (auto estimate = slope(*from, *from + kLagSpan, one.quantity, conditions)) {
      if (one.theory && estimate->error)
        estimate->error = StandardError{
            one.theory->value * predicted_error(*from, *from + kLagSpan, one.quantity),
            estimate->error->events};
      all.push_back(observable(one.name, estimate->value, estimate->error, one.theory, one.unit));
    }
  return all;
}

template <int Dim>
Table HelfandMoments<Dim>::table(const UnitNames& units, const Conditions& conditions) const {
  std::vector<std::size_t> lags;
  std::vector<double> times;
  for (std::size_t lag = 1; lag < MultiTau<Moments>::kLags; ++lag) {
    if (!slope(lag - 1, lag, kViscosity, conditions)) continue;
    lags.push_back(lag);
    times.push_back(
        0.5 * step_ *
        static_cast<double>(MultiTau<Moments>::lag(lag - 1) + MultiTau<Moments>::lag(lag)));
  }
  Table table{"helfand_moments", {}};
  table.columns = {{"time", units.time, times}};
  for (const Coefficient& one : coefficients(units, conditions)) {
    std::vector<double> value, error;
    for (const std::size_t lag : lags) {
      const auto estimate = slope(lag - 1, lag, one.quantity, conditions);
      value.push_back(estimate->value);
      error.push_back(value_or_nan(estimate->error));
    }
    const std::vector<double> theory(times.size(), one.theory ? one.theory->value : kNaN);
    table.columns.push_back({one.short_name, one.unit, value});
    table.columns.push_back({one.short_name + "_error", one.unit, error});
    table.columns.push_back({one.short_name + "_theory", one.unit, theory});
  }
  std::vector<std::int64_t> in_window;
  in_window.reserve(lags.size());
  const auto from = first_lag(0, conditions.rearranging, steps_.samples());
  for (const std::size_t lag : lags)
    in_window.push_back(from && lag > *from && lag <= *from + kLagSpan ? 1 : 0);
  table.columns.push_back({"in_window", "1", std::move(in_window)});
  return table;
}

namespace {

// The Helfand moments of the gas of a run.
template <int Dim>
class HelfandOfRun final : public SavedMeasurement<HelfandOfRun<Dim>, Dim> {
 public:
  explicit HelfandOfRun(const std::vector<SphereSpecies>& species) : moments_(species) {}
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (!start.run.options.transport || !start.run.theory.elastic()) return nullptr;
    return std::make_unique<HelfandOfRun>(start.run.gas.species);
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
auto HelfandOfRun<Dim>::conditions(const Measured<Dim>& run) ->
    typename HelfandMoments<Dim>::Conditions {
  const double kt = run.books.reference_kt(), kb = run.options.boltzmann;
  auto conductivity = run.theory.thermal_conductivity(kt);
  if (conductivity) *conductivity *= kb;
  return {run.gas.box.volume(),
          run.theory.particles(),
          kt,
          kb,
          run.count.size() == 1,
          run.theory.shear_viscosity(kt),
          conductivity,
          run.theory.bulk_viscosity(kt),
          run.theory.mutual_diffusion_coefficient(kt),
          rearranging_steps(run)};
}

MeasurementKind helfand_moments_kind() {
  const Need need = Need::transport_of_elastic;
  return {"Viscosity, heat conduction, mutual diffusion",
          {{"shear_viscosity", "Shear viscosity from the fluctuations of the stress.",
            "Green-Kubo, by Helfand moments", &UnitNames::viscosity, need},
           {"bulk_viscosity", "Bulk viscosity from the fluctuations of the pressure.",
            "Green-Kubo, by Helfand moments", &UnitNames::viscosity, need},
           {"thermal_conductivity",
            "Thermal conductivity of a gas of one species from the "
            "fluctuations of the heat flux.",
            "Green-Kubo, by Helfand moments", &UnitNames::conductivity, need},
           {"mutual_diffusion_coefficient",
            "Coefficient of mutual diffusion of a gas of two "
            "species from the fluctuations of their relative flux.",
            "Green-Kubo, by Helfand moments", &UnitNames::diffusivity, need}},
          {{"helfand_moments",
            "Green-Kubo integrals of the viscosities, of the thermal "
            "conductivity and of mutual diffusion over time, with theory.",
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
             {"in_window",
              "1 in the window of times over which the coefficients are averaged, else 0."}}}}};
}

}  // namespace

ListedMeasurement listed_helfand_moments() {
  return {helfand_moments_kind, HelfandOfRun<2>::make, HelfandOfRun<3>::make};
}

template class HelfandMoments<2>;
template class HelfandMoments<3>;

}  // namespace clausius
