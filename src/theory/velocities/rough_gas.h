#pragma once

#include <array>
#include <optional>
#include <string>

namespace clausius {

/// A homogeneous gas of rough spheres (disks) of one species beyond Maxwell's law: Boltzmann's
/// equation with the first Sonine polynomials of velocities and spins, to first order in their
/// coefficients a₂₀, a₀₂ and a₁₁ (Santos, Kremer & dos Santos, Phys. Fluids 23 (2011) 030604; disks
/// and spheres: Megías & Santos, Phys. Rev. E 108 (2023) 014902).
///   a₂₀ = d/(d + 2) ⟨v⁴⟩/⟨v²⟩² − 1, a₀₂ = r/(r + 2) ⟨ω⁴⟩/⟨ω²⟩² − 1, a₁₁ = ⟨v²ω²⟩/(⟨v²⟩⟨ω²⟩) − 1,
/// with r = 3 or 1 rotational degrees of freedom.
class RoughGas {
 public:
  /// @param tangential β above −1, of every hit
  /// @param inertia 4I/(mσ²)
  RoughGas(int dimensions, double restitution, double tangential, double inertia);

  /// k_BT of translation and of rotation, T_tr² a₂₀, T_rot² a₀₂ and T_tr T_rot a₁₁: products that
  /// are finite where there is no rotation yet.
  using Moments = std::array<double, 5>;
  /// Change of the moments per collision that a particle suffers. @pre T_tr > 0
  [[nodiscard]] Moments change(const Moments& at) const;

  /// The state in which all moments keep their ratios.
  struct Cooling {
    double temperature_ratio = 1;  ///< T_rot/T_tr
    double a20 = 0, a02 = 0, a11 = 0;
    double reduced_rate = 0;  ///< −d ln T/dc
    double rate_factor = 1;   ///< of the collision rate, relative to Maxwell's law at T_tr
  };
  /// Nothing where a coefficient exceeds ½, so that the polynomials are no good beginning of a
  /// series: where hits exchange little energy with the spins, or take much.
  [[nodiscard]] std::optional<Cooling> cooling() const;

  static std::string source() { return "Santos, Kremer & dos Santos (2011)"; }

 private:
  /// By Maxwell's law (0), and derivatives with a₂₀, a₀₂ and a₁₁ (1 to 3).
  using Linear = std::array<double, 4>;
  [[nodiscard]] Linear weights(const Moments& at) const;

  double translations_, rotations_, inertia_;
  Linear rate_{};  // of collisions
  // Rates of change of v², ω², v⁴, ω⁴ and v²ω², by powers of T_rot/(q T_tr), at T_tr = m = σ/2 = 1.
  std::array<std::array<Linear, 3>, 5> change_{};
};

}  // namespace clausius
