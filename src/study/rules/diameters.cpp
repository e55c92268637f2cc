#include "study/rules/diameters.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/elementary.h"
#include "core/numbers.h"
#include "core/special_functions.h"
#include "study/file/sections.h"
#include "study/rules/box_size.h"

namespace clausius {

namespace {

/// The standard normal variable below which lies the part `part`.
double normal_quantile(double part) {
  const double tail = std::min(part, 1 - part);
  if (tail == 0.5) return 0;
  const double x = std::sqrt(2 * portable::gamma_q_inv(0.5, 2 * tail));
  return part < 0.5 ? -x : x;
}

}  // namespace

std::vector<double> placed_diameters(const StudySpecies& species) {
  const double mean = species.diameter, spread = species.diameter_spread;
  const auto of_part = [&](double part) {
    switch (*species.diameter_distribution) {
      case DiameterDistribution::uniform:
        return mean * (1 + spread * std::numbers::sqrt3 * (2 * part - 1));
      case DiameterDistribution::lognormal: {
        const double variance = portable::log1p(spread * spread);  // of the logarithm
        return mean * portable::exp(std::sqrt(variance) * normal_quantile(part) - 0.5 * variance);
      }
      case DiameterDistribution::normal:
      case DiameterDistribution::file:
        break;
    }
    return mean * (1 + spread * normal_quantile(part));
  };
  std::vector<double> diameters;
  const auto count = static_cast<std::size_t>(species.count);
  diameters.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    diameters.push_back(of_part((static_cast<double>(i) + 0.5) / static_cast<double>(count)));
  return diameters;
}

void resolve_diameters(StudyConfig& study, Faults& faults) {
  if (!has_known_particles(faults) ||
      faults.has_any({"species.diameter_distribution", "species.diameter_spread"}))
    return;
  for (std::size_t s = 0; s < study.species.size(); ++s) {
    StudySpecies& one = study.species[s];
    if (!one.is_polydisperse() || one.count == 0) continue;
    if (one.diameters.empty() && one.diameter_distribution != DiameterDistribution::file &&
        study.placement != Placement::file)
      one.diameters = placed_diameters(one);
    if (one.diameters.empty()) continue;  // said of the start file
    if (one.diameters.front() <= 0 && study.placement == Placement::file) {
      one.diameters.clear();  // said of the start file
      continue;
    }
    if (one.diameters.front() <= 0) {
      faults.at(fmt::format("species[{}].diameter_spread", s),
                fmt::format("{} is so wide that the smallest of {} diameters would be {}; allowed: "
                            "less, or the distribution \"lognormal\"",
                            short_text(one.diameter_spread), one.count,
                            short_text(one.diameters.front())));
      one.diameters.clear();
      continue;
    }
    double sum = 0;
    for (const double diameter : one.diameters)
      sum += portable::pow(diameter / one.diameter, study.dimensions);
    one.properties.volume *= sum / static_cast<double>(one.diameters.size());
  }
}

}  // namespace clausius
