#include "study/results/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/elementary.h"
#include "study/results/observables.h"
#include "study/results/step_length.h"
#include "theory/fluid/missed_contacts.h"

namespace clausius {

namespace {

// 1 − value/exact, with the errors of both.
Observable deficit(std::string name, const Observable& value, const Observable& exact) {
  const double ratio = value.value / exact.value;
  Observable result;
  result.name = std::move(name);
  result.value = 1 - ratio;
  if (value.error && exact.error)
    result.error = portable::hypot(*value.error, ratio * *exact.error) / exact.value;
  const auto events = [](const Observable& one) {
    return one.independent_events.value_or(std::numeric_limits<double>::infinity());
  };
  if (const double least = std::min(events(value), events(exact)); std::isfinite(least))
    result.independent_events = least;
  result.unit = '1';
  return result;
}

}  // namespace

void add_comparison(const StudyResult& exact, StudyResult& result) {
  std::vector<Observable>& all = result.observables;
  const double dt = *exact.config.time_step;
  const Observable* temperature = find_observable(all, "temperature");
  const Observable* estimated = find_observable(all, "missed_fraction");
  const auto missed = estimated != nullptr ? estimated->theory : std::nullopt;
  std::vector<Observable> compared;
  if (const Observable* counted = find_observable(exact.observables, "missed_fraction")) {
    compared.push_back(*counted);
    compared.back().name = "missed_fraction_counted";
  }
  const Observable *rate = find_observable(all, "collision_rate"),
                   *exact_rate = find_observable(exact.observables, "collision_rate");
  if (rate != nullptr && exact_rate != nullptr && exact_rate->value > 0) {
    compared.push_back(deficit("collision_rate_deficit", *rate, *exact_rate));
    if (missed) compared.back().theory = missed;
    if (missed) compared.back().source = estimated->source;
  }
  const Observable *pressure = find_observable(all, "pressure_virial"),
                   *exact_pressure = find_observable(exact.observables, "pressure_virial"),
                   *z = find_observable(exact.observables, "compressibility_factor");
  if (pressure != nullptr && exact_pressure != nullptr && exact_pressure->value > 0) {
    compared.push_back(deficit("pressure_deficit", *pressure, *exact_pressure));
    if (missed && z != nullptr && z->value > 0) {
      const TheoryValue virial = missed_virial_fraction(
          mixture_of(result.config), result.config.boltzmann * temperature->value, dt);
      compared.back().theory = virial.value * (1 - 1 / z->value);
      compared.back().source = virial.source;
    }
  }
  Observable energy;
  energy.name = "energy_error";
  energy.value = result.energy_balance_error;
  energy.unit = "1";
  compared.push_back(energy);
  all.insert(all.end(), compared.begin(), compared.end());
}

MeasurementKind comparison_kind() {
  const Need need = Need::comparison;
  return {
      "Comparison of time steps with events",
      {{"missed_fraction_counted",
        "Fraction of the contacts of the event-driven run that steps of this length miss.",
        "counted in the event-driven run", nullptr, need},
       {"collision_rate_deficit",
        "Relative deficit of the collision rate in the run by steps, compared with the "
        "event-driven run.",
        "1 - rate/exact rate", nullptr, need},
       {"pressure_deficit",
        "Relative deficit of the pressure in the run by steps, compared with the event-driven run.",
        "1 - P/exact P", nullptr, need},
       {"energy_error", "Error of the energy balance of the run by steps.", "as energy_balance",
        nullptr, need, Per::gas, Kind::exact}},
      {}};
}

}  // namespace clausius
