#include "clausius/core/constants.h"
#include "listed.h"
#include "table_columns.h"

namespace clausius {

namespace {

template <int Dim>
class HistoryTables final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<HistoryTables>();
  }

  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    return {history(run), energy_ledger(run)};
  }

 private:
  static Table history(const Measured<Dim>& run);
  static Table energy_ledger(const Measured<Dim>& run);
};

template <int Dim>
Table HistoryTables<Dim>::history(const Measured<Dim>& run) {
  using Row = HistoryRow;
  Table table{"history", {}};
  const UnitNames& units = run.units;
  const double kb = run.options.boltzmann;
  const auto column = columns_in_time(run.history.rows(), table, units);
  column("measured", "1", [](const Row& r) { return std::int64_t{r.measured}; });
  column("temperature", units.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("kinetic_energy", units.energy, [](const Row& r) { return r.energy; });
  column("predicted_energy", units.energy, [](const Row& r) { return r.predicted_energy; });
  column("kurtosis_a2", "1", [](const Row& r) { return r.kurtosis * Dim / (Dim + 2) - 1; });
  column("sonine_a3", "1", [](const Row& r) { return r.sonine_a3; });
  column("h_function", "1", [](const Row& r) { return r.h.value_or(kNaN); });
  column("pressure_virial", units.pressure, [](const Row& r) { return r.pressure; });
  column("mean_free_path", units.length, [](const Row& r) { return r.path; });
  for (std::size_t s = 0; s < run.count.size(); ++s)
    column("temperature_" + run.options.species_names[s], units.temperature,
           [kb, s](const Row& r) { return r.species_kt[s] / kb; });
  return table;
}

template <int Dim>
Table HistoryTables<Dim>::energy_ledger(const Measured<Dim>& run) {
  using Row = HistoryRow;
  Table table{"energy_ledger", {}};
  const double initial = run.history.energy_initial();
  const auto column = columns_of(run.history.rows(), table);
  column("time", run.units.time, [](const Row& r) { return r.time; });
  column("collisions", "1", [](const Row& r) { return r.collisions; });
  column("energy", run.units.energy, [](const Row& r) { return r.energy; });
  column("predicted_energy", run.units.energy, [](const Row& r) { return r.predicted_energy; });
  column("difference_relative", "1", [initial](const Row& r) {
    return initial > 0 ? (r.energy - r.predicted_energy) / initial : 0.0;
  });
  return table;
}

MeasurementKind history_kind() {
  // Rows of the history and the intervals between them; the number of species hardly changes their
  // size.
  constexpr double kSampleBytes = 2500;
  return {"History",
          {},
          {{"history",
            "Temperature, energy, moments of the velocity distribution, pressure and "
            "free path at each sample, equilibration included.",
            Need::nothing,
            {kTimeColumn,
             kCollisionsColumn,
             {"measured", "1 in the measured part of the run, 0 while it equilibrates."},
             kTemperatureColumn,
             {"kinetic_energy", "Kinetic energy of all particles.", &UnitNames::energy},
             {"predicted_energy", "Energy predicted from the start, every loss and all work.",
              &UnitNames::energy},
             {"kurtosis_a2", "Second Sonine coefficient of the velocity distribution."},
             {"sonine_a3", "Third Sonine coefficient of the velocity distribution."},
             {"h_function", "Boltzmann's H of the velocities of this sample."},
             {"pressure_virial",
              "Pressure of the interval that this sample ends, from the virial of its collisions.",
              &UnitNames::pressure},
             {"mean_free_path", "Mean free path of the interval that this sample ends.",
              &UnitNames::length},
             {"temperature_SPECIES", "Temperature of a species.", &UnitNames::temperature}}},
           {"energy_ledger",
            "Energy at each sample, with the energy predicted from the loss of every single "
            "collision and the work of drives and walls.",
            Need::nothing,
            {kTimeColumn,
             {"collisions", "Number of collisions since the start."},
             {"energy", "Energy of all particles.", &UnitNames::energy},
             {"predicted_energy", "Energy predicted from the start, every loss and all work.",
              &UnitNames::energy},
             {"difference_relative",
              "Difference between the energy and its prediction over the energy at the start."}}}},
          KeptBytes{.sample = kSampleBytes, .first_sample = kSampleBytes}};
}

}  // namespace

ListedMeasurement listed_history() {
  return {history_kind, HistoryTables<2>::make, HistoryTables<3>::make};
}

}  // namespace clausius
