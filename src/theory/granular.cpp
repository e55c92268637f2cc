#include "clausius/theory/granular.h"

#include <stdexcept>

namespace clausius {

TheoryValue cooling_kurtosis_a2(int d, double restitution) {
  if (d != 2 && d != 3) throw std::invalid_argument("a gas has two or three dimensions");
  if (!(restitution >= 0 && restitution <= 1))
    throw std::invalid_argument("a coefficient of restitution lies in [0, 1]");
  const double e = restitution;
  return {16 * (1 - e) * (1 - 2 * e * e) / (25 + 2 * e * e * (e - 1) + 24 * d + e * (8 * d - 57)),
          "Montanero & Santos (2000)"};
}

TheoryValue reduced_cooling_rate(int d, double restitution) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value;
  return {(1 - restitution * restitution) / d * (1 + a2 / 4),
          "kinetic theory: (1 - e^2)/d (1 + a2/4), a2 from Montanero & Santos (2000)"};
}

TheoryValue cooling_rate(int d, double restitution, double collision_rate) {
  const double a2 = cooling_kurtosis_a2(d, restitution).value;
  return {(1 - restitution * restitution) / d * collision_rate * (1 + 3 * a2 / 16),
          "van Noije & Ernst (1998), a2 from Montanero & Santos (2000)"};
}

TheoryValue haff_time(int d, double restitution, double collision_rate) {
  const TheoryValue rate = cooling_rate(d, restitution, collision_rate);
  return {2 / rate.value, "Haff (1983), " + rate.source};
}

double haff_temperature(double time, double haff_time) {
  const double x = 1 + time / haff_time;
  return 1 / (x * x);
}

// Each collision takes (1−e²)/2 ⟨μ v_n²⟩ = (1−e²) k_BT D/(D+1) of the energy D k_BT/2.
double finite_cooling_factor(int d, double particles, double dof) {
  return d * particles / (dof + 1);
}

}  // namespace clausius
