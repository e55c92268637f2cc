#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/gas_theory/kinds.h"
#include "theory/velocities/granular.h"

namespace clausius {

Prediction UniformFluid::collision_rate(const GasFacts& gas, double kt) const {
  if (!gas.known) return gas.unknown();
  TheoryValue rate = gas.finite_collision_rate(kt);
  if (gas.viscosity > 0) {
    rate.source += ", Maxwell's law of velocities";
  } else if (!gas.elastic) {
    const auto a2 = gas.state_a2();
    if (!a2) return std::nullopt;
    rate *= 1 - a2->value / 16;
    rate.source += ", first Sonine correction of its state";
    return gas.inelastic(rate);
  }
  return rate;
}

Prediction UniformFluid::collision_rate(const GasFacts& gas, double kt, std::size_t species) const {
  if (!gas.elastic) return std::nullopt;
  if (!gas.known) return gas.unknown();
  return clausius::finite_collision_rate(gas.mixture, kt, species) * gas.constant_energy_factor();
}

Prediction UniformFluid::compressibility_factor(const GasFacts& gas) const {
  if (!(gas.elastic || gas.restitution || gas.added_speed)) return std::nullopt;
  if (!gas.known) return gas.unknown();
  const TheoryValue z = finite_compressibility_factor(gas.mixture);
  if (gas.elastic) return z;
  TheoryValue result =
      gas.added_speed ? TheoryValue{1 + gas.added_speed->pressure * (z.value - 1),
                                    z.source + "; collisional part by Garzo, Brito & Soto (2018)",
                                    gas.added_speed->pressure * z.uncertainty}
                      : inelastic_compressibility_factor(z, *gas.restitution);
  // The kinetic part is exact.
  result.uncertainty = portable::hypot(result.uncertainty, gas.correlated * (result.value - 1));
  return result;
}

}  // namespace clausius
