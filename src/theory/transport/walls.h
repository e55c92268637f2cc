#pragma once

#include <optional>
#include <string>
#include <vector>

/// A fluid of hard spheres (d = 3) or disks (d = 2) of one species in a box with hard flat walls,
/// which the particles touch with their surfaces.
namespace clausius {

/// State of a fluid between walls, in units of k_BT.
struct WalledFluid {
  double bulk_density =
      0;  ///< far from the walls; greater than N/V, because centres stay away from walls
  std::vector<double> force;    ///< on a face (or across a periodic cut) perpendicular to each axis
  double collision_virial = 0;  ///< Σ impulse·separation per time over the collisions of pairs
  /// Standard errors of these two: half a per cent of the part of the faces, a tenth of what the
  /// fixed number of particles changes, and, steeply growing before freezing, of what the fluid
  /// between walls does there.
  std::vector<double> force_uncertainty;
  double virial_uncertainty = 0;
  static std::string source();
};

/// From the grand potential of the volume accessible to centres (edges a_k = L_k − σ between
/// walls),
///   Ω = −P Πa + γ A + τ E + κ C,
/// with faces A, edges E and corners C of that volume, N = −∂Ω/∂μ and F_k = −∂Ω/∂a_k. γ in 3D: the
/// form of Henderson & Plischke, Proc. R. Soc. A 410 (1987) 409; in 2D that of scaled-particle
/// theory, −ρ²/3 (1 − φ)⁻²; both exact to third order, with higher ones that fit simulations. τ and
/// κ are exact to second order in density; beyond it they follow from superposition of the
/// densities before the faces, τ with a correction that fits simulations. To the free energy a
/// fixed number adds ½ ln ∂N/∂μ. The walls must not influence each other: empty if two walls, or
/// the images across a periodic edge, are nearer than 5 diameters, or the fluid would freeze.
/// @pre d edges, d walls (true between walls), particles ≥ 2, diameter > 0
std::optional<WalledFluid> fluid_between_walls(int d, double particles, double diameter,
                                               const std::vector<double>& edges,
                                               const std::vector<bool>& walls);

/// Apparent outward shift of a hard wall by adsorption, in diameters: the additional particles per
/// area of the plane where centres stop, relative to the density (in units of the diameter).
double wall_shift(int d, double density);

}  // namespace clausius
