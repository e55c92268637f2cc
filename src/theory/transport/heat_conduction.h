#pragma once

#include <vector>

namespace clausius {

/// A gas of hard spheres at rest between two thermal walls of different temperature that reflect
/// diffusely: Fourier's law with the local conductivity, uniform pressure, and at each wall the
/// temperature jump 2.127 λ dT/dx, λ being the mean free path there (Ohwada, Aoki & Sone, J. Fluid
/// Mech. 207 (1989) 429: 2.4001 √π/2). Layers of a mean free path or a diameter before the walls
/// are not described.
class HeatConduction {
 public:
  /// @param per_area particles per area of a wall
  /// @param width width accessible to the centres
  /// @param low, high k_BT of the wall at 0 and of the wall at `width`
  /// @pre low ≠ high, all above zero
  HeatConduction(double per_area, double diameter, double mass, double width, double low,
                 double high);

  /// Whether the jumps are small, as the theory assumes.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] double kt(double x) const;
  [[nodiscard]] double density(double x) const;
  /// Energy flux per area and time, from the wall at 0 to the other.
  [[nodiscard]] double flux() const { return flux_; }

 private:
  [[nodiscard]] double at(const std::vector<double>& values, double x) const;

  std::vector<double> place_, kt_, density_;  // from 0 to the width
  double flux_ = 0;
  bool is_valid_ = false;
};

}  // namespace clausius
