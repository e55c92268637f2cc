#include "measure/walls/adiabatic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/listed.h"
#include "theory/fluid/one_dimensional.h"

namespace clausius {

namespace {

// Speed of the fastest wall, relative to the thermal speed √(k_BT/m).
template <int Dim>
double relative_speed(const Gas<Dim>& gas, double kt) {
  double fastest = 0;
  for (const auto& face : gas.boundary.faces)
    fastest = std::max(fastest, std::abs(face.path.velocity));
  return fastest / std::sqrt(kt / gas.species[0].mass);
}

// Edges of the box at a time, between its walls where it has some.
template <int Dim>
std::vector<double> edges_at(const Gas<Dim>& gas, double time) {
  std::vector<double> edges;
  edges.reserve(Dim);
  for (int k = 0; k < Dim; ++k)
    edges.push_back(gas.box.periodic[k] ? gas.box.size[k]
                                        : gas.boundary.position(gas.box, 2 * k + 1, time) -
                                              gas.boundary.position(gas.box, 2 * k, time));
  return edges;
}

template <int Dim>
double volume_at(const Gas<Dim>& gas, double time) {
  const std::vector<double> edges = edges_at(gas, time);
  return std::accumulate(edges.begin(), edges.end(), 1.0, std::multiplies<>());
}

}  // namespace

template <int Dim>
bool has_adiabat(const Gas<Dim>& gas, double kt) {
  const Boundary<Dim>& boundary = gas.boundary;
  return boundary.moves() && !boundary.is_thermal() && !boundary.has_gravity() && is_elastic(gas) &&
         gas.species.size() == 1 && gas.bodies.empty() && kt > 0 && relative_speed(gas, kt) < 1 &&
         std::all_of(boundary.faces.begin(), boundary.faces.end(),
                     [](const auto& face) { return !face.path.swings(); });
}

template <int Dim>
Prediction adiabatic_kt(const Gas<Dim>& gas, const GasTheory& theory, double kt, double from,
                        double to) {
  std::vector<bool> walls;
  walls.reserve(Dim);
  for (int k = 0; k < Dim; ++k) walls.push_back(!gas.box.periodic[k]);
  auto result = adiabatic_temperature(Dim, theory.particles(), gas.species[0].diameter,
                                      theory.degrees_of_freedom(), kt, edges_at(gas, from),
                                      edges_at(gas, to), walls);
  if (!result) return std::nullopt;
  // Measured with this program: 300 and 1000 spheres to half their volume, u from 0.02 to 0.4.
  const double u = relative_speed(gas, kt);
  result->uncertainty = (0.06 + 0.25 * u) * u * result->value;
  return result;
}

template bool has_adiabat(const Gas<2>&, double);
template bool has_adiabat(const Gas<3>&, double);
template Prediction adiabatic_kt(const Gas<2>&, const GasTheory&, double, double, double);
template Prediction adiabatic_kt(const Gas<3>&, const GasTheory&, double, double, double);

namespace {

template <int Dim>
class Adiabatic final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    const Measured<Dim>& run = start.run;
    if (run.options.driven || !has_adiabat(run.gas, run.history.rows().front().kt)) return nullptr;
    return std::make_unique<Adiabatic>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;
};

template <int Dim>
std::vector<Observable> Adiabatic<Dim>::observables(const Measured<Dim>& run) const {
  const double kb = run.options.boltzmann, begin = run.history.rows().front().time,
               kt = run.history.rows().front().kt;
  const Instant& last = run.books.last();
  const std::vector<double> from = edges_at(run.gas, begin), to = edges_at(run.gas, last.time);
  // Scatter between runs, see adiabatic_kt().
  double swept = 0;
  for (std::size_t k = 0; k < from.size(); ++k) swept += std::abs(to[k] / from[k] - 1);
  const double scatter = 2.4 / Dim * std::sqrt(swept / run.theory.particles()) *
                         portable::pow(relative_speed(run.gas, kt), 0.7);
  return {observable("adiabatic_temperature", last.kt / kb, StandardError{scatter * last.kt / kb},
                     adiabatic_kt(run.gas, run.theory, kt, begin, last.time).times(1 / kb),
                     run.units.temperature)};
}

// Rows of the table, and least number of them for errors of the pressures.
constexpr std::size_t kRows = 40;
constexpr std::size_t kLeastRows = 10;

// Standard errors of the pressures of rows at equal distances, the first and the last of which are
// unknown: from their third differences, which a smooth course hardly has. The median over the rows
// tells the scatter for a hit of the walls, of which there are as many as P/√T.
std::vector<double> errors_of(const std::vector<double>& pressure,
                              const std::vector<double>& temperature) {
  constexpr double kVariance = 20;        // of a third difference: 1 + 9 + 9 + 1
  constexpr double kMedianOfSq = 0.4549;  // of a standard normal number
  const auto hits = [&](std::size_t k) { return pressure[k] / std::sqrt(temperature[k]); };
  std::vector<double> scatter;
  for (std::size_t k = 1; k + 2 < pressure.size(); ++k) {
    const double third = pressure[k + 2] - 3 * pressure[k + 1] + 3 * pressure[k] - pressure[k - 1];
    const double relative_sq = third * third / (pressure[k] * pressure[k]) / kVariance;
    if (std::isfinite(relative_sq)) scatter.push_back(relative_sq * hits(k));
  }
  std::vector<double> errors(pressure.size(), kNaN);
  if (scatter.size() < kLeastRows) return errors;
  const auto middle = scatter.begin() + static_cast<std::ptrdiff_t>(scatter.size() / 2);
  std::nth_element(scatter.begin(), middle, scatter.end());
  for (std::size_t k = 0; k < errors.size(); ++k)
    errors[k] = pressure[k] * std::sqrt(*middle / kMedianOfSq / hits(k));
  return errors;
}

template <int Dim>
std::vector<Table> Adiabatic<Dim>::tables(const Measured<Dim>& run) const {
  const std::vector<HistoryRow>& rows = run.history.rows();
  const auto volume_of = [&](std::size_t row) { return volume_at(run.gas, rows[row].time); };
  const double kb = run.options.boltzmann, n = run.theory.particles(),
               dof = run.theory.degrees_of_freedom();
  // Instants at which the temperature is known, each in the middle of a stretch over which the
  // pressure is measured; the adiabat is followed from one half of a stretch to the next.
  const std::size_t half = std::max<std::size_t>(1, (rows.size() - 1) / (2 * kRows));
  const std::size_t halves = (rows.size() - 1) / half;
  std::vector<double> adiabat{rows.front().kt};
  for (std::size_t k = 1; k <= halves; ++k) {
    const auto next = adiabatic_kt(run.gas, run.theory, adiabat.back(), rows[half * (k - 1)].time,
                                   rows[half * k].time);
    adiabat.push_back(next ? next->value : kNaN);
  }

  std::vector<double> time, volume, temperature, temperature_theory, temperature_ideal, pressure,
      pressure_theory, pressure_ideal;
  for (std::size_t k = 0; k <= halves; k += 2) {
    const std::size_t row = half * k;
    const double ideal_kt =
        rows.front().kt * portable::pow(volume_of(0) / volume_of(row), 2 * n / dof);
    time.push_back(rows[row].time);
    volume.push_back(volume_of(row));
    temperature.push_back(rows[row].kt / kb);
    temperature_theory.push_back(adiabat[k] / kb);
    temperature_ideal.push_back(ideal_kt / kb);
    pressure_ideal.push_back(n * ideal_kt / volume_of(row));
    const bool inside = k > 0 && k < halves;
    const std::size_t from = inside ? row - half : 0, to = inside ? row + half : 0;
    const double change = volume_of(to) - volume_of(from);
    const bool measured = change != 0;
    // The work on the gas is −P dV.
    pressure.push_back(measured ? (rows[from].work - rows[to].work) / change : kNaN);
    pressure_theory.push_back(measured ? dof / 2 * (adiabat[k - 1] - adiabat[k + 1]) / change
                                       : kNaN);
  }
  std::vector<double> pressure_error = errors_of(pressure, temperature);
  const UnitNames& units = run.units;
  return {{"compression",
           {{"time", units.time, std::move(time)},
            {"volume", units.volume, std::move(volume)},
            {"temperature", units.temperature, std::move(temperature)},
            {"temperature_theory", units.temperature, std::move(temperature_theory)},
            {"temperature_ideal", units.temperature, std::move(temperature_ideal)},
            {"pressure", units.pressure, std::move(pressure)},
            {"pressure_error", units.pressure, std::move(pressure_error)},
            {"pressure_theory", units.pressure, std::move(pressure_theory)},
            {"pressure_ideal", units.pressure, std::move(pressure_ideal)}}}};
}

MeasurementKind adiabatic_kind() {
  return {
      "Adiabatic compression",
      {assuming({Assumption::fluid},
                {"adiabatic_temperature",
                 "Temperature at the end of a compression or expansion by "
                 "smooth walls slower than sound.",
                 "2 E/(k_B * degrees of freedom)", &UnitNames::temperature, Need::moving_wall})},
      {{"compression",
        "A gas that smooth walls compress or expand more slowly than sound: pressure and "
        "temperature over volume, with the adiabat that begins at the start.",
        Need::moving_wall,
        {{"time", "Time.", &UnitNames::time},
         {"volume", "Volume between the walls, in two dimensions the area.", &UnitNames::volume},
         {"temperature", "Temperature at this time.", &UnitNames::temperature, Beside::theory},
         {"temperature_ideal",
          "Temperature of an ideal gas on its adiabat: T V^(2N/D) is constant, with D degrees "
          "of freedom of N particles.",
          &UnitNames::temperature},
         {"pressure",
          "Work on the gas over the decrease of its volume, in the stretch from halfway to the "
          "row before to halfway to the next.",
          &UnitNames::pressure, Beside::error_and_theory},
         {"pressure_ideal", "Pressure of an ideal gas on its adiabat.", &UnitNames::pressure}}}}};
}

}  // namespace

ListedMeasurement listed_adiabatic() {
  return {adiabatic_kind, Adiabatic<2>::make, Adiabatic<3>::make};
}

}  // namespace clausius
