#include "theory/fluid/named_gases.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "theory/transport/transport.h"

namespace clausius {

double NamedGas::viscosity_at(double temperature) const {
  constexpr double kReference = 300;
  const double x = portable::log(temperature / kReference);
  return viscosity * portable::exp(x * (exponent + bend * x));
}

double NamedGas::diameter_at(double temperature) const {
  // The viscosity of a dilute gas is inversely proportional to the diameter squared.
  constexpr double kScale = 1e-10;
  const SphereGas dilute{0, kScale, mass(), kBoltzmannSi * temperature, 3};
  return kScale * std::sqrt(shear_viscosity(dilute).value / viscosity_at(temperature));
}

const NamedGas* find_gas(std::string_view name) {
  const auto* const found =
      std::find_if(kNamedGases.begin(), kNamedGases.end(),
                   [&](const NamedGas& one) { return one.name == name || one.symbol == name; });
  return found == kNamedGases.end() ? nullptr : found;
}

}  // namespace clausius
