#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/errors.h"
#include "clausius/core/potential_step.h"
#include "clausius/core/vec.h"
#include "clausius/engine/boundary.h"
#include "clausius/geometry/box.h"
#include "clausius/geometry/rigid_body.h"

namespace clausius {

/// A species of hard spheres (disks in two dimensions). For a species of rigid bodies it describes
/// the bounding sphere about the centre of mass.
struct SphereSpecies {
  double diameter = 1;       ///< above 0; of a polydisperse species that of its particles of `mass`
  double mass = 1;           ///< above 0
  double moment = 0;         ///< moment of inertia of a rough sphere about any axis
  int internal_degrees = 0;  ///< degrees of freedom of a parcel's energy reservoir
  /// Range of the diameters of a polydisperse species, whose particles have diameters of their own
  /// (State::diameter) and one density; 0: all particles have `diameter`.
  double least = 0, greatest = 0;

  [[nodiscard]] bool is_polydisperse() const { return greatest > 0; }
  [[nodiscard]] double least_diameter() const { return is_polydisperse() ? least : diameter; }
  [[nodiscard]] double greatest_diameter() const { return is_polydisperse() ? greatest : diameter; }
  /// Mass of a particle of this diameter, in `dimensions` dimensions.
  [[nodiscard]] double mass_at(double its_diameter, int dimensions) const {
    const double ratio = its_diameter / diameter;
    return mass * (dimensions == 3 ? ratio * ratio * ratio : ratio * ratio);
  }
};

/// The constant part of a gas: its box, its species and their collision laws. Numbers may be in any
/// consistent units. problems() lists what is wrong with it.
template <int Dim>
struct Gas {
  Box<Dim> box;
  std::vector<SphereSpecies> species;  ///< from 1 to 255
  /// Rigid bodies, one for each species, in a gas in which any species is more than a sphere;
  /// otherwise empty. See make_rigid_body().
  std::vector<RigidBody> bodies{};
  /// Coefficients of normal restitution: species × species, symmetric, each from 0 to 1.
  Eigen::MatrixXd restitution;
  /// If above 0, all pairs of spheres are viscoelastic instead: restitution decreases with the
  /// normal relative speed v of the hit as 1 − 1.153 A v^(1/5) + …, where A is this number.
  double viscosity = 0;
  /// Speed Δ that each hit of two particles adds to the normal relative one: those that approach
  /// each other at v separate at e v + Δ (Brito, Risso & Soto, Phys. Rev. E 87 (2013) 022209, whose
  /// Δ, of each particle, is half of this). Such hits are never made elastic by contact_duration.
  double added_speed = 0;
  std::vector<double> wall_restitution;  ///< restitution of each species at walls, from 0 to 1
  /// Coefficients of tangential restitution in a gas of rough particles: species × species,
  /// symmetric, each from −1 (smooth) to 1 (perfectly rough). Empty: all are smooth.
  Eigen::MatrixXd tangential{};
  /// Tangential restitution of each species at walls, from −1 to 1.
  std::vector<double> wall_tangential{};
  /// Coefficients of friction of rough particles, which limit the tangential impulse of a hit to
  /// this many normal ones: species × species, symmetric, each above 0, infinite without limit.
  /// Empty: none is limited.
  Eigen::MatrixXd friction{};
  /// Coefficient of friction of each species at walls; empty: no limit.
  std::vector<double> wall_friction{};
  /// For parcels with energy reservoirs: probability that a collision redistributes the energies of
  /// both partners, and the seed of the draws. Collisions are then elastic.
  double internal_exchange = 0;
  std::uint64_t exchange_seed = 0;
  /// Contact-duration rule (Luding & McNamara 1998): a hit within this time after the last hit of
  /// either partner is elastic. 0 turns the rule off.
  double contact_duration = 0;
  /// Length of the contact rule for rigid bodies, which adapts to the gas as it cools: a hit is
  /// elastic also if, since the last hit, the two have moved less than this length at the speed of
  /// the hit, relative to each other and including rotation. 0 turns it off. It has no effect on
  /// smooth spheres.
  double contact_path = 0;
  /// Walls that are more than hard, obstacles, gravity and shear.
  Boundary<Dim> boundary{};
  /// Distances of the centres of two particles at contact in a nonadditive gas: species × species,
  /// symmetric, with the diameters on the diagonal. Empty: half the sum of the two diameters.
  Eigen::MatrixXd contact_distances{};
  /// Steps of the potential of each pair of smooth spheres of one diameter for each species: that
  /// of the species a and b at a·species + b, symmetric. Ranges increase and are above the contact
  /// distance; beyond the last the energy is 0. Empty: all pairs are hard.
  std::vector<std::vector<PotentialStep>> pair_steps{};

