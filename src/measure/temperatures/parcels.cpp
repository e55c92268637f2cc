#include "measure/temperatures/parcels.h"

#include <algorithm>
#include <numeric>

#include "clausius/core/constants.h"
#include "clausius/statistics/standard_error.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/temperatures/temperature_paths.h"

namespace clausius {

namespace {

constexpr const char* kParcelSource = "equipartition among the parcels";

Prediction of_parcels(std::optional<double> value, double factor = 1) {
  if (!value) return std::nullopt;
  return TheoryValue{factor * *value, kParcelSource};
}

}  // namespace

Parcels::Parcels(int dimensions, std::vector<ParcelGas> gases)
    : dimensions_(dimensions), gases_(std::move(gases)) {
  for (const ParcelGas& gas : gases_) amount_ += gas.amount;
}

double Parcels::energy_share(const std::vector<double>& translation, std::size_t gas) const {
  double all = 0;
  for (std::size_t g = 0; g < gases_.size(); ++g) all += gases_[g].count * translation[g];
  return gases_[gas].count * translation[gas] / all;
}

double Parcels::translational_share(const Temperatures& kt, std::size_t gas) const {
  if (gases_[gas].internal_degrees == 0) return kNaN;
  const double moving = dimensions_ * kt.translation[gas];
  return moving / (moving + gases_[gas].internal_degrees * kt.reservoirs[gas]);
}

std::optional<double> Parcels::parcels_share(std::size_t gas) const {
  std::vector<double> weights;
  for (const ParcelGas& one : gases_) {
    if (!one.translation) return std::nullopt;
    weights.push_back(*one.translation);
  }
  return energy_share(weights, gas);
}

double Parcels::molecules_share(std::size_t gas) const { return gases_[gas].amount / amount_; }

double Parcels::molecules_translational_share(std::size_t gas) const {
  if (gases_[gas].internal_degrees == 0) return kNaN;
  return static_cast<double>(dimensions_) / (dimensions_ + gases_[gas].internal_degrees);
}

double Parcels::molecules_pressure() const {
  double energy = 0;
  for (const ParcelGas& gas : gases_) energy += gas.amount * (dimensions_ + gas.internal_degrees);
  return dimensions_ * amount_ / energy;
}

std::vector<Observable> Parcels::observables(const std::vector<std::vector<double>>& translation,
                                             const std::vector<std::vector<double>>& reservoirs,
                                             double kt, double volume,
                                             const std::string& pressure_unit) const {
  std::vector<Observable> all;
  const double half = 0.5 * dimensions_;
  std::size_t samples = 0;
  for (const auto& series : translation) samples = std::max(samples, series.size());
  std::vector<double> moving(samples), energy(samples);
  std::vector<std::vector<double>> own(gases_.size(), moving), total = own;
  bool with_reservoirs = false;
  for (std::size_t g = 0; g < gases_.size(); ++g) {
    if (translation[g].empty()) continue;  // no parcels of this gas
    const bool stores = gases_[g].internal_degrees > 0;
    with_reservoirs = with_reservoirs || stores;
    for (std::size_t i = 0; i < samples; ++i) {
      own[g][i] = half * gases_[g].count * translation[g][i];
      total[g][i] =
          own[g][i] +
          (stores ? 0.5 * gases_[g].internal_degrees * gases_[g].count * reservoirs[g][i] : 0);
      moving[i] += own[g][i];
      energy[i] += total[g][i];
    }
  }
  const auto add = [&](std::string name, const std::vector<double>& part,
                       const std::vector<double>& whole, double factor, const Prediction& theory) {
    const auto ratio = estimate_ratio(part, whole);
    if (!ratio) return;
    all.push_back(observable(std::move(name), factor * ratio->mean,
                             ratio->standard_error() * factor, theory, "1"));
  };
  double parcels_moving = 0, parcels_energy = 0;
  for (std::size_t g = 0; g < gases_.size(); ++g) {
    const ParcelGas& gas = gases_[g];
    if (translation[g].empty()) continue;
    const auto share = parcels_share(g);
    const double molecules = molecules_share(g);
    add("energy_share_" + gas.name, own[g], moving, 1, of_parcels(share));
    add("energy_share_bias_" + gas.name, own[g], moving, 1 / molecules,
        of_parcels(share, 1 / molecules));
    const double per_energy = 1 / (half * volume);
    if (const auto mean = estimate_mean(own[g]))
      all.push_back(observable("partial_pressure_" + gas.name, per_energy * mean->mean,
                               mean->standard_error() * per_energy,
                               of_parcels(gas.translation, gas.count * kt / volume),
                               pressure_unit));
    const double moves = dimensions_ * gas.translation.value_or(kNaN);
    parcels_moving += gas.count * moves;
    parcels_energy += gas.count * (moves + gas.internal_degrees);
    if (gas.internal_degrees == 0) continue;
    std::optional<double> expected;
    if (gas.translation) expected = moves / (moves + gas.internal_degrees);
    add("translational_share_" + gas.name, own[g], total[g], 1, of_parcels(expected));
  }
  if (!with_reservoirs) return all;
  const double real = molecules_pressure();
  std::optional<double> expected;
  if (parcels_share(0)) expected = parcels_moving / parcels_energy;
  add("pressure_bias", moving, energy, 1 / real, of_parcels(expected, 1 / real));
  return all;
}

namespace {

// The parcels of the gases of a run.
template <int Dim>
class ParcelsOfRun final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& start) {
    if (start.run.options.amounts.empty()) return nullptr;
    return std::make_unique<ParcelsOfRun>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override;

 private:
  static Parcels parcels_of(const Measured<Dim>& run);
};

template <int Dim>
Parcels ParcelsOfRun<Dim>::parcels_of(const Measured<Dim>& run) {
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
std::vector<Observable> ParcelsOfRun<Dim>::observables(const Measured<Dim>& run) const {
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
std::vector<Table> ParcelsOfRun<Dim>::tables(const Measured<Dim>& run) const {
  using Row = HistoryRow;
  Table table{"parcels", {}};
  const Parcels parcels = parcels_of(run);
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

ListedMeasurement listed_parcels() {
  return {parcels_kind, ParcelsOfRun<2>::make, ParcelsOfRun<3>::make};
}

}  // namespace clausius
