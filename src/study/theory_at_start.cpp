#include "study/theory_at_start.h"

#include <vector>

#include "measure/species_law.h"
#include "study/setup.h"
#include "study/time_step.h"

namespace clausius {

namespace {

template <int Dim>
TheoryAtStart made_for(const StudyConfig& study) {
  const Gas<Dim> gas = make_gas<Dim>(study);
  std::vector<double> count;
  double translation = 0, rotation = 0, translations = 0;  // energies in units of k_BT/2
  for (std::size_t s = 0; s < study.species.size(); ++s) {
    const SpeciesConfig& one = study.species[s];
    const double kt = study.boltzmann * one.particle_temperature();
    count.push_back(static_cast<double>(one.count));
    translations += Dim * count.back();
    if (one.moves()) translation += Dim * count.back() * kt;
    const double turning =
        one.internal_degrees > 0
            ? study.boltzmann * one.molecules() * one.internal_temperature.value_or(one.temperature)
            : (one.spins() ? kt : 0);
    rotation += rotational_degrees(gas, s) * count.back() * turning;
  }
  const double all = degrees_of_freedom(gas, count);
  double rotations = 0;
  for (std::size_t s = 0; s < count.size(); ++s) rotations += rotational_degrees(gas, s) * count[s];
  // The conserved momentum takes its share of the translation alone.
  const double kt = (translation * (all - rotations) / translations + rotation) / all;
  std::vector<std::vector<double>> diameters;
  diameters.reserve(study.species.size());
  for (const SpeciesConfig& one : study.species) diameters.push_back(one.diameters);
  TheoryAtStart result{GasTheory(gas, count, true, driving_of(study, gas), diameters), kt,
                       static_cast<double>(study.particles()) / study.volume()};
  if (study.engine.mode == Mode::time_step)
    result.theory.find_contacts_by_steps(
        result.kt * result.theory.degrees_of_freedom() / (Dim * result.theory.particles()),
        engine_options(study).time_step);
  result.theory.shear(kt, gas.boundary.shear_rate);
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
