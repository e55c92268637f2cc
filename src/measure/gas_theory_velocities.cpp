#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/gas_theory.h"
#include "measure/velocities/h_function.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"

// Velocity distribution, temperatures and order, see gas_theory.cpp for what they are built on.

namespace clausius {

// Bound of the change of Sonine coefficients by shear, see GasTheory::sheared().
static constexpr double kShearedVelocities = 4;

Prediction GasTheory::kurtosis_a2() const {
  if (!at_rest_) return std::nullopt;
  const TheoryValue finite = equilibrium_kurtosis_a2(dof_);
  if (elastic_) return finite;
  return sheared(state_a2().with([&](TheoryValue a2) {
    a2.value += finite.value;
    return a2;
  }),
                 kShearedVelocities);
}

Prediction GasTheory::state_a2() const {
  if (!restitution_) return std::nullopt;
  if (!known_) return unknown();
  if (!driven() || *restitution_ == 1) return cooling_kurtosis_a2(dimensions_, *restitution_);
  if (!driving_.kick_strength) return std::nullopt;
  return driven_kurtosis_a2(dimensions_, *restitution_);
}

Prediction GasTheory::mean_collision_energy() const {
  const double few = dof_ / (dof_ + 1);
  if (elastic_) return clausius::mean_collision_energy(1, dof_);
  return state_a2().with([&](const TheoryValue& a2) {
    TheoryValue energy{few * sonine_collision_energy(a2.value),
                       "kinetic theory: 2 k_B T (1 + a2/4), a2: " + a2.source};
    // The second order in a₂, and collisions that are correlated.
    const double next = *restitution_ < 1 ? correlated_ + a2.value * a2.value : 0;
    energy.uncertainty = portable::hypot(next, driven() ? 1 / dof_ : 0) * energy.value;
    return energy;
  });
}

Prediction GasTheory::state_a3() const {
  if (!restitution_) return std::nullopt;
  if (!known_) return unknown();
  if (!driven() || *restitution_ == 1) return cooling_sonine_a3(dimensions_, *restitution_);
  if (!driving_.kick_strength) return std::nullopt;
  return driven_sonine_a3(dimensions_, *restitution_);
}

Prediction GasTheory::steady_kt() const {
  if (driving_.thermostat_kt && at_rest_)
    return TheoryValue{*driving_.thermostat_kt, "the thermostat"};
  if (!driven() || !driving_.kick_strength) return std::nullopt;
  if (!known_) return unknown();
  if (granular_state_) return gaussian(driven_kt_);
  if (!restitution_ || *restitution_ == 1) return std::nullopt;
  // m·strength = ζ(T) k_BT, with ζ ∝ √T
  const double e = *restitution_;
  const double loss = (1 - e * e) / dimensions_ * finite_collision_rate(1).value *
                      (1 + 3 * state_a2()->value / 16) * finite_cooling_factor();
  const double gain = mixture_.components[0].mass * *driving_.kick_strength;
  return inelastic({portable::pow(gain / loss, 2.0 / 3),
                    "balance of kicks and collisions, van Noije & Ernst (1998)"});
}

Prediction GasTheory::drive_power() const {
  if (!driving_.kick_strength) return std::nullopt;
  double mass = 0, sum_sq = 0;
  for (const MixtureComponent& one : mixture_.components) {
    mass += one.count * one.mass;
    sum_sq += one.count * one.mass * one.mass;
  }
  return TheoryValue{0.5 * dimensions_ * *driving_.kick_strength * (mass - sum_sq / mass),
                     "kicks independent of the velocities"};
}

Prediction GasTheory::sonine_a3() const {
  if (!at_rest_) return std::nullopt;
  // With Σv² fixed in D dimensions: 1 + 3a₂ − ⟨v⁶⟩/⟨v⁶⟩_Maxwell.
  const double finite = -16 / ((dof_ + 2) * (dof_ + 4));
  if (elastic_) return TheoryValue{finite, equilibrium_kurtosis_a2(dof_).source};
  return sheared(state_a3().with([&](TheoryValue a3) {
    a3.value += finite;
    return a3;
  }),
                 kShearedVelocities);
}

Prediction GasTheory::tail_exponent() const {
  if (elastic_ || driven() || !restitution_) return std::nullopt;
  if (!known_) return unknown();
  return cooling_tail_exponent(dimensions_, *restitution_);
}

Prediction GasTheory::h_function() const {
  if (!at_rest_ || !elastic_) return std::nullopt;
  return TheoryValue{HFunction::equilibrium(dimensions_), MaxwellLaw::source()};
}

Prediction GasTheory::temperature_share(std::size_t species) const {
  const double g = components_[species].rotational_degrees;
  if (granular_state_)
    return gaussian(
        (dimensions_ * granular_state_->kt.translation[species] * energy_shares_[species] +
         g * granular_state_->kt.rotation[species]) /
        (dimensions_ + g));
  if (!at_rest_ || dof_ <= 0) return std::nullopt;
  if (!elastic_ && restitution_ && g == 0)
    return TheoryValue{energy_shares_[species], "species of identical particles"};
  if (!elastic_) return std::nullopt;
  return TheoryValue{(dimensions_ * energy_shares_[species] + g) / (dimensions_ + g),
                     "equipartition, less the conserved momentum's share"};
}

Prediction GasTheory::rotational_temperature_ratio() const {
  if (!at_rest_ || dof_ <= 0 || !(elastic_ || rigid_cooling_ || granular_state_))
    return std::nullopt;
  if (granular_state_) {
    double translation = 0, rotation = 0, rotations = 0;
    for (std::size_t s = 0; s < components_.size(); ++s) {
      const double turning = mixture_.fraction(s) * components_[s].rotational_degrees;
      translation += mixture_.fraction(s) * energy_shares_[s] * granular_state_->kt.translation[s];
      rotation += turning * granular_state_->kt.rotation[s];
      rotations += turning;
    }
    return gaussian(rotation / rotations / translation);
  }
  double translation = 0;
  for (std::size_t s = 0; s < components_.size(); ++s)
    translation += mixture_.fraction(s) * energy_shares_[s];
  if (elastic_)
    return TheoryValue{1 / translation, "equipartition, less the conserved momentum's share"};
  return TheoryValue{rigid_cooling_->temperature_ratio / translation,
                     "both cool at one rate, Gaussian velocities"};
}

Prediction GasTheory::nematic_order(std::size_t species) const {
  if (!rigid_ || !elastic_) return std::nullopt;
  return rigid_->nematic_order(species);
}

}  // namespace clausius
