#include "measure/gas_theory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "clausius/theory/enskog.h"
#include "collision/resolve.h"
#include "core/elementary.h"
#include "geometry/contact_surface.h"
#include "measure/velocities/species_law.h"
#include "theory/fluid/missed_contacts.h"
#include "theory/fluid/nonadditive.h"
#include "theory/fluid/pairs_between_walls.h"
#include "theory/fluid/polydispersity.h"
#include "theory/transport/walls.h"
#include "theory/velocities/granular.h"

namespace clausius {

namespace {

// Packing fraction of the reference spheres up to which the contact values of a gas of rigid bodies
// are accurate to 3e-3: their second order is 4.6 φ², for bodies perhaps a quarter more or less.
constexpr double kMostCrowding = 0.05;

// Number of pairs of members (one of each body) up to which the theory takes seconds: two bodies of
// 17 members. The time grows as the power 1.7 of it.
constexpr std::size_t kMostPairsOfMembers = 300;

template <int Dim>
std::size_t pairs_of_members(const Gas<Dim>& gas) {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < gas.bodies.size(); ++i)
    for (std::size_t j = i; j < gas.bodies.size(); ++j)
      pairs += gas.bodies[i].members.size() * gas.bodies[j].members.size();
  return pairs;
}

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

// Bounds of the relative changes of rates and pressures by shear, see GasTheory::sheared().
constexpr double kShearedRate = 0.4, kShearedPressure = 2;

// Packing fraction up to which pairs between walls say more than that they are uncertain.
constexpr double kMostCrowdedPairs = 0.1;

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
RigidPair rigid_pair(const Gas<Dim>& gas, std::size_t first, std::size_t second,
                     std::size_t points) {
  const RigidBody &a = gas.bodies[first], &b = gas.bodies[second];
  RigidPair result(Dim, a.mass, b.mass, gas.bodies.size());
  const auto lever = [](const RigidBody& body, const Mat3& axes, const Vec<3>& arm,
                        const Vec<3>& normal) {
    const Vec<3> torque = axes.transpose() * arm.cross(normal);
    return torque.cwiseProduct(body.inv_moments).dot(torque);
  };
  visit_contacts(a, b, gas.bodies, Dim, points, [&](const TouchingPair& pair) {
    const double cosine_sq = pair.second_axes(0, 0) * pair.second_axes(0, 0);
    result.add(pair.area, pair.normal.dot(pair.r),
               lever(a, Mat3::Identity(), pair.first_arm, pair.normal),
               lever(b, pair.second_axes, pair.second_arm, pair.normal),
               Dim == 3 ? 1.5 * cosine_sq - 0.5 : 2 * cosine_sq - 1, pair.shared);
  });
  return result;
}

template <int Dim>
auto GasTheory::sizes_of(const Gas<Dim>& gas, const std::vector<double>& count,
                         const std::vector<std::vector<double>>& diameters)
    -> std::optional<Sizes> {
  if (!gas.is_polydisperse()) return std::nullopt;
  Sizes sizes{{Dim, 0, {}}, {}};
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

// The change by a finite number is that of particles of one diameter, to the second order in the
// spread.
TheoryValue GasTheory::finite_factor_of_sizes() const {
  TheoryValue factor =
      finite_contact_factor({dimensions_, sizes_->mixture.packing_fraction, {{particles_, 1, 1}}});
  constexpr double kOfSpread = 0.3;
  factor.uncertainty = portable::hypot(factor.uncertainty, kOfSpread * (1 - factor.value));
  return factor;
}

Prediction GasTheory::compressibility_of_sizes() const {
  const TheoryValue factor = finite_factor_of_sizes();
  TheoryValue z = clausius::compressibility_factor(sizes_->mixture);
  const double excess = z.value - 1;
  z.value = 1 + excess * factor.value;
  z.uncertainty = portable::hypot(z.uncertainty, excess * factor.uncertainty);
  z.source += ", by the moments of the diameters";
  return z;
}

TheoryValue GasTheory::rate_of_sizes(double kt, std::optional<std::size_t> species) const {
  TheoryValue rate{0, ""};
  double particles = 0;
  for (std::size_t k = 0; k < sizes_->species.size(); ++k) {
    if (species && sizes_->species[k] != *species) continue;
    const TheoryValue one = clausius::collision_rate(sizes_->mixture, kt, k);
    const double count = sizes_->mixture.components[k].count;
    rate.value += count * one.value;
    rate.uncertainty += count * one.uncertainty;
    rate.source = one.source + ", by the moments of the diameters";
    particles += count;
  }
  const TheoryValue factor = finite_factor_of_sizes();
  rate *= factor.value * finite_speed_factor(dof_) / particles;
  rate.uncertainty = portable::hypot(rate.uncertainty, rate.value * factor.uncertainty);
  return rate;
}

Prediction GasTheory::collision_rate_at(double kt, double diameter) const {
  if (!sizes_ || !has_theory_of_sizes()) return unknown();
  // One more component without particles, with the density of the first.
  Mixture mixture = sizes_->mixture;
  const MixtureComponent& first = mixture.components.front();
  mixture.components.push_back(
      {0, diameter, first.mass * portable::pow(diameter / first.diameter, dimensions_)});
  const TheoryValue factor = finite_factor_of_sizes();
  TheoryValue rate = clausius::collision_rate(mixture, kt, mixture.components.size() - 1);
  rate *= factor.value * finite_speed_factor(dof_);
  return rate;
}

template <int Dim>
GasTheory::GasTheory(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest,
                     const Driving& driving, const std::vector<std::vector<double>>& diameters)
    : mixture_(mixture_of(gas, count)),
      sizes_(sizes_of(gas, count, diameters)),
      dimensions_(Dim),
      particles_(std::accumulate(count.begin(), count.end(), 0.0)),
      dof_(clausius::degrees_of_freedom(gas, count)),
      longest_edge_(gas.box.size.maxCoeff()),
      at_rest_(at_rest),
      homogeneous_(gas.bodies.empty() && at_rest && gas.box.all_periodic() &&
                   gas.boundary.obstacles.empty() && particles_ >= 2),
      correlated_(
          correlation_of_inelastic(Dim, gas.restitution.minCoeff(), mixture_.packing_fraction)),
      known_(homogeneous_ && correlated_ <= kMostCorrelated && !sizes_ &&
             mixture_.packing_fraction < freezing_packing_fraction(Dim) &&
             contacts_are_known(mixture_)),
      driving_(driving),
      elastic_(is_elastic(gas) && !driving.changes_energy),
      restitution_(common_restitution(gas)),
      bodies_(!gas.bodies.empty()) {
  if (const double e = gas.restitution(0, 0);
      gas.viscosity == 0 && (gas.restitution.array() == e).all())
    lost_fraction_ = 1 - e * e;
  if (gas.box.size.minCoeff() == gas.box.size.maxCoeff()) cube_edge_ = gas.box.size[0];
  double total_mass = 0;
  for (const auto& c : mixture_.components) total_mass += c.count * c.mass;
  for (const auto& c : mixture_.components)
    energy_shares_.push_back(clausius::energy_share(gas, c.mass, total_mass));
  for (std::size_t s = 0; s < count.size(); ++s)
    components_.push_back({count[s], gas.species[s].mass, rotational_degrees(gas, s)});
  if (sizes_) return;
  if (bodies_) {
    const bool dilute = mixture_.packing_fraction < kMostCrowding;  // spheres crowd least
    if (!dilute || !at_rest_ || !gas.box.all_periodic() || particles_ < 2) return;
    if (too_many_members_ = pairs_of_members(gas) > kMostPairsOfMembers; too_many_members_) return;
    std::vector<RigidPair> pairs;
    for (std::size_t i = 0; i < count.size(); ++i)
      for (std::size_t j = i; j < count.size(); ++j) pairs.push_back(rigid_pair(gas, i, j));
    rigid_.emplace(Dim, gas.box.volume(), components_, std::move(pairs));
    if (rigid_->crowding() > kMostCrowding) rigid_.reset();
    if (rigid_ && !elastic_ && !driven() && restitution_ && components_[0].rotational_degrees > 0)
      rigid_cooling_ = rigid_->cooling(*restitution_);
    return;
  }
  if (gas.viscosity > 0 && gas.species.size() == 1) viscosity_ = gas.viscosity;
  if (known_ && !restitution_ && gas.viscosity == 0 && !gas.has_reservoirs()) {
    GranularContacts contacts{gas.restitution, gas.tangential};
    for (const SphereSpecies& one : gas.species)
      contacts.inertia.push_back(4 * one.moment / (one.mass * one.diameter * one.diameter));
    granular_.emplace(mixture_, std::move(contacts), collision_rates(1), 1);
    if (!driven() && !elastic_) {
      granular_state_ = granular_->cooling();
    } else if (driving_.kick_strength && !is_elastic(gas)) {
      std::vector<double> heating;
      for (const MixtureComponent& one : mixture_.components)
        heating.push_back(one.mass * *driving_.kick_strength);
      RigidTemperatures kt = granular_->driven(heating);
      driven_kt_ = granular_->mean(kt);
      for (double& one : kt.translation) one /= driven_kt_;
      for (double& one : kt.rotation) one /= driven_kt_;
      granular_state_ = GranularMixture::Cooling{kt, 0, granular_->collision_rate(kt)};
    }
  }
  walled_ = between_walls(gas);
  if (walled_ && gas.species.size() > 1)
    granular_.emplace(
        mixture_, GranularContacts{gas.restitution}, walled_->rates,
        static_cast<double>(std::count(gas.box.periodic.begin(), gas.box.periodic.end(), true)) /
            Dim);
}

template <int Dim>
auto GasTheory::between_walls(const Gas<Dim>& gas) const -> std::optional<BetweenWalls> {
  if (gas.box.all_periodic() || !elastic_ || !at_rest_ || particles_ < 2 || gas.viscosity > 0 ||
      gas.is_rough() || gas.has_reservoirs() || !gas.is_additive())
    return std::nullopt;
  std::vector<double> edges(gas.box.size.data(), gas.box.size.data() + Dim);
  std::vector<bool> walls;
  for (const bool periodic : gas.box.periodic) walls.push_back(!periodic);
  PairsBetweenWalls pairs;
  BetweenWalls result;
  std::string source = PairsBetweenWalls::source();
  if (mixture_.one_diameter()) {
    const double diameter = gas.species[0].diameter;
    const auto fluid = fluid_between_walls(Dim, particles_, diameter, edges, walls);
    if (!fluid) return std::nullopt;
    pairs = pairs_of_fluid(mixture_, *fluid);
    result.bulk_density = fluid->bulk_density;
    source = WalledFluid::source();
  } else {
    if (!gas.boundary.obstacles.empty() || mixture_.packing_fraction > kMostCrowdedPairs)
      return std::nullopt;
    for (int k = 0; k < Dim; ++k)
      for (const SphereSpecies& one : gas.species)
        if (one.diameter >= edges[static_cast<std::size_t>(k)]) return std::nullopt;
    pairs = pairs_between_walls(mixture_, edges, walls);
  }
  result.rates = pairs.rates * finite_speed_factor(dof_);
  result.rate_uncertainties = pairs.rate_uncertainties * finite_speed_factor(dof_);
  result.virial = TheoryValue{pairs.collision_virial, source, pairs.virial_uncertainty} *
                  (1 / (dimensions_ * particles_));
  double force = 0, uncertainty = 0, area = 0;
  for (int k = 0; k < Dim; ++k) {
    if (gas.box.periodic[k]) continue;
    force += pairs.force[static_cast<std::size_t>(k)];
    uncertainty += pairs.force_uncertainty[static_cast<std::size_t>(k)];
    area += gas.box.volume() / gas.box.size[k];
  }
  result.pressure =
      TheoryValue{force, source, uncertainty} * (gas.box.volume() / (area * particles_));
  return result;
}

TheoryValue GasTheory::rate_between_walls(std::size_t species) const {
  const auto row = static_cast<Eigen::Index>(species);
  return {walled_->rates.row(row).sum(), walled_->virial.source,
          walled_->rate_uncertainties.row(row).sum()};
}

void GasTheory::find_contacts_by_steps(double kt, double dt) {
  if (!elastic_ || !homogeneous_ || kt <= 0 || sizes_) return;
  missed_ = clausius::missed_fraction(mixture_, kt, dt).value;
  missed_virial_ = missed_virial_fraction(mixture_, kt, dt).value;
}

void GasTheory::shear(double kt, double shear_rate) {
  const Prediction rate = collision_rate(kt);
  if (shear_rate != 0 && rate && rate->value > 0)
    shear_sq_ = portable::pow(shear_rate / rate->value, 2);
}

// A sheared gas differs from one at rest in second order. Measured with this program with spheres
// at a packing fraction of 0.157: relative changes of the rate 0.16, of the pressure 0.4, of the
// kurtosis 1.7 times the square of the shear per mean free time.
Prediction GasTheory::sheared(const Prediction& isotropic, double effect) const {
  constexpr double kMost = 0.1;
  if (!isotropic || shear_sq_ == 0) return isotropic;
  if (shear_sq_ > kMost * kMost)
    return Prediction::outside(fmt::format(
        "gases sheared by less than {} in a mean free time, whose velocities are almost isotropic",
        kMost));
  return isotropic.with([&](TheoryValue value) {
    value.uncertainty = portable::hypot(value.uncertainty, effect * shear_sq_);
    return value;
  });
}

TheoryValue GasTheory::without_missed(TheoryValue value, double missed) {
  if (missed == 0) return value;
  constexpr double kNextOrder = 0.25;  // relative to the fraction, which is known to leading order
  value.uncertainty =
      portable::hypot(value.uncertainty * (1 - missed), kNextOrder * missed * value.value);
  value.value *= 1 - missed;
  value.source += ", less the contacts that steps miss";
  return value;
}

Prediction GasTheory::collision_rate(double kt) const {
  const Prediction all = rate_of_all_contacts(kt);
  return sheared(
      all.with([this](const TheoryValue& rate) { return without_missed(rate, missed_); }),
      all ? kShearedRate * all->value : 0);
}

Prediction GasTheory::collision_rate(double kt, std::size_t species) const {
  const Prediction all = rate_of_all_contacts(kt, species);
  return sheared(
      all.with([this](const TheoryValue& rate) { return without_missed(rate, missed_); }),
      all ? kShearedRate * all->value : 0);
}

Prediction GasTheory::rate_of_all_contacts(double kt) const {
  if (walled_) {
    TheoryValue mean{0, walled_->virial.source};
    for (std::size_t i = 0; i < components_.size(); ++i) {
      const TheoryValue one = rate_between_walls(i) * mixture_.fraction(i);
      mean.value += one.value;
      mean.uncertainty += one.uncertainty;
    }
    return mean * std::sqrt(kt);
  }
  // Inelastic bodies may stay in contact for a while, sliding: as many small collisions as the
  // contact-duration rule leaves.
  if (rigid_ && elastic_) {
    TheoryValue rate = rigid_->collision_rate(kt);
    rate *= finite_speed_factor(dof_);
    return rate;
  }
  if (granular_state_) return gaussian(granular_state_->collision_rate * std::sqrt(kt));
  if (sizes_ && has_theory_of_sizes()) return rate_of_sizes(kt, std::nullopt);
  if (!known_) return unknown();
  TheoryValue rate = finite_collision_rate(kt);
  if (viscosity_ > 0) {
    rate.source += ", Maxwell's law of velocities";
  } else if (!elastic_) {
    const auto a2 = state_a2();
    if (!a2) return std::nullopt;
    rate *= 1 - a2->value / 16;
    rate.source += ", first Sonine correction of its state";
    return inelastic(rate);
  }
  return rate;
}

Prediction GasTheory::rate_of_all_contacts(double kt, std::size_t species) const {
  if (walled_) return rate_between_walls(species) * std::sqrt(kt);
  if (rigid_ && elastic_) return rigid_->collision_rate(kt, species) * finite_speed_factor(dof_);
  if (granular_state_) {
    double rate = 0;
    for (std::size_t j = 0; j < mixture_.components.size(); ++j)
      rate += granular_->collision_rate(species, j, granular_state_->kt);
    return gaussian(rate * std::sqrt(kt));
  }
  if (!elastic_) return std::nullopt;
  if (sizes_ && has_theory_of_sizes()) return rate_of_sizes(kt, species);
  if (!known_) return unknown();
  return clausius::finite_collision_rate(mixture_, kt, species) * constant_energy_factor();
}

// Velocities of inelastic and rough spheres are not Maxwellian. The Boltzmann equation, solved by
// random collisions, gives temperature ratios of rough spheres 1.5 to 6 % lower; smooth mixtures
// deviate as a₂ does, by 1 to 2 %.
TheoryValue GasTheory::gaussian(double value) const {
  constexpr double kRough = 0.05, kSmooth = 0.015;
  const bool rough =
      std::any_of(components_.begin(), components_.end(),
                  [](const RigidComponent& one) { return one.rotational_degrees > 0; });
  return {value, granular_->source(),
          portable::hypot(rough ? kRough : kSmooth, correlated_) * std::abs(value)};
}

TheoryValue GasTheory::inelastic(TheoryValue value) const {
  value.uncertainty = portable::hypot(value.uncertainty, correlated_ * value.value);
  return value;
}

// Speeds scatter less if fewer degrees of freedom share the energy.
double GasTheory::constant_energy_factor() const {
  return finite_speed_factor(dof_) / finite_speed_factor(dimensions_ * (particles_ - 1));
}

TheoryValue GasTheory::finite_collision_rate(double kt) const {
  return clausius::finite_collision_rate(mixture_, kt) * constant_energy_factor();
}

Eigen::MatrixXd GasTheory::collision_rates(double kt) const {
  return finite_collision_rates(mixture_, kt) * (constant_energy_factor() * (1 - missed_));
}

double GasTheory::finite_cooling_factor() const {
  double all = 0;
  for (const RigidComponent& one : components_)
    all += one.count * (dimensions_ + one.rotational_degrees);
  return clausius::finite_cooling_factor(all, dof_);
}

Prediction GasTheory::mean_free_path() const {
  auto rate = collision_rate(1);  // the path does not depend on temperature
  if (!rate) return rate;
  if (dof_ <= dimensions_ || !(elastic_ || restitution_)) return std::nullopt;
  double speed = 0;
  for (std::size_t k = 0; sizes_ && k < sizes_->species.size(); ++k) {
    const FiniteVelocityLaw law(dimensions_, dof_,
                                std::sqrt(dof_ * energy_shares_[sizes_->species[k]]));
    speed += sizes_->mixture.fraction(k) * law.mean_speed() /
             std::sqrt(sizes_->mixture.components[k].mass);
  }
  for (std::size_t s = 0; !sizes_ && s < mixture_.components.size(); ++s) {
    const FiniteVelocityLaw law(dimensions_, dof_, std::sqrt(dof_ * energy_shares_[s]));
    speed += mixture_.fraction(s) * law.mean_speed() / std::sqrt(mixture_.components[s].mass);
  }
  // ⟨v⟩ of the Sonine expansion is (1 − a₂/8) of Maxwell's in two and three dimensions.
  if (!elastic_) speed *= 1 - state_a2()->value / 8;
  return rate->inverse() * speed;
}

Prediction GasTheory::wall_compressibility_factor() const {
  if (!walled_) return std::nullopt;
  return walled_->pressure;
}

std::optional<double> GasTheory::bulk_density() const {
  if (!walled_) return std::nullopt;
  return walled_->bulk_density;
}

Prediction GasTheory::compressibility_factor() const {
  if (walled_) {
    TheoryValue z = walled_->virial;
    z.value += 1;
    return z;
  }
  if (rigid_ && elastic_) return rigid_->compressibility_factor();
  if (!(elastic_ || restitution_)) return std::nullopt;
  if (sizes_ && has_theory_of_sizes()) return compressibility_of_sizes();
  if (!known_) return unknown();
  const TheoryValue z = finite_compressibility_factor(mixture_);
  if (elastic_ && missed_virial_ > 0) {
    TheoryValue excess = z;
    excess.value -= 1;
    excess = without_missed(excess, missed_virial_);
    excess.value += 1;
    return excess;
  }
  if (elastic_) return z;
  TheoryValue result = inelastic_compressibility_factor(z, *restitution_);
  // The kinetic part is exact.
  result.uncertainty = portable::hypot(result.uncertainty, correlated_ * (result.value - 1));
  return sheared(result, kShearedPressure * (result.value - 1));
}

std::optional<RigidTemperatures> GasTheory::relaxation(const RigidTemperatures& kt) const {
  if (driven() || !(granular_ || (rigid_ && (elastic_ || restitution_)))) return std::nullopt;
  // Velocities scatter more than their energies say, for the sum of the momenta is zero.
  RigidTemperatures scatter = kt;
  for (std::size_t s = 0; s < energy_shares_.size(); ++s)
    scatter.translation[s] /= energy_shares_[s];
  RigidTemperatures change = granular_ ? granular_->relaxation(scatter)
                                       : rigid_->relaxation(scatter, elastic_ ? 1 : *restitution_);
  // Colliding pairs have less energy where few degrees of freedom share it.
  for (std::vector<double>* all : {&change.translation, &change.rotation})
    for (double& one : *all) one *= dof_ / (dof_ + 1);
  return change;
}

Prediction GasTheory::missed_fraction(double kt, double dt, bool taken) const {
  if (!elastic_ || !at_rest_ || particles_ < 2 || bodies_ || sizes_) return std::nullopt;
  TheoryValue missed = clausius::missed_fraction(mixture_, kt, dt);
  // Measured: with rate·dt = 0.055 and 0.3 it is 3 and 16 % more.
  constexpr double kOfCollisionsWithinSteps = 0.6;
  if (const auto rate = collision_rate(kt); taken && rate)
    missed.uncertainty = kOfCollisionsWithinSteps * rate->value * dt * missed.value;
  return missed;
}

Prediction GasTheory::unknown() const {
  if (!homogeneous_ || known_) return std::nullopt;
  if (sizes_ && !elastic_) return Prediction::outside("elastic gases, if they are polydisperse");
  if (sizes_ && sizes_->mixture.packing_fraction < freezing_packing_fraction(dimensions_))
    return Prediction::outside("species of particles of one diameter");
  if (!mixture_.is_additive())
    return Prediction::outside(fmt::format(
        "nonadditive mixtures so dilute that third particles change contact values by less than "
        "{:.0f} %",
        100 * kMostCrowdedNonadditive));
  if (correlated_ > kMostCorrelated)
    return Prediction::outside(
        fmt::format("inelastic gases so dilute that repeated collisions of pairs are rare; here "
                    "they would change rates by about {:.0f} %",
                    100 * correlated_));
  return Prediction::outside(fmt::format("packing fractions below {}, where {} begin to freeze",
                                         freezing_packing_fraction(dimensions_),
                                         dimensions_ == 3 ? "spheres" : "disks"));
}

template RigidPair rigid_pair(const Gas<2>&, std::size_t, std::size_t, std::size_t);
template RigidPair rigid_pair(const Gas<3>&, std::size_t, std::size_t, std::size_t);
template Mixture mixture_of(const Gas<2>&, const std::vector<double>&);
template Mixture mixture_of(const Gas<3>&, const std::vector<double>&);
template GasTheory::GasTheory(const Gas<2>&, const std::vector<double>&, bool, const Driving&,
                              const std::vector<std::vector<double>>&);
template GasTheory::GasTheory(const Gas<3>&, const std::vector<double>&, bool, const Driving&,
                              const std::vector<std::vector<double>>&);

}  // namespace clausius
