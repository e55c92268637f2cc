#include "study/start/drawn_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>

#include "clausius/core/random.h"
#include "core/sum.h"

namespace clausius {

namespace {

template <int Dim>
Vec<Dim> random_normal(RandomStream& random) {
  Vec<Dim> v;
  for (int k = 0; k < Dim; ++k) v[k] = random.normal();
  return v;
}

/// Isotropic unit vector: a normalised Gaussian vector.
template <int Dim>
Vec<Dim> random_direction(RandomStream& random) {
  for (;;) {
    const Vec<Dim> v = random_normal<Dim>(random);
    const double length = v.norm();
    if (length > 0) return v / length;
  }
}

/// A random direction perpendicular to `direction`.
template <int Dim>
Vec<Dim> random_perpendicular(const Vec<Dim>& direction, RandomStream& random) {
  for (;;) {
    const Vec<Dim> v = random_direction<Dim>(random);
    const Vec<Dim> across = v - v.dot(direction) * direction;
    const double length = across.norm();
    // Nearly parallel vectors lose their digits.
    if (length > 1e-3) return across / length;
  }
}

/// Isotropic directions that add up to zero: opposite pairs, and for an odd number the last three
/// at 120° to each other. (Impossible for a single one.)
template <int Dim>
std::vector<Vec<Dim>> balanced_directions(std::int64_t count, RandomStream& random) {
  std::vector<Vec<Dim>> directions;
  const std::int64_t paired = count % 2 == 0 ? count : count - 3;
  while (static_cast<std::int64_t>(directions.size()) < paired) {
    const Vec<Dim> u = random_direction<Dim>(random);
    directions.push_back(u);
    directions.push_back(-u);
  }
  if (count == 1) directions.push_back(random_direction<Dim>(random));
  if (count >= 3 && count % 2 == 1) {
    const Vec<Dim> u = random_direction<Dim>(random);
    const Vec<Dim> across = random_perpendicular<Dim>(u, random);
    constexpr double kHalfRoot3 = 0.5 * std::numbers::sqrt3;
    directions.push_back(u);
    directions.push_back(-0.5 * u + kHalfRoot3 * across);
    directions.push_back(-0.5 * u - kHalfRoot3 * across);
  }
  return directions;
}

/// Velocities of the members of one species before momentum is removed.
template <int Dim>
std::vector<Vec<Dim>> species_velocities(const StudySpecies& species, double boltzmann,
                                         RandomStream random) {
  const double thermal = std::sqrt(boltzmann * species.particle_temperature() / species.mass);
  const double speed = std::sqrt(static_cast<double>(Dim)) * thermal;
  std::vector<Vec<Dim>> velocities(static_cast<std::size_t>(species.count), Vec<Dim>::Zero());
  switch (species.velocities) {
    case Velocities::maxwell:
      for (Vec<Dim>& v : velocities) v = thermal * random_normal<Dim>(random);
      break;
    case Velocities::equal_speed:
      velocities = balanced_directions<Dim>(species.count, random);
      for (Vec<Dim>& v : velocities) v *= speed;
      break;
    case Velocities::beam:
      for (std::size_t i = 0; i < velocities.size(); ++i)
        velocities[i][0] = i % 2 == 0 ? speed : -speed;
      break;
    case Velocities::rest:
      break;
  }
  return velocities;
}

/// A vector of unit deviation about all axes about which collisions can rotate the body.
/// @return in the principal frame
Vec<3> random_rotation_vector(int rotational_degrees, RandomStream& random) {
  Vec<3> result = Vec<3>::Zero();
  // Two dimensions: z; collinear: y and z.
  for (int k = 3 - rotational_degrees; k < 3; ++k) result[k] = random.normal();
  return result;
}

/// Maxwellian, for the rotational degrees of freedom.
template <int Dim>
void set_spinning(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state) {
  auto& spins = gas.bodies.empty() ? state.angular_velocity : state.angular_momentum;
  spins.assign(state.size(), Vec<3>::Zero());
  std::vector<RandomStream> random;
  for (std::size_t s = 0; s < config.species.size(); ++s)
    random.emplace_back(config.seed, Stream::angular_velocities, s);
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::size_t s = state.species[i];
    const StudySpecies& species = config.species[s];
    if (!config.spins(species)) continue;
    const double kt = config.boltzmann * species.temperature;
    const Vec<3> normal = random_rotation_vector(rotational_degrees(gas, s), random[s]);
    if (gas.bodies.empty())
      spins[i] = std::sqrt(kt / gas.species[s].moment) * normal;
    else
      spins[i] =
          state.orientation[i] * (kt * gas.bodies[s].moments).cwiseSqrt().cwiseProduct(normal);
  }
}

/// Draws the energies of parcels' reservoirs at the temperature of their species.
template <int Dim>
void fill_reservoirs(const StudyConfig& config, State<Dim>& state) {
  state.internal_energy.clear();
  std::vector<RandomStream> random;
  std::vector<double> drawn(config.species.size());
  for (std::size_t s = 0; s < config.species.size(); ++s)
    random.emplace_back(config.seed, Stream::internal_energies, s);
  for (const std::uint8_t s : state.species) {
    const StudySpecies& species = config.species[s];
    state.internal_energy.push_back(
        species.internal_degrees > 0
            ? random[s].gamma(0.5 * static_cast<double>(species.internal_degrees))
            : 0);
    drawn[s] += state.internal_energy.back();
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    const StudySpecies& species = config.species[state.species[i]];
    if (species.internal_degrees == 0) continue;
    const double wanted = 0.5 * static_cast<double>(species.internal_degrees * species.count) *
                          config.boltzmann * species.molecules() * *species.internal_temperature;
    state.internal_energy[i] *= wanted / drawn[state.species[i]];
  }
}

/// Removes the total momentum along the periodic axes from the particles that move.
/// @return magnitude of the removed velocities, relative to their root mean square
template <int Dim>
double remove_momentum(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state) {
  std::array<CompensatedSum, Dim> momentum;
  CompensatedSum moving_mass, twice_energy;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!config.species[state.species[i]].moves()) continue;
    const double mass = mass_of(gas, state, i);
    moving_mass += mass;
    twice_energy += mass * state.velocity[i].squaredNorm();
    for (int k = 0; k < Dim; ++k) momentum[k] += mass * state.velocity[i][k];
  }
  if (twice_energy.value() == 0) return 0;
  Vec<Dim> drift = Vec<Dim>::Zero();
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k]) drift[k] = momentum[k].value() / moving_mass.value();
  for (std::size_t i = 0; i < state.size(); ++i)
    if (config.species[state.species[i]].moves()) state.velocity[i] -= drift;
  return drift.norm() / std::sqrt(twice_energy.value() / moving_mass.value());
}

