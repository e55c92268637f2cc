#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "engine/drive.h"
#include "measure/gas_theory/gas_theory.h"
#include "theory/transport/mixture_transport.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"

// Flights and transport coefficients, see facts.h for what they are built on.

namespace clausius {

namespace {

// Bounds for mixtures, where correlated collisions change the self-diffusion of a particle more if
// it is larger and heavier than the others.
constexpr double kMostMixed = 0.25, kMostMixedSelf = 0.1;
// Their theory takes a second or two for this number of species; the time grows with its cube.
constexpr std::size_t kMostMixedSpecies = 20;
// Part of the reduction of diffusion by images in mixtures that may not yet be present at the time
// up to which displacements are followed.
constexpr double kUnsettledImages = 0.5;

// Whether a packing fraction, up to rounding, is larger than the largest for a theory.
bool is_beyond(double packing_fraction, double most) {
  return packing_fraction > most * (1 + 1e-9);
}

}  // namespace

Prediction GasTheory::mean_free_path(std::size_t species) const {
  if (!gas_.elastic || gas_.sizes) return std::nullopt;
  auto rate = collision_rate(1, species);
  if (!rate) return rate;
  if (gas_.degrees_of_freedom <= gas_.dimensions) return std::nullopt;
  const FiniteVelocityLaw law(gas_.dimensions, gas_.degrees_of_freedom,
                              std::sqrt(gas_.degrees_of_freedom * gas_.energy_shares[species]));
  return rate->inverse() * (law.mean_speed() / std::sqrt(gas_.mixture.components[species].mass));
}

Prediction GasTheory::no_sphere_gas() const {
  if (!gas_.elastic || !gas_.restitution) return std::nullopt;
  return gas_.unknown();
}

std::optional<SphereGas> GasTheory::sphere_gas(double kt) const {
  if (!gas_.known || !gas_.elastic || !gas_.restitution || kt <= 0) return std::nullopt;
  const MixtureComponent& one = gas_.mixture.components[0];
  return SphereGas{gas_.mixture.number_density(), one.diameter, one.mass, kt, gas_.dimensions};
}

Prediction GasTheory::flight_ratio(TheoryValue dilute) const {
  if (!gas_.elastic)
    return Prediction::outside(
        "elastic gases without drives, in which only collisions change speeds");
  // Flights are correlated with the last collision, more so in a denser gas, and few particles
  // share their energy; measured with this program.
  constexpr double kUncorrelated = 0.02, kOfDensity = 0.6, kOfNumber = 0.25;
  if (is_beyond(gas_.mixture.packing_fraction, kUncorrelated))
    return Prediction::outside(fmt::format(
        "packing fractions up to {}, where collisions are not correlated", kUncorrelated));
  dilute.uncertainty = dilute.value * portable::hypot(kOfDensity * gas_.mixture.packing_fraction,
                                                      kOfNumber / gas_.particles);
  return dilute;
}

TheoryValue GasTheory::finite(TheoryValue infinite, double factor) const {
  infinite *= factor;
  // The next order in 1/N, and its change with density and the size of the box.
  infinite.uncertainty = portable::hypot(
      infinite.uncertainty, infinite.value * uncertain_memory(gas_.dimensions, gas_.particles));
  infinite.source += ", finite N";
  return infinite;
}

std::optional<Prediction> GasTheory::no_smooth_mixture(double kt) const {
  const bool smooth =
      std::all_of(gas_.components.begin(), gas_.components.end(),
                  [](const RigidComponent& one) { return one.rotational_degrees == 0; });
  if (!smooth || !gas_.elastic || kt <= 0) return Prediction();
  if (!gas_.known) return gas_.unknown();
  if (gas_.components.size() > kMostMixedSpecies)
    return Prediction::outside(fmt::format("mixtures of up to {} species", kMostMixedSpecies));
  return std::nullopt;
}

double GasTheory::image_loss_of_mixture(double kt) const {
  if (gas_.dimensions == 2 || !gas_.cube_edge) return 0;
  return finite_diffusion_loss(kt, clausius::shear_viscosity(gas_.mixture, kt).value,
                               *gas_.cube_edge);
}

TheoryValue GasTheory::less_images(TheoryValue diffusion, double loss, double uncertainty) {
  if (loss == 0) return diffusion;
  diffusion.value -= loss;
  diffusion.uncertainty = portable::hypot(diffusion.uncertainty, uncertainty * loss);
  diffusion.source += ", less 2.837297 k_BT/(6πηL) for the images by Yeh & Hummer (2004)";
  return diffusion;
}

Prediction GasTheory::beyond(double packing_fraction) {
  return Prediction::outside(fmt::format(
      "packing fractions up to {}, beyond which correlated collisions dominate", packing_fraction));
}

Prediction GasTheory::where_it_holds(const SphereGas& gas, TheoryValue coefficient) {
  constexpr double kMostFlat = 0.4;
  const double most = gas.dimensions == 3 ? freezing_packing_fraction(3) : kMostFlat;
  if (is_beyond(packing_fraction(gas), most)) return beyond(most);
  return coefficient;
}

// The energy that a particle carries is correlated with that of the others by its share of the
// mass: its part of the square of the heat flux is (1 − m/M)³, M the mass of all, where equal ones
// have (1 − 1/N)³.
TheoryValue GasTheory::of_unlike_masses(TheoryValue coefficient) const {
  double least = 1, most = 0, whole = 0;
  for (const MixtureComponent& one : gas_.mixture.components) whole += one.count * one.mass;
  for (const MixtureComponent& one : gas_.mixture.components) {
    if (one.count == 0) continue;
    least = std::min(least, one.mass / whole);
    most = std::max(most, one.mass / whole);
  }
  const double spread = portable::pow(1 - least, 3) - portable::pow(1 - most, 3);
  coefficient.uncertainty = portable::hypot(coefficient.uncertainty, spread * coefficient.value);
  return coefficient;
}

bool GasTheory::has_two_species() const {
  const auto& components = gas_.mixture.components;
  return components.size() == 2 && components[0].count > 0 && components[1].count > 0;
}

// In each action a part p of the particles gets new velocities less a common one that keeps their
// momentum: of k particles each keeps 1/k of its own. k − 1 are the others, binomial.
TheoryValue GasTheory::resampling_rate(double kt) const {
  const double interval = gas_.driving.resampling_interval.value_or(
      kUsualDriveInterval / clausius::collision_rate(gas_.mixture, kt).value);
  const double part = -portable::expm1(-gas_.driving.resampling_rate * interval);
  const double none = portable::exp(-gas_.driving.resampling_rate * interval * gas_.particles);
  const double kept = 1 - part + (1 - none) / gas_.particles;
  const double rate = -portable::log(kept) / interval;
  return {rate, "Andersen's thermostat",
          gas_.driving.resampling_interval ? 0 : gas_.driving.resampling_rate - rate};
}

Prediction GasTheory::diffusion_out_of_equilibrium(double kt) const {
  if (!gas_.restitution || kt <= 0) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  const double e = *gas_.restitution;
  const bool falls = !driven() || gas_.driving.rescaled;
  if (!falls && !gas_.driving.kick_strength && gas_.driving.resampling_rate == 0)
    return std::nullopt;
  if (gas_.driving.kick_strength && e == 1) return std::nullopt;
  const MixtureComponent& one = gas_.mixture.components[0];
  const SphereGas gas{gas_.mixture.number_density(), one.diameter, one.mass, kt, gas_.dimensions};
  TheoryValue value = correlated_diffusion_coefficient(gas);
  // Correlated collisions change it about as in a gas in equilibrium.
  if (e < 1) value.uncertainty = clausius::diffusion_coefficient(gas).uncertainty;
  value =
      finite(std::move(value), finite_transport_factors(gas_.dimensions, gas_.particles).diffusion);
  // Shear waves of a gas that would cool grow in units of the thermal speed beyond a length, and
  // below it they are stronger than those of an elastic gas.
  double stronger = 1;
  if (e < 1) {
    const double rate = gas_.finite_collision_rate(1).value;
    const double length = critical_length(clausius::haff_time(gas_.dimensions, e, rate).value);
    if (falls && gas_.longest_edge >= length)
      return Prediction::outside(fmt::format(
          "boxes shorter than {:.3g}, in which inelastic gases stay homogeneous", length));
    const double part = falls ? portable::pow(gas_.longest_edge / length, 2) : 0;
    stronger = 1 / (1 - part);
    const TheoryValue factor = falls ? cooling_diffusion_factor(gas_.dimensions, e)
                                     : driven_diffusion_factor(gas_.dimensions, e);
    value *= factor.value;
    value.uncertainty = portable::hypot(
        value.uncertainty,
        value.value * portable::hypot(factor.uncertainty / factor.value, gas_.correlated));
    value.source += "; " + factor.source;
  }
  // Images reduce it in equilibrium. Out of it shear waves, which kicks drive or which grow in
  // units of the thermal speed, make up for that.
  if (gas_.dimensions == 3 && gas_.cube_edge) {
    constexpr double kNext = 0.5;
    const double loss =
        finite_diffusion_loss(kt, correlated_shear_viscosity(gas).value, *gas_.cube_edge);
    if (e == 1)
      value = less_images(std::move(value), loss, kNext);
    else
      value.uncertainty = portable::hypot(value.uncertainty, stronger * loss);
  }
  if (gas_.driving.resampling_rate > 0) {
    const TheoryValue rate = resampling_rate(kt);
    const double friction = kt / (one.mass * value.value) + rate.value;
    const double diffusion = kt / (one.mass * friction);
    value.uncertainty =
        portable::hypot(value.uncertainty * portable::pow(diffusion / value.value, 2),
                        diffusion * rate.uncertainty / friction);
    value.value = diffusion;
    value.source += ", and " + rate.source;
  }
  return where_it_holds(gas, std::move(value));
}

Prediction GasTheory::diffusion_coefficient(double kt) const {
  if (!gas_.elastic) return diffusion_out_of_equilibrium(kt);
  const auto gas = sphere_gas(kt);
  if (!gas) return no_sphere_gas();
  TheoryValue value = finite(correlated_diffusion_coefficient(*gas),
                             finite_transport_factors(gas_.dimensions, gas_.particles).diffusion);
  if (gas_.dimensions == 3 && gas_.cube_edge) {
    const TheoryValue viscosity = correlated_shear_viscosity(*gas);
    // The next orders of the reduction, and the fact that it needs longer to build up than
    // displacements are followed: measured with this program, 0.22 of it for 108 spheres at φ =
    // 0.2.
    constexpr double kNext = 0.2;
    value =
        less_images(std::move(value), finite_diffusion_loss(kt, viscosity.value, *gas_.cube_edge),
                    portable::hypot(kNext, viscosity.uncertainty / viscosity.value));
  }
  return where_it_holds(*gas, std::move(value));
}

std::optional<double> GasTheory::enskog_viscosity(double kt) const {
  const auto gas = sphere_gas(kt);
  if (!gas) return std::nullopt;
  return clausius::shear_viscosity(*gas).value;
}

std::vector<Prediction> GasTheory::diffusion_coefficients(double kt) const {
  const std::vector<MixtureComponent>& components = gas_.mixture.components;
  const auto all = [&](const Prediction& one) {
    return std::vector<Prediction>(components.size(), one);
  };
  if (gas_.restitution) return all(diffusion_coefficient(kt));
  if (const auto no = no_smooth_mixture(kt)) return all(*no);
  if (is_beyond(gas_.mixture.packing_fraction, kMostMixedSelf)) return all(beyond(kMostMixedSelf));
  const double loss = image_loss_of_mixture(kt);
  double whole = 0;
  for (const MixtureComponent& one : components) whole += one.count * one.mass;
  std::vector<Prediction> result(components.size());
  for (std::size_t s = 0; s < components.size(); ++s) {
    if (components[s].count == 0) continue;
    TheoryValue value =
        less_images(self_diffusion_coefficient(gas_.mixture, kt, s), loss, kUnsettledImages);
    // Momentum that a particle gives away is returned by the others.
    value *= 1 - components[s].mass / whole;
    result[s] = value;
  }
  return result;
}

Prediction GasTheory::shear_viscosity(double kt) const {
  if (!gas_.restitution) {
    if (const auto no = no_smooth_mixture(kt)) return *no;
    if (is_beyond(gas_.mixture.packing_fraction, kMostMixed)) return beyond(kMostMixed);
    return finite(clausius::shear_viscosity(gas_.mixture, kt),
                  finite_transport_factors(gas_.dimensions, gas_.particles).viscosity);
  }
  const auto gas = sphere_gas(kt);
  if (!gas) return no_sphere_gas();
  return where_it_holds(
      *gas, finite(correlated_shear_viscosity(*gas),
                   finite_transport_factors(gas_.dimensions, gas_.particles).viscosity));
}

Prediction GasTheory::bulk_viscosity(double kt) const {
  const auto gas = sphere_gas(kt);
  if (!gas) return no_sphere_gas();
  // It is proportional to the rate of collisions and to the square of their impulses.
  const double rate =
      gas_.finite_collision_rate(kt).value / clausius::collision_rate(gas_.mixture, kt).value;
  return where_it_holds(*gas,
                        finite(correlated_bulk_viscosity(*gas),
                               rate * gas_.degrees_of_freedom / (gas_.degrees_of_freedom + 1)));
}

Prediction GasTheory::mutual_diffusion_coefficient(double kt) const {
  // Two species of identical particles mix by self-diffusion.
  if (gas_.restitution && gas_.elastic) return diffusion_coefficient(kt);
  if (!has_two_species()) return std::nullopt;
  if (const auto no = no_smooth_mixture(kt)) return *no;
  return less_images(clausius::mutual_diffusion_coefficient(gas_.mixture, kt),
                     image_loss_of_mixture(kt), kUnsettledImages);
}

Prediction GasTheory::thermal_diffusion_factor(double kt) const {
  if (!has_two_species()) return std::nullopt;
  if (const auto no = no_smooth_mixture(kt)) return *no;
  if (gas_.restitution) return TheoryValue{0, "equal particles"};
  if (is_beyond(gas_.mixture.packing_fraction, kMostMixedSelf)) return beyond(kMostMixedSelf);
  return of_unlike_masses(finite(clausius::thermal_diffusion_factor(gas_.mixture, kt), 1));
}

// ⟨v⁴⟩ at constant energy is smaller than Maxwell's, and so is the energy that a drift carries:
// exactly by this factor in a dilute gas at rest, whatever the masses.
std::vector<double> GasTheory::partial_enthalpies(double kt) const {
  if (!is_elastic_fluid() || kt <= 0) return {};
  std::vector<double> all = clausius::partial_enthalpies(gas_.mixture, kt);
  for (double& one : all) one *= gas_.degrees_of_freedom / (gas_.degrees_of_freedom + 2);
  return all;
}

Prediction GasTheory::thermal_conductivity(double kt) const {
  if (!gas_.restitution) {
    if (const auto no = no_smooth_mixture(kt)) return *no;
    if (is_beyond(gas_.mixture.packing_fraction, kMostMixed)) return beyond(kMostMixed);
    return of_unlike_masses(
        finite(clausius::thermal_conductivity(gas_.mixture, kt),
               finite_transport_factors(gas_.dimensions, gas_.particles).conductivity));
  }
  const auto gas = sphere_gas(kt);
  if (!gas) return no_sphere_gas();
  return where_it_holds(
      *gas, finite(correlated_thermal_conductivity(*gas),
                   finite_transport_factors(gas_.dimensions, gas_.particles).conductivity));
}

}  // namespace clausius
