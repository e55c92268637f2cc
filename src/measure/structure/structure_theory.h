#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "measure/gas_theory/gas_theory.h"
#include "theory/fluid/structure.h"

namespace clausius {

/// Theory of the structure of one particular gas of spheres or disks, where there is one: for
/// elastic homogeneous gases in a periodic box, and for the density of elastic dilute gases of one
/// species before walls. Includes the corrections for finite N.
class StructureTheory {
 public:
  /// Relative uncertainty of g to second order in density, where that is used.
  static constexpr double kSecondOrder = 0.003;

  explicit StructureTheory(const GasTheory& theory);

  /// The contact value in Enskog's rate of collisions.
  [[nodiscard]] Prediction contact_value(std::size_t i, std::size_t j) const;
  /// g_ij(r), relative to that of equally many randomly placed particles: for spheres of one
  /// diameter at all densities, for others at contact or as far as the second order in density is
  /// accurate to 3e-3.
  [[nodiscard]] std::optional<double> pair_distribution(std::size_t i, std::size_t j,
                                                        double r) const;
  /// Pair distribution from the overlap of excluded volumes alone, the first order; that of Asakura
  /// and Oosawa where it is known.
  [[nodiscard]] std::optional<double> overlap_distribution(std::size_t i, std::size_t j,
                                                           double r) const;
  [[nodiscard]] static std::string pair_distribution_source();
  /// S(k) of spheres of one diameter, for all particles or for one of the species.
  [[nodiscard]] std::optional<double> structure_factor(std::optional<std::size_t> species,
                                                       double k) const;
  [[nodiscard]] static std::string structure_factor_source();

 private:
  [[nodiscard]] bool is_expanded(std::size_t i, std::size_t j) const;
  [[nodiscard]] PairExpansion expansion(std::size_t i, std::size_t j, double r) const;
  [[nodiscard]] double finite_pairs(double touching) const;
  [[nodiscard]] double contact(std::size_t i, std::size_t j) const;
  /// The contact value relative to the pairs that exist.
  [[nodiscard]] TheoryValue contact_of_pairs(std::size_t i, std::size_t j) const;

  Mixture mixture_;
  bool known_;  // elastic homogeneous fluid
  double volume_ = 1;
  Eigen::MatrixXd left_out_;  // error of the expansion in density, for unlike diameters or disks
  double particles_;
  std::optional<FiniteContactValues> contacts_;
  double diameter_ = 1;                  // for spheres of one diameter
  std::vector<SphereStructure> fluids_;  // at three densities around the gas's
};

}  // namespace clausius
