#pragma once

#include <Eigen/Core>
#include <optional>

#include "clausius/engine/state.h"
#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "theory/granular_mixture.h"
#include "theory/rigid_gas.h"
#include "theory/transport.h"
#include "theory/walls.h"

namespace clausius {

/// The gas as the theory of mixtures knows it, rigid bodies as spheres of the same volume. `count`
/// particles of each species.
template <int Dim>
Mixture mixture_of(const Gas<Dim>& gas, const std::vector<double>& count);

/// Where the bodies of two species touch, for theory. `points`: see visit_contacts().
template <int Dim>
RigidPair rigid_pair(const Gas<Dim>& gas, std::size_t first, std::size_t second,
                     std::size_t points = std::size_t{1} << 15);

/// What drives do to a gas, as far as theory cares.
struct Driving {
  bool changes_energy = false;
  std::optional<double> kick_strength{};  ///< of RandomKicks, if they are the only drive
  std::optional<double> held_kt{};        ///< at which a thermostat holds a gas that loses nothing
};

/// What theory says of one particular gas, where it says anything: of homogeneous fluids in a
/// periodic box, elastic ones in equilibrium and inelastic ones in their homogeneous cooling state;
/// of elastic fluids of one kind between walls; spheres may be rough, but not between walls. Of
/// rigid bodies, of dilute gases in a periodic box, cooling ones if of one species. Everything else
/// is left empty.
class GasTheory {
 public:
  /// `count` particles of each species, at least one in all; `at_rest`: no momentum along the
  /// periodic axes.
  template <int Dim>
  GasTheory(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest,
            const Driving& driving = {});

  /// Whether the energy is conserved.
  [[nodiscard]] bool elastic() const { return elastic_; }
  [[nodiscard]] bool driven() const { return driving_.changes_energy; }
  /// Whether the gas as a whole is at rest (along its periodic axes).
  [[nodiscard]] bool at_rest() const { return at_rest_; }
  /// Whether nothing is said of rigid bodies because they have so many members that it would take
  /// long.
  [[nodiscard]] bool has_too_many_members() const { return too_many_members_; }
  /// From now on rates, free paths and the pressure of an elastic gas in a periodic box are those
  /// of a gas in which steps of length `dt` miss contacts, at this k_BT.
  void find_contacts_by_steps(double kt, double dt);
  [[nodiscard]] const Mixture& mixture() const { return mixture_; }
  [[nodiscard]] double particles() const { return particles_; }
  /// Whether it is a homogeneous elastic fluid of spheres or disks in a periodic box.
  [[nodiscard]] bool is_elastic_fluid() const { return known_ && elastic_; }
  [[nodiscard]] double degrees_of_freedom() const { return dof_; }

  /// Collisions a particle suffers per time. For a cooling gas `kt` is ⟨√(k_BT)⟩².
  [[nodiscard]] Prediction collision_rate(double kt) const;
  [[nodiscard]] Prediction collision_rate(double kt, std::size_t species) const;
  [[nodiscard]] Prediction mean_free_path() const;
  [[nodiscard]] Prediction mean_free_path(std::size_t species) const;  ///< of elastic ones
  [[nodiscard]] Prediction compressibility_factor() const;
  /// P V/(N k_BT) of the pressure on the walls, averaged over their area.
  [[nodiscard]] Prediction wall_compressibility_factor() const;
  /// Density of a fluid between walls, far from them.
  [[nodiscard]] std::optional<double> bulk_density() const;
  [[nodiscard]] Prediction kurtosis_a2() const;
  /// Third Sonine coefficient.
  [[nodiscard]] Prediction sonine_a3() const;
  /// A of the tail exp(−A c) of a cooling gas, c in units of √(2 k_BT/m).
  [[nodiscard]] Prediction tail_exponent() const;
  /// k_BT at which a driven gas is steady.
  [[nodiscard]] Prediction steady_kt() const;
  /// Energy per time that drives give.
  [[nodiscard]] Prediction drive_power() const;
  [[nodiscard]] Prediction h_function() const;
  /// T_s/T. Elastic, between walls too.
  [[nodiscard]] Prediction temperature_share(std::size_t species) const;
  /// T_rot over T_tr of all particles, without correction for finite N. Elastic, between walls too.
  [[nodiscard]] Prediction rotational_temperature_ratio() const;
  /// Mean of the largest eigenvalue of Q = ⟨(3uu − 1)/2⟩ (2uu − 1 in two dimensions) over the axes
  /// u of all particles of a species of collinear bodies, where it is isotropic: of order 1/√N.
  [[nodiscard]] Prediction nematic_order(std::size_t species) const;
  /// d k_BT/dc of the temperatures of translation and rotation, see RigidGas::relaxation and
  /// GranularMixture::relaxation.
  [[nodiscard]] std::optional<RigidTemperatures> relaxation(const RigidTemperatures& kt) const;
  /// Fraction of the contacts that steps of length `dt` miss; of elastic gases, between walls too.
  [[nodiscard]] Prediction missed_fraction(double kt, double dt) const;
  /// ⟨x²⟩/⟨x⟩² of free times or paths, given that of a dilute gas, with what density and a small
  /// number of particles change.
  [[nodiscard]] Prediction flight_ratio(TheoryValue dilute) const;
  /// Elastic periodic fluids of one kind have self-diffusion in a cube less what its images take,
  /// shear and bulk viscosity, and thermal conductivity in units of k_B. Of mixtures: shear
  /// viscosity and, of two species, mutual diffusion.
  [[nodiscard]] Prediction diffusion_coefficient(double kt) const;
  /// Self-diffusion of each species of a mixture; empty for those without particles.
  [[nodiscard]] std::vector<Prediction> diffusion_coefficients(double kt) const;
  [[nodiscard]] Prediction shear_viscosity(double kt) const;
  [[nodiscard]] Prediction bulk_viscosity(double kt) const;
  [[nodiscard]] Prediction thermal_conductivity(double kt) const;
  [[nodiscard]] Prediction mutual_diffusion_coefficient(double kt) const;
  /// Enskog's shear viscosity, in a dense fluid too: for the choice of times, not to be judged by.
  [[nodiscard]] std::optional<double> enskog_viscosity(double kt) const;
  /// Edge of the box from which on the shear waves of a cooling gas outlive its thermal motion, so
  /// that it does not stay homogeneous (McNamara & Young, Phys. Rev. E 53 (1996) 5089; van Noije &
  /// Ernst, Phys. Rev. E 61 (2000) 1765), with the viscosity of elastic spheres; of smooth ones of
  /// one kind.
  [[nodiscard]] std::optional<double> critical_length() const;
  /// Part of the energy of the motion along the line of centres that collisions take, where all
  /// pairs have one coefficient of restitution.
  [[nodiscard]] Prediction energy_lost_fraction() const;
  /// −d ln T/dc.
  [[nodiscard]] Prediction reduced_cooling_rate() const;
  /// −d ln T/dt of viscoelastic spheres of one species, which have no Haff's law.
  [[nodiscard]] Prediction viscoelastic_cooling_rate(double kt) const;
  /// τ of Haff's law from k_BT = `kt` on.
  [[nodiscard]] Prediction haff_time(double kt) const;

