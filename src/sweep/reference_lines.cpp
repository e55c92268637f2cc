#include "sweep/reference_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "clausius/core/errors.h"
#include "clausius/theory/equation_of_state.h"

namespace clausius {

namespace {

constexpr const char* kFreePath = "mean_free_path";
constexpr const char* kFactor = "compressibility_factor";

double number_density(const StudyConfig& study) {
  return static_cast<double>(study.particles()) / study.volume();
}

/// Mean temperature of the particles at the start, times Boltzmann's constant.
double thermal_energy(const StudyConfig& study) {
  double sum = 0;
  for (const auto& species : study.species)
    sum += static_cast<double>(species.count) * species.particle_temperature();
  return study.boltzmann * sum / static_cast<double>(study.particles());
}

/// The diameter of the only species, if it consists of spheres.
std::optional<double> diameter(const StudyConfig& study) {
  if (study.species.size() != 1) return std::nullopt;
  const auto* sphere = std::get_if<Sphere>(&study.species.front().shape);
  return sphere == nullptr ? std::nullopt : std::optional(2 * sphere->radius);
}

/// Mean free path of a dilute gas at equilibrium: 1/(√2 n A), with the cross section A of a pair.
std::optional<double> dilute_free_path(const StudyConfig& study) {
  const std::optional<double> sigma = diameter(study);
  if (!sigma) return std::nullopt;
  const double cross_section =
      study.dimensions == 3 ? std::numbers::pi * *sigma * *sigma : 2 * *sigma;
  return 1 / (std::numbers::sqrt2 * number_density(study) * cross_section);
}

/// Compressibility factor by a law.
std::optional<double> factor(const std::string& law, const StudyConfig& study) {
  if (law == "ideal_gas") return 1;
  if (!diameter(study)) return std::nullopt;
  const double phi = study.packing_fraction();
  if (law == "carnahan_starling")
    return study.dimensions == 3 ? std::optional(carnahan_starling(phi)) : std::nullopt;
  // The volume that two particles take from each other, half of it for each: 2^(d - 1) of their
  // own.
  const double excluded = (study.dimensions == 3 ? 4 : 2) * phi;
  return excluded < 1 ? std::optional(1 / (1 - excluded)) : std::nullopt;
}

}  // namespace

const std::vector<ReferenceLine>& reference_lines() {
  static const std::vector<std::string> pressures{kFactor, "pressure_virial", "pressure_wall"};
  static const std::vector<ReferenceLine> lines{
      {"ideal_gas", "ideal gas", pressures},
      {"van_der_waals", "van der Waals, no attraction", pressures},
      {"carnahan_starling", "Carnahan–Starling", pressures},
      {kFreePath, "dilute gas, 1/(√2 π n σ²)", {kFreePath}}};
  return lines;
}

const ReferenceLine& reference_line(const std::string& name, const std::string& observable) {
  const auto& lines = reference_lines();
  const auto found = std::find_if(lines.begin(), lines.end(),
                                  [&name](const ReferenceLine& one) { return one.name == name; });
  if (found == lines.end()) throw InputError("--reference " + name, "is not known");
  const std::vector<std::string>& known = found->observables;
  if (std::find(known.begin(), known.end(), observable) == known.end())
    throw InputError("--reference " + name, fmt::format("says nothing about {}; allowed: with {}",
                                                        observable, fmt::join(known, ", ")));
  return *found;
}

std::optional<double> reference_value(const ReferenceLine& line, const std::string& observable,
                                      const StudyConfig& study) {
  if (observable == kFreePath) return dilute_free_path(study);
  const std::optional<double> z = factor(line.name, study);
  if (!z || observable == kFactor) return z;
  return *z * number_density(study) * thermal_energy(study);
}

}  // namespace clausius
