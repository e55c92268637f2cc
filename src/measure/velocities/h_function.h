#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clausius {

/// Boltzmann's H = ⟨ln f⟩ of the velocities of n particles in units of √(k_BT/m), T being
/// their own temperature at that instant, from their speeds; −(d/2)(1 + ln 2π) in equilibrium.
///
/// For given ⟨v²⟩, H is its equilibrium value plus the relative entropy of the speeds with respect
/// to Maxwell's law, Σ p ln(p/p_M) over bins of equal p_M that expect at least 25 speeds, minus the
/// bias of such a sum over few samples (Miller 1955). Directions are assumed isotropic, and
/// structure narrower than a bin is not resolved: both make H of an unusual gas too small, never
/// too large.
class HFunction {
 public:
  HFunction(int dimensions, std::size_t particles);

  /// Empty for fewer than 100 particles, which are too few.
  /// @param squared_speeds in any unit, as many as `particles` in the constructor
  /// @param mean mean of them, > 0; it becomes d in the unit of H
  [[nodiscard]] std::optional<double> operator()(std::span<const double> squared_speeds,
                                                 double mean) const;

  [[nodiscard]] static double equilibrium(int dimensions);

 private:
  int dimensions_;
  // Upper edges of bins of v² that are equally likely in equilibrium, in cells; empty: too few
  // particles.
  std::vector<double> upper_edges_;
  std::vector<std::uint8_t> guide_;  // the bin in which each of many narrow cells of v² begins
  double bias_ = 0;
};

}  // namespace clausius
