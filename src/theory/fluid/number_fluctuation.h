#pragma once

#include <string>
#include <vector>

#include "clausius/theory/value.h"

namespace clausius {

/// Fluctuations of the number of particles in a part of a fluid of hard spheres or disks of one
/// species: with the total correlation h(r), their variance per particle in a block with the edges
/// w in a large system is
///   1 + ρ ∫ h Π(1 − |x_k|/w_k) = S(0) + face Σ 1/w_k + edge Σ 1/(w_j w_k) + …
/// The moments of h are those of Percus & Yevick's structure factor of spheres, and of that of
/// disks of DiskStructure.
class NumberFluctuation {
 public:
  NumberFluctuation() = default;  ///< of independent particles
  /// @param phi packing fraction, below freezing
  NumberFluctuation(int d, double phi);

  [[nodiscard]] double bulk() const { return bulk_; }  ///< S(0)
  /// −ρ ∫ h min(|x|, t), in diameters, of faces that are t from the next ones.
  [[nodiscard]] double face(double distance) const;
  [[nodiscard]] double edge() const { return edge_; }  ///< ρ ∫ h |xy|
  static std::string source() {
    return "compressibility, and the faces of the window by Percus & Yevick or Baus & Colot (1987)";
  }

  /// Variance of the number in a block with the edges `widths` in a periodic box with the edges
  /// `box` (all in diameters) that holds N particles; where both are equal, the block has no faces.
  /// Where the block or the gap before its image is narrow, its faces influence each other; blocks
  /// that are narrow along several axes have a large uncertainty.
  [[nodiscard]] TheoryValue variance(double particles, const std::vector<double>& widths,
                                     const std::vector<double>& box) const;

 private:
  struct Wave {
    double k, weight;  // of 1 − cos kt
  };
  double bulk_ = 1, outside_ = 0, edge_ = 0;  // outside_: 1 − S(0) of that structure factor
  std::vector<Wave> waves_;
};

/// Structure factor of hard disks by the direct correlation of Baus & Colot, Phys. Rev. A 36 (1987)
/// 3912, with the compressibility of the equation of state.
class DiskStructure {
 public:
  explicit DiskStructure(double phi);
  [[nodiscard]] double structure_factor(double k) const;

 private:
  struct Line {
    double place, weight;  // of ∫ over the lines at this distance from the centre
  };
  double density_;
  std::vector<Line> lines_;
};

}  // namespace clausius
