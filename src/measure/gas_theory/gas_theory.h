#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/theory/value.h"
#include "measure/gas_theory/facts.h"
#include "measure/gas_theory/kinds.h"
#include "theory/fluid/stepped_potential.h"
#include "theory/transport/sheared_grains.h"
#include "theory/transport/transport.h"
#include "theory/velocities/granular_mixture.h"

namespace clausius {

/// The steady state of a granular gas that is sheared, by sheared_grains(), with what it is
/// uncertain by: relative standard errors, of the ratios of elements of the pressure half of that.
struct ShearedState {
  double kt = 0;
  ShearedTensor pressure;
  double uncertainty = 0;
  std::string source;
};

/// Theory of one particular gas, where there is one: of homogeneous fluids in a periodic box,
/// elastic ones in equilibrium and inelastic ones in their homogeneous cooling state; of elastic
/// fluids between walls, dilute ones if their diameters are unlike; spheres may be rough, but not
/// between walls. Nonadditive mixtures are dilute ones in a periodic box. For rigid bodies, of
/// dilute gases in a periodic box, cooling ones if of one species. Of polydisperse gases rates and
/// pressure of elastic fluids in a periodic box. All other results are empty.
class GasTheory {
 public:
  /// @param count particles of each species, at least one in total
  /// @param at_rest no momentum along the periodic axes
  /// @param diameters those of each polydisperse species; empty for the others
  template <int Dim>
  GasTheory(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest,
            const Driving& driving = {}, const std::vector<std::vector<double>>& diameters = {});

  /// Whether the energy is conserved.
  [[nodiscard]] bool elastic() const { return gas_.elastic; }
  [[nodiscard]] bool driven() const { return gas_.driven(); }
  /// Whether the gas as a whole is at rest (along its periodic axes).
  [[nodiscard]] bool at_rest() const { return gas_.at_rest; }
  /// Whether there is no theory of the rigid bodies because their number of members would make it
  /// too slow.
  [[nodiscard]] bool has_too_many_members() const { return too_many_members_; }
  /// From now on rates, free paths and the pressure of an elastic gas in a periodic box are those
  /// of a gas in which steps of length `dt` miss contacts, at this k_BT.
  void find_contacts_by_steps(double kt, double dt);
  /// From now on results have the uncertainty of a gas that is sheared at this rate, at this k_BT,
  /// and there are none of a gas sheared so much that its velocities are far from isotropic.
  void shear(double kt, double shear_rate);
  /// The steady state of identical smooth inelastic particles under this shear, without drives.
  [[nodiscard]] std::optional<ShearedState> sheared_state() const;
  [[nodiscard]] const Mixture& mixture() const { return gas_.mixture; }
  [[nodiscard]] double particles() const { return gas_.particles; }
  /// Whether the gas is a homogeneous elastic fluid of spheres or disks in a periodic box.
  [[nodiscard]] bool is_elastic_fluid() const { return gas_.known && gas_.elastic; }
  [[nodiscard]] double degrees_of_freedom() const { return gas_.degrees_of_freedom; }
  /// Mean energy of the translation of a particle of the species in an elastic gas in equilibrium,
  /// relative to d/2 k_BT: less than 1 where the total momentum is zero.
  [[nodiscard]] double energy_share(std::size_t species) const {
    return gas_.energy_shares[species];
  }

