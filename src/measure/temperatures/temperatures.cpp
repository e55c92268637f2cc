#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/temperatures/species_temperature.h"
#include "measure/transport/forgetting.h"
#include "measure/walls/wall_stores.h"

namespace clausius {

namespace {

/// Fixed by the conserved energy; empty if energy is not conserved.
template <int Dim>
Prediction conserved(const Measured<Dim>& run) {
  if (!run.theory.elastic()) return std::nullopt;
  return TheoryValue{run.history.rows().front().kt / run.options.boltzmann,
                     "conservation of energy"};
}

/// k_BT of the gas at the samples.
template <int Dim>
std::vector<double> sampled_kt(const Measured<Dim>& run) {
  std::vector<double> sampled(run.history.samples());
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const std::vector<double>& own = run.history.series(s).kt;
    for (std::size_t i = 0; i < own.size(); ++i)
      sampled[i] +=
          (Dim + run.rotations(s)) * run.count[s] * own[i] / run.theory.degrees_of_freedom();
  }
  return sampled;
}

template <int Dim>
Observable temperature_of_gas(const Measured<Dim>& run) {
  const double kb = run.options.boltzmann;
  const Interval<Dim>& total = run.books.total();
  double kt = total.kt_time / total.duration;
  std::optional<StandardError> kt_error;
  std::optional<Trend> trend;
  // If it changes, it is a mean over the samples like those of the species, so that it lies between
  // them.
  if (!run.theory.elastic() && run.history.samples() > 0) {
    const std::vector<double> sampled = sampled_kt(run);
    kt = mean_of(sampled);
    if (run.theory.driven()) kt_error = series_error(sampled);
    trend = trend_of(sampled, true);
    if (trend) {
      trend->first.value = run.books.reference_kt();
      trend->last.value = run.books.last().kt;
    }
  }
  Prediction expected = run.theory.driven() ? run.theory.steady_kt().times(1 / kb) : conserved(run);
  if (const auto sheared = run.theory.sheared_state(); sheared && !run.options.driven)
    expected =
        TheoryValue{sheared->kt / kb, sheared->source, sheared->uncertainty * sheared->kt / kb};
  if (kt_error) *kt_error /= kb;
  Observable result = observable("temperature", kt / kb, kt_error, expected, run.units.temperature);
  result.is_conserved = run.theory.elastic();
  return with_trend(std::move(result), times(trend, 1 / kb));
}

template <int Dim>
class Temperatures final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<Temperatures>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    std::vector<Table> all;
    if (run.options.driven) all.push_back(drive(run));
    if (auto table = over_mass(run)) all.push_back(std::move(*table));
    return all;
  }

 private:
  static Observable drive_power(const Measured<Dim>& run);
  static void add_species(const Measured<Dim>& run, std::vector<Observable>& all);
  static std::optional<Observable> ratio(const Measured<Dim>& run);
  static Table drive(const Measured<Dim>& run);
  /// For a gas of many species that does not share its energy equally.
  static std::optional<Table> over_mass(const Measured<Dim>& run);
};

template <int Dim>
std::vector<Observable> Temperatures<Dim>::observables(const Measured<Dim>& run) const {
  std::vector<Observable> all{temperature_of_gas(run)};
  if (run.options.driven && run.theory.driven()) all.push_back(drive_power(run));
  if (run.count.size() < 2) return all;
  add_species(run, all);
  if (auto one = ratio(run)) all.push_back(std::move(*one));
  return all;
}

template <int Dim>
Observable Temperatures<Dim>::drive_power(const Measured<Dim>& run) {
  const double power = run.books.total().work / run.books.total().duration;
  if (run.gas.boundary.is_sheared() || run.gas.boundary.is_thermal() || run.gas.boundary.moves()) {
    const auto work = [](const Interval<Dim>& i) { return i.work; };
    const auto error = relative_error(run.books.intervals(), work,
                                      [](const Interval<Dim>& i) { return i.duration; });
    return with_trend(observable("drive_power", power, times(error, power),
                                 run.theory.drive_power(), run.units.power),
                      trend_in_time(run.books.intervals(), work));
  }
  // What the drives alone give fills the gas, and collisions empty it.
  StoredFlow flow;
  const std::vector<HistoryRow>& rows = run.history.rows();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (!rows[i].measured || rows[i].time <= rows[i - 1].time) continue;
    if (flow.stores.empty()) flow.stores.push_back(rows[i - 1].energy);
    flow.stores.push_back(rows[i].energy);
    flow.flows.push_back(rows[i].work - rows[i - 1].work);
    flow.durations.push_back(rows[i].time - rows[i - 1].time);
  }
  return with_trend(
      observable("drive_power", power, flow.flows.empty() ? std::nullopt : flow.error(),
                 run.theory.drive_power(), run.units.power),
      trend_of(flow.flows, flow.durations));
}

