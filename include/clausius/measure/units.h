#pragma once

#include <string>

namespace clausius {

/// Names of the units in which results are given: SI, or "reduced" (of the reference mass, diameter
/// and energy) for every quantity that has a dimension.
struct UnitNames {
  std::string time, length, speed, energy, temperature, pressure, momentum, rate;
  std::string area, speed_squared, diffusivity, viscosity, conductivity;
  std::string inverse_length, number_density;
};

/// Pressure and number densities in two dimensions are per length and per area.
inline UnitNames unit_names(bool si, int dimensions) {
  if (!si) {
    const std::string reduced = "reduced";
    return {reduced, reduced, reduced, reduced, reduced, reduced, reduced, reduced,
            reduced, reduced, reduced, reduced, reduced, reduced, reduced};
  }
  return {"s",
          "m",
          "m/s",
          "J",
          "K",
          dimensions == 3 ? "Pa" : "N/m",
          "kg m/s",
          "1/s",
          "m^2",
          "m^2/s^2",
          "m^2/s",
          dimensions == 3 ? "Pa s" : "kg/s",
          dimensions == 3 ? "W/(m K)" : "W/K",
          "1/m",
          dimensions == 3 ? "1/m^3" : "1/m^2"};
}

}  // namespace clausius