  /// Collisions of a particle per time. For a cooling gas `kt` is ⟨√(k_BT)⟩².
  [[nodiscard]] Prediction collision_rate(double kt) const;
  [[nodiscard]] Prediction collision_rate(double kt, std::size_t species) const;
  /// Collisions per time of a particle of this diameter in a polydisperse gas.
  [[nodiscard]] Prediction collision_rate_at(double kt, double diameter) const;
  /// Collisions per time of one particle of species i with those of species j (elements), for an
  /// elastic fluid. @pre is_elastic_fluid()
  [[nodiscard]] Eigen::MatrixXd collision_rates(double kt) const;
  [[nodiscard]] Prediction mean_free_path() const;
  [[nodiscard]] Prediction mean_free_path(std::size_t species) const;  ///< for elastic gases
  [[nodiscard]] Prediction compressibility_factor() const;
  /// At this k_BT, on which it depends if particles have a potential.
  [[nodiscard]] Prediction compressibility_factor(double kt) const;
  /// Mean energy of a particle by the potentials of pairs.
  [[nodiscard]] Prediction potential_energy(double kt) const;
  /// P V/(N k_BT), with the pressure on the walls averaged over their area.
  [[nodiscard]] Prediction wall_compressibility_factor() const;
  /// Density of a fluid between walls, far from the walls.
  [[nodiscard]] std::optional<double> bulk_density() const;
  [[nodiscard]] Prediction kurtosis_a2() const;
  /// Second Sonine coefficient of the state of identical inelastic spheres, infinitely many.
  [[nodiscard]] Prediction state_a2() const { return gas_.state_a2(); }
  /// ⟨μ v_n²⟩ of collisions over k_BT.
  [[nodiscard]] Prediction mean_collision_energy() const;
  /// Relative change of rates and angles by correlated collisions of inelastic particles, at most.
  [[nodiscard]] double correlation() const { return gas_.correlated; }
  /// Third Sonine coefficient.
  [[nodiscard]] Prediction sonine_a3() const;
  /// A of the tail exp(−A c) of a cooling gas, with c in units of √(2 k_BT/m).
  [[nodiscard]] Prediction tail_exponent() const;
  /// k_BT of the steady state of a driven gas.
  [[nodiscard]] Prediction steady_kt() const;
  /// Energy per time given by drives.
  [[nodiscard]] Prediction drive_power() const;
  [[nodiscard]] Prediction h_function() const;
  /// T_s/T; for elastic gases also between walls.
  [[nodiscard]] Prediction temperature_share(std::size_t species) const;
  /// T_rot over T_tr of all particles, without correction for finite N; for elastic gases also
  /// between walls.
  [[nodiscard]] Prediction rotational_temperature_ratio() const;
  /// Cumulants a₂₀, a₀₂ and a₁₁ of velocities and spins, see RoughGas, of one rough species.
  [[nodiscard]] std::array<Prediction, 3> spin_cumulants() const;
  /// Fraction of the hits with friction that slide.
  [[nodiscard]] Prediction sliding_fraction() const;
  /// Mean of the largest eigenvalue of Q = ⟨(3uu − 1)/2⟩ (2uu − 1 in two dimensions) over the axes
  /// u of all particles of a species of collinear bodies in the isotropic state: of order 1/√N.
  [[nodiscard]] Prediction nematic_order(std::size_t species) const;
  /// d k_BT/dc of the temperatures of translation and rotation, see RigidGas::relaxation and
  /// GranularMixture::relaxation.
  [[nodiscard]] std::optional<RigidTemperatures> relaxation(const RigidTemperatures& kt) const;
  /// Change of the moments per collision of a particle, of a cooling gas of one rough species
  /// beyond Maxwell's law.
  [[nodiscard]] std::optional<RoughGas::Moments> relaxation(const RoughGas::Moments& at) const;
  /// Fraction of the contacts that steps of length `dt` miss; for elastic gases also between walls.
  /// @param taken whether the run takes the steps, which then interfere with collisions
  [[nodiscard]] Prediction missed_fraction(double kt, double dt, bool taken) const;
  /// ⟨x²⟩/⟨x⟩² of free times or paths from the value of a dilute gas, with the changes due to
  /// density and a small number of particles.
  [[nodiscard]] Prediction flight_ratio(TheoryValue dilute) const;
  /// Transport coefficients of elastic periodic fluids. One species: self-diffusion (in a cube,
  /// reduced by its images; also of a gas that is driven or cools, at this k_BT), shear and bulk
  /// viscosity, and thermal conductivity in units of k_B. Mixtures: shear viscosity, thermal
  /// conductivity and, for two species, mutual and thermal diffusion.
  [[nodiscard]] Prediction diffusion_coefficient(double kt) const;
  /// Self-diffusion of each species of a mixture; empty for species without particles.
  [[nodiscard]] std::vector<Prediction> diffusion_coefficients(double kt) const;
  [[nodiscard]] Prediction shear_viscosity(double kt) const;
  [[nodiscard]] Prediction bulk_viscosity(double kt) const;
  [[nodiscard]] Prediction thermal_conductivity(double kt) const;
  [[nodiscard]] Prediction mutual_diffusion_coefficient(double kt) const;
  [[nodiscard]] Prediction thermal_diffusion_factor(double kt) const;
  /// Partial enthalpies of the species of an elastic fluid of these particles, or none.
  [[nodiscard]] std::vector<double> partial_enthalpies(double kt) const;
  /// Enskog's shear viscosity, in a dense fluid too: for the choice of time scales, not for
  /// comparison.
  [[nodiscard]] std::optional<double> enskog_viscosity(double kt) const;
  /// Edge of the box from which on the shear waves of a cooling gas outlive its thermal motion, so
  /// that it does not stay homogeneous (McNamara & Young, Phys. Rev. E 53 (1996) 5089; van Noije &
  /// Ernst, Phys. Rev. E 61 (2000) 1765), with the viscosity of granular_transport(); for smooth
  /// spheres of one species.
  [[nodiscard]] std::optional<double> critical_length() const;
  /// Rate at which shear waves of wave number k decay by viscosity, over that at which cooling
  /// slows the thermal velocities down: below 1 they outlive these. With the viscosity of
  /// granular_transport(); for smooth spheres of one species, and waves longer than 2π free paths.
  [[nodiscard]] Prediction shear_wave_damping(double wave_number) const;
  /// Part of the energy of the motion along the line of centres that collisions take, where all
  /// pairs have one coefficient of restitution.
  [[nodiscard]] Prediction energy_lost_fraction() const;
  /// −d ln T/dc.
  [[nodiscard]] Prediction reduced_cooling_rate() const;
  /// −d ln T/dt of viscoelastic spheres of one species, for which Haff's law does not hold.
  [[nodiscard]] Prediction viscoelastic_cooling_rate(double kt) const;
  /// τ of Haff's law from k_BT = `kt` on.
  [[nodiscard]] Prediction haff_time(double kt) const;

