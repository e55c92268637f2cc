#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "clausius/engine/state.h"

namespace clausius {

/// Squares of the amplitude of a wave of the momentum, across it (shear) and along it (sound), and
/// of the density, relative to those of independent velocities and positions: 1 on average.
struct WaveStrength {
  double shear = 0, sound = 0, density = 0;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(shear, sound, density);
  }
};
/// Waves along the axes of a periodic box, of 1, 2, … `count` periods, averaged over the axes;
/// empty if nothing moves.
template <int Dim>
std::vector<WaveStrength> wave_strengths(const Gas<Dim>& gas, const State<Dim>& state,
                                         std::size_t count);

/// The longest waves that fit into a periodic box, one along each axis: the first to grow if a gas
/// that loses energy in collisions does not stay homogeneous. Shear waves grow first (vortices),
/// then density waves (clusters).
template <int Dim>
class LongestWaves {
 public:
  /// An equal-time sample, with positions.
  void sample(const Gas<Dim>& gas, const State<Dim>& state);

  /// Energy of the shear waves relative to that of independent velocities, averaged over the last
  /// quarter of the samples; empty without samples. It is 1 in a homogeneous gas, and exceeds
  /// kGrown by chance with probability 10⁻⁴.
  [[nodiscard]] std::optional<double> shear() const { return late_mean(shear_); }
  /// ⟨|Σ exp(ikr)|²⟩/N of the longest density waves, below 1 in a homogeneous fluid.
  [[nodiscard]] std::optional<double> density() const { return late_mean(density_); }
  static constexpr double kGrown = 6;
  /// Number of samples up to which the gas is homogeneous: none of the running means over eight
  /// samples exceeds kGrown.
  [[nodiscard]] std::size_t homogeneous_samples() const;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(shear_, density_);
  }

 private:
  static std::optional<double> late_mean(const std::vector<double>& series);
  std::vector<double> shear_, density_;  // by sample
};

}  // namespace clausius
