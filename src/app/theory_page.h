#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clausius/theory/equation_of_state.h"

namespace clausius::app {

/// The gas of which `clausius theory` speaks.
struct TheoryOptions {
  std::string packing_fractions;
  double packing_fraction = 0;  ///< the one for which the page is made
  int dimensions = 3;
  std::vector<std::string> species;
  std::vector<std::string> gases;  ///< NAME=FRACTION of each, in SI units
  std::string pressure, temperature;
  double restitution = 1;
  std::optional<double> count;
  bool as_json = false;
  bool as_csv = false;

  /// k_BT: of --temperature in kelvin for named gases, else as given.
  [[nodiscard]] double kt() const;
};

/// The number that the whole text represents, or NaN.
double number_in(const std::string& text);
/// Reads a species as it is written: diameter=1,mass=1,fraction=1, in any order, each with that
/// default. Returns what is wrong with it, or nothing.
std::string read_component(const std::string& text, MixtureComponent& component);
/// What is wrong with a gas as it is written, nitrogen=0.78 or argon; or nothing.
std::string fault_of_gas(const std::string& text);
/// What is wrong with the named gases, their temperature and their pressure; or nothing.
std::string fault_of_gases(const TheoryOptions& options);
/// The packing fraction of the named gases at their pressure and temperature.
/// @pre fault_of_gases() finds nothing
double packing_fraction_of_gases(const TheoryOptions& options);

/// Theoretical values of the gas in the order in which they are printed: by name an object with
/// value, uncertainty, unit, source, range and in_range.
nlohmann::ordered_json theory_page(const TheoryOptions& options);

}  // namespace clausius::app