  /// A coefficient of transport, see correlated_shear_viscosity(), or none beyond the packing
  /// fraction of `gas` up to which it holds: that of freezing for spheres, 0.4 for disks, whose
  /// coefficients then depend on the duration of the measurement.
  [[nodiscard]] static Prediction where_it_holds(const SphereGas& gas, TheoryValue coefficient);

 private:
  /// Result for a gas that is too dense for Enskog's coefficients, with the density up to which
  /// they hold.
  [[nodiscard]] static Prediction beyond(double packing_fraction);
  /// A coefficient of heat transport of this many particles with what it is uncertain by where
  /// masses differ.
  [[nodiscard]] TheoryValue of_unlike_masses(TheoryValue coefficient) const;
  /// Whether there are two species, with particles of both.
  [[nodiscard]] bool has_two_species() const;
  /// Reason why the theory of transport in mixtures has no value.
  [[nodiscard]] std::optional<Prediction> no_smooth_mixture(double kt) const;
  /// Reduction of a particle's diffusion in a mixture by its images in this box.
  [[nodiscard]] double image_loss_of_mixture(double kt) const;
  /// A diffusion coefficient minus that reduction; the uncertainty is a part of the reduction.
  [[nodiscard]] static TheoryValue less_images(TheoryValue diffusion, double loss,
                                               double uncertainty);
  /// The gas of equal elastic spheres to which the theory of transport applies.
  [[nodiscard]] std::optional<SphereGas> sphere_gas(double kt) const;
  /// Reason why there is no such gas.
  [[nodiscard]] Prediction no_sphere_gas() const;
  /// A transport coefficient of this many particles.
  [[nodiscard]] TheoryValue finite(TheoryValue infinite, double factor) const;
  [[nodiscard]] static TheoryValue without_missed(TheoryValue value, double missed);
  /// The result of an isotropic gas for one that is sheared: `effect` bounds its change, in units
  /// of the square of the shear per mean free time.
  [[nodiscard]] Prediction sheared(const Prediction& isotropic, double effect) const;
  /// Self-diffusion of a gas of one species that is driven or cools.
  [[nodiscard]] Prediction diffusion_out_of_equilibrium(double kt) const;
  /// Rate at which an Andersen thermostat decorrelates the velocity of a particle.
  [[nodiscard]] TheoryValue resampling_rate(double kt) const;
  /// Shear viscosity of granular_transport() over the mass density, at k_BT = 1. @pre identical
  /// smooth spheres
  [[nodiscard]] TheoryValue kinematic_viscosity() const;
  /// critical_length() of a gas that cools with this time of Haff's law at k_BT = 1.
  [[nodiscard]] double critical_length(double haff_time) const;

  /// The theory of this kind of gas, if it is of this kind.
  template <class Kind>
  [[nodiscard]] const Kind* kind_of() const {
    return std::get_if<Kind>(&kind_);
  }
  /// How inelastic bodies of one species cool, if these do.
  [[nodiscard]] const RigidGas::Cooling* cooling_of_bodies() const;

  GasFacts gas_;
  std::variant<UniformFluid, FluidBetweenWalls, GasOfBodies, GranularState, FluidOfSizes> kind_;
  /// Change of the temperatures of spheres by collisions: of species, of rotation.
  std::optional<GranularMixture> exchange_;
  std::optional<SteppedFluid> potential_;  // if pairs have one, in a periodic box
  bool too_many_members_ = false;
  double missed_ = 0, missed_virial_ = 0;  // fractions of the contacts and of their virial
  double shear_rate_ = 0;
  double shear_sq_ = 0;  // square of the shear per mean free time
};

}  // namespace clausius
