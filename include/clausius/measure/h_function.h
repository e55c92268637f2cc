#pragma once

#include <optional>
#include <vector>

namespace clausius {

/// Boltzmann's H = ⟨ln f⟩ of the velocities of n particles, from their speeds in units of
/// √(k_BT/m), T being the particles' own temperature at that instant; −(d/2)(1 + ln 2π) in
/// equilibrium.
///
/// As ⟨v²⟩ is given, H is its equilibrium value plus the relative entropy of the speeds to
/// Maxwell's law, Σ p ln(p/p_M) over bins of equal p_M that expect at least 25 speeds, less the
/// bias of such a sum over few samples (Miller 1955). Directions are taken to be isotropic, and
/// nothing narrower than a bin is seen: both make H of a strange gas too small, never too great.
class HFunction {
 public:
  HFunction(int dimensions, std::size_t particles);

  /// Empty for fewer than 100 particles, too few to tell.
  /// @pre as many speeds as `particles` in the constructor
  [[nodiscard]] std::optional<double> operator()(const std::vector<double>& scaled_speeds) const;

  [[nodiscard]] static double equilibrium(int dimensions);

 private:
  int dimensions_;
  std::vector<double>
      upper_edges_;  // of bins that are equally likely in equilibrium; empty: too few
  std::vector<std::size_t> guide_;  // the bin in which each of many narrow cells begins
  double bias_ = 0;
};

}  // namespace clausius