 private:
  /// Says that the gas is too dense for Enskog's coefficients, which hold up to that density.
  [[nodiscard]] static Prediction beyond(double packing_fraction);
  /// Why the theory of transport in mixtures says nothing, where it does not.
  [[nodiscard]] std::optional<Prediction> no_smooth_mixture(double kt) const;
  /// What the images of a particle of a mixture take from its diffusion in this box.
  [[nodiscard]] double image_loss_of_mixture(double kt) const;
  /// A coefficient of diffusion less that; the uncertainty is a part of the loss.
  [[nodiscard]] static TheoryValue less_images(TheoryValue diffusion, double loss,
                                               double uncertainty);
  /// Why the theory of homogeneous fluids says nothing: the gas is none, or it is too dense.
  [[nodiscard]] Prediction unknown() const;
  /// The gas of equal elastic spheres that the theory of transport is about.
  [[nodiscard]] std::optional<SphereGas> sphere_gas(double kt) const;
  /// Why it is not there.
  [[nodiscard]] Prediction no_sphere_gas() const;
  /// What the homogeneous state of inelastic spheres of one kind says, with the uncertainty of its
  /// molecular chaos.
  [[nodiscard]] TheoryValue inelastic(TheoryValue value) const;
  /// What granular_ says, with the uncertainty of its Gaussian velocities.
  [[nodiscard]] TheoryValue gaussian(double value) const;
  /// A transport coefficient of this many particles.
  [[nodiscard]] TheoryValue finite(TheoryValue infinite, double SonineFactors::*coefficient) const;
  [[nodiscard]] TheoryValue finite_collision_rate(double kt) const;
  /// collision_rate() where no contact is missed.
  [[nodiscard]] Prediction rate_of_all_contacts(double kt) const;
  [[nodiscard]] Prediction rate_of_all_contacts(double kt, std::size_t species) const;
  [[nodiscard]] static TheoryValue without_missed(TheoryValue value, double missed);
  /// The loss of energy a collision in units of the temperature, over that of infinitely many.
  [[nodiscard]] double finite_cooling_factor() const;
  /// Sonine coefficients of the state of inelastic spheres, all alike, infinitely many.
  [[nodiscard]] Prediction state_a2() const;
  [[nodiscard]] Prediction state_a3() const;

  Mixture mixture_;
  int dimensions_;
  double particles_ = 0;
  double dof_ = 0;
  std::optional<double> cube_edge_;    // of a box that is a cube or square
  std::vector<double> energy_shares_;  // by species
  bool at_rest_;                       // along the periodic axes
  bool homogeneous_;                   // spheres in a periodic box without obstacles
  double correlated_;  // what correlated collisions may change of rates of inelastic particles
  bool known_;         // and below the density of freezing: their theory holds
  double missed_ = 0, missed_virial_ = 0;  // parts of the contacts and of their virial
  // The rate of collisions of this many particles over that of infinitely many, and its source.
  double finite_rate_factor_ = 1;
  std::string finite_source_;
  Driving driving_;
  double viscosity_ = 0;  // of one species
  std::optional<double> lost_fraction_;  // by the law of collisions
  bool elastic_;
  std::optional<WalledFluid> walled_;  // of an elastic fluid of one kind
  TheoryValue wall_factor_;            // V/N · Σ force/Σ area over the walls, with walled_
  std::optional<double> restitution_;  // of all pairs, where it is one and all particles are alike
  /// How collisions change the temperatures of spheres that have several: of species, of rotation.
  std::optional<GranularMixture> granular_;
  /// Cooling or driven, its temperatures at mean 1. Of inelastic ones.
  std::optional<GranularMixture::Cooling> granular_state_;
  double driven_kt_ = 0;                    // then
  std::vector<RigidComponent> components_;  // by species
  bool bodies_;                             // rigid ones
  bool too_many_members_ = false;
  std::optional<RigidGas> rigid_;  // where it is dilute and homogeneous
  std::optional<RigidGas::Cooling> rigid_cooling_;
};

}  // namespace clausius
