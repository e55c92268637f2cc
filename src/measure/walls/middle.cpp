#include "measure/walls/middle.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/elementary.h"
#include "measure/interval_statistics.h"
#include "measure/walls/conduction.h"
#include "measure/walls/local_gas.h"
#include "measure/walls/sliding.h"

namespace clausius {

namespace {

using Estimate = BlockedSums::Estimate;

// Relative error of a product or quotient of independent factors.
std::optional<StandardError> combined(double value, const Estimate& a, const Estimate& b) {
  if (!a.error || !b.error || a.value == 0 || b.value == 0) return std::nullopt;
  return together(*a.error / a.value, *b.error / b.value) * value;
}

// Viscosity of a mixture far from walls, by the theory of the gas in a periodic box.
template <int Dim>
Prediction viscosity_of_mixture(Gas<Dim> gas, const std::vector<double>& counts, double density,
                                double kt) {
  gas.boundary = {};
  gas.box.periodic.fill(true);
  const double particles = std::accumulate(counts.begin(), counts.end(), 0.0);
  gas.box.size.setConstant(portable::pow(particles / density, 1.0 / Dim));
  return GasTheory(gas, counts, true).shear_viscosity(kt);
}

// A flux over the gradient that drives it; empty if that is mere noise.
std::optional<Observable> coefficient(const std::string& name, const Estimate& flux,
                                      const Estimate& slope, Prediction theory, double unit,
                                      const std::string& unit_name) {
  constexpr double kSeen = 5;
  if (!slope.error || std::abs(slope.value) < kSeen * slope.error->value) return std::nullopt;
  const double value = -flux.value / slope.value * unit;
  std::optional<StandardError> error = combined(value, flux, slope);
  if (theory) {
    *theory *= unit;
    theory->source += ", at the density and temperature of the middle";
    // The error at the theoretical value: at the one measured, too flat a slope would enlarge both.
    error = combined(theory->value, flux, {-flux.value / theory->value * unit, slope.error});
  }
  return observable(name, value, error, theory, unit_name);
}

template <int Dim>
void add_middle(const FlowRecord<Dim>& record, const Measured<Dim>& run,
                const FlowProfile<Dim>& profile, std::vector<Observable>& all) {
  const int axis = profile.axis();
  const std::size_t low = 2 * static_cast<std::size_t>(axis), high = low + 1;
  const auto kt = profile.temperature(), density = profile.density();
  if (!kt || !density) return;
  const auto name = [axis](const char* what) {
    return fmt::format("middle_{}_{}", what, "xyz"[axis]);
  };
  const double kb = run.options.boltzmann;
  std::optional<StandardError> error = kt->value.error;
  if (error) *error /= kb;
  Prediction theory = middle_kt_theory(run, axis);
  if (theory) theory->value /= kb;
  all.push_back(
      observable(name("temperature"), kt->value.value / kb, error, theory, run.units.temperature));
  // Half the difference between what enters at the low wall and leaves at the high one.
  const auto through = [&](const auto& value) {
    Estimate rate = record.rate_of(
        [&](const auto& faces) { return 0.5 * (value(faces[low]) - value(faces[high])); });
    rate.value /= face_area(run.gas.box, axis);
    if (rate.error) *rate.error /= face_area(run.gas.box, axis);
    return rate;
  };
  const double n = density->value.value;
  const auto gas = local_gas(run.gas, n, kt->value.value);
  std::optional<Observable> one;
  if (const auto along = sliding(run.gas, axis)) {
    std::optional<typename FlowProfile<Dim>::Middle> velocity;
    for (int k = 0; k < Dim && !velocity; ++k) {
      if ((*along)[k] != 0) velocity = profile.velocity(k);
      if (!velocity) continue;
      // The sign is that of momentum from the gas to the walls.
      one = coefficient(name("viscosity"), through([k](const auto& face) { return -face.drag[k]; }),
                        velocity->slope,
                        gas ? GasTheory::where_it_holds(*gas, correlated_shear_viscosity(*gas))
                            : viscosity_of_mixture(run.gas, run.count, n, kt->value.value),
                        1, run.units.viscosity);
    }
  } else if (run.gas.boundary.faces[low].kt != run.gas.boundary.faces[high].kt) {
    one = coefficient(
        name("conductivity"), through([](const auto& face) { return face.heat; }), kt->slope,
        gas ? GasTheory::where_it_holds(*gas, correlated_thermal_conductivity(*gas)) : std::nullopt,
        kb, run.units.conductivity);
  }
  if (one) all.push_back(std::move(*one));
}

}  // namespace

template <int Dim>
std::vector<Observable> middle_between_walls(const FlowRecord<Dim>& record,
                                             const Measured<Dim>& run) {
  std::vector<Observable> all;
  const auto& faces = run.gas.boundary.faces;
  for (const auto& profile : record.profiles()) {
    const int low = 2 * profile.axis();
    if (faces[low].kt > 0 && faces[low + 1].kt > 0) add_middle(record, run, profile, all);
  }
  return all;
}

template std::vector<Observable> middle_between_walls(const FlowRecord<2>&, const Measured<2>&);
template std::vector<Observable> middle_between_walls(const FlowRecord<3>&, const Measured<3>&);

}  // namespace clausius
