#include "measure/velocities/species_law.h"

#include <cmath>

namespace clausius {

template <int Dim>
std::vector<double> counts_of(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<double> counts(gas.species.size());
  for (const std::uint8_t species : state.species) ++counts[species];
  return counts;
}

template <int Dim>
double degrees_of_freedom(const Gas<Dim>& gas, const std::vector<double>& count) {
  double dof = -kept_momenta(gas);
  for (std::size_t s = 0; s < count.size(); ++s)
    dof += count[s] * (Dim + rotational_degrees(gas, s));
  return dof;
}

template <int Dim>
double energy_share(const Gas<Dim>& gas, double mass, double total_mass) {
  return 1 - static_cast<double>(kept_momenta(gas)) / Dim * mass / total_mass;
}

template <int Dim>
SpeciesLaw equilibrium_law(const Gas<Dim>& gas, double dof, double mass, double total_mass) {
  SpeciesLaw law{MaxwellLaw(Dim, 1, 1), std::nullopt};
  // ½ m v_max² = E · share with E = ½ D k_BT
  if (dof > Dim) law.finite.emplace(Dim, dof, std::sqrt(dof * energy_share(gas, mass, total_mass)));
  return law;
}

template double degrees_of_freedom(const Gas<2>&, const std::vector<double>&);
template double degrees_of_freedom(const Gas<3>&, const std::vector<double>&);
template double energy_share(const Gas<2>&, double, double);
template double energy_share(const Gas<3>&, double, double);
template SpeciesLaw equilibrium_law(const Gas<2>&, double, double, double);
template SpeciesLaw equilibrium_law(const Gas<3>&, double, double, double);

template std::vector<double> counts_of(const Gas<2>&, const State<2>&);
template std::vector<double> counts_of(const Gas<3>&, const State<3>&);

}  // namespace clausius
