#pragma once

namespace clausius {

/// The homogeneous cooling state of rough spheres (disks) of one species with Sonine's first
/// polynomials: ⟨v⁴⟩, ⟨ω⁴⟩ and ⟨v²ω²⟩ beside the two temperatures.
struct RoughCumulants {
  double a20 = 0;                ///< d_t/(d_t + 2) ⟨v⁴⟩/⟨v²⟩² − 1
  double a02 = 0;                ///< d_r/(d_r + 2) ⟨ω⁴⟩/⟨ω²⟩² − 1
  double a11 = 0;                ///< ⟨v²ω²⟩/(⟨v²⟩⟨ω²⟩) − 1
  double temperature_ratio = 1;  ///< T_rot/T_tr
  double reduced_rate = 0;       ///< −d ln T/dc of the mean over all degrees of freedom
  double rate_factor = 1;        ///< ratio of the collision rate to that of Maxwell's law at T_tr
};

/// The state of particles with these coefficients of restitution. @param inertia 4I/(mσ²)
RoughCumulants rough_cumulants(int dimensions, double restitution, double tangential,
                               double inertia);

}  // namespace clausius
