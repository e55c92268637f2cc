#include "collision/internal_exchange.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"

namespace clausius {

ExchangedEnergies exchange_energies(const ExchangedEnergies& before, int first_degrees,
                                    int second_degrees, RandomStream& random) {
  const double whole = before.normal + before.first + before.second;
  // A share of exponent 1 against a total exponent `rest`: 1 − U^(1/rest). Never 0, which would
  // leave the two in contact.
  constexpr double kLeast = 0x1p-54;
  const double rest = 0.5 * (first_degrees + second_degrees);
  const double power = portable::log1p(-std::max(random.uniform(), kLeast)) / rest;
  const double left = whole * portable::exp(power);
  double first = first_degrees > 0 ? 1 : 0;
  if (first_degrees > 0 && second_degrees > 0) {
    const double one = random.gamma(0.5 * first_degrees);
    first = one / (one + random.gamma(0.5 * second_degrees));
  }
  return {whole * -portable::expm1(power), first * left, (1 - first) * left};
}

}  // namespace clausius
