#pragma once

#include <Eigen/Core>
#include <optional>

#include "clausius/engine/state.h"
#include "clausius/theory/equation_of_state.h"
#include "clausius/theory/value.h"
#include "clausius/theory/walls.h"

namespace clausius {

/// The gas as the theory of mixtures knows it, rigid bodies as spheres of the same volume. `count`
/// particles of each species.
template <int Dim>
Mixture mixture_of(const Gas<Dim>& gas, const std::vector<double>& count);

/// What theory says of one particular gas, where it says anything: of homogeneous fluids in a
/// periodic box, elastic ones in equilibrium and inelastic ones (of one kind of particles) in their
/// homogeneous cooling state; of elastic fluids of one kind between walls. Everything else is left
/// empty.
class GasTheory {
 public:
  /// `count` particles of each species, at least one in all; `at_rest`: no momentum along the
  /// periodic axes.
  template <int Dim>
  GasTheory(const Gas<Dim>& gas, const std::vector<double>& count, bool at_rest);

  [[nodiscard]] bool elastic() const { return elastic_; }
  /// Whether the gas as a whole is at rest (along its periodic axes).
  [[nodiscard]] bool at_rest() const { return at_rest_; }
  [[nodiscard]] const Mixture& mixture() const { return mixture_; }
  [[nodiscard]] double particles() const { return particles_; }
  [[nodiscard]] double degrees_of_freedom() const { return dof_; }

  /// Collisions a particle suffers per time. For a cooling gas `kt` is ⟨√(k_BT)⟩².
  [[nodiscard]] std::optional<TheoryValue> collision_rate(double kt) const;
  [[nodiscard]] std::optional<TheoryValue> collision_rate(double kt, std::size_t species) const;
  [[nodiscard]] std::optional<TheoryValue> mean_free_path() const;
  [[nodiscard]] std::optional<TheoryValue> compressibility_factor() const;
  /// P V/(N k_BT) of the pressure on the walls, averaged over their area.
  [[nodiscard]] std::optional<TheoryValue> wall_compressibility_factor() const;
  [[nodiscard]] std::optional<TheoryValue> kurtosis_a2() const;
  [[nodiscard]] std::optional<TheoryValue> h_function() const;
  /// T_s/T. Between walls too.
  [[nodiscard]] std::optional<TheoryValue> temperature_share(std::size_t species) const;
  /// Fraction of the contacts that steps of length `dt` miss; of elastic gases, between walls too.
  [[nodiscard]] std::optional<TheoryValue> missed_fraction(double kt, double dt) const;
  /// −d ln T/dc.
  [[nodiscard]] std::optional<TheoryValue> reduced_cooling_rate() const;
  /// τ of Haff's law from k_BT = `kt` on.
  [[nodiscard]] std::optional<TheoryValue> haff_time(double kt) const;

 private:
  Mixture mixture_;
  int dimensions_;
  double particles_ = 0;
  double dof_ = 0;
  std::vector<double> energy_shares_;  // by species
  bool at_rest_;                       // along the periodic axes
  bool known_;                         // homogeneous fluid
  bool elastic_;
  std::optional<WalledFluid> walled_;  // of an elastic fluid of one kind
  double wall_factor_ = 0;             // V/N · Σ force/Σ area over the walls, with walled_
  std::optional<double> restitution_;  // of all pairs, where it is one and all particles are alike
};

}  // namespace clausius