  /// Least speed at which two particles separate in an enduring contact under gravity, which would
  /// otherwise bring them together again at once. 0 without gravity.
  [[nodiscard]] double least_rebound() const {
    return 0.5 * contact_duration * boundary.gravity.norm();
  }

  [[nodiscard]] bool is_rough() const { return tangential.size() > 0; }
  /// Whether the particles are rough spheres, whose angular velocities are State::angular_velocity.
  [[nodiscard]] bool has_rough_spheres() const { return is_rough() && bodies.empty(); }
  /// Whether all contact distances are half the sum of two diameters.
  [[nodiscard]] bool is_additive() const { return contact_distances.size() == 0; }
  /// Distance of the centres of particles of two species at contact; of the particles of `diameter`
  /// if a species is polydisperse.
  [[nodiscard]] double contact_distance(std::size_t a, std::size_t b) const {
    return is_additive()
               ? 0.5 * (species[a].diameter + species[b].diameter)
               : contact_distances(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
  }
  /// Whether particles act on each other at a distance.
  [[nodiscard]] bool has_steps() const { return !pair_steps.empty(); }
  /// @pre has_steps()
  [[nodiscard]] const std::vector<PotentialStep>& steps_of(std::size_t a, std::size_t b) const {
    return pair_steps[a * species.size() + b];
  }
  /// Distance of the centres within which particles of a species touch all those that are not
  /// larger; in a nonadditive gas all others.
  [[nodiscard]] double reach(std::size_t one) const {
    return is_additive() ? species[one].greatest_diameter()
                         : contact_distances.row(static_cast<Eigen::Index>(one)).maxCoeff();
  }
  /// Whether the particles of some species have diameters of their own.
  [[nodiscard]] bool is_polydisperse() const {
    return std::any_of(species.begin(), species.end(),
                       [](const SphereSpecies& one) { return one.is_polydisperse(); });
  }
  /// Whether some species are parcels with energy reservoirs.
  [[nodiscard]] bool has_reservoirs() const {
    return std::any_of(species.begin(), species.end(),
                       [](const SphereSpecies& one) { return one.internal_degrees > 0; });
  }

  /// Everything that is wrong with the gas, member by member; empty if it is valid. Classes that
  /// move a gas call this first: see Simulation.
  [[nodiscard]] std::vector<Problem> problems() const;
};

/// The gas in the box that Boundary::enclosed() makes of its box.
template <int Dim>
Gas<Dim> enclosed(Gas<Dim> gas) {
  gas.box = gas.boundary.enclosed(gas.box);
  return gas;
}

/// Positions and velocities of all particles at one instant. Each list that is not empty holds a
/// value for each particle, by its id (from 0).
template <int Dim>
struct State {
  double time = 0;
  std::vector<std::uint8_t> species;  ///< index into Gas::species
  std::vector<Vec<Dim>> position;     ///< in [0, L) on periodic axes
  std::vector<Vec<Dim>> velocity;
  /// Orientations of rigid bodies: unit quaternions from the principal frame to space; otherwise
  /// empty.
  std::vector<Eigen::Quaterniond> orientation{};
  /// Angular momenta of rigid bodies about the centre of mass, in space; otherwise empty.
  std::vector<Vec<3>> angular_momentum{};
  /// Angular velocities of rough spheres, in space (in two dimensions along z); otherwise empty.
  std::vector<Vec<3>> angular_velocity{};
  /// Energies of the reservoirs of parcels; otherwise empty.
  std::vector<double> internal_energy{};
  /// Collisions so far of each particle, by which thermal walls and reservoirs choose its random
  /// numbers; empty if there are neither, or for none so far.
  std::vector<std::uint32_t> hits{};
  /// Diameters in a polydisperse gas; otherwise empty.
  std::vector<double> diameter{};

