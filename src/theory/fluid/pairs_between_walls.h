#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "clausius/theory/equation_of_state.h"
#include "theory/transport/walls.h"

namespace clausius {

/// A dilute elastic mixture of N = Σ count spheres (disks) in a box with hard flat walls, which the
/// particles touch with their surfaces. What pairs do is exact, as their centres keep away from the
/// walls; other particles change it by the contact value of a periodic box of the volume that is
/// accessible.
struct PairsBetweenWalls {
  /// Collisions per time of one particle of species i with those of species j (elements) at k_BT =
  /// 1, for Maxwell's law of velocities.
  Eigen::MatrixXd rates, rate_uncertainties;
  /// Forces on a face (or across a periodic cut) perpendicular to each axis, in units of k_BT.
  std::vector<double> force, force_uncertainty;
  /// Σ impulse·separation per time over the collisions of pairs, in units of k_BT.
  double collision_virial = 0, virial_uncertainty = 0;
  static std::string source();
};

/// Pairs of a fluid of particles of one diameter, whose places do not depend on their masses.
PairsBetweenWalls pairs_of_fluid(const Mixture& mixture, const WalledFluid& fluid);

/// @param walls true between walls, by axis. @pre every particle has room
PairsBetweenWalls pairs_between_walls(const Mixture& mixture, const std::vector<double>& edges,
                                      const std::vector<bool>& walls);

}  // namespace clausius
