#pragma once

#include <array>
#include <optional>

namespace clausius {

/// Elements of a symmetric tensor in a gas that flows along x with a velocity gradient along y; in
/// two dimensions zz is 0.
struct ShearedTensor {
  double xx = 0, yy = 0, zz = 0, xy = 0;
};

/// The steady state of a gas of equal smooth inelastic spheres (disks) under uniform shear, in
/// which collisions take the heat of the shear: Enskog's equation for anisotropic Gaussian
/// velocities, the second moments balanced (Jenkins & Richman, J. Fluid Mech. 192 (1988) 313; Chou
/// & Richman, Physica A 259 (1998) 430). Linear in the anisotropy and dilute it is Grad's method as
/// used by Santos, Garzó & Dufty, Phys. Rev. E 69 (2004) 061303. In units of the mass, the diameter
/// and the shear rate γ.
struct ShearedGrains {
  ShearedTensor velocities;   ///< ⟨V_iV_j⟩ of the peculiar velocities over (σγ)²
  ShearedTensor collisional;  ///< collisional part of the pressure over n m (σγ)²
  double collision_rate = 0;  ///< collisions of a particle over γ
  int dimensions = 3;

  /// k_BT/(m σ²γ²).
  [[nodiscard]] double temperature() const;
  /// P_ij over n m (σγ)².
  [[nodiscard]] ShearedTensor pressure() const;
};

/// Range in which the state has been compared with simulations: least restitution, largest packing
/// fraction.
inline constexpr double kLeastShearedRestitution = 0.6, kDensestSheared = 0.3;

/// Nothing outside the range, or for elastic particles, which shear heats without end.
std::optional<ShearedGrains> sheared_grains(int dimensions, double packing_fraction,
                                            double restitution);

/// Changes per time of ⟨V_iV_j⟩ by collisions and by the shear, in these units; for tests.
ShearedTensor sheared_change(int dimensions, double packing_fraction, double restitution,
                             const ShearedTensor& velocities);

}  // namespace clausius