  [[nodiscard]] std::size_t size() const { return species.size(); }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(time, species, position, velocity, orientation, angular_momentum, angular_velocity,
            internal_energy, hits, diameter);
  }
};

/// Velocities as they lie in memory, by id: `stride` bytes after one comes the next.
struct VelocitiesInPlace {
  const double* first = nullptr;  ///< null: they do not lie there as such
  std::size_t count = 0, stride = 0;
};

/// Whether collisions draw random numbers, so that State::hits are needed.
template <int Dim>
bool draws_at_hits(const Gas<Dim>& gas) {
  return gas.boundary.is_thermal() || gas.has_reservoirs();
}

/// Diameter of a particle; of a rigid body that of its bounding sphere.
template <int Dim>
double diameter_of(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id) {
  return state.diameter.empty() ? gas.species[state.species[id]].diameter : state.diameter[id];
}

/// Distance of the centres of two particles at contact; of rigid bodies that at which their
/// bounding spheres touch.
template <int Dim>
double contact_distance(const Gas<Dim>& gas, const State<Dim>& state, std::size_t i,
                        std::size_t j) {
  return gas.is_additive() ? 0.5 * (diameter_of(gas, state, i) + diameter_of(gas, state, j))
                           : gas.contact_distance(state.species[i], state.species[j]);
}

/// Mass of a particle.
template <int Dim>
double mass_of(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id) {
  const SphereSpecies& species = gas.species[state.species[id]];
  return state.diameter.empty() ? species.mass : species.mass_at(state.diameter[id], Dim);
}

/// Largest diameter of any particle; for rigid bodies that of the bounding sphere.
template <int Dim>
double largest_diameter(const Gas<Dim>& gas);

/// Largest contact distance of any two particles: the largest diameter in an additive gas.
template <int Dim>
double largest_contact_distance(const Gas<Dim>& gas);

/// Largest distance of the centres of any two particles that act on each other: that of contact, or
/// the range of a step.
template <int Dim>
double largest_range(const Gas<Dim>& gas);

/// Smallest diameter of any sphere, for rigid bodies of any member; in a nonadditive gas the
/// smallest contact distance.
template <int Dim>
double smallest_diameter(const Gas<Dim>& gas);

/// Number of rotational degrees of freedom of a particle that collisions can change; for parcels
/// the degrees of freedom of their reservoirs; 0 for smooth spheres.
template <int Dim>
int rotational_degrees(const Gas<Dim>& gas, std::size_t species);

/// Rotation of a particle: its angular momentum along its principal axes (for a rough sphere the
/// axes of space) and its moments of inertia about them. Zero and one for smooth spheres.
struct Rotation {
  Vec<3> angular_momentum = Vec<3>::Zero();
  Vec<3> moments = Vec<3>::Ones();
};
template <int Dim>
Rotation rotation_of(const Gas<Dim>& gas, const State<Dim>& state, std::size_t id);

/// Whether no collision changes the energy.
template <int Dim>
bool is_elastic(const Gas<Dim>& gas);

/// Total kinetic energy ½ Σ m v² + ½ Σ L·ω, including the energy of reservoirs.
template <int Dim>
double kinetic_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// Kinetic energy of the particles of each species.
template <int Dim>
std::vector<double> kinetic_energies(const Gas<Dim>& gas, const State<Dim>& state);

/// Number of axes along which collisions, walls and obstacles conserve the momentum of the gas (in
/// a sheared gas, the momentum of the peculiar velocities): the periodic axes, provided that no
/// wall is thermal or rough and there is no obstacle.
template <int Dim>
int kept_momenta(const Gas<Dim>& gas);

/// Adds `times` the flow of a sheared gas, shear_rate·(y − L_y/2) along x, to the velocities: −1
/// gives peculiar velocities, 1 converts them back.
template <int Dim>
void add_flow(const Gas<Dim>& gas, double times, State<Dim>& state);

/// The state with peculiar velocities, relative to the flow of a sheared gas.
template <int Dim>
State<Dim> beside_flow(const Gas<Dim>& gas, State<Dim> state) {
  if (gas.boundary.is_sheared()) add_flow(gas, -1, state);
  return state;
}

/// Potential energy of the gas: under gravity, −Σ m g·r, and of pairs.
template <int Dim>
double potential_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// Sum of kinetic and potential energy.
template <int Dim>
double mechanical_energy(const Gas<Dim>& gas, const State<Dim>& state);

/// Total momentum Σ m v.
template <int Dim>
Vec<Dim> total_momentum(const Gas<Dim>& gas, const State<Dim>& state);

/// Fraction of the box that the particles fill (area fraction in two dimensions).
template <int Dim>
double packing_fraction(const Gas<Dim>& gas, const State<Dim>& state);

}  // namespace clausius
