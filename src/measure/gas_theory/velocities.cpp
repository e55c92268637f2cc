#include <algorithm>
#include <cmath>

#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/gas_theory/gas_theory.h"
#include "measure/velocities/h_function.h"
#include "theory/velocities/granular.h"
#include "theory/velocities/maxwell.h"

// Velocity distribution, temperatures and order, see facts.h and kinds.h for what they are built
// on.

namespace clausius {

// Bound of the change of Sonine coefficients by shear, see GasTheory::sheared().
static constexpr double kShearedVelocities = 4;

Prediction GasTheory::kurtosis_a2() const {
  if (!gas_.at_rest) return std::nullopt;
  const TheoryValue finite = equilibrium_kurtosis_a2(gas_.degrees_of_freedom);
  if (gas_.elastic) return finite;
  return sheared(gas_.state_a2().with([&](TheoryValue a2) {
    a2.value += finite.value;
    return a2;
  }),
                 kShearedVelocities);
}

Prediction GasTheory::mean_collision_energy() const {
  const double few = gas_.degrees_of_freedom / (gas_.degrees_of_freedom + 1);
  if (gas_.elastic) return clausius::mean_collision_energy(1, gas_.degrees_of_freedom);
  return gas_.state_a2().with([&](const TheoryValue& a2) {
    TheoryValue energy{few * sonine_collision_energy(a2.value),
                       "kinetic theory: 2 k_B T (1 + a2/4), a2: " + a2.source};
    // The second order in a₂, and collisions that are correlated.
    const double next = gas_.restitution == 1 ? 0 : gas_.correlated + a2.value * a2.value;
    energy.uncertainty =
        portable::hypot(next, driven() ? 1 / gas_.degrees_of_freedom : 0) * energy.value;
    return energy;
  });
}

Prediction GasTheory::steady_kt() const {
  if (gas_.driving.thermostat_kt && gas_.at_rest)
    return TheoryValue{*gas_.driving.thermostat_kt, "the thermostat"};
  if (!driven() || !(gas_.driving.kick_strength || gas_.added_speed)) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  if (gas_.added_speed) {
    TheoryValue kt = gas_.inelastic(gas_.added_speed->kt * gas_.added_speed_kt);
    kt.uncertainty = portable::hypot(kt.uncertainty, kt.value / gas_.degrees_of_freedom);
    return kt;
  }
  if (const auto* state = kind_of<GranularState>())
    return state->approximate(gas_, state->driven_kt);
  if (!gas_.restitution || *gas_.restitution == 1) return std::nullopt;
  // m·strength = ζ(T) k_BT, with ζ ∝ √T
  const double e = *gas_.restitution;
  const double loss = (1 - e * e) / gas_.dimensions * gas_.finite_collision_rate(1).value *
                      (1 + 3 * gas_.state_a2()->value / 16) * gas_.finite_cooling_factor();
  const double gain = gas_.mixture.components[0].mass * *gas_.driving.kick_strength;
  return gas_.inelastic({portable::pow(gain / loss, 2.0 / 3),
                         "balance of kicks and collisions, van Noije & Ernst (1998)"});
}

Prediction GasTheory::drive_power() const {
  if (!gas_.driving.kick_strength) return std::nullopt;
  double mass = 0, sum_sq = 0;
  for (const MixtureComponent& one : gas_.mixture.components) {
    mass += one.count * one.mass;
    sum_sq += one.count * one.mass * one.mass;
  }
  return TheoryValue{0.5 * gas_.dimensions * *gas_.driving.kick_strength * (mass - sum_sq / mass),
                     "kicks independent of the velocities"};
}

Prediction GasTheory::sonine_a3() const {
  if (!gas_.at_rest) return std::nullopt;
  // With Σv² fixed in D dimensions: 1 + 3a₂ − ⟨v⁶⟩/⟨v⁶⟩_Maxwell.
  const double finite = -16 / ((gas_.degrees_of_freedom + 2) * (gas_.degrees_of_freedom + 4));
  if (gas_.elastic)
    return TheoryValue{finite, equilibrium_kurtosis_a2(gas_.degrees_of_freedom).source};
  return sheared(gas_.state_a3().with([&](TheoryValue a3) {
    a3.value += finite;
    return a3;
  }),
                 kShearedVelocities);
}

Prediction GasTheory::tail_exponent() const {
  if (gas_.elastic || driven() || !gas_.restitution) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  return cooling_tail_exponent(gas_.dimensions, *gas_.restitution);
}

Prediction GasTheory::h_function() const {
  if (!gas_.at_rest || !gas_.elastic) return std::nullopt;
  return TheoryValue{HFunction::equilibrium(gas_.dimensions), MaxwellLaw::source()};
}

Prediction GasTheory::temperature_share(std::size_t species) const {
  const double g = gas_.components[species].rotational_degrees;
  if (const auto* state = kind_of<GranularState>()) return state->temperature_share(gas_, species);
  if (!gas_.at_rest || gas_.degrees_of_freedom <= 0) return std::nullopt;
  if (!gas_.elastic && gas_.restitution && g == 0)
    return TheoryValue{gas_.energy_shares[species], "species of identical particles"};
  if (!gas_.elastic) return std::nullopt;
  return TheoryValue{(gas_.dimensions * gas_.energy_shares[species] + g) / (gas_.dimensions + g),
                     "equipartition, less the conserved momentum's share"};
}

// The next polynomials change the coefficients in second order.
std::array<Prediction, 3> GasTheory::spin_cumulants() const {
  constexpr double kLeast = 0.002, kOfCumulant = 0.15;
  const auto* state = kind_of<GranularState>();
  const bool cools = state != nullptr && state->beyond_maxwell != nullptr;
  const double spinning = gas_.components[0].rotational_degrees * gas_.particles;
  const double moving = gas_.degrees_of_freedom - spinning;
  if (gas_.components.size() > 1 || !gas_.at_rest || !(cools || gas_.elastic) || spinning <= 0 ||
      moving <= 0)
    return {};
  // Squares of velocities and of spins have their sums at each instant.
  std::array<TheoryValue, 3> all{equilibrium_kurtosis_a2(moving), equilibrium_kurtosis_a2(spinning),
                                 TheoryValue{0, equilibrium_kurtosis_a2(spinning).source}};
  if (cools) {
    const RoughGas::Cooling& law = state->beyond_maxwell->cooling;
    const std::array<double, 3> values{law.a20, law.a02, law.a11};
    const double largest = std::max({std::abs(law.a20), std::abs(law.a02), std::abs(law.a11)});
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k] = {values[k] + all[k].value, RoughGas::source(),
                kLeast + kOfCumulant * (std::abs(values[k]) + largest * largest)};
  }
  return {all[0], all[1], all[2]};
}

