#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "theory/fluid/rigid_gas.h"
#include "theory/velocities/added_speed.h"

namespace clausius {

/// The gas as a mixture for theory, rigid bodies as spheres of equal volume.
/// @param count particles of each species
template <int Dim>
Mixture mixture_of(const Gas<Dim>& gas, const std::vector<double>& count);

/// Effect of drives on a gas, as far as theory takes it into account.
struct Driving {
  bool changes_energy = false;
  std::optional<double> kick_strength{};  ///< of RandomKicks, if they are the only drive
  std::optional<double>
      thermostat_kt{};  ///< thermostat temperature (k_BT) of a gas that loses no energy
  /// Rate at which an Andersen thermostat, if it is the only drive, gives new velocities, and the
  /// time between its actions, if it is given.
  double resampling_rate = 0;
  std::optional<double> resampling_interval{};
  bool rescaled = false;  ///< whether velocities are rescaled, and nothing else drives the gas
  bool by_hits = false;   ///< whether the law of hits adds a speed, and nothing else drives the gas
};

/// Particles of many diameters as a mixture of a few, and the species of its components.
struct SizeComponents {
  Mixture mixture;
  std::vector<std::size_t> species;
};

/// What theory has to know of a gas, whatever kind of gas it is.
struct GasFacts {
  /// See GasTheory::GasTheory.
  template <int Dim>
  GasFacts(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest,
           const Driving& driving, const std::vector<std::vector<double>>& diameters);

  Mixture mixture;
  std::optional<SizeComponents> sizes;  ///< of a polydisperse gas
  int dimensions;
  double particles;
  double degrees_of_freedom;
  std::optional<double> cube_edge;  ///< edge length of a box that is a cube or square
  double longest_edge;
  std::vector<RigidComponent> components;  ///< by species
  std::vector<double> energy_shares;       ///< by species, see GasTheory::energy_share
  bool at_rest;                            ///< along the periodic axes
  bool bodies;                             ///< whether the species are rigid bodies
  bool rough;                              ///< whether particles are rough
  bool homogeneous;                        ///< spheres in a periodic box without obstacles …
  double correlated;  ///< relative change of inelastic rates by correlated collisions
  bool known;         ///< … and below the freezing density: the theory of fluids holds
  Driving driving;
  bool elastic;                         ///< whether the energy is conserved
  bool has_steps;                       ///< whether pairs have a potential of steps
  double viscosity = 0;                 ///< of viscoelastic spheres, for one species
  std::optional<double> lost_fraction;  ///< by the law of collisions
  /// Of all pairs, if there is one value and all particles are identical.
  std::optional<double> restitution;
  /// Steady state of identical particles, if Gas::added_speed is all that drives them.
  std::optional<AddedSpeedState> added_speed;
  double added_speed_kt = 0;  ///< m Δ², in which its temperature is given

  [[nodiscard]] bool driven() const { return driving.changes_energy; }
  /// Reason why the theory of homogeneous fluids has no value: the gas is not one, or it is too
  /// dense.
  [[nodiscard]] Prediction unknown() const;
  /// Collision rates at constant energy relative to those of finite_collision_rate() of a mixture,
  /// for which all the energy is that of the translation.
  [[nodiscard]] double constant_energy_factor() const;
  [[nodiscard]] TheoryValue finite_collision_rate(double kt) const;
  /// Collisions per time of one particle of species i with those of species j (elements).
  /// @param found part of the contacts that happen
  [[nodiscard]] Eigen::MatrixXd collision_rates(double kt, double found = 1) const;
  /// Energy loss per collision in units of the temperature, relative to that of infinitely many
  /// particles.
  [[nodiscard]] double finite_cooling_factor() const;
  /// Prediction for the homogeneous state of inelastic spheres of one species, with the uncertainty
  /// due to molecular chaos.
  [[nodiscard]] TheoryValue inelastic(TheoryValue value) const;
  /// Second and third Sonine coefficient of the state of identical inelastic spheres, infinitely
  /// many.
  [[nodiscard]] Prediction state_a2() const;
  [[nodiscard]] Prediction state_a3() const;

 private:
  /// A coefficient in so many dimensions, with this restitution.
  using Coefficient = TheoryValue (*)(int, double);
  /// The coefficient of a cooling gas or of one that random kicks drive.
  [[nodiscard]] Prediction of_state(Coefficient cooling, Coefficient by_kicks) const;
};

}  // namespace clausius
