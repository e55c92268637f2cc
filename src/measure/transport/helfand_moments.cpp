#include "measure/transport/helfand_moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "core/linear_algebra.h"
#include "measure/transport/transport_steps.h"

namespace clausius {

// Adds shear · u u without its trace, in components of equal mean square, and the heat flux.
template <int Dim>
void HelfandMoments<Dim>::add(double shear, const Vec<Dim>& u, const Vec<Dim>& heat, Moments& to) {
  to[0] += shear * (u[0] * u[1]);
  to[1] += shear * (0.5 * (u[0] * u[0] - u[1] * u[1]));
  if constexpr (Dim == 3) {
    to[2] += shear * (u[0] * u[2]);
    to[3] += shear * (u[1] * u[2]);
    to[4] += shear * ((2 * u[2] * u[2] - u[0] * u[0] - u[1] * u[1]) / (2 * std::numbers::sqrt3));
  }
  for (int k = 0; k < Dim; ++k) to[kHeat + k] += heat[k];
}

namespace {

// The place of a vector among moments.
template <int Dim>
auto vector_at(auto& moments, int first, std::size_t k) {
  return moments.template segment<Dim>(first + Dim * static_cast<int>(k));
}

}  // namespace

// Adds `weight` times the flux of a particle.
template <int Dim>
void HelfandMoments<Dim>::add_flux(double weight, std::size_t species, const Vec<Dim>& v) {
  const double mass = weight * species_[species].mass;
  add(mass, v, 0.5 * mass * v.squaredNorm() * v, flux_);
  for (std::size_t k = 0; k < drifting_.size(); ++k)
    vector_at<Dim>(flux_, kDrift, k) +=
        weight * ((species == drifting_[k] ? 1 : 0) - fractions_[drifting_[k]]) * v;
}

template <int Dim>
void HelfandMoments<Dim>::begin(const State<Dim>& state, double step) {
  step_ = step;
  start_ = time_ = state.time;
  fractions_.assign(species_.size(), 0);
  for (const std::uint8_t species : state.species)
    fractions_[species] += 1 / static_cast<double>(state.size());
  for (std::size_t s = 0; s < species_.size(); ++s)
    if (fractions_[s] > 0) drifting_.push_back(s);
  if (drifting_.size() > kMostSpecies) drifting_.clear();
  if (!drifting_.empty()) drifting_.pop_back();
  for (std::size_t i = 0; i < state.size(); ++i) add_flux(1, state.species[i], state.velocity[i]);
}

template <int Dim>
bool HelfandMoments<Dim>::conducts() const {
  const auto present = std::count_if(fractions_.begin(), fractions_.end(),
                                     [](double fraction) { return fraction > 0; });
  return present == std::ssize(drifting_) + 1;
}

template <int Dim>
auto HelfandMoments<Dim>::products(const Moments& growth) const -> std::array<double, kMostSums> {
  std::array<double, kMostSums> all{};
  const auto heat = vector_at<Dim>(growth, kHeat, 0);
  all[kStress] = growth.template head<kShear>().squaredNorm() / kShear;
  all[kHeatSquare] = heat.squaredNorm() / Dim;
  all[kTraceSquare] = growth[kTrace] * growth[kTrace];
  all[kMeanTrace] = growth[kTrace];
  for (std::size_t k = 0; k < drifting_.size(); ++k) {
    const auto drift = vector_at<Dim>(growth, kDrift, k);
    all[product(k)] = heat.dot(drift) / Dim;
    for (std::size_t l = 0; l <= k; ++l)
      all[square(k, l)] = drift.dot(vector_at<Dim>(growth, kDrift, l)) / Dim;
  }
  return all;
}

template <int Dim>
void HelfandMoments<Dim>::advance(double time) {
  if (step_ <= 0) return;
  while (true) {
    const double next = start_ + step_ * static_cast<double>(steps_.samples());
    if (next > time) break;
    steps_.push(moments_ + (next - time_) * flux_,
                [this](std::size_t lag, const Moments& earlier, const Moments& later) {
                  sums_.add(lag, products(later - earlier));
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
  add(collision.impulse * collision.separation, collision.normal,
      energy * collision.separation * collision.normal, moments_);
  moments_[kTrace] += collision.impulse * collision.separation / Dim;
  add_flux(1, collision.first_species, collision.first_after);
  add_flux(-1, collision.first_species, collision.first_before);
  add_flux(1, collision.second_species, collision.second_after);
  add_flux(-1, collision.second_species, collision.second_before);
}

template <int Dim>
void HelfandMoments<Dim>::end_interval(double time) {
  advance(time);
  sums_.end_block();
}

template <int Dim>
auto HelfandMoments<Dim>::growth(Window window, const std::vector<Part>& parts) const -> Estimate {
  const double scale = 1 / (2 * time_of(window));
  std::vector<BlockedSums::Term> terms;
  for (const Part& part : parts) {
    terms.push_back({window.to, part.sum, scale * part.weight});
    terms.push_back({window.from, part.sum, -scale * part.weight});
  }
  return sums_.estimate(terms);
}

// ⟨x²⟩ − ⟨x⟩² at each lag, with its error linear in the deviations of both. The mean is taken from
// the run itself: for a random walk over the time T that removes the part lag/T of the variance.
template <int Dim>
auto HelfandMoments<Dim>::growth_of_trace(Window window) const -> Estimate {
  const double scale = 1 / (2 * time_of(window));
  std::vector<BlockedSums::Term> terms;
  double of_means = 0;
  for (const bool end : {true, false}) {
    const std::size_t lag = end ? window.to : window.from;
    const auto mean = sums_.mean(lag, kMeanTrace);
    if (!mean) return std::nullopt;
    const double kept = 1 - static_cast<double>(MultiTau<Moments>::lag(lag)) /
                                static_cast<double>(steps_.samples());
    const double weight = (end ? scale : -scale) / kept;
    terms.push_back({lag, kTraceSquare, weight});
    terms.push_back({lag, kMeanTrace, -2 * weight * mean->value});
    of_means += weight * mean->value * mean->value;
  }
  auto estimate = sums_.estimate(terms);
  if (estimate) estimate->value += of_means;
  return estimate;
}

template <int Dim>
std::optional<Eigen::VectorXd> HelfandMoments<Dim>::energy_of_drifts(Window window) const {
  const auto count = static_cast<Eigen::Index>(drifting_.size());
  if (count == 0) return Eigen::VectorXd();
  Eigen::MatrixXd drifts(count, count);
  Eigen::VectorXd energy(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto one = static_cast<std::size_t>(k);
    const Estimate with_energy = growth(window, {{product(one), 1}});
    if (!with_energy) return std::nullopt;
    energy[k] = with_energy->value;
    for (Eigen::Index l = 0; l < count; ++l)
      drifts(k, l) = growth(window, {{square(one, static_cast<std::size_t>(l)), 1}})->value;
  }
  if (symmetric_eigenvalues(drifts)[0] <= 0) return std::nullopt;
  return inverse(drifts) * energy;
}

// Σ_kl L_ek (L⁻¹)_kl L_el does not change, to first order, if (L⁻¹)_kl L_el is off: so the error
// is that of the moment of energy less fixed parts of the drifts.
template <int Dim>
auto HelfandMoments<Dim>::growth_of_heat(Window window) const -> Estimate {
  const auto energy = energy_of_drifts(window);
  if (!energy) return std::nullopt;
  std::vector<Part> parts{{kHeatSquare, 1}};
  for (std::size_t k = 0; k < drifting_.size(); ++k) {
    const double one = (*energy)[static_cast<Eigen::Index>(k)];
    parts.push_back({product(k), -2 * one});
    for (std::size_t l = 0; l < drifting_.size(); ++l)
      parts.push_back({square(k, l), one * (*energy)[static_cast<Eigen::Index>(l)]});
  }
  return growth(window, parts);
}

template <int Dim>
auto HelfandMoments<Dim>::thermal_diffusion(Window window, const Conditions& conditions) const
    -> Estimate {
  const auto energy = energy_of_drifts(window);
  if (!energy) return std::nullopt;
  const std::size_t one = drifting_[0];
  const auto other = static_cast<std::size_t>(
      std::find_if(fractions_.begin() + static_cast<std::ptrdiff_t>(one) + 1, fractions_.end(),
                   [](double fraction) { return fraction > 0; }) -
      fractions_.begin());
  const double m1 = species_[one].mass, m2 = species_[other].mass;
  const double enthalpy = (m2 * conditions.enthalpies[one] - m1 * conditions.enthalpies[other]) /
                          (fractions_[one] * m1 + fractions_[other] * m2);
  const double scale = 1 / (conditions.kt * growth(window, {{square(0, 0), 1}})->value);
  Estimate estimate = growth(window, {{product(0), scale}, {square(0, 0), -scale * (*energy)[0]}});
  estimate->value = ((*energy)[0] - enthalpy) / conditions.kt;
  return estimate;
}

template <int Dim>
auto HelfandMoments<Dim>::slope(Window window, Quantity quantity,
                                const Conditions& conditions) const -> Estimate {
  const double kt = conditions.kt, volume = conditions.volume;
  const auto scaled = [](Estimate estimate, double factor) {
    if (!estimate) return estimate;
    estimate->value *= factor;
    if (estimate->error) estimate->error->value *= std::abs(factor);
    return estimate;
  };
  switch (quantity) {
    case Quantity::viscosity:
      return growth(window, {{kStress, 1 / (volume * kt)}});
    case Quantity::bulk:
      return scaled(growth_of_trace(window), 1 / (volume * kt));
    case Quantity::conductivity:
      return scaled(growth_of_heat(window), conditions.boltzmann / (volume * kt * kt));
    case Quantity::diffusion: {
      const double x = fractions_[drifting_[0]];
      return growth(window, {{square(0, 0), 1 / (conditions.particles * x * (1 - x))}});
    }
    case Quantity::thermal_diffusion:
      return thermal_diffusion(window, conditions);
  }
  return std::nullopt;
}

// For a random walk, whose variance over a lag a, averaged over the overlapping lags of a run of
// length T, has the covariance 8 D² (a² b − a³/3)/T with that over b ≥ a. A coefficient that is
// small by chance would have too small an error from blocks.
template <int Dim>
double HelfandMoments<Dim>::predicted_error(Window window, Quantity quantity) const {
  const auto a = static_cast<double>(MultiTau<Moments>::lag(window.from));
  const auto b = static_cast<double>(MultiTau<Moments>::lag(window.to));
  const auto covariance = [](double one, double longer) { return one * one * (longer - one / 3); };
  const double squares = covariance(b, b) + covariance(a, a) - 2 * covariance(a, b);
  const double components =
      quantity == Quantity::viscosity ? kShear : (quantity == Quantity::bulk ? 1 : Dim);
  const double length = (static_cast<double>(steps_.samples()) - b) * (b - a) * (b - a);
  return std::sqrt(2 * squares / (length * components));
}

// Products of two independent random walks scatter by half as much as squares, relative to the
// product of the growths of the squares: so does the heat that goes with the drifts.
template <int Dim>
std::optional<double> HelfandMoments<Dim>::expected_error(Window window, const Coefficient& one,
                                                          const Conditions& conditions) const {
  const double relative = predicted_error(window, one.quantity);
  if (one.quantity != Quantity::thermal_diffusion)
    return one.theory ? std::optional(one.theory->value * relative) : std::nullopt;
  const Estimate heat = growth_of_heat(window), drift = growth(window, {{square(0, 0), 1}});
  if (!heat || heat->value <= 0) return std::nullopt;
  return std::sqrt(0.5 * heat->value / drift->value) * relative / conditions.kt;
}

template <int Dim>
auto HelfandMoments<Dim>::coefficients(const UnitNames& units, const Conditions& conditions) const
    -> std::vector<Coefficient> {
  std::vector<Coefficient> all{
      {"shear_viscosity", "viscosity", Quantity::viscosity, units.viscosity, conditions.viscosity},
      {"bulk_viscosity", "bulk_viscosity", Quantity::bulk, units.viscosity,
       conditions.bulk_viscosity}};
  if (conducts())
    all.push_back({"thermal_conductivity", "conductivity", Quantity::conductivity,
                   units.conductivity, conditions.conductivity});
  if (!two_species()) return all;
  all.push_back({"mutual_diffusion_coefficient", "mutual_diffusion", Quantity::diffusion,
                 units.diffusivity, conditions.mutual_diffusion});
  if (!conditions.enthalpies.empty())
    all.push_back({"thermal_diffusion_factor", "thermal_diffusion", Quantity::thermal_diffusion,
                   "1", conditions.thermal_diffusion});
  return all;
}

template <int Dim>
std::vector<Observable> HelfandMoments<Dim>::observables(const UnitNames& units,
                                                         const Conditions& conditions) const {
  std::vector<Observable> all;
  const auto from = first_lag(0, conditions.rearranging, steps_.samples());
  if (!from) return all;
  const Window window{*from, *from + kLagSpan};
  for (const Coefficient& one : coefficients(units, conditions))
    if (auto estimate = slope(window, one.quantity, conditions)) {
      const auto expected = expected_error(window, one, conditions);
      if (expected && estimate->error)
        estimate->error = StandardError{*expected, estimate->error->events};
      all.push_back(observable(one.name, estimate->value, estimate->error, one.theory, one.unit));
    }
  return all;
}

template <int Dim>
Table HelfandMoments<Dim>::table(const UnitNames& units, const Conditions& conditions) const {
  std::vector<std::size_t> lags;
  std::vector<double> times;
  for (std::size_t lag = 1; lag < MultiTau<Moments>::kLags; ++lag) {
    if (!slope({lag - 1, lag}, Quantity::viscosity, conditions)) continue;
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
      const auto estimate = slope({lag - 1, lag}, one.quantity, conditions);
      value.push_back(estimate ? estimate->value : kNaN);
      error.push_back(estimate ? value_or_nan(estimate->error) : kNaN);
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

template class HelfandMoments<2>;
template class HelfandMoments<3>;

}  // namespace clausius