Prediction GasTheory::sliding_fraction() const {
  const auto* state = kind_of<GranularState>();
  if (state == nullptr || state->sliding_fraction == 0) return std::nullopt;
  return state->approximate(gas_, state->sliding_fraction);
}

Prediction GasTheory::rotational_temperature_ratio() const {
  if (!gas_.at_rest || gas_.degrees_of_freedom <= 0) return std::nullopt;
  if (const auto* state = kind_of<GranularState>())
    return state->rotational_temperature_ratio(gas_);
  const RigidGas::Cooling* const cooling = cooling_of_bodies();
  if (!gas_.elastic && cooling == nullptr) return std::nullopt;
  double translation = 0;
  for (std::size_t s = 0; s < gas_.components.size(); ++s)
    translation += gas_.mixture.fraction(s) * gas_.energy_shares[s];
  if (gas_.elastic)
    return TheoryValue{1 / translation, "equipartition, less the conserved momentum's share"};
  return TheoryValue{cooling->temperature_ratio / translation,
                     "both cool at one rate, Gaussian velocities"};
}

Prediction GasTheory::nematic_order(std::size_t species) const {
  const auto* bodies = kind_of<GasOfBodies>();
  if (bodies == nullptr || !gas_.elastic) return std::nullopt;
  if (!bodies->is_dilute())
    return Prediction::outside(
        "bodies so dilute that contact values exceed 1 by less than an eighth");
  return bodies->gas.nematic_order(species);
}

}  // namespace clausius
