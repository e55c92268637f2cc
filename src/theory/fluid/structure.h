#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "clausius/core/constants.h"
#include "core/elementary.h"

/// Structure of homogeneous fluids of hard particles. Lengths of one species are in its diameters;
/// `phi` is the packing fraction.
namespace clausius {

/// Percus & Yevick's structure factor of hard spheres, 1/|Q(k)|² with Baxter's factor Q (Wertheim,
/// Phys. Rev. Lett. 10 (1963) 321; Baxter, Aust. J. Phys. 21 (1968) 563); (1 − φ)⁴/(1 + 2φ)² at
/// k = 0.
double percus_yevick_structure_factor(double phi, double k);

/// Percus & Yevick's pair distribution of hard spheres at r = 1, 1 + 1/steps, … up to `reach`,
/// outwards step by step (Perram, Mol. Phys. 30 (1975) 1505); the error is of order steps⁻².
std::vector<double> percus_yevick_pair_distribution(double phi, std::size_t steps, double reach);

/// Hard spheres of one species: Percus & Yevick's structure at the packing fraction φ − φ²/16 and
/// with the corresponding diameter, plus a damped wave outside contact (Verlet & Weis, Phys. Rev. A
/// 5 (1972) 939), chosen here so that contact value and compressibility are those of Kolafa, Labík
/// & Malijevský. Simulations differ by at most 1.2 % at φ = 0.3, 2.2 % at 0.4, 5 % at 0.45 and 7 %
/// at 0.49, all before the second shell (r from 1.6 to 1.8); with Verlet and Weis's own parameters
/// the deviations are equal.
class SphereStructure {
 public:
  /// @param reach  largest r at which g(r) is known
  explicit SphereStructure(double phi, double reach = 5);

  [[nodiscard]] double pair_distribution(double r) const;  ///< 0 for r < 1. @pre r ≤ reach
  [[nodiscard]] double structure_factor(double k) const;

 private:
  [[nodiscard]] double scaled(double r) const;
  /// Transform of the part of Percus & Yevick's g(r) inside contact.
  [[nodiscard]] double transform_of_core(double k) const;

  double density_, phi_, diameter_;  // the latter two are those of Percus & Yevick
  std::vector<double> values_;       // at steps from their diameter on
  double amplitude_ = 0, wave_ = 1;  // for amplitude·exp(−wave x)·cos(wave x)/r, x = r − 1
};

/// ln g_ij(r) = first + second + O(density³) of particles of species i and j in a fluid, exactly.
struct PairExpansion {
  /// Σ_k n_k × the common volume accessible to particles k in contact with both: for small k
  /// between large ones the depletion attraction (Asakura & Oosawa, J. Chem. Phys. 22 (1954) 1255).
  double first = 0;
  /// Interaction of the particles k with each other: Mayer's cluster integrals of two of them with
  /// i and j (Mao, Cates & Lekkerkerker, Physica A 222 (1995) 10, for spheres much smaller than i
  /// and j). Relative accuracy 1e-3.
  double second = 0;
  /// Rough estimate of the error: the next power of density with the size of the last one.
  [[nodiscard]] double uncertainty() const { return portable::pow(std::abs(second), 1.5); }
};

/// @param contact  contact distances σ_kl of the species, whether or not they are additive
/// @param density  N_k/V of each species. @pre r ≥ σ_ij
PairExpansion pair_expansion(int d, const Eigen::MatrixXd& contact, std::span<const double> density,
                             std::size_t i, std::size_t j, double r);
/// For additive species.
PairExpansion pair_expansion(int d, std::span<const double> diameter,
                             std::span<const double> density, std::size_t i, std::size_t j,
                             double r);

/// Volume of a ball (area of a disk).
inline double volume_of_ball(int d, double radius) {
  return kPi * (d == 3 ? 4.0 / 3 * radius * radius * radius : radius * radius);
}

/// Common volume of two balls (area of two disks) with centres a distance r apart.
double common_volume(int d, double r1, double r2, double r);

/// The density of particles of one species at the distance x of its surface from a hard wall,
/// relative to the bulk: exact to first order in density, times the factor that makes it `contact`
/// at the wall. `x` in diameters.
double dilute_wall_profile(int d, double contact, double x);

}  // namespace clausius
