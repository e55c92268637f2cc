#include "measure/gas_theory/facts.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/theory/enskog.h"
#include "collision/resolve.h"
#include "core/elementary.h"
#include "engine/conserved.h"
#include "engine/hits/restitution.h"
#include "measure/velocities/species_law.h"
#include "theory/fluid/nonadditive.h"
#include "theory/fluid/polydispersity.h"
#include "theory/velocities/granular.h"

namespace clausius {

namespace {

// Relative error in the rates of the theory of the homogeneous state of inelastic particles: a pair
// that has collided separates more slowly, stays near and collides again when a third particle
// comes. Measured with this program with 200 particles, few enough not to cluster, for e = 0 … 0.8
// and φ = 1e-4 … 0.2: proportional to 1 − e² and to φ, and much larger for pairs that hardly
// separate.
double correlation_of_inelastic(int d, double e, double packing_fraction) {
  constexpr double kAlways = 0.01, kSticky = 0.1;
  const double usual = d == 3 ? 0.6 : 0.8, sticky = d == 3 ? 4.6 : 17;
  return (1 - e * e) *
         (kAlways + packing_fraction * (usual + sticky / (1 + portable::pow(e / kSticky, 2))));
}
constexpr double kMostCorrelated = 0.15;

// Volume of a ball (area of a disk) of diameter 1.
template <int Dim>
constexpr double kUnitBall = Dim == 3 ? std::numbers::pi / 6 : std::numbers::pi / 4;

// The coefficient of restitution of identical smooth particles.
template <int Dim>
std::optional<double> common_restitution(const Gas<Dim>& gas) {
  if ((!gas.bodies.empty() && gas.species.size() > 1) || gas.is_polydisperse() ||
      !gas.is_additive())
    return std::nullopt;
  for (const auto& species : gas.species)
    if (species.mass != gas.species[0].mass || species.diameter != gas.species[0].diameter)
      return std::nullopt;
  if (gas.viscosity > 0 || gas.is_rough() || gas.has_reservoirs()) return std::nullopt;
  const double e = gas.restitution(0, 0);
  if ((gas.restitution.array() != e).any()) return std::nullopt;
  return e;
}

template <int Dim>
std::optional<SizeComponents> sizes_of(const Gas<Dim>& gas, const std::vector<double>& count,
                                       const std::vector<std::vector<double>>& diameters) {
  if (!gas.is_polydisperse()) return std::nullopt;
  SizeComponents sizes{{Dim, 0, {}}, {}};
  double filled = 0;
  for (std::size_t s = 0; s < count.size(); ++s) {
    const SphereSpecies& one = gas.species[s];
    const std::vector<double> own = s < diameters.size() ? diameters[s] : std::vector<double>{};
    for (const MixtureComponent& component :
         components_of_sizes({count[s], one.diameter, one.mass}, own, Dim)) {
      filled += component.count * portable::pow(component.diameter, Dim);
      sizes.mixture.components.push_back(component);
      sizes.species.push_back(s);
    }
  }
  sizes.mixture.packing_fraction = kUnitBall<Dim> * filled / gas.box.volume();
  return sizes;
}

}  // namespace

template <int Dim>
Mixture mixture_of(const Gas<Dim>& gas, const std::vector<double>& count) {
  Mixture mixture{Dim, 0, {}};
  for (std::size_t s = 0; s < gas.species.size(); ++s) {
    const double mass = gas.species[s].mass;
    const double diameter = gas.bodies.empty()
                                ? gas.species[s].diameter
                                : portable::pow(gas.bodies[s].volume / kUnitBall<Dim>, 1.0 / Dim);
    mixture.components.push_back({count[s], diameter, mass});
    mixture.packing_fraction +=
        count[s] * kUnitBall<Dim> * portable::pow(diameter, Dim) / gas.box.volume();
  }
  mixture.contact_distances = gas.contact_distances;
  return mixture;
}

template <int Dim>
GasFacts::GasFacts(const Gas<Dim>& gas, const std::vector<double>& count, bool is_at_rest,
                   const Driving& drives, const std::vector<std::vector<double>>& diameters)
    : mixture(mixture_of(gas, count)),
      sizes(sizes_of(gas, count, diameters)),
      dimensions(Dim),
      particles(std::accumulate(count.begin(), count.end(), 0.0)),
      degrees_of_freedom(clausius::degrees_of_freedom(gas, count)),
      longest_edge(gas.box.size.maxCoeff()),
      at_rest(is_at_rest),
      bodies(!gas.bodies.empty()),
      rough(gas.is_rough()),
      homogeneous(!bodies && at_rest && gas.box.all_periodic() && gas.boundary.obstacles.empty() &&
                  particles >= 2),
      correlated(
          correlation_of_inelastic(Dim, gas.restitution.minCoeff(), mixture.packing_fraction)),
      known(homogeneous && correlated <= kMostCorrelated && !sizes &&
            mixture.packing_fraction < freezing_packing_fraction(Dim) &&
            contacts_are_known(mixture) && !gas.has_steps()),
      driving(drives),
      elastic(is_elastic(gas) && !drives.changes_energy),
      has_steps(gas.has_steps()) {
  if (const auto e = common_restitution(gas); gas.added_speed == 0) {
    restitution = e;
  } else if (e && *e < 1 && !bodies && driving.by_hits) {
    added_speed = added_speed_state(Dim, *e);
    added_speed_kt = gas.species[0].mass * gas.added_speed * gas.added_speed;
  }
  if (const double e = gas.restitution(0, 0);
      !restitution_varies(gas) && (gas.restitution.array() == e).all())
    lost_fraction = 1 - e * e;
  if (!sizes && !bodies && gas.viscosity > 0 && gas.species.size() == 1) viscosity = gas.viscosity;
  if (gas.box.size.minCoeff() == gas.box.size.maxCoeff()) cube_edge = gas.box.size[0];
  double total_mass = 0;
  for (const auto& c : mixture.components) total_mass += c.count * c.mass;
  for (const auto& c : mixture.components)
    energy_shares.push_back(clausius::energy_share(gas, c.mass, total_mass));
  for (std::size_t s = 0; s < count.size(); ++s) {
    components.push_back({count[s], gas.species[s].mass, rotational_degrees(gas, s)});
    if (!bodies) continue;
    components.back().volume = gas.bodies[s].volume;
    components.back().convex = gas.bodies[s].members.size() == 1;
  }
}

Prediction GasFacts::unknown() const {
  if (!homogeneous || known || has_steps) return std::nullopt;
  if (sizes && !elastic) return Prediction::outside("elastic gases, if they are polydisperse");
  if (sizes && sizes->mixture.packing_fraction < freezing_packing_fraction(dimensions))
    return Prediction::outside("species of particles of one diameter");
  if (!mixture.is_additive())
    return Prediction::outside(fmt::format(
        "nonadditive mixtures so dilute that third particles change contact values by less than "
        "{:.0f} %",
        100 * kMostCrowdedNonadditive));
  if (correlated > kMostCorrelated)
    return Prediction::outside(
        fmt::format("inelastic gases so dilute that repeated collisions of pairs are rare; here "
                    "they would change rates by about {:.0f} %",
                    100 * correlated));
  return Prediction::outside(fmt::format("packing fractions below {}, where {} begin to freeze",
                                         freezing_packing_fraction(dimensions),
                                         dimensions == 3 ? "spheres" : "disks"));
}

// Speeds scatter less if fewer degrees of freedom share the energy.
double GasFacts::constant_energy_factor() const {
  return finite_speed_factor(degrees_of_freedom) /
         finite_speed_factor(dimensions * (particles - 1));
}

TheoryValue GasFacts::finite_collision_rate(double kt) const {
  return clausius::finite_collision_rate(mixture, kt) * constant_energy_factor();
}

Eigen::MatrixXd GasFacts::collision_rates(double kt, double found) const {
  return finite_collision_rates(mixture, kt) * (constant_energy_factor() * found);
}

double GasFacts::finite_cooling_factor() const {
  double all = 0;
  for (const RigidComponent& one : components)
    all += one.count * (dimensions + one.rotational_degrees);
  return clausius::finite_cooling_factor(all, degrees_of_freedom);
}

TheoryValue GasFacts::inelastic(TheoryValue value) const {
  value.uncertainty = portable::hypot(value.uncertainty, correlated * value.value);
  return value;
}

Prediction GasFacts::state_a2() const {
  if (added_speed) return known ? added_speed->a2 : unknown();
  return of_state(cooling_kurtosis_a2, driven_kurtosis_a2);
}

Prediction GasFacts::state_a3() const { return of_state(cooling_sonine_a3, driven_sonine_a3); }

Prediction GasFacts::of_state(Coefficient cooling, Coefficient by_kicks) const {
  if (!restitution) return std::nullopt;
  if (!known) return unknown();
  if (!driven() || *restitution == 1) return cooling(dimensions, *restitution);
  if (!driving.kick_strength) return std::nullopt;
  return by_kicks(dimensions, *restitution);
}

template Mixture mixture_of(const Gas<2>&, const std::vector<double>&);
template Mixture mixture_of(const Gas<3>&, const std::vector<double>&);
template GasFacts::GasFacts(const Gas<2>&, const std::vector<double>&, bool, const Driving&,
                            const std::vector<std::vector<double>>&);
template GasFacts::GasFacts(const Gas<3>&, const std::vector<double>&, bool, const Driving&,
                            const std::vector<std::vector<double>>&);

}  // namespace clausius
