#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clausius/theory/value.h"

/// Equations of state of the hard-sphere (d = 3) and hard-disk (d = 2) fluid. `phi` is the packing
/// fraction (area fraction for disks), Z = P V/(N k_BT) the compressibility factor. All functions
/// throw std::invalid_argument unless d is 2 or 3 and 0 ≤ phi < 1.
namespace clausius {

/// Packing fraction at which the fluid freezes: 0.494 for spheres (Hoover & Ree 1968), 0.700 for
/// disks (Bernard & Krauth 2011). The equations of state below hold up to it.
double freezing_packing_fraction(int d);
/// Packing fraction, 0.88 of that at freezing, above which lattices melt slowly and gases may
/// crystallise.
double near_freezing_packing_fraction(int d);
/// Number of collisions per particle in which a lattice of equal particles melts at a packing
/// fraction near freezing, where its order lowers the pressure: n/(1 − phi/freezing), with n = 10
/// for spheres and 15 for disks, at most 1000. Measured with this program (500 to 4000 particles):
/// Z differs by 0.1 % at most thereafter, after a third of it by about 0.5 %. 0 at other densities.
double melting_collisions(int d, double phi);

// --- one species ---

/// 3D: series in x = φ/(1−φ) of Kolafa, Labík & Malijevský, PCCP 6 (2004) 2335, within the errors
/// of simulation (1e-5) over the whole fluid.
/// of simulation (1e-5) over the whole fluid.
double kolafa_labik_malijevsky(double phi);
/// 3D: (1 + φ + φ² − φ³)/(1 − φ)³ (Carnahan & Starling 1969), good to 0.3 %.
double carnahan_starling(double phi);
/// 2D: series in x = φ/(1−φ) of Kolafa & Rottner, Mol. Phys. 104 (2006) 3435, for ρσ² ≤ 0.9.
double kolafa_rottner(double phi);
/// 2D: (1 + φ²/8)/(1 − φ)² (Henderson 1975), good to 0.4 % up to ρσ² = 0.6.
double henderson(double phi);

/// B_n/B_2^{n−1} for n = 2, 3, …: all that are known to about five digits (Clisby & McCoy, J. Stat.
/// Phys. 122 (2006) 15; B_2 to B_4 exact).
std::span<const double> virial_coefficients(int d);
/// Z by these terms, Σ B_n ρ^{n−1}: accurate to 1e-6 up to φ = 0.1, 1 % too low at 0.4.
double virial_series(int d, double phi);

/// Z by the best of the above for each dimension.
TheoryValue compressibility_factor(int d, double phi);

/// Pair distribution at contact, χ = (Z − 1)/(2^{d−1} φ); 1 at φ = 0.
double contact_value(int d, double phi);

/// k_BT ∂ρ/∂P = 1/(d(φZ)/dφ): equals S(0), and the ratio of variance to mean of the number of
/// particles in an open volume.
double reduced_compressibility(int d, double phi);

/// Z of N particles at constant energy in a periodic box, with kinetic part N k_BT and k_BT = 2E/D:
/// Z − (φ/2N) Z₂/Z₁, where Z₁ and Z₂ are the first and second derivative of φZ with respect to φ
/// (the first correction of the canonical to the grand canonical ensemble; Salsburg, J. Chem. Phys.
/// 44 (1966) 3090; Siepmann, McDonald & Frenkel, J. Phys.: Condens. Matter 4 (1992) 679); the
/// uncertainty is the next order, and in a small dense box the effect of a particle's own images
/// (Pratt & Haan, J. Chem. Phys. 74 (1981) 1864), estimated from simulations. For 2 to 10 particles
/// in a dilute gas (φ up to 0.1 for spheres, 0.25 for disks) exact, from Mayer's cluster integrals
/// up to that of all particles (J. E. Mayer & M. G. Mayer, Statistical Mechanics, 1940), except for
/// clusters that reach around the box to their own images.
TheoryValue finite_compressibility_factor(int d, double phi, double particles);

// --- mixtures ---

struct MixtureComponent {
  double count = 0;  ///< number of particles, or any number proportional to it
  double diameter = 1;
  double mass = 1;
};

struct Mixture {
  int dimensions = 3;
  double packing_fraction = 0;
  std::vector<MixtureComponent> components;
  /// Contact distances of pairs of components, if they are not half the sum of two diameters.
  Eigen::MatrixXd contact_distances{};

