#include <cmath>

#include "core/elementary.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/temperatures/temperature_paths.h"

namespace clausius {

namespace {

template <int Dim>
class TemperatureExchange final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.count.size() < 2 || start.run.rotates()) return nullptr;
    return std::make_unique<TemperatureExchange>();
  }

  /// Decrease per collision of a particle of the logarithm of the temperature difference between
  /// the two species that differ most at the start, until a third of it is left by theory.
  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

 private:
  /// The hottest and the coldest species at the start.
  struct Extremes {
    std::size_t hot, cold;
  };
  static Extremes extremes(const Measured<Dim>& run, const std::vector<double>& kt);
};

template <int Dim>
auto TemperatureExchange<Dim>::extremes(const Measured<Dim>& run, const std::vector<double>& kt)
    -> Extremes {
  const std::size_t none = run.count.size();
  Extremes found{none, none};
  for (std::size_t s = 0; s < none; ++s) {
    if (run.count[s] == 0) continue;
    if (found.hot == none) found = {s, s};
    if (kt[s] > kt[found.hot]) found.hot = s;
    if (kt[s] < kt[found.cold]) found.cold = s;
  }
  return found;
}

template <int Dim>
std::vector<Observable> TemperatureExchange<Dim>::observables(const Measured<Dim>& run) const {
  if (!run.theory.elastic()) return {};
  const std::vector<std::vector<double>> theory = temperature_paths(run);
  if (theory.empty()) return {};
  const Extremes two = extremes(run, theory[0]);
  // Smaller differences are noise.
  constexpr double kLeast = 0.2, kLeft = 1.0 / 3;
  const std::vector<HistoryRow>& rows = run.history.rows();
  const auto difference = [two](const std::vector<double>& kt) {
    return kt[two.hot] - kt[two.cold];
  };
  const double start = difference(theory[0]);
  if (start <= kLeast * rows.front().kt) return {};
  std::size_t end = 0;
  while (end + 1 < rows.size() && difference(theory[end]) > kLeft * start) ++end;
  const double expected = difference(theory[end]);
  const double left = difference(rows[end].translational_kt);
  const double span = rows[end].collisions_per_particle;
  if (expected > 0.5 * start || expected <= 0 || left <= 0) return {};
  // In equilibrium the energy of n particles scatters by √(2/(d n)) of itself, and nearly so soon
  // after the start, where it is exact.
  double scatter_sq = 0;
  for (const std::size_t s : {two.hot, two.cold})
    scatter_sq += 2 * portable::pow(rows[end].translational_kt[s], 2) / (Dim * run.count[s]);
  // The energy of each species is fixed at the start, which changes rates by the order of 1/N.
  const double fewest = std::min(run.count[two.hot], run.count[two.cold]);
  const double theory_rate = portable::log(start / expected) / span;
  Observable rate =
      observable("temperature_exchange_rate", portable::log(start / left) / span,
                 StandardError{std::sqrt(scatter_sq) / left / span, fewest},
                 TheoryValue{theory_rate, "Garzo & Dufty (1999), Maxwell's law at each temperature",
                             theory_rate / (Dim * fewest)},
                 "1");
  rate.is_of_transient = true;
  return {rate};
}

template <int Dim>
std::vector<Table> TemperatureExchange<Dim>::tables(const Measured<Dim>& run) const {
  using Row = HistoryRow;
  const std::vector<std::vector<double>> theory = temperature_paths(run);
  if (theory.empty()) return {};
  Table table{"temperature_exchange", {}};
  const double kb = run.options.boltzmann;
  const std::vector<HistoryRow>& rows = run.history.rows();
  const auto column = columns_in_time(rows, table, run.units);
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const std::string& name = run.options.species_names[s];
    column("temperature_" + name, run.units.temperature,
           [kb, s](const Row& r) { return r.species_kt[s] / kb; });
    column("theory_" + name, run.units.temperature,
           [&, s](const Row& r) { return theory[index_of(r, rows)][s] / kb; });
  }
  column("temperature", run.units.temperature, [kb](const Row& r) { return r.kt / kb; });
  if (run.count.size() == 2) {
    column("ratio", "1", [](const Row& r) { return r.species_kt[1] / r.species_kt[0]; });
    column("ratio_theory", "1", [&](const Row& r) {
      const std::vector<double>& at = theory[index_of(r, rows)];
      return at[1] / at[0];
    });
  }
  return {std::move(table)};
}

MeasurementKind temperature_exchange_kind() {
  return {
      "Exchange of energy between species",
      {{"temperature_exchange_rate",
        "Decrease of the logarithm of the difference in temperature of the two species "
        "farthest apart at the start, per collision of a particle.",
        "ln((T_hot - T_cold at the start)/(T_hot - T_cold then))/c", nullptr,
        Need::several_species}},
      {{"temperature_exchange",
        "Temperature of each species of spheres over time, with the theory of the exchange of "
        "energy.",
        Need::several_species,
        {kTimeColumn,
         kCollisionsColumn,
         {"temperature_SPECIES", "Temperature of a species.", &UnitNames::temperature},
         {"theory_SPECIES", "Temperature of a species by the theory of the exchange of energy.",
          &UnitNames::temperature},
         kTemperatureColumn,
         {"ratio", "Temperature of the second species over that of the first, where there are two.",
          nullptr, Beside::theory}}}}};
}

}  // namespace

ListedMeasurement listed_temperature_exchange() {
  return {temperature_exchange_kind, TemperatureExchange<2>::make, TemperatureExchange<3>::make};
}

}  // namespace clausius
