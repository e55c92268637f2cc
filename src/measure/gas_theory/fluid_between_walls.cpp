#include <cmath>

#include "clausius/theory/enskog.h"
#include "measure/gas_theory/kinds.h"
#include "theory/fluid/pairs_between_walls.h"
#include "theory/transport/walls.h"

namespace clausius {

namespace {

// Packing fraction up to which pairs between walls say more than that they are uncertain.
constexpr double kMostCrowdedPairs = 0.1;

}  // namespace

template <int Dim>
std::optional<FluidBetweenWalls> FluidBetweenWalls::of(const Gas<Dim>& gas, const GasFacts& facts) {
  if (gas.box.all_periodic() || !facts.elastic || !facts.at_rest || facts.particles < 2 ||
      gas.viscosity > 0 || gas.is_rough() || gas.has_reservoirs() || !gas.is_additive())
    return std::nullopt;
  std::vector<double> edges(gas.box.size.data(), gas.box.size.data() + Dim);
  std::vector<bool> walls;
  for (const bool periodic : gas.box.periodic) walls.push_back(!periodic);
  PairsBetweenWalls pairs;
  FluidBetweenWalls result;
  std::string source = PairsBetweenWalls::source();
  if (facts.mixture.one_diameter()) {
    const double diameter = gas.species[0].diameter;
    const auto fluid = fluid_between_walls(Dim, facts.particles, diameter, edges, walls);
    if (!fluid) return std::nullopt;
    pairs = pairs_of_fluid(facts.mixture, *fluid);
    result.bulk_density = fluid->bulk_density;
    source = WalledFluid::source();
  } else {
    if (!gas.boundary.obstacles.empty() || facts.mixture.packing_fraction > kMostCrowdedPairs)
      return std::nullopt;
    for (int k = 0; k < Dim; ++k)
      for (const SphereSpecies& one : gas.species)
        if (one.diameter >= edges[static_cast<std::size_t>(k)]) return std::nullopt;
    pairs = pairs_between_walls(facts.mixture, edges, walls);
  }
  const double speed = finite_speed_factor(facts.degrees_of_freedom);
  result.rates = pairs.rates * speed;
  result.rate_uncertainties = pairs.rate_uncertainties * speed;
  result.virial = TheoryValue{pairs.collision_virial, source, pairs.virial_uncertainty} *
                  (1 / (Dim * facts.particles));
  double force = 0, uncertainty = 0, area = 0;
  for (int k = 0; k < Dim; ++k) {
    if (gas.box.periodic[k]) continue;
    force += pairs.force[static_cast<std::size_t>(k)];
    uncertainty += pairs.force_uncertainty[static_cast<std::size_t>(k)];
    area += gas.box.volume() / gas.box.size[k];
  }
  result.pressure =
      TheoryValue{force, source, uncertainty} * (gas.box.volume() / (area * facts.particles));
  return result;
}

TheoryValue FluidBetweenWalls::rate_of(std::size_t species) const {
  const auto row = static_cast<Eigen::Index>(species);
  return {rates.row(row).sum(), virial.source, rate_uncertainties.row(row).sum()};
}

Prediction FluidBetweenWalls::collision_rate(const GasFacts& gas, double kt) const {
  TheoryValue mean{0, virial.source};
  for (std::size_t i = 0; i < gas.components.size(); ++i) {
    const TheoryValue one = rate_of(i) * gas.mixture.fraction(i);
    mean.value += one.value;
    mean.uncertainty += one.uncertainty;
  }
  return mean * std::sqrt(kt);
}

Prediction FluidBetweenWalls::collision_rate(const GasFacts& /*gas*/, double kt,
                                             std::size_t species) const {
  return rate_of(species) * std::sqrt(kt);
}

Prediction FluidBetweenWalls::compressibility_factor(const GasFacts& /*gas*/) const {
  TheoryValue z = virial;
  z.value += 1;
  return z;
}

template std::optional<FluidBetweenWalls> FluidBetweenWalls::of(const Gas<2>&, const GasFacts&);
template std::optional<FluidBetweenWalls> FluidBetweenWalls::of(const Gas<3>&, const GasFacts&);

}  // namespace clausius
