#include "clausius/theory/enskog.h"
#include "core/elementary.h"
#include "measure/gas_theory/kinds.h"

namespace clausius {

namespace {

/// Whether the gas is a polydisperse elastic fluid in a periodic box.
bool has_theory_of_sizes(const GasFacts& gas) {
  return gas.elastic && gas.homogeneous &&
         gas.sizes->mixture.packing_fraction < freezing_packing_fraction(gas.dimensions);
}

/// (Z_N − 1)/(Z − 1). The change by a finite number is that of particles of one diameter, to the
/// second order in the spread.
TheoryValue finite_factor_of_sizes(const GasFacts& gas) {
  TheoryValue factor = finite_contact_factor(
      {gas.dimensions, gas.sizes->mixture.packing_fraction, {{gas.particles, 1, 1}}});
  constexpr double kOfSpread = 0.3;
  factor.uncertainty = portable::hypot(factor.uncertainty, kOfSpread * (1 - factor.value));
  return factor;
}

/// Collisions of a particle of one species, or of any (unset).
TheoryValue rate_of_sizes(const GasFacts& gas, double kt, std::optional<std::size_t> species) {
  TheoryValue rate{0, ""};
  double particles = 0;
  const SizeComponents& sizes = *gas.sizes;
  for (std::size_t k = 0; k < sizes.species.size(); ++k) {
    if (species && sizes.species[k] != *species) continue;
    const TheoryValue one = clausius::collision_rate(sizes.mixture, kt, k);
    const double count = sizes.mixture.components[k].count;
    rate.value += count * one.value;
    rate.uncertainty += count * one.uncertainty;
    rate.source = one.source + ", by the moments of the diameters";
    particles += count;
  }
  const TheoryValue factor = finite_factor_of_sizes(gas);
  rate *= factor.value * finite_speed_factor(gas.degrees_of_freedom) / particles;
  rate.uncertainty = portable::hypot(rate.uncertainty, rate.value * factor.uncertainty);
  return rate;
}

}  // namespace

Prediction FluidOfSizes::collision_rate(const GasFacts& gas, double kt) const {
  if (!has_theory_of_sizes(gas)) return gas.unknown();
  return rate_of_sizes(gas, kt, std::nullopt);
}

Prediction FluidOfSizes::collision_rate(const GasFacts& gas, double kt, std::size_t species) const {
  if (!gas.elastic) return std::nullopt;
  if (!has_theory_of_sizes(gas)) return gas.unknown();
  return rate_of_sizes(gas, kt, species);
}

Prediction FluidOfSizes::collision_rate_at(const GasFacts& gas, double kt, double diameter) const {
  if (!has_theory_of_sizes(gas)) return gas.unknown();
  // One more component without particles, with the density of the first.
  Mixture mixture = gas.sizes->mixture;
  const MixtureComponent& first = mixture.components.front();
  mixture.components.push_back(
      {0, diameter, first.mass * portable::pow(diameter / first.diameter, gas.dimensions)});
  const TheoryValue factor = finite_factor_of_sizes(gas);
  TheoryValue rate = clausius::collision_rate(mixture, kt, mixture.components.size() - 1);
  rate *= factor.value * finite_speed_factor(gas.degrees_of_freedom);
  return rate;
}

Prediction FluidOfSizes::compressibility_factor(const GasFacts& gas) const {
  if (!(gas.elastic || gas.restitution)) return std::nullopt;
  if (!has_theory_of_sizes(gas)) return gas.unknown();
  const TheoryValue factor = finite_factor_of_sizes(gas);
  TheoryValue z = clausius::compressibility_factor(gas.sizes->mixture);
  const double excess = z.value - 1;
  z.value = 1 + excess * factor.value;
  z.uncertainty = portable::hypot(z.uncertainty, excess * factor.uncertainty);
  z.source += ", by the moments of the diameters";
  return z;
}

}  // namespace clausius