  [[nodiscard]] bool is_additive() const { return contact_distances.size() == 0; }
  [[nodiscard]] double contact_distance(std::size_t i, std::size_t j) const;
  /// Number N_j − δ_ij of particles of species j with which one of species i can collide.
  [[nodiscard]] double partners(std::size_t i, std::size_t j) const;
  [[nodiscard]] double fraction(std::size_t i) const;            ///< mole fraction x_i
  [[nodiscard]] std::vector<double> fractions() const;           ///< all mole fractions
  [[nodiscard]] double mean_diameter_power(double power) const;  ///< ⟨σ^power⟩ over all particles
  [[nodiscard]] double number_density() const;  ///< N/V, from packing fraction and diameters
  [[nodiscard]] bool one_diameter() const;      ///< all contact distances are the same
};

/// Pair distribution at contact χ_ij: 3D Boublík–Mansoori–Carnahan–Starling–Leland (1970/71), 2D
/// Santos, Yuste & López de Haro (Mol. Phys. 96 (1999) 1) on top of Kolafa & Rottner. Where all
/// diameters are the same, contact_value(). Of nonadditive mixtures contact_value() at the density
/// where its first order is that of the pair, so that the third virial coefficient is exact:
/// Hamad's theory, as in Santos, López de Haro & Yuste, J. Chem. Phys. 132 (2010) 204506. Densities
/// beyond freezing count as freezing.
Eigen::MatrixXd contact_values(const Mixture& mixture);

/// Standard errors of contact_values(): that of the equation of state for one diameter and, for
/// unlike diameters, the spread of published formulas for the dependence on the diameters; of
/// nonadditive mixtures a bound of the error of the second order in density.
Eigen::MatrixXd contact_uncertainties(const Mixture& mixture);

/// Contact values of a mixture one by one, if not all pairs of many species are needed.
class ContactValues {
 public:
  /// @param mixture must outlive this object
  explicit ContactValues(const Mixture& mixture);
  [[nodiscard]] double value(std::size_t i, std::size_t j) const;  ///< contact_values()
  /// Standard error of value(i, j).
  [[nodiscard]] double uncertainty(std::size_t i, std::size_t j) const;
  /// The largest first order in density of a contact value of a nonadditive mixture; 0 of others.
  [[nodiscard]] double crowding() const { return first_.size() > 0 ? first_.maxCoeff() : 0; }

 private:
  const Mixture& mixture_;
  bool one_diameter_;
  double alike_;                  // contact value for equal diameters
  double layer_ = 0;              // ⟨σ^{d−1}⟩/⟨σ^d⟩
  Eigen::VectorXd coefficients_;  // of powers of 2σ_iσ_j/(σ_i + σ_j)
  Eigen::MatrixXd first_;         // first order in density; empty if additive
};

/// Contact values of N = Σ count particles at constant energy in a periodic box, relative to the
/// N_i (N_j − δ_ij) pairs of particles placed at random. Exact to first order in density for any
/// numbers, beyond it contact_values() and the first order in 1/N (Lebowitz & Percus, Phys. Rev.
/// 122 (1961) 1675); for one diameter that of finite_compressibility_factor().
class FiniteContactValues {
 public:
  /// @param mixture must outlive this object
  explicit FiniteContactValues(const Mixture& mixture);
  ~FiniteContactValues();
  FiniteContactValues(const FiniteContactValues&) = delete;
  FiniteContactValues& operator=(const FiniteContactValues&) = delete;

  [[nodiscard]] double value(std::size_t i, std::size_t j) const;
  /// Standard error of value(i, j).
  [[nodiscard]] double uncertainty(std::size_t i, std::size_t j) const;
  /// The part of it that is due to the finite number: the second order in 1/N, and in a small dense
  /// box the effect of a particle's own images.
  [[nodiscard]] double of_number(std::size_t i, std::size_t j) const;
  [[nodiscard]] const std::string& source() const { return source_; }

 private:
  class FixedNumbers;
  class FewerThirds;

  ContactValues infinite_;
  std::string source_;
  TheoryValue common_{1, {}};            // factor of all pairs
  std::unique_ptr<FixedNumbers> fixed_;  // for unlike diameters
  std::unique_ptr<FewerThirds> fewer_;   // for nonadditive mixtures
};

/// The exact second virial coefficient Σ x_i x_j B_ij of Z = 1 + B ρ + …, with B_ij half the volume
/// (area) of a ball of radius σ_ij.
double second_virial_coefficient(const Mixture& mixture);

/// Source of the contact values of a mixture.
std::string contact_source(const Mixture& mixture);

/// Z = 1 + 2^{d−1} φ Σ x_i x_j (σ_ij^d/⟨σ^d⟩) χ_ij.
TheoryValue compressibility_factor(const Mixture& mixture);

/// (Z_N − 1)/(Z − 1) for N = Σ count particles at constant energy in a periodic box, relative to
/// infinitely many; its uncertainty is that of FiniteContactValues due to the number.
TheoryValue finite_contact_factor(const Mixture& mixture);

/// Z of a mixture of N = Σ count particles at constant energy in a periodic box.
TheoryValue finite_compressibility_factor(const Mixture& mixture);

}  // namespace clausius
