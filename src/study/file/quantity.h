#pragma once

#include <string>
#include <string_view>

namespace clausius {

struct UnitNames;

/// What a number of a study measures, from which its SI unit follows.
enum class Quantity {
  none,
  length,
  time,
  mass,
  temperature,
  temperature_difference,
  speed,
  acceleration,
  rate,
  frequency,
  angular_velocity,
  pressure,
  number_density,
  density,
  velocity_variance_rate,
  energy,
  momentum,
  power,
  heat_flux,
  particle_flux,
  diffusivity,
  viscosity,
  conductivity,
  area,
  volume,
  speed_squared,
  inverse_length,
  inverse_speed,
  of_observable,            ///< what the observable of the same table measures
  difference_of_observable  ///< what a difference of two of its values measures
};

/// Whether an observable that is named with the number says what that measures.
constexpr bool is_of_observable(Quantity quantity) {
  return quantity == Quantity::of_observable || quantity == Quantity::difference_of_observable;
}

/// What a value measures whose unit this is; Quantity::none of pure numbers and of angles.
Quantity quantity_of(std::string UnitNames::*unit);

/// What the difference of two values of `quantity` measures.
Quantity difference_of(Quantity quantity);

/// Name of the SI unit of `quantity` in `dimensions`, as in "kg/m^3"; empty for Quantity::none.
std::string_view si_unit(Quantity quantity, int dimensions);

/// What `text`, a number and its unit, is in SI units; or what is wrong with it.
struct ReadQuantity {
  double value = 0;
  std::string wrong;    ///< empty: nothing
  std::string allowed;  ///< what is allowed beside plain numbers; only where something is wrong
};

/// Whether `text` begins with a number, as a quantity does.
bool begins_with_number(std::string_view text);

/// Reads `text`, such as "1 atm" or "20 degC", in the units of UDUNITS-2. A mole counts as its
/// number of molecules. Threads may call it at the same time.
ReadQuantity read_quantity(std::string_view text, Quantity quantity, int dimensions);

}  // namespace clausius
