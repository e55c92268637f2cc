#include "measure/measured_run.h"

#include <utility>

#include "measure/velocities/species_law.h"

namespace clausius {

namespace {

// Fraction of the energy in the motion of the gas as a whole from which the gas does not count as
// at rest: far above rounding, far below what any observable could show.
constexpr double kLargestDrift = 1e-12;

template <int Dim>
bool at_rest_as_a_whole(const Gas<Dim>& gas, const State<Dim>& state) {
  const Vec<Dim> momentum = total_momentum(gas, state);
  double mass = 0, drift_energy = 0;
  for (std::size_t id = 0; id < state.size(); ++id) mass += mass_of(gas, state, id);
  for (int k = 0; k < Dim; ++k)
    if (gas.box.periodic[k]) drift_energy += momentum[k] * momentum[k] / (2 * mass);
  return drift_energy <= kLargestDrift * kinetic_energy(gas, state);
}

// Diameters of the particles of each polydisperse species.
template <int Dim>
std::vector<std::vector<double>> diameters_of(const Gas<Dim>& gas, const State<Dim>& state) {
  std::vector<std::vector<double>> diameters(gas.species.size());
  for (std::size_t id = 0; id < state.diameter.size(); ++id)
    if (gas.species[state.species[id]].is_polydisperse())
      diameters[state.species[id]].push_back(state.diameter[id]);
  return diameters;
}

}  // namespace

template <int Dim>
MeasuredRun<Dim>::MeasuredRun(const Gas<Dim>& its_gas, const State<Dim>& start,
                              MeasurementOptions its_options)
    : gas(its_gas),
      options(std::move(its_options)),
      units(unit_names(options.si_units, Dim)),
      count(counts_of(gas, start)),
      theory(gas, count, at_rest_as_a_whole(gas, beside_flow(gas, start)), options.driving,
             diameters_of(gas, start)),
      books(gas.species.size(), theory.degrees_of_freedom(), options.steps),
      history(gas, start, count),
      measured{gas,
               units,
               options.species_names,
               count,
               kinetic_energy(gas, start) > 0 || gas.boundary.is_thermal() ||
                   gas.boundary.has_gravity() || gas.boundary.moves(),
               options,
               theory,
               books,
               history} {
  if (start.size() == 0) return;
  const auto particles = static_cast<double>(start.size());
  if (options.steps && options.steps->taken)
    theory.find_contacts_by_steps(2 * kinetic_energy(gas, start) / (Dim * particles),
                                  options.steps->length);
  if (gas.boundary.is_sheared())
    theory.shear(2 * kinetic_energy(gas, beside_flow(gas, start)) / (Dim * particles),
                 gas.boundary.shear_rate);
}

template <int Dim>
const Interval<Dim>& Measured<Dim>::total() const {
  return books.total();
}

template <int Dim>
double Measured<Dim>::collisions_per_particle() const {
  return 2 * static_cast<double>(total().totals.collisions) / theory.particles();
}

template <int Dim>
bool Measured<Dim>::rotates() const {
  for (std::size_t s = 0; s < count.size(); ++s)
    if (count[s] > 0 && rotations(s) > 0) return true;
  return false;
}

template struct MeasuredRun<2>;
template struct MeasuredRun<3>;
template struct Measured<2>;
template struct Measured<3>;

}  // namespace clausius
