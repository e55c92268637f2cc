#include "clausius/measure/gas_theory.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/measure/h_function.h"
#include "clausius/measure/species_law.h"
#include "clausius/theory/enskog.h"
#include "clausius/theory/granular.h"
#include "clausius/theory/time_step.h"

namespace clausius {

namespace {

template <int Dim>
bool is_elastic(const Gas<Dim>& gas) {
  const bool walls_elastic = gas.box.all_periodic() ||
                             std::all_of(gas.wall_restitution.begin(), gas.wall_restitution.end(),
                                         [](double e) { return e == 1; });
  return walls_elastic && (gas.restitution.array() == 1).all();
}

// The one coefficient of restitution of particles that are all alike.
template <int Dim>
std::optional<double> common_restitution(const Gas<Dim>& gas) {
  for (const auto& species : gas.species)
    if (species.mass != gas.species[0].mass || species.diameter != gas.species[0].diameter)
      return std::nullopt;
  const double e = gas.restitution(0, 0);
  if ((gas.restitution.array() != e).any()) return std::nullopt;
  return e;
}

}  // namespace

template <int Dim>
Mixture mixture_of(const Gas<Dim>& gas, const std::vector<double>& count) {
  Mixture mixture{Dim, 0, {}};
  const double unit_ball = Dim == 3 ? std::numbers::pi / 6 : std::numbers::pi / 4;  // of diameter 1
  for (std::size_t s = 0; s < gas.species.size(); ++s) {
    const double mass = gas.species[s].mass;
    const double diameter = gas.bodies.empty()
                                ? gas.species[s].diameter
                                : std::pow(gas.bodies[s].volume / unit_ball, 1.0 / Dim);
    mixture.components.push_back({count[s], diameter, mass});
    mixture.packing_fraction += count[s] * unit_ball * std::pow(diameter, Dim) / gas.box.volume();
  }
  return mixture;
}

template <int Dim>
GasTheory::GasTheory(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest)
    : mixture_(mixture_of(gas, count)),
      dimensions_(Dim),
      particles_(std::accumulate(count.begin(), count.end(), 0.0)),
      dof_(clausius::degrees_of_freedom(gas.box, static_cast<std::size_t>(particles_))),
      at_rest_(at_rest),
      known_(gas.bodies.empty() && at_rest && gas.box.all_periodic() && particles_ >= 2 &&
             mixture_.packing_fraction < freezing_packing_fraction(Dim)),
      elastic_(is_elastic(gas)),
      restitution_(common_restitution(gas)) {
  double total_mass = 0;
  for (const auto& c : mixture_.components) total_mass += c.count * c.mass;
  for (const auto& c : mixture_.components)
    energy_shares_.push_back(energy_share(gas.box, c.mass, total_mass));
  if (gas.bodies.empty() && !gas.box.all_periodic() && elastic_ && at_rest_ && restitution_ &&
      particles_ >= 2) {
    std::vector<double> edges(gas.box.size.data(), gas.box.size.data() + Dim);
    std::vector<bool> walls;
    for (const bool periodic : gas.box.periodic) walls.push_back(!periodic);
    walled_ = fluid_between_walls(Dim, particles_, gas.species[0].diameter, edges, walls);
  }
  if (!walled_) return;
  double force = 0, area = 0;
  for (int k = 0; k < Dim; ++k) {
    if (gas.box.periodic[k]) continue;
    force += walled_->force[static_cast<std::size_t>(k)];
    area += gas.box.volume() / gas.box.size[k];
  }
  wall_factor_ = force / area * gas.box.volume() / particles_;
}

std::optional<TheoryValue> GasTheory::collision_rate(double kt) const {
  if (walled_) {
    // A collision hands over 2μ v_n = m v_n, on average m √(π k_BT/m).
    const auto& [count, diameter, mass] = mixture_.components[0];
    const double virial = diameter * std::sqrt(std::numbers::pi * mass * kt);
    return TheoryValue{
        2 / particles_ * walled_->collision_virial * kt / virial * finite_speed_factor(dof_),
        WalledFluid::source()};
  }
  if (!known_ || !(elastic_ || restitution_)) return std::nullopt;
  TheoryValue rate = finite_collision_rate(mixture_, kt);
  if (!elastic_) {
    rate.value *= 1 - cooling_kurtosis_a2(dimensions_, *restitution_).value / 16;
    rate.source += ", first Sonine correction of the cooling state";
  }
  return rate;
}

std::optional<TheoryValue> GasTheory::collision_rate(double kt, std::size_t species) const {
  if (!known_ || !elastic_) return std::nullopt;
  const TheoryValue finite = finite_collision_rate(mixture_, kt);
  TheoryValue rate = clausius::collision_rate(mixture_, kt, species);
  rate.value *= finite.value / clausius::collision_rate(mixture_, kt).value;
  rate.source = finite.source;
  return rate;
}

std::optional<TheoryValue> GasTheory::mean_free_path() const {
  const auto rate = collision_rate(1);  // the path does not depend on temperature
  if (!rate || dof_ <= dimensions_) return std::nullopt;
  double speed = 0;
  for (std::size_t s = 0; s < mixture_.components.size(); ++s) {
    const FiniteVelocityLaw law(dimensions_, dof_, std::sqrt(dof_ * energy_shares_[s]));
    speed += mixture_.fraction(s) * law.mean_speed() / std::sqrt(mixture_.components[s].mass);
  }
  // ⟨v⟩ of the Sonine expansion is (1 − a₂/8) of Maxwell's in two and three dimensions.
  if (!elastic_) speed *= 1 - cooling_kurtosis_a2(dimensions_, *restitution_).value / 8;
  return TheoryValue{speed / rate->value, rate->source};
}

std::optional<TheoryValue> GasTheory::wall_compressibility_factor() const {
  if (!walled_) return std::nullopt;
  return TheoryValue{wall_factor_, WalledFluid::source()};
}

std::optional<TheoryValue> GasTheory::compressibility_factor() const {
  if (walled_)
    return TheoryValue{1 + walled_->collision_virial / (dimensions_ * particles_),
                       WalledFluid::source()};
  if (!known_ || !(elastic_ || restitution_)) return std::nullopt;
  TheoryValue z = finite_compressibility_factor(mixture_);
  if (!elastic_) {
    // The momentum handed over is (1 + e)/2 of the elastic one (Garzó & Dufty 1999).
    z.value = 1 + 0.5 * (1 + *restitution_) * (z.value - 1);
    z.source += "; collisional part times (1 + e)/2 (Garzo & Dufty 1999)";
  }
  return z;
}

std::optional<TheoryValue> GasTheory::kurtosis_a2() const {
  if (!at_rest_) return std::nullopt;
  const TheoryValue finite = equilibrium_kurtosis_a2(dof_);
  if (elastic_) return finite;
  if (!known_ || !restitution_) return std::nullopt;
  TheoryValue a2 = cooling_kurtosis_a2(dimensions_, *restitution_);
  a2.value += finite.value;
  return a2;
}

std::optional<TheoryValue> GasTheory::h_function() const {
  if (!at_rest_ || !elastic_) return std::nullopt;
  return TheoryValue{HFunction::equilibrium(dimensions_), MaxwellLaw::source()};
}

std::optional<TheoryValue> GasTheory::temperature_share(std::size_t species) const {
  if (!at_rest_ || !elastic_ || dof_ <= 0) return std::nullopt;
  return TheoryValue{energy_shares_[species], "equipartition, less the conserved momentum's share"};
}

std::optional<TheoryValue> GasTheory::missed_fraction(double kt, double dt) const {
  if (!elastic_ || !at_rest_ || particles_ < 2) return std::nullopt;
  return clausius::missed_fraction(mixture_, kt, dt);
}

std::optional<TheoryValue> GasTheory::reduced_cooling_rate() const {
  if (!known_ || elastic_ || !restitution_) return std::nullopt;
  TheoryValue rate = clausius::reduced_cooling_rate(dimensions_, *restitution_);
  rate.value *= finite_cooling_factor(dimensions_, particles_, dof_);
  return rate;
}

std::optional<TheoryValue> GasTheory::haff_time(double kt) const {
  if (!known_ || elastic_ || !restitution_ || kt <= 0) return std::nullopt;
  TheoryValue tau =
      clausius::haff_time(dimensions_, *restitution_, finite_collision_rate(mixture_, kt).value);
  tau.value /= finite_cooling_factor(dimensions_, particles_, dof_);
  return tau;
}

template Mixture mixture_of(const Gas<2>&, const std::vector<double>&);
template Mixture mixture_of(const Gas<3>&, const std::vector<double>&);
template GasTheory::GasTheory(const Gas<2>&, const std::vector<double>&, bool);
template GasTheory::GasTheory(const Gas<3>&, const std::vector<double>&, bool);

}  // namespace clausius
