#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/state.h"
#include "clausius/theory/value.h"
#include "measure/gas_theory/facts.h"
#include "theory/fluid/rigid_gas.h"
#include "theory/velocities/granular_mixture.h"

// The kinds of gas that have a theory of collisions. Each has
//   Prediction collision_rate(const GasFacts&, double kt) const;                of a particle
//   Prediction collision_rate(const GasFacts&, double kt, std::size_t) const;   … of one species
//   Prediction compressibility_factor(const GasFacts&) const;

namespace clausius {

/// A homogeneous fluid of spheres: an elastic one, or an inelastic one of one species in its state.
/// It stands for the gases without theory, too, whose results say why they are empty.
struct UniformFluid {
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt) const;
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt,
                                          std::size_t species) const;
  [[nodiscard]] Prediction compressibility_factor(const GasFacts& gas) const;
};

/// An elastic fluid of spheres between walls.
struct FluidBetweenWalls {
  /// Nothing if there is no theory of the gas between its walls.
  template <int Dim>
  [[nodiscard]] static std::optional<FluidBetweenWalls> of(const Gas<Dim>& gas,
                                                           const GasFacts& facts);
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt) const;
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt,
                                          std::size_t species) const;
  [[nodiscard]] Prediction compressibility_factor(const GasFacts& gas) const;

  Eigen::MatrixXd rates, rate_uncertainties;  ///< at k_BT = 1, of species i with species j
  TheoryValue virial;                         ///< of the collisions, over d N k_BT
  TheoryValue pressure;                       ///< V/(N k_BT) · Σ force/Σ area over the walls
  std::optional<double> bulk_density;

 private:
  [[nodiscard]] TheoryValue rate_of(std::size_t species) const;
};

/// The contact surface of the bodies of two species, for theory. `points`: see visit_contacts().
template <int Dim>
RigidPair rigid_pair(const Gas<Dim>& gas, std::size_t first, std::size_t second,
                     std::size_t points = std::size_t{1} << 15);

/// A homogeneous gas of rigid bodies.
struct GasOfBodies {
  /// Whether there is no theory of the bodies only because their number of members would make it
  /// too slow.
  template <int Dim>
  [[nodiscard]] static bool has_too_many_members(const Gas<Dim>& gas, const GasFacts& facts);
  /// Nothing if the gas is too dense, or too slow to compute. See RigidFluid for the densities of
  /// one elastic species; other gases are dilute ones.
  template <int Dim>
  [[nodiscard]] static std::optional<GasOfBodies> of(const Gas<Dim>& gas, const GasFacts& facts);
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt) const;
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt,
                                          std::size_t species) const;
  [[nodiscard]] Prediction compressibility_factor(const GasFacts& gas) const;
  /// Whether contact values are accurate to the first order in density.
  [[nodiscard]] bool is_dilute() const;
  /// τ of Haff's law from k_BT = `kt` on. @pre cooling
  [[nodiscard]] TheoryValue haff_time(const GasFacts& gas, double kt) const;

  RigidGas gas;
  std::optional<RigidGas::Cooling> cooling;  ///< of one inelastic species
};

/// The cooling or driven state of a homogeneous gas of inelastic spheres of several species, or
/// rough ones.
struct GranularState {
  /// Nothing if the gas has no such state. @param exchange change of the temperatures by collisions
  [[nodiscard]] static std::optional<GranularState> of(const GasFacts& gas, bool collides_elastic,
                                                       const GranularMixture& exchange);
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt) const;
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt,
                                          std::size_t species) const;
  [[nodiscard]] Prediction compressibility_factor(const GasFacts& gas) const;
  /// A number of this theory, with the uncertainty due to what its velocities are taken to be.
  [[nodiscard]] TheoryValue approximate(const GasFacts& gas, double value) const;
  /// T_s/T.
  [[nodiscard]] TheoryValue temperature_share(const GasFacts& gas, std::size_t species) const;
  /// T_rot/T_tr of all particles.
  [[nodiscard]] TheoryValue rotational_temperature_ratio(const GasFacts& gas) const;

  RigidTemperatures kt;       ///< with mean 1
  double reduced_rate = 0;    ///< −d ln T/dc
  double rate = 0;            ///< collisions of a particle at k_BT = 1
  std::vector<double> rates;  ///< … by species
  double driven_kt = 0;       ///< k_BT of the driven state
  double sliding_fraction = 0;
  std::string source;
  /// A cooling gas of one rough species beyond Maxwell's law, where its theory holds.
  struct BeyondMaxwell {
    RoughGas gas;
    RoughGas::Cooling cooling;
  };
  std::shared_ptr<const BeyondMaxwell> beyond_maxwell;
};

/// A polydisperse elastic fluid of spheres in a periodic box.
struct FluidOfSizes {
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt) const;
  [[nodiscard]] Prediction collision_rate(const GasFacts& gas, double kt,
                                          std::size_t species) const;
  /// Collisions of a particle of this diameter.
  [[nodiscard]] Prediction collision_rate_at(const GasFacts& gas, double kt, double diameter) const;
  [[nodiscard]] Prediction compressibility_factor(const GasFacts& gas) const;
};

}  // namespace clausius
