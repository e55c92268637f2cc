#include "study/rules/plausibility.h"

#include <fmt/format.h>

#include <cmath>

#include "core/numbers.h"
#include "theory/fluid/named_gases.h"

namespace clausius {

std::vector<std::string> implausible_particles(const StudyConfig& study) {
  constexpr double kDensest = 22590, kThinnest = 0.1;  // kg/m³: osmium, aerogels
  constexpr double kFastest = 3e7;                     // m/s, a tenth of the speed of light
  std::vector<std::string> all;
  if (!study.si_units) return all;
  for (const StudySpecies& one : study.species) {
    if (one.amount) continue;  // parcels represent many molecules
    const auto add = [&](const std::string& what) {
      all.push_back(fmt::format("particles of species {} {}", one.name, what));
    };
    if (one.mass < kDalton)
      add(fmt::format("have a mass of {} kg, less than a hydrogen atom", short_text(one.mass)));
    const double density = one.mass / one.properties.volume;
    if (study.dimensions == 3 && (density > kDensest || density < kThinnest))
      add(
          fmt::format("have a density of {} kg/m^3: no matter has more than {} or less than {} "
                      "(a mass in kg? a diameter in m?)",
                      short_text(density, 3), kDensest, kThinnest));
    const double speed = std::sqrt(3 * study.boltzmann * one.temperature / one.mass);
    if (one.moves() && speed > kFastest)
      add(fmt::format("have a thermal speed of {} m/s, near that of light", short_text(speed, 3)));
  }
  return all;
}

}  // namespace clausius
