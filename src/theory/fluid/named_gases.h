#pragma once

#include <array>
#include <string_view>

namespace clausius {

inline constexpr double kDalton =
    1.66053906660e-27;  ///< unified atomic mass unit in kg, CODATA 2018
inline constexpr double kBoltzmannSi = 1.380649e-23;  ///< J/K, exact by definition of the kelvin

/// A gas by its name, with the mass of its molecules and the viscosity measured at low density:
/// η(T) = viscosity · (T/300 K)^(exponent + bend · ln(T/300 K)), fitted to `source` to 0.7 % from
/// `coldest` to `hottest`.
struct NamedGas {
  std::string_view name, symbol;
  double weight;     ///< standard molecular weight
  double viscosity;  ///< at 300 K, in Pa s
  double exponent;   ///< d ln η / d ln T at 300 K
  double bend;       ///< half of its change per ln T
  bool is_monatomic;
  double coldest, hottest;  ///< range of temperatures, in K
  std::string_view source;  ///< of the viscosity

  /// Mass of a molecule, in kg.
  [[nodiscard]] constexpr double mass() const { return weight * kDalton; }
  [[nodiscard]] constexpr bool covers(double temperature) const {
    return temperature >= coldest && temperature <= hottest;
  }
  /// Measured viscosity in Pa s. @pre covers(temperature)
  [[nodiscard]] double viscosity_at(double temperature) const;
  /// Diameter, in m, of hard spheres that have this viscosity as a dilute gas.
  /// @pre covers(temperature)
  [[nodiscard]] double diameter_at(double temperature) const;
};

inline constexpr std::array<NamedGas, 10> kNamedGases{{
    {"helium", "He", 4.002602, 19.93e-6, 0.684, 0.012, true, 150, 1000,
     "Arp, McCarty & Friend (1998)"},
    {"neon", "Ne", 20.1797, 31.84e-6, 0.679, -0.017, true, 200, 600, "Huber & Harvey (2016)"},
    {"argon", "Ar", 39.948, 22.70e-6, 0.836, -0.078, true, 150, 1000, "Lemmon & Jacobsen (2004)"},
    {"krypton", "Kr", 83.798, 25.47e-6, 0.907, -0.086, true, 200, 600, "Huber & Harvey (2016)"},
    {"xenon", "Xe", 131.293, 23.20e-6, 0.947, -0.051, true, 200, 600, "Huber & Harvey (2016)"},
    {"hydrogen", "H2", 2.01588, 8.94e-6, 0.695, 0.002, false, 150, 1000,
     "Muzny, Huber & Kazakov (2013)"},
    {"nitrogen", "N2", 28.0134, 17.85e-6, 0.778, -0.066, false, 150, 1000,
     "Lemmon & Jacobsen (2004)"},
    {"oxygen", "O2", 31.9988, 20.60e-6, 0.806, -0.073, false, 150, 1000,
     "Lemmon & Jacobsen (2004)"},
    {"carbon_dioxide", "CO2", 44.0095, 15.04e-6, 0.951, -0.094, false, 200, 1000,
     "Laesecke & Muzny (2017)"},
    {"methane", "CH4", 16.0425, 11.11e-6, 0.873, -0.080, false, 200, 500, "Huber & Harvey (2016)"},
}};

/// The gas of this name or symbol; null if there is none.
const NamedGas* find_gas(std::string_view name);

}  // namespace clausius