/// The kinetic energies that correspond to the temperatures of the species, reduced by a common
/// factor for the momenta that stay zero.
template <int Dim>
std::vector<double> wanted_energies(const StudyConfig& config, const Gas<Dim>& gas,
                                    const State<Dim>& state) {
  const double freedom = static_cast<double>(Dim) * static_cast<double>(state.size());
  const double share = 1 - kept_momenta(gas) / freedom;
  std::vector<double> wanted;
  for (std::size_t s = 0; s < config.species.size(); ++s) {
    const StudySpecies& species = config.species[s];
    const double per_degree = 0.5 * static_cast<double>(species.count) * config.boltzmann *
                              species.particle_temperature();
    wanted.push_back((species.moves() ? Dim * per_degree * share : 0) +
                     (config.spins(species) ? rotational_degrees(gas, s) * per_degree : 0));
  }
  return wanted;
}

/// Multiplies the velocities and angular velocities of each species by its factor.
template <int Dim>
void scale_velocities(const std::vector<double>& factors, State<Dim>& state) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double factor = factors[state.species[i]];
    state.velocity[i] *= factor;
    if (!state.angular_momentum.empty()) state.angular_momentum[i] *= factor;
    if (!state.angular_velocity.empty()) state.angular_velocity[i] *= factor;
  }
}

/// Gives each species exactly the kinetic energy of its temperature, with zero total momentum along
/// the periodic axes. Removing the momentum changes the energies slightly, and scaling the energies
/// changes the momentum; alternating the two converges. If both together are impossible (two
/// particles of two temperatures, say), the total energy is exact.
template <int Dim>
void set_temperatures(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state) {
  constexpr int kMostTurns = 1000;
  constexpr double kNoDrift = 1e-15;
  const std::vector<double> wanted = wanted_energies(config, gas, state);
  std::vector<double> factors(wanted.size());
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const double drift = remove_momentum(config, gas, state);
    const std::vector<double> energies = kinetic_energies(gas, state);
    const bool attained = turn > 0 && drift <= kNoDrift;
    for (std::size_t s = 0; s < wanted.size(); ++s)
      factors[s] = energies[s] > 0 ? std::sqrt(wanted[s] / energies[s]) : 1;
    scale_velocities(factors, state);
    // Velocities that are all scaled by one factor keep a momentum of zero.
    if (attained ||
        std::adjacent_find(factors.begin(), factors.end(), std::not_equal_to<>()) == factors.end())
      return;
  }
  remove_momentum(config, gas, state);
  const double energy = kinetic_energy(gas, state);
  if (energy == 0) return;
  const double all = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  std::fill(factors.begin(), factors.end(), std::sqrt(all / energy));
  scale_velocities(factors, state);
}

/// Velocities of all particles before momentum is removed: those of each species in the order of
/// its particles.
template <int Dim>
void set_velocities(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state) {
  std::vector<std::vector<Vec<Dim>>> drawn;
  drawn.reserve(config.species.size());
  for (std::size_t s = 0; s < config.species.size(); ++s)
    drawn.push_back(species_velocities<Dim>(config.species[s], config.boltzmann,
                                            RandomStream(config.seed, Stream::velocities, s)));
  std::vector<std::size_t> next(drawn.size());
  state.velocity.resize(state.size());
  for (std::size_t id = 0; id < state.size(); ++id) {
    const std::size_t s = state.species[id];
    state.velocity[id] = drawn[s].at(next[s]++);
    // Drawn as that of a particle of the species' mass.
    if (!state.diameter.empty())
      state.velocity[id] *= std::sqrt(gas.species[s].mass / mass_of(gas, state, id));
  }
}

}  // namespace

template <int Dim>
void draw_motion(const StudyConfig& config, const Gas<Dim>& gas, State<Dim>& state) {
  set_velocities(config, gas, state);
  if (!gas.bodies.empty() || gas.is_rough()) set_spinning(config, gas, state);
  set_temperatures(config, gas, state);
  if (gas.has_reservoirs()) fill_reservoirs(config, state);
  if (gas.boundary.is_sheared()) add_flow(gas, 1, state);
}

template void draw_motion(const StudyConfig&, const Gas<2>&, State<2>&);
template void draw_motion(const StudyConfig&, const Gas<3>&, State<3>&);

}  // namespace clausius
