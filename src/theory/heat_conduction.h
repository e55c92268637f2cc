#pragma once

#include <vector>

namespace clausius {

/// A gas of hard spheres at rest between two thermal walls of different temperature that reflect
/// diffusely: Fourier's law with the conductivity of each place, the same pressure everywhere, and
/// at each wall the jump 2.127 λ dT/dx of the temperature, λ the mean free path there (Ohwada, Aoki
/// & Sone, J. Fluid Mech. 207 (1989) 429: 2.4001 √π/2). Layers of a mean free path or a diameter
/// before the walls are left out.
class HeatConduction {
 public:
  /// @param per_area particles per area of a wall
  /// @param width free for the centres
  /// @param low, high k_BT of the wall at 0 and of that at `width`
  /// @pre low ≠ high, all above zero
  HeatConduction(double per_area, double diameter, double mass, double width, double low,
                 double high);

  /// Whether the jumps are small, as the theory takes them to be.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] double kt(double x) const;
  [[nodiscard]] double density(double x) const;
  /// Energy per area and time, from the wall at 0 to the other.
  [[nodiscard]] double flux() const { return flux_; }

 private:
  [[nodiscard]] double at(const std::vector<double>& values, double x) const;

  std::vector<double> place_, kt_, density_;  // from 0 to the width
  double flux_ = 0;
  bool is_valid_ = false;
};

}  // namespace clausius