template <int Dim>
void Temperatures<Dim>::add_species(const Measured<Dim>& run, std::vector<Observable>& all) {
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const std::vector<double>& kt = run.history.series(s).kt;
    if (kt.empty()) continue;
    const SpeciesTemperature temperature = species_temperature(run, s);
    Prediction theory;
    if (const Prediction whole = conserved(run))
      theory = run.theory.temperature_share(s).times(whole->value);
    all.push_back(with_trend(observable(run.name_of("temperature", s), temperature.value,
                                        temperature.error, theory, run.units.temperature),
                             temperature.trend));
    all.back().correlation_time = correlation_time(kt, run.books.total().duration);
  }
}

template <int Dim>
std::optional<Observable> Temperatures<Dim>::ratio(const Measured<Dim>& run) {
  const auto ratio =
      ratio_of(run.history.series(1).kt, run.history.series(0).kt, run.theory.elastic());
  if (!ratio) return std::nullopt;
  Prediction theory;
  const auto a = run.theory.temperature_share(0), b = run.theory.temperature_share(1);
  if (a && b && a->value > 0)
    theory = TheoryValue{
        b->value / a->value, b->source,
        portable::hypot(b->uncertainty, b->value / a->value * a->uncertainty) / a->value};
  const double of_exchange =
      exchange_error(run, 1, std::sqrt(2 / (Dim * run.count[0]) + 2 / (Dim * run.count[1])));
  return with_trend(observable("temperature_ratio", ratio->value,
                               at_least(ratio->error, {ratio->value * of_exchange,
                                                       std::min(run.count[0], run.count[1])}),
                               theory, "1"),
                    trend_of(run.history.series(1).kt, run.history.series(0).kt));
}

template <int Dim>
Table Temperatures<Dim>::drive(const Measured<Dim>& run) {
  using Row = HistoryRow;
  Table table{"drive", {}};
  const double kb = run.options.boltzmann;
  const auto steady = run.theory.steady_kt();
  const auto column = columns_in_time(run.history.rows(), table, run.units);
  column("temperature", run.units.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("steady_temperature", run.units.temperature,
         [&](const Row&) { return steady ? steady->value / kb : kNaN; });
  column("work", run.units.energy, [](const Row& r) { return r.work; });
  column("dissipated", run.units.energy, [](const Row& r) { return r.dissipated; });
  return table;
}

template <int Dim>
std::optional<Table> Temperatures<Dim>::over_mass(const Measured<Dim>& run) {
  constexpr std::size_t kMany = 3;
  if (run.theory.elastic() || run.count.size() < kMany || run.history.samples() == 0)
    return std::nullopt;
  const std::vector<double> gas = sampled_kt(run);
  double lightest = run.gas.species[0].mass;
  for (const SphereSpecies& one : run.gas.species) lightest = std::min(lightest, one.mass);
  std::vector<std::string> species;
  std::vector<double> mass, ratios, errors, expected;
  for (std::size_t s = 0; s < run.count.size(); ++s) {
    const auto ratio = ratio_of(run.history.series(s).kt, gas, false);
    if (run.count[s] == 0 || !ratio) continue;
    species.push_back(run.species_names[s]);
    mass.push_back(run.gas.species[s].mass / lightest);
    ratios.push_back(ratio->value);
    errors.push_back(value_or_nan(ratio->error));
    const Prediction theory = run.theory.temperature_share(s);
    expected.push_back(theory ? theory->value : kNaN);
  }
  if (species.size() < kMany) return std::nullopt;
  return Table{"temperature_over_mass",
               {{"species", "", std::move(species)},
                {"mass", "1", std::move(mass)},
                {"temperature_share", "1", std::move(ratios)},
                {"temperature_share_error", "1", std::move(errors)},
                {"temperature_share_theory", "1", std::move(expected)}}};
}

// Relative standard deviation of the temperature of a species in equilibrium: that of the share of
// D_s of the D degrees of freedom that share a fixed energy.
template <int Dim>
double energy_scatter(const Measured<Dim>& run, std::size_t species) {
  const double all = run.theory.degrees_of_freedom();
  const double own = std::min(all, (Dim + run.rotations(species)) * run.count[species]);
  return own > 0 ? std::sqrt(2 * (all - own) / (own * (all + 2))) : 0;
}

MeasurementKind temperatures_kind() {
  return {"Temperature",
          {{"temperature",
            "Mean temperature of the measured part; of an elastic gas it is fixed "
            "by the conserved energy.",
            "2 E/(k_B * degrees of freedom)", &UnitNames::temperature, Need::nothing, Per::gas,
            Kind::exact},
           over_time({"drive_power",
                      "Energy per unit of time that the drive gives to the gas in its steady "
                      "state.",
                      "work of the drives/t", &UnitNames::power, Need::drive}),
           {"temperature", "Mean temperature of a species, translation and rotation together.",
            "2 E_s/(k_B * degrees of freedom of the species)", &UnitNames::temperature,
            Need::several_species, Per::species},
           {"temperature_ratio", "Temperature of the second species over that of the first.",
            "T_2/T_1", nullptr, Need::several_species}},
          {{"drive",
            "Temperature of a driven gas and of its steady state by theory, work of the drives and "
            "loss in collisions.",
            Need::drive,
            {kTimeColumn,
             kCollisionsColumn,
             kTemperatureColumn,
             {"steady_temperature", "Temperature of the steady state of theory.",
              &UnitNames::temperature},
             {"work", "Work of the drives since the start.", &UnitNames::energy},
             {"dissipated", "Energy lost in collisions since the start.", &UnitNames::energy}}},
           {"temperature_over_mass",
            "Temperatures of the species of a gas that loses energy, if it has three or more, over "
            "their masses.",
            Need::several_species,
            {kSpeciesColumn,
             {"mass", "Mass of a particle over that of the lightest species."},
             {"temperature_share", "Temperature of the species over that of the gas.", nullptr,
              Beside::error_and_theory}}}}};
}

}  // namespace

