#include <cmath>
#include <numbers>

#include "clausius/theory/enskog.h"
#include "collision/resolve.h"
#include "core/elementary.h"
#include "measure/gas_theory/gas_theory.h"
#include "theory/transport/granular_transport.h"
#include "theory/velocities/granular.h"

// Cooling, see facts.h and kinds.h for what it is built on.

namespace clausius {

Prediction GasTheory::reduced_cooling_rate() const {
  if (gas_.elastic) return TheoryValue{0, "conservation of energy"};
  const auto* state = kind_of<GranularState>();
  if (driven() || !(state || gas_.restitution)) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  const TheoryValue rate =
      state ? state->approximate(gas_, state->reduced_rate)
            : gas_.inelastic(clausius::reduced_cooling_rate(gas_.dimensions, *gas_.restitution));
  return rate * gas_.finite_cooling_factor();
}

Prediction GasTheory::energy_lost_fraction() const {
  if (!gas_.lost_fraction) return std::nullopt;
  return TheoryValue{*gas_.lost_fraction, "law of collisions, 1 - e^2"};
}

Prediction GasTheory::viscoelastic_cooling_rate(double kt) const {
  if (driven() || gas_.viscosity == 0 || kt <= 0) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  const double reduced = clausius::reduced_cooling_rate(
      gas_.dimensions, [this](double v) { return viscoelastic_restitution(gas_.viscosity, v); },
      kt / gas_.mixture.components[0].mass);
  return TheoryValue{gas_.finite_collision_rate(kt).value * reduced * gas_.finite_cooling_factor(),
                     "Schwager & Poschel (1998), Maxwell's law of velocities"};
}

Prediction GasTheory::haff_time(double kt) const {
  if (cooling_of_bodies() != nullptr && kt > 0) return kind_of<GasOfBodies>()->haff_time(gas_, kt);
  const auto* state = kind_of<GranularState>();
  if (gas_.elastic || driven() || !(state || gas_.restitution) || kt <= 0) return std::nullopt;
  if (!gas_.known) return gas_.unknown();
  if (state) {
    TheoryValue tau =
        state->approximate(gas_, 2 / (collision_rate(kt)->value * reduced_cooling_rate()->value));
    tau.source = "Haff (1983), " + tau.source;
    return tau;
  }
  const TheoryValue rate = gas_.finite_collision_rate(kt);
  TheoryValue tau = clausius::haff_time(gas_.dimensions, *gas_.restitution, rate.value);
  tau.uncertainty = tau.value * rate.uncertainty / rate.value;
  return gas_.inelastic(tau * (1 / gas_.finite_cooling_factor()));
}

TheoryValue GasTheory::kinematic_viscosity() const {
  const MixtureComponent& one = gas_.mixture.components[0];
  const double density = gas_.mixture.number_density();
  return granular_transport(SphereGas{density, one.diameter, one.mass, 1, gas_.dimensions},
                            *gas_.restitution)
             .shear_viscosity *
         (1 / (density * one.mass));
}

// The slowest shear wave of a box, of wavenumber 2π/L, decays at the rate ν (2π/L)², velocities as
// a whole at half the cooling rate.
double GasTheory::critical_length(double haff_time) const {
  return 2 * std::numbers::pi * std::sqrt(kinematic_viscosity().value * haff_time);
}

Prediction GasTheory::shear_wave_damping(double wave_number) const {
  const Prediction tau = haff_time(1), path = mean_free_path();
  if (!tau || !path || gas_.bodies || exchange_ || gas_.viscosity > 0) return std::nullopt;
  if (wave_number * path->value > 1)
    return Prediction::outside("waves longer than 2 pi free paths");
  constexpr double kOther = 0.05;  // the decay of long waves is not quite exponential
  const TheoryValue viscosity = kinematic_viscosity();
  const double damping = viscosity.value * wave_number * wave_number * tau->value;
  return TheoryValue{
      damping, viscosity.source,
      damping * portable::hypot(kOther, portable::hypot(viscosity.uncertainty / viscosity.value,
                                                        tau->uncertainty / tau->value))};
}

std::optional<double> GasTheory::critical_length() const {
  const auto tau = haff_time(1);
  if (!tau || gas_.bodies || exchange_ || gas_.viscosity > 0) return std::nullopt;
  return critical_length(tau->value);
}

}  // namespace clausius
