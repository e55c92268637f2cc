#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace clausius {

/// Names of the uses of random numbers. Each new use gets a new name, so that no two uses share
/// numbers; programs use `test`. The values are part of what a seed means and never change.
enum class Stream : std::uint64_t {
  placement = 1,   ///< positions of the initial state
  velocities = 2,  ///< velocities of the initial state
  growth = 3,      ///< velocities while spheres grow to their diameters, moves of growing bodies
  analysis = 4,    ///< choices made by observers (sub-samples), never by the dynamics
  benchmark = 5,
  test = 6,
  rotations = 7,           ///< orientations of bodies on the lattice of the initial state
  angular_velocities = 8,  ///< angular velocities of the initial state
  drives = 9,              ///< actions of drives, an index for each action
  thermal_walls = 10,      ///< velocities after hits of thermal walls, an index for each hit
  labels = 11,             ///< choices of labels, an index for each change of a particle's label
  /// Exchange of energy between reservoirs and motion, an index for each hit.
  internal_exchange = 12,
  internal_energies = 13,  ///< reservoir energies of the initial state
  diameters = 14,          ///< order of the diameters of a polydisperse species
  replicas = 16,           ///< seeds of the replicas of a study
  sweeps = 17,             ///< points of sampled sweeps, an index for each key
};

/// A stream of random numbers that is determined by (seed, stream, index): counter-based
/// (Philox4x64-10; Salmon, Moraes, Dror & Shaw, SC'11), so streams are independent and cost nothing
/// to make. `index` distinguishes streams of one name, e.g. one per particle. The numbers are the
/// same on every machine. Satisfies UniformRandomBitGenerator.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream(std::uint64_t seed, Stream stream, std::uint64_t index = 0)
      : seed_(seed), stream_(stream), index_(index) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    if (used_ == buffer_.size()) refill();
    return buffer_[used_++];
  }

  /// Uniform in [0, 1), a multiple of 2⁻⁵³.
  double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
  /// Standard normal: mean 0, variance 1.
  double normal();
  /// Density ∝ x^(shape − 1) exp(−x). @pre shape > 0
  double gamma(double shape);
  /// Uniform in 0 … n − 1, without bias. @pre n > 0
  std::uint64_t below(std::uint64_t n);

 private:
  void refill();

  std::uint64_t seed_;
  Stream stream_;
  std::uint64_t index_;
  std::uint64_t block_ = 0;  // block of four numbers, the next to be drawn
  std::array<std::uint64_t, 4> buffer_{};
  std::size_t used_ = 4;
};

}  // namespace clausius
