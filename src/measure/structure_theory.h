#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "measure/gas_theory.h"
#include "theory/structure.h"

namespace clausius {

/// What theory says of the structure of one particular gas of spheres or disks, where it says
/// anything: of elastic homogeneous ones in a periodic box, and of the density of elastic dilute
/// ones of one species before walls. With the corrections of finite numbers.
class StructureTheory {
 public:
  explicit StructureTheory(const GasTheory& theory);

  /// The contact value in Enskog's rate of collisions.
  [[nodiscard]] Prediction contact_value(std::size_t i, std::size_t j) const;
  /// g_ij(r), over that of as many particles placed at random: spheres of one diameter at all
  /// densities, others at contact or as far as the second order in density is good to 3e-3.
  [[nodiscard]] std::optional<double> pair_distribution(std::size_t i, std::size_t j,
                                                        double r) const;
  /// Pair distribution by the overlap of excluded volumes alone, the first order; Asakura and
  /// Oosawa's where it is known.
  [[nodiscard]] std::optional<double> overlap_distribution(std::size_t i, std::size_t j,
                                                           double r) const;
  [[nodiscard]] static std::string pair_distribution_source();
  /// S(k) of spheres of one diameter, of all or of one of the species.
  [[nodiscard]] std::optional<double> structure_factor(std::optional<std::size_t> species,
                                                       double k) const;
  [[nodiscard]] static std::string structure_factor_source();

 private:
  [[nodiscard]] bool is_expanded(std::size_t i, std::size_t j) const;
  [[nodiscard]] PairExpansion expansion(std::size_t i, std::size_t j, double r) const;
  [[nodiscard]] double finite_pairs(double touching) const;
  [[nodiscard]] double contact(std::size_t i, std::size_t j) const;

  Mixture mixture_;
  bool known_;  // elastic homogeneous fluid
  double volume_ = 1;
  Eigen::MatrixXd left_out_;  // by the expansion in density, of unlike diameters or disks
  double particles_;
  double finite_contact_ = 1;            // by which contact values of N differ
  double diameter_ = 1;                  // of spheres of one diameter
  std::vector<SphereStructure> fluids_;  // at three densities around the gas's
};

}  // namespace clausius