template <int Dim>
SpeciesTemperature species_temperature(const Measured<Dim>& run, std::size_t species) {
  const SpeciesSeries& one = run.history.series(species);
  const HistoryRow& last = run.history.rows().back();
  const double kb = run.options.boltzmann;
  const bool rotates = run.rotations(species) > 0;
  SpeciesTemperature result;
  if (one.kt.empty()) {
    result = {last.species_kt[species] / kb, {}, last.translational_kt[species] / kb, {}};
    if (rotates && run.count[species] > 0) result.rotational = last.rotational_kt[species] / kb;
    return result;
  }
  // The temperature of the only species is that of the gas, which has fewer degrees of freedom than
  // its particles if its momentum is conserved.
  const bool only = run.count.size() == 1 && run.books.total().duration > 0;
  const double translations = Dim * run.count[species];
  const double more = only ? translations / (run.theory.degrees_of_freedom() -
                                             run.rotations(species) * run.count[species])
                           : 1;
  result.translational = mean_of(one.translational_kt) / kb * more;
  result.translational_trend = times(trend_of(one.translational_kt), more / kb);
  if (rotates) {
    result.rotational = mean_of(one.rotational_kt) / kb;
    result.rotational_trend = times(trend_of(one.rotational_kt), 1 / kb);
  }
  if (only) {
    const Observable gas = temperature_of_gas(run);
    result.value = gas.value;
    if (gas.error) result.error = StandardError{*gas.error};
    result.trend = gas.trend;
    return result;
  }
  std::vector<double> temperatures = one.kt;
  for (double& t : temperatures) t /= kb;
  result.value = mean_of(temperatures);
  result.trend = trend_of(temperatures);
  // A temperature that decreases has no scatter about its mean from which an error would follow.
  if (!temperature_falls(run) && !changes(result.trend))
    result.error =
        at_least(series_error(temperatures),
                 {result.value * exchange_error(run, species, energy_scatter(run, species)),
                  run.count[species]});
  return result;
}
template SpeciesTemperature species_temperature(const Measured<2>&, std::size_t);
template SpeciesTemperature species_temperature(const Measured<3>&, std::size_t);

ListedMeasurement listed_temperatures() {
  return {temperatures_kind, Temperatures<2>::make, Temperatures<3>::make};
}

}  // namespace clausius
