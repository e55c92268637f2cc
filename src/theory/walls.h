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
  /// Standard errors of these two: half of the contribution of the edges of the box by
  /// superposition.
  std::vector<double> force_uncertainty;
  double virial_uncertainty = 0;
  static std::string source();
};

/// From the grand potential of the volume accessible to centres (edges a_k = L_k − σ between
/// walls),
///   Ω = −P Πa + γ A + τ E + κ C,
/// with faces A, edges E and corners C of that volume, N = −∂Ω/∂μ and F_k = −∂Ω/∂a_k. γ in 3D:
/// Henderson & Plischke, Proc. R. Soc. A 410 (1987) 409; in 2D the form of scaled-particle theory,
/// −ρ²/3 (1 − φ)⁻², with its second order made exact. τ and κ are exact to second order in density,
/// and beyond it follow from superposition of the densities before the faces. All have the finite-N
/// correction of the bulk pressure. The walls must not influence each other: empty if two walls, or
/// the images across a periodic edge, are nearer than 5 diameters, or the fluid would freeze.
/// @pre d edges, d walls (true between walls), particles ≥ 2, diameter > 0
std::optional<WalledFluid> fluid_between_walls(int d, double particles, double diameter,
                                               const std::vector<double>& edges,
                                               const std::vector<bool>& walls);

}  // namespace clausius
