#include "theory/transport/shear_waves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/elementary.h"

namespace clausius {

// A wave decays as exp(−νk²t), is kept up as in equilibrium at the momentary temperature, and gains
// on this as it falls: ds/dL = (1 − κ) s + κ, s = 1 at L = 0.
double shear_wave_strength(double damping, double fallen) {
  constexpr double kEven = 1e-6;
  const double growth = 1 - damping;
  return std::abs(growth) < kEven ? 1 + fallen
                                  : (portable::exp(growth * fallen) - damping) / growth;
}

double energy_of_shear_waves(int dimensions, double particles, double longest_damping,
                             double fallen) {
  if (longest_damping >= 1) return 0;
  // Wave vectors by the square of their length in units of the longest wave's.
  constexpr double kMost = 100;  // periods: in boxes longer by far, waves grow at once
  const double periods = 1 / std::sqrt(longest_damping);
  const int reach = static_cast<int>(periods < kMost ? periods : kMost);
  const int most = static_cast<int>(std::min(1 / longest_damping, kMost * kMost));
  std::vector<double> vectors(static_cast<std::size_t>(most) + 1);
  const int depth = dimensions == 3 ? reach : 0;
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      for (int z = -depth; z <= depth; ++z)
        if (const int square = x * x + y * y + z * z; square > 0 && square <= most)
          ++vectors[static_cast<std::size_t>(square)];
  double energy = 0;
  for (std::size_t square = 1; square < vectors.size(); ++square)
    if (vectors[square] > 0)
      energy += vectors[square] *
                (shear_wave_strength(longest_damping * static_cast<double>(square), fallen) - 1);
  return energy * (dimensions - 1) / (dimensions * particles);
}

}  // namespace clausius
