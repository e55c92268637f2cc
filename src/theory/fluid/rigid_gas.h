#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "clausius/theory/value.h"
#include "theory/fluid/rigid_fluid.h"

/// Gases of smooth rigid bodies of any shape. Exact results follow from one fact: where two
/// bodies touch, the normal relative velocity u of the points of contact is Gaussian in equilibrium
/// with variance k_BT k, k = 1/m₁ + 1/m₂ + λ₁ + λ₂ with the levers λ = (r×n)·I⁻¹(r×n).
namespace clausius {

/// Values for translation and rotation of the two partners of a collision, in this order: their
/// four temperatures, or the energies they gain.
struct TwoBodies {
  double first_translation = 0, first_rotation = 0, second_translation = 0, second_rotation = 0;
};

/// Two species of bodies and their contact surface, as integrals over it: accumulated from contacts
/// whose areas add up to the mean surface.
class RigidPair {
 public:
  /// @param kinds number of species to which a third body may belong
  RigidPair(int d, double first_mass, double second_mass, std::size_t kinds);

  /// @param area area of the surface that the contact represents
  /// @param separation distance of the centres along the normal
  /// @param first_lever, second_lever λ₁ and λ₂
  /// @param alignment P₂ of the cosine (cos 2θ in two dimensions) between the two x axes
  /// @param shared by species, volume in which the centre of a third body lies if it overlaps both
  void add(double area, double separation, double first_lever, double second_lever,
           double alignment, std::span<const double> shared);

  /// Collisions per time and density of partners, at k_BT = 1: ∮ dS ⟨√k⟩/√(2π). Exact at density 0.
  [[nodiscard]] double rate() const;
  /// B₂, half of the excluded volume: ∮ dS r·n/(2d). Exact.
  [[nodiscard]] double second_virial() const;
  /// ⟨P₂⟩ over the excluded volume, times that volume: −n times it is the contribution of excluded
  /// volume to the mean alignment of a pair, to first order in the density n. Exact.
  [[nodiscard]] double alignment() const { return alignment_; }
  /// Increase of the rate, and of the virial, with the density of species k: contact value 1 + Σ
  /// n_k c_k, exact to first order.
  [[nodiscard]] double rate_crowding(std::size_t k) const { return rate_crowding_[k] / root_k_; }
  [[nodiscard]] double virial_crowding(std::size_t k) const {
    return virial_crowding_[k] / separation_;
  }

  /// The rate at different temperatures k_BT of the four degrees of freedom (all assumed Gaussian).
  [[nodiscard]] double rate(const TwoBodies& kt) const;
  /// Energy that each degree of freedom gains per time and density of partners in collisions of
  /// restitution e. A collision gives ½ k_a J² − J u_a with J = (1 + e) u/k, where u_a is its own
  /// part of u, on average u times its share of the variance.
  [[nodiscard]] TwoBodies heating(const TwoBodies& kt, double e) const;

 private:
  struct Contact {
    double area, first_lever, second_lever;
  };
  template <class Visit>  // visit(contact, k, variance of u)
  void for_each(const TwoBodies& kt, const Visit& visit) const;

  double d_;
  double inv_first_mass_, inv_second_mass_;
  std::vector<Contact> contacts_;
  double root_k_ = 0, separation_ = 0, alignment_ = 0;
  std::vector<double> rate_crowding_, virial_crowding_;
};

struct RigidComponent {
  double count = 0;
  double mass = 1;
  int rotational_degrees = 0;
  double volume = 0;    ///< of a body; 0: not known, for a dilute gas
  bool convex = false;  ///< whether the bodies are convex
};

/// k_BT of the translation and of the rotation of each species.
struct RigidTemperatures {
  std::vector<double> translation, rotation;
};

/// A gas of rigid bodies in a periodic box, homogeneous and isotropic. Rates and pressures of one
/// species in three dimensions are those of a RigidFluid. For others they are exact up to the first
/// order of the contact values in density; the higher orders are those of the fluid of spheres
/// (disks) with equal first order.
class RigidGas {
 public:
  /// @param pairs one for i ≤ j, in the order 00, 01, …, 11, …
  /// @param volume volume of the box
  RigidGas(int d, double volume, std::vector<RigidComponent> components,
           std::vector<RigidPair> pairs);

  /// Packing fraction of the fluid of spheres whose contact values equal the largest of this gas.
  [[nodiscard]] double crowding() const;
  /// Whether the gas is one species of which the equation of state is known at any density of the
  /// isotropic fluid.
  [[nodiscard]] bool is_fluid() const { return fluid_.has_value(); }

  /// Collisions of a particle per time in equilibrium.
  [[nodiscard]] TheoryValue collision_rate(double kt) const;
  [[nodiscard]] TheoryValue collision_rate(double kt, std::size_t species) const;
  [[nodiscard]] TheoryValue compressibility_factor() const;
  /// B₂ of the mixture.
  [[nodiscard]] double second_virial() const;

  /// Mean of the largest eigenvalue of Q = ⟨(3uu − 1)/2⟩ (2uu − 1 in two dimensions) over the x
  /// axes u of a species of many particles in the isotropic state: Q is then a Gaussian matrix, and
  /// ⟨Q:Q⟩ is 3/(2N) (2/N) for independent ones, more as excluded volume aligns.
  [[nodiscard]] TheoryValue nematic_order(std::size_t species) const;

  /// d k_BT/dc of all degrees of freedom, c being collisions per particle, for bodies with Gaussian
  /// velocities that collide with restitution e.
  [[nodiscard]] RigidTemperatures relaxation(const RigidTemperatures& kt, double e) const;

  /// The cooling state of an inelastic gas of one species, if velocities stay Gaussian.
  struct Cooling {
    double temperature_ratio = 1;  ///< T_rot/T_tr
    double reduced_rate = 0;       ///< −d ln T/dc
    double rate_factor = 1;        ///< ratio of the collision rate to the elastic one at the same T
  };
  /// @pre one species, with rotation
  [[nodiscard]] Cooling cooling(double e) const;

  [[nodiscard]] std::string source() const;

 private:
  [[nodiscard]] const RigidPair& pair(std::size_t i, std::size_t j) const;
  // Partners of species j of one particle of species i, per volume, and their contact value.
  [[nodiscard]] double partners(std::size_t i, std::size_t j) const;
  [[nodiscard]] double contact_value(double first_order) const;
  [[nodiscard]] double rate_contact_value(std::size_t i, std::size_t j) const;
  // Relative uncertainty of the contact values of rates.
  [[nodiscard]] double rate_uncertainty() const;
  // (Z_N − 1)/(Z − 1) of the fluid, relative to the number of partners.
  [[nodiscard]] double finite_fluid_factor() const;
  // First order of the contact value of a pair in the density of the other bodies; crowding(k): see
  // RigidPair::rate_crowding().
  template <class Crowding>
  [[nodiscard]] double first_order(std::size_t i, std::size_t j, const Crowding& crowding) const;
  // Increase of the density of a pair by the volume that it excludes to itself.
  [[nodiscard]] double excluded(std::size_t i, std::size_t j) const;
  [[nodiscard]] double freedom(std::size_t i) const;

  int d_;
  double volume_;
  double particles_;
  std::vector<RigidComponent> components_;
  std::vector<RigidPair> pairs_;
  std::optional<RigidFluid> fluid_;
  double packing_fraction_ = 0;  // of the fluid
};

}  // namespace clausius
