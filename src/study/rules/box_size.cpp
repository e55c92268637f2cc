#include "study/rules/box_size.h"

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "clausius/theory/equation_of_state.h"
#include "core/elementary.h"
#include "core/numbers.h"
#include "study/file/sections.h"
#include "study/results/step_length.h"
#include "theory/fluid/density_at_pressure.h"
#include "theory/fluid/nonadditive.h"

namespace clausius {

namespace {

/// The volume in which spheres have the given pressure; infinite if none is given or the volume
/// cannot be determined.
double volume_at_pressure(const StudyConfig& study, Faults& faults) {
  if (!study.is_placed() || faults.has_any({"species", "units.system"})) return kNever;
  const auto refuse = [&](const std::string& why, const std::string& allowed) {
    faults.at("box.pressure", fmt::format("{}; allowed: {}", why, allowed));
    return kNever;
  };
  if (!study.spheres_only())
    return refuse("the equation of state of capsules and clumps is not known",
                  "packing_fraction, number_density or size");
  if (study.has_steps())
    return refuse("the equation of state with a potential of steps is not known well enough",
                  "packing_fraction, number_density or size");
  double kt = 0;
  for (const StudySpecies& one : study.species)
    if (one.velocities != Velocities::rest)
      kt += static_cast<double>(one.count) * study.boltzmann * one.particle_temperature();
  kt /= static_cast<double>(study.particles());
  const Mixture mixture = mixture_of(study);
  if (kt <= 0)
    return refuse("a gas at rest has no pressure", "packing_fraction, number_density or size");
  const double most = pressure_at(mixture, kt, freezing_packing_fraction(study.dimensions));
  if (*study.given_pressure > most)
    return refuse(
        fmt::format("{} is so high that the gas would freeze", short_text(*study.given_pressure)),
        fmt::format("a number above 0, up to {}", short_text(most)));
  Mixture there = mixture;
  there.packing_fraction = packing_fraction_at(mixture, kt, *study.given_pressure);
  if (!contacts_are_known(there))
    return refuse("so high that the equation of state of this nonadditive mixture is not known",
                  "less, or packing_fraction, number_density or size");
  return filled_volume(study) / there.packing_fraction;
}

/// Sets the size of the box from another quantity.
double given_volume(const StudyConfig& study, Faults& faults) {
  if (study.given_packing_fraction) return filled_volume(study) / *study.given_packing_fraction;
  if (study.given_number_density)
    return static_cast<double>(study.particles()) / *study.given_number_density;
  return volume_at_pressure(study, faults);
}

/// The edges of a box of this volume (area): those given, and the others, which are equal.
std::vector<double> edges_of(double volume, std::size_t axes, std::vector<double> edges) {
  edges.resize(axes, 0);
  std::size_t unknown = 0;
  for (const double edge : edges)
    if (edge > 0)
      volume /= edge;
    else
      ++unknown;
  const double other = unknown == 3   ? portable::cbrt(volume)
                       : unknown == 2 ? std::sqrt(volume)
                                      : volume;
  std::replace(edges.begin(), edges.end(), 0.0, other);
  return edges;
}

}  // namespace

std::string_view given_size(const StudyConfig& study) {
  return study.given_packing_fraction ? "packing_fraction"
         : study.given_number_density ? "number_density"
         : study.given_pressure       ? "pressure"
                                      : "size";
}

bool has_known_particles(const Faults& faults) {
  return !faults.has_any({"box.dimensions", "species.count", "species.shape", "species.diameter",
                          "species.shaft", "species.spheres", "species.mass_convention",
                          "species.grid_division", "initial.placement", "initial.file",
                          "initial.particle.species"});
}

double filled_volume(const StudyConfig& study) {
  double sum = 0;
  for (const StudySpecies& species : study.species)
    sum += static_cast<double>(species.count) * species.properties.volume;
  return sum;
}

bool has_known_size(const StudyConfig& study, const Faults& faults) {
  return !study.size.empty() && std::isfinite(study.size.front()) &&
         !faults.has_any({"box.dimensions", "box.size", "box.edges", "box.packing_fraction",
                          "box.number_density", "box.pressure"});
}

void resolve_size(StudyConfig& study, Faults& faults) {
  const auto axes = static_cast<std::size_t>(study.dimensions);
  if (study.size.size() != axes) {
    const std::string_view given = given_size(study);
    double volume = kNever;
    const bool is_known =
        given != "size" && has_known_particles(faults) &&
        !faults.has_any({"box.packing_fraction", "box.number_density", "box.pressure"});
    const auto uncounted = std::find_if(study.species.begin(), study.species.end(),
                                        [](const StudySpecies& one) { return one.count == 0; });
    if (is_known && uncounted != study.species.end() && study.placement == Placement::file)
      faults.at(
          fmt::format("species[{}].count", uncounted - study.species.begin()),
          fmt::format("is missing; allowed: a count beside box.{}, or box.size instead", given));
    else if (is_known && uncounted == study.species.end() && !study.species.empty())
      volume = given_volume(study, faults);
    study.size = edges_of(volume, axes, study.edges);
  }
  for (PhaseWindow& window : study.windows)
    if (!window.bitmap.empty() && window.region_low.empty()) {
      window.region_low.assign(axes, 0);
      window.region_high = study.size;
    }
}

}  // namespace clausius
