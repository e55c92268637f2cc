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
  return {"History",
          {},
          {{"history",
            "Temperature, energy, moments of the velocity distribution, pressure and "
            "free path at each sample, equilibration included."},
           {"energy_ledger",
            "Energy at each sample beside the energy predicted from the loss of "
            "every single collision and the work of drives and walls."}}};
}

}  // namespace

ListedMeasurement listed_history() {
  return {history_kind, HistoryTables<2>::make, HistoryTables<3>::make};
}

}  // namespace clausius
