#pragma once

#include <string>

namespace clausius {

/// Names of the units in which results are given: SI, or "reduced" (of the reference mass, diameter
/// and energy) for every quantity that has a dimension.
struct UnitNames {
  std::string time, length, speed, energy, temperature, pressure, momentum, rate;
  std::string area, speed_squared, diffusivity, viscosity, conductivity;
  std::string inverse_length, number_density;
  std::string power, heat_flux, particle_flux;  // the last two per area, in 2D per length
  std::string inverse_speed;
  std::string angle = "deg", inverse_angle = "1/deg";  // whatever the system of units
};

/// In two dimensions what is else per area is per length, and what is per volume per area.
inline UnitNames unit_names(bool si, int dimensions) {
  if (!si) {
    const std::string reduced = "reduced";
    return {reduced, reduced, reduced, reduced, reduced, reduced, reduced,
            reduced, reduced, reduced, reduced, reduced, reduced, reduced,
            reduced, reduced, reduced, reduced, reduced};
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
          dimensions == 3 ? "1/m^3" : "1/m^2",
          "W",
          dimensions == 3 ? "W/m^2" : "W/m",
          dimensions == 3 ? "1/(m^2 s)" : "1/(m s)",
          "s/m"};
}

}  // namespace clausius
