#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/core/vec.h"
#include "clausius/engine/boundary.h"
#include "clausius/geometry/box.h"
#include "clausius/geometry/rigid_body.h"

namespace clausius {

/// A species of hard spheres (disks in two dimensions) as the engine knows it; of rigid bodies, the
/// sphere that bounds them.
struct SphereSpecies {
  double diameter = 1;
  double mass = 1;
  double moment = 0;         ///< of inertia about any axis through the centre; of rough spheres
  int internal_degrees = 0;  ///< of freedom of the reservoir of a parcel, see exchange_energies()
};

/// The fixed part of a gas: box, species and collision laws.
template <int Dim>
struct Gas {
  Box<Dim> box;
  std::vector<SphereSpecies> species;
  /// By species, in a gas in which any is more than a sphere; else empty.
  std::vector<RigidBody> bodies{};
  Eigen::MatrixXd restitution;  ///< species × species, symmetric, each in [0, 1]
  /// A of viscoelastic_restitution(), which all pairs have instead where it is > 0. Of spheres.
  double viscosity = 0;
  std::vector<double> wall_restitution;  ///< per species, in [0, 1]
  /// β of tangential_impulse() by pairs of species, like `restitution`, each in [−1, 1], in a gas
  /// of rough spheres, which turn; empty: all are smooth.
  Eigen::MatrixXd tangential{};
  std::vector<double> wall_tangential{};  ///< likewise of the walls, per species
  /// Of parcels, some of which have a reservoir: the probability that a collision between two
  /// shares out their energies anew, and the seed of the draws. All their collisions are elastic.
  double internal_exchange = 0;
  std::uint64_t exchange_seed = 0;
  /// Contact-duration rule (Luding & McNamara 1998): a hit within this time of the last one of
  /// either partner is elastic. 0 turns the rule off.
  double contact_duration = 0;
  /// The same rule for rigid bodies, with a duration that follows the gas as it cools: a hit is
  /// elastic also where the two have moved less than this since, at the speed of the hit, relative
  /// to each other and with the turning of both. 0 turns it off. Of no effect on smooth spheres.
  double contact_path = 0;
  /// Walls that are more than hard, and gravity.
  Boundary<Dim> boundary{};

  /// Least speed at which two part in a lasting contact under gravity, which would bring them
  /// together again at once: they hop for about a contact duration. 0 without gravity.
  [[nodiscard]] double least_rebound() const {
    return 0.5 * contact_duration * boundary.gravity.norm();
  }

  [[nodiscard]] bool is_rough() const { return tangential.size() > 0; }
  /// Whether it is one of parcels with reservoirs.
  [[nodiscard]] bool has_reservoirs() const {
    return std::any_of(species.begin(), species.end(),
                       [](const SphereSpecies& one) { return one.internal_degrees > 0; });
  }

  /// All that is wrong with the gas, member by member; empty where it is sound. What moves a gas
  /// looks at them first: see Simulation.
  [[nodiscard]] std::vector<Problem> problems() const;
};

/// The same gas in the box that Boundary::enclosed() makes of its own.
template <int Dim>
Gas<Dim> enclosed(Gas<Dim> gas) {
  gas.box = gas.boundary.enclosed(gas.box);
  return gas;
}

/// Positions and velocities of all particles at one instant, by id (from 0).
template <int Dim>
struct State {
  double time = 0;
  std::vector<std::uint8_t> species;  ///< index into Gas::species
  std::vector<Vec<Dim>> position;     ///< in [0, L) on periodic axes
  std::vector<Vec<Dim>> velocity;
  // Of rigid bodies; empty in a gas of spheres.
  std::vector<Eigen::Quaterniond> orientation{};  ///< from the principal frame to space
  std::vector<Vec<3>> angular_momentum{};         ///< about the centre of mass, in space
  /// Of rough spheres, in space; in two dimensions along z. Else empty.
  std::vector<Vec<3>> angular_velocity{};
  std::vector<double> internal_energy{};  ///< of the reservoirs of parcels; else empty

  [[nodiscard]] std::size_t size() const { return species.size(); }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, species, position, velocity, orientation, angular_momentum, angular_velocity,
            internal_energy);
  }
};

template <int Dim>
double largest_diameter(const Gas<Dim>& gas);

/// The smallest diameter of any sphere, of rigid bodies of any member.
template <int Dim>
double smallest_diameter(const Gas<Dim>& gas);

/// Kinds of rotation of the particles of a species that collisions can change, of parcels the
/// degrees of freedom of their reservoirs; none of smooth spheres.
template <int Dim>
int rotational_degrees(const Gas<Dim>& gas, std::size_t species);

/// How a particle turns: angular momentum about its principal axes, of a rough sphere those of
/// space; and its moments of inertia about them. Of smooth spheres zero and one.
struct Rotation {
  Vec<3> angular_momentum = Vec<3>::Zero();
  Vec<3> moments = Vec<3>::Ones();
};
template <int Dim>
Rotation rotation_of(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id);

/// Whether no collision changes the energy.
template <int Dim>
bool is_elastic(const Gas<Dim>& gas);

/// Total kinetic energy ½ Σ m v² + ½ Σ L·ω, with that of reservoirs, by compensated summation in
/// order of ids.
template <int Dim>
double kinetic_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// The same of the particles of each species.
template <int Dim>
std::vector<double> kinetic_energies(const Gas<Dim>& gas, const State<Dim>& state);

/// Along how many axes collisions, walls and obstacles leave the momentum of the gas what it is:
/// those that are periodic, if no wall is thermal or rough and no obstacle stands in the way.
/// (Drives keep it, or change it as they do the velocities; beside the flow of a sheared gas it is
/// kept where it is none.)
template <int Dim>
int kept_momenta(const Gas<Dim>& gas);

/// Adds `times` the flow of a sheared gas to the velocities, shear_rate·(y − L_y/2) along x: with
/// −1 they become those beside the flow, with 1 what they were.
template <int Dim>
void add_flow(const Gas<Dim>& gas, double times, State<Dim>& state);

/// The state without that flow, if there is one.
template <int Dim>
State<Dim> beside_flow(const Gas<Dim>& gas, State<Dim> state) {
  if (gas.boundary.is_sheared()) add_flow(gas, -1, state);
  return state;
}

/// That of the gas in the field of gravity, −Σ m g·r.
template <int Dim>
double potential_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// Kinetic and potential energy.
template <int Dim>
double mechanical_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// Total momentum Σ m v.
template <int Dim>
Vec<Dim> total_momentum(const Gas<Dim>& gas, const State<Dim>& state);

/// Fraction of the box that the particles fill (area fraction in two dimensions).
template <int Dim>
double packing_fraction(const Gas<Dim>& gas, const State<Dim>& state);

}  // namespace clausius
