#include <optional>
#include <string>
#include <vector>

#include "clausius/core/constants.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/temperatures/parcel_shares.h"
#include "measure/temperatures/temperature_paths.h"

namespace clausius {

namespace {

// The parcels of the gases of a run.
template <int Dim>
class Parcels final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.options.amounts.empty()) return nullptr;
    return std::make_unique<Parcels>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

 private:
  static ParcelShares parcels_of(const Measured<Dim>& run);
};

template <int Dim>
ParcelShares Parcels<Dim>::parcels_of(const Measured<Dim>& run) {
  std::vector<ParcelGas> gases;
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const int rotations = run.rotations(s);
    gases.push_back({run.options.species_names[s], run.count[s], run.options.amounts[s], rotations,
                     std::nullopt});
    if (const auto share = run.theory.temperature_share(s))
      gases.back().translation =
          share->value + rotations * (share->value - 1) / static_cast<double>(Dim);
  }
  return {Dim, std::move(gases)};
}

template <int Dim>
std::vector<Observable> Parcels<Dim>::observables(const Measured<Dim>& run) const {
  if (run.history.samples() == 0) return {};
  std::vector<std::vector<double>> translation, reservoirs;
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    translation.push_back(run.history.series(s).translational_kt);
    reservoirs.push_back(run.history.series(s).rotational_kt);
  }
  return parcels_of(run).observables(translation, reservoirs, run.books.reference_kt(),
                                     run.gas.box.volume(), run.units.pressure);
}

template <int Dim>
std::vector<Table> Parcels<Dim>::tables(const Measured<Dim>& run) const {
  using Row = HistoryRow;
  Table table{"parcels", {}};
  const ParcelShares parcels = parcels_of(run);
  const std::vector<HistoryRow>& rows = run.history.rows();
  const std::vector<std::vector<double>> theory = temperature_paths(run);
  const auto column = columns_in_time(rows, table, run.units);
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const std::string& name = run.options.species_names[s];
    column("energy_share_" + name, "1",
           [&, s](const Row& r) { return parcels.energy_share(r.translational_kt, s); });
    column("theory_" + name, "1", [&, s](const Row& r) {
      return theory.empty() ? kNaN : parcels.energy_share(theory[index_of(r, rows)], s);
    });
    column("parcels_" + name, "1",
           [&, s](const Row&) { return parcels.parcels_share(s).value_or(kNaN); });
    column("molecules_" + name, "1", [&, s](const Row&) { return parcels.molecules_share(s); });
    column("translational_share_" + name, "1", [&, s](const Row& r) {
      return parcels.translational_share({r.translational_kt, r.rotational_kt}, s);
    });
    column("translational_share_" + name + "_theory", "1",
           [&, s](const Row&) { return parcels.molecules_translational_share(s); });
  }
  return {std::move(table)};
}

MeasurementKind parcels_kind() {
  return {
      "Parcels of gas",
      {{"energy_share", "Share of a gas in the translational energy.", "E_s/sum of E", nullptr,
        Need::parcels, Per::species},
       {"energy_share_bias",
        "Share of a gas in the translational energy over that of its "
        "molecules.",
        "energy share/molecules' share", nullptr, Need::parcels, Per::species},
       {"partial_pressure", "Pressure of the ideal gas of the translational energy of a gas.",
        "2 E_s/(d V)", &UnitNames::pressure, Need::parcels, Per::species},
       {"translational_share",
        "Share of the translation in the energy of a gas of parcels "
        "with reservoirs.",
        "E_tr/(E_tr + E_internal)", nullptr, Need::reservoirs, Per::species},
       {"pressure_bias",
        "Pressure of parcels with reservoirs over that of the molecules that they represent.",
        "P/P of the molecules", nullptr, Need::reservoirs}},
      {{"parcels",
        "Share of each gas in the energy over time, beside theory, equal shares "
        "of parcels and the shares of molecules.",
        Need::parcels,
        {kTimeColumn,
         kCollisionsColumn,
         {"energy_share_SPECIES", "Share of a gas in the translational energy."},
         {"theory_SPECIES",
          "Share of a gas in the translational energy by the theory of the exchange of energy."},
         {"parcels_SPECIES", "Share that equal energy of every parcel would give."},
         {"molecules_SPECIES",
          "Share of the molecules that the parcels represent, in a real mixture."},
         {"translational_share_SPECIES",
          "Share of the translation in the energy of a gas with reservoirs.", nullptr,
          Beside::theory}}}}};
}

}  // namespace

ListedMeasurement listed_parcels() { return {parcels_kind, Parcels<2>::make, Parcels<3>::make}; }

}  // namespace clausius
