#include "theory/fluid/density_at_pressure.h"

namespace clausius {

double pressure_at(Mixture mixture, double kt, double fraction) {
  mixture.packing_fraction = fraction;
  return kt * (compressibility_factor(mixture).value * mixture.number_density());
}

double packing_fraction_at(const Mixture& mixture, double kt, double pressure) {
  double low = 0, high = freezing_packing_fraction(mixture.dimensions);
  // The pressure rises with the density.
  for (double middle = high / 2; low < middle && middle < high; middle = low + (high - low) / 2)
    (pressure_at(mixture, kt, middle) < pressure ? low : high) = middle;
  return high;
}

}  // namespace clausius
