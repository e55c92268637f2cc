#include "study/results/theory_at_start.h"

#include <cmath>
#include <vector>

#include "core/elementary.h"
#include "measure/velocities/species_law.h"
#include "measure/walls/adiabatic.h"
#include "study/results/step_length.h"
#include "study/run/setup.h"
#include "theory/velocities/granular.h"

namespace clausius {

namespace {

// k_BT after the run. Collisions of a particle are counted where the run is; of homogeneous cooling
// T falls as exp(−r c) with the collisions and as 1/(1 + t/τ)² with time, τ ∝ 1/√T.
template <int Dim>
Prediction kt_at_end(const StudyConfig& study, const Gas<Dim>& gas, const TheoryAtStart& start) {
  const RunConfig& run = study;
  const GasTheory& theory = start.theory;
  if (study.drives.empty() && has_adiabat(gas, start.kt)) {
    if (run.equilibrate > 0 || !run.duration) return std::nullopt;
    return adiabatic_kt(gas, theory, start.kt, 0, *run.duration);
  }
  const Prediction rate = theory.reduced_cooling_rate(), tau = theory.haff_time(start.kt);
  if (theory.elastic() || theory.driven() || !rate || !tau) return std::nullopt;
  const double collisions = run.equilibrate + (run.duration ? 0 : run.measure.value_or(0));
  TheoryValue kt{start.kt * portable::exp(-rate->value * collisions), tau->source};
  double exponent_error = rate->uncertainty * collisions;
  if (run.duration) {
    const double tau_then = tau->value * std::sqrt(start.kt / kt.value);
    const double fallen = haff_temperature(*run.duration, tau_then);
    kt.value *= fallen;
    exponent_error += 2 * (1 - std::sqrt(fallen)) * tau->uncertainty / tau->value;
  }
  kt.uncertainty = exponent_error * kt.value;
  return kt;
}

template <int Dim>
TheoryAtStart made_for(const StudyConfig& study) {
  const Gas<Dim> gas = make_gas<Dim>(study);
  std::vector<double> count;
  double translation = 0, rotation = 0, translations = 0;  // energies in units of k_BT/2
  for (std::size_t s = 0; s < study.species.size(); ++s) {
    const StudySpecies& one = study.species[s];
    const double kt = study.boltzmann * one.particle_temperature();
    count.push_back(static_cast<double>(one.count));
    translations += Dim * count.back();
    if (one.moves()) translation += Dim * count.back() * kt;
    const double turning =
        one.internal_degrees > 0
            ? study.boltzmann * one.molecules() * one.internal_temperature.value_or(one.temperature)
            : (study.spins(one) ? kt : 0);
    rotation += rotational_degrees(gas, s) * count.back() * turning;
  }
  const double all = degrees_of_freedom(gas, count);
  double rotations = 0;
  for (std::size_t s = 0; s < count.size(); ++s) rotations += rotational_degrees(gas, s) * count[s];
  // The conserved momentum takes its share of the translation alone.
  const double kt = (translation * (all - rotations) / translations + rotation) / all;
  std::vector<std::vector<double>> diameters;
  diameters.reserve(study.species.size());
  for (const StudySpecies& one : study.species) diameters.push_back(one.diameters);
  TheoryAtStart result{GasTheory(gas, count, true, driving_of(study, gas), diameters),
                       kt,
                       static_cast<double>(study.particles()) / study.volume(),
                       {}};
  if (study.engine.mode == Mode::time_step)
    result.theory.find_contacts_by_steps(
        result.kt * result.theory.degrees_of_freedom() / (Dim * result.theory.particles()),
        engine_options(study).time_step);
  result.theory.shear(kt, gas.boundary.shear_rate);
  result.kt_at_end = kt_at_end(study, gas, result);
  return result;
}

}  // namespace

std::optional<TheoryAtStart> theory_at_start(const StudyConfig& study, TheoryOfBodies bodies) {
  // If particles are read from a file, the file determines their motion.
  if (!study.is_placed() || study.particles() < 2 || start_speeds(study).kt <= 0 ||
      (bodies == TheoryOfBodies::none && !study.spheres_only()))
    return std::nullopt;
  return study.dimensions == 2 ? made_for<2>(study) : made_for<3>(study);
}

}  // namespace clausius
