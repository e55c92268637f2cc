#pragma once

#include <vector>

#include "clausius/core/potential_step.h"
#include "clausius/theory/equation_of_state.h"

namespace clausius {

/// The potential of two particles around their hard cores: steps as in PotentialStep.
struct SteppedPair {
  double contact = 1;
  std::vector<PotentialStep> steps{};

  friend bool operator==(const SteppedPair& a, const SteppedPair& b);
};

/// Second virial coefficient of a pair, exactly: ½ ∫ (1 − exp(−u/k_BT)) dr.
double second_virial_coefficient(int d, const SteppedPair& pair, double kt);
/// Its derivative with respect to 1/k_BT, which is the energy of a particle over the density, to
/// first order: ½ ∫ u exp(−u/k_BT) dr.
double energy_coefficient(int d, const SteppedPair& pair, double kt);

/// A fluid of hard particles with potentials of steps, in equilibrium at a temperature.
///
/// Spheres that are all alike: the second-order perturbation theory of Barker & Henderson (J. Chem.
/// Phys. 47 (1967) 2856), with the macroscopic compressibility in the second order and the
/// structure of hard spheres by SphereStructure; the higher orders in 1/k_BT are those of the
/// second virial coefficient, less by the square of the compressibility, so that this coefficient
/// is exact. The uncertainty is half of the second order: simulations of square wells of range 1.5
/// differ by less above the critical temperature.
///
/// Disks and mixtures: what the second virial coefficients of the steps add to the equation of
/// state of hard particles; the uncertainty is that times the growth of the contact value with
/// density, and there is no value where it exceeds a fifth.
class SteppedFluid {
 public:
  /// @param mixture the hard cores
  /// @param pairs of components i and j at i·components + j
  SteppedFluid(Mixture mixture, std::vector<SteppedPair> pairs);

  /// P V/(N k_BT).
  [[nodiscard]] Prediction compressibility_factor(double kt) const;
  /// Mean potential energy of a particle.
  [[nodiscard]] Prediction potential_energy(double kt) const;

 private:
  [[nodiscard]] bool is_of_one_sphere() const;
  [[nodiscard]] Prediction no_fluid() const;
  /// Σ x_i x_j of a coefficient of pairs, times the density.
  template <class Coefficient>
  [[nodiscard]] double mean_over_pairs(const Coefficient& coefficient) const;
  /// Growth of the contact values over those of two particles alone.
  [[nodiscard]] double crowding() const;

  Mixture mixture_;
  std::vector<SteppedPair> pairs_;
};

}  // namespace clausius
