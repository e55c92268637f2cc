#include <cmath>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "measure/fluctuating_temperature.h"
#include "measure/interval_statistics.h"
#include "measure/listed.h"
#include "measure/table_columns.h"
#include "measure/temperatures/temperature_paths.h"
#include "theory/solution.h"
#include "theory/velocities/granular.h"

namespace clausius {

namespace {

template <int Dim>
double fall_of_log(const Interval<Dim>& interval) {
  return interval.cooling;
}

template <int Dim>
class Cooling final : public ViewOfBooks<Dim> {
 public:
  static std::unique_ptr<Measurement<Dim>> make(const Sample<Dim>& /*start*/) {
    return std::make_unique<Cooling>();
  }

  [[nodiscard]] std::vector<Observable> observables(const Measured<Dim>& run) const override;
  [[nodiscard]] std::vector<Table> tables(const Measured<Dim>& run) const override {
    if (!run.theory.at_rest() || run.theory.elastic() || run.theory.driven()) return {};
    return {cooling(run)};
  }

 private:
  static Observable viscoelastic_rate(const Measured<Dim>& run);
  static Observable rate(const Measured<Dim>& run);
  /// Theoretical k_BT at the times of the rows; empty unless the gas is viscoelastic.
  static std::vector<double> viscoelastic_path(const Measured<Dim>& run);
  static Table cooling(const Measured<Dim>& run);
};

template <int Dim>
std::vector<Observable> Cooling<Dim>::observables(const Measured<Dim>& run) const {
  if (run.theory.driven()) return {};
  const Interval<Dim>& total = run.books.total();
  const double per_particle = run.collisions_per_particle();
  if (run.books.last().kt <= 0) return {};  // at rest: ln T has no rate
  if (run.theory.elastic()) {
    if (per_particle == 0) return {};
    Observable none = observable("cooling_rate_reduced", total.cooling / per_particle, std::nullopt,
                                 run.theory.reduced_cooling_rate(), "1");
    none.is_conserved = true;
    return {std::move(none)};
  }
  if (run.theory.viscoelastic_cooling_rate(run.books.reference_kt()))
    return {viscoelastic_rate(run)};
  std::vector<Observable> all{rate(run)};
  if (per_particle == 0) return all;
  const double reduced = total.cooling / per_particle;
  const auto collisions = [](const Interval<Dim>& i) {
    return static_cast<double>(i.totals.collisions);
  };
  const auto error = relative_error(run.books.intervals(), fall_of_log<Dim>, collisions);
  // 2 C/N collisions per particle.
  const auto trend = trend_of(run.books.intervals(), fall_of_log<Dim>, collisions);
  all.push_back(with_trend(observable("cooling_rate_reduced", reduced, times(error, reduced),
                                      run.theory.reduced_cooling_rate(), "1"),
                           times(trend, 0.5 * run.theory.particles())));
  return all;
}

template <int Dim>
Observable Cooling<Dim>::viscoelastic_rate(const Measured<Dim>& run) {
  const Interval<Dim>& total = run.books.total();
  const double rate = total.cooling / total.duration;
  // Theoretical cooling at the temperatures that the gas had.
  const auto expected = [&](const Interval<Dim>& i) {
    return i.duration * run.theory.viscoelastic_cooling_rate(i.kt_time / i.duration)->value;
  };
  TheoryValue theory = *run.theory.viscoelastic_cooling_rate(run.books.reference_kt());
  double mean_rate = 0;
  for (const Interval<Dim>& i : run.books.intervals()) mean_rate += expected(i) / total.duration;
  theory.uncertainty *= mean_rate / theory.value;
  theory.value = mean_rate;
  const auto error = relative_error(run.books.intervals(), fall_of_log<Dim>, expected);
  return observable(
      "cooling_rate", rate,
      RateErrors{error, error, trend_in_time(run.books.intervals(), fall_of_log<Dim>)}, theory,
      run.units.rate);
}

template <int Dim>
Observable Cooling<Dim>::rate(const Measured<Dim>& run) {
  const Interval<Dim>& total = run.books.total();
  const double reference_kt = run.books.reference_kt();
  // ln T decreases by 2 ln(1 + t/τ), which changes by −2(t/τ)/(1 + t/τ) dτ/τ.
  const Prediction theory = run.theory.haff_time(reference_kt).with([&](const TheoryValue& tau) {
    const double x = total.duration / tau.value;
    return TheoryValue{-portable::log(haff_temperature(total.duration, tau.value)) / total.duration,
                       tau.source, 2 * x / (1 + x) * tau.uncertainty / tau.value / total.duration};
  });
  // 1/√T increases at a constant rate s; ln T decreases by 2 ln(1 + √T₀ s t), whose relative error
  // is smaller than that of s.
  const double growth = std::sqrt(reference_kt) * total.haff_slope;
  const auto slope_error = relative_error(
      run.books.intervals(), [](const Interval<Dim>& i) { return i.haff_slope; },
      [](const Interval<Dim>& i) { return i.duration; });
  std::optional<StandardError> error;
  if (slope_error) error = *slope_error * 2 * growth / (1 + growth) / total.duration;
  const double rate = total.cooling / total.duration;
  RateErrors relative{times(error, 1 / rate), times(error, 1 / rate)};
  if (const auto all = cooling_rate_error(run)) relative.value = all;
  relative.trend = trend_in_time(run.books.intervals(), fall_of_log<Dim>);
  return observable("cooling_rate", rate, relative, theory, run.units.rate);
}

template <int Dim>
std::vector<double> Cooling<Dim>::viscoelastic_path(const Measured<Dim>& run) {
  const std::vector<HistoryRow>& rows = run.history.rows();
  const auto rate = run.theory.viscoelastic_cooling_rate(rows.front().kt);
  if (!rate) return {};
  std::vector<double> times, result;
  times.reserve(rows.size());
  result.reserve(rows.size());
  for (const HistoryRow& row : rows) times.push_back(row.time - rows.front().time);
  // Rate of change of the logarithm of k_BT.
  const auto change = [&](const std::vector<double>& at, std::vector<double>& by, double) {
    by = {-run.theory.viscoelastic_cooling_rate(portable::exp(at[0]))->value};
  };
  const auto solution = solution_at(times, {portable::log(rows.front().kt)},
                                    {kPathTolerance, kPathTolerance}, 0.01 / rate->value, change);
  for (const std::vector<double>& at : solution) result.push_back(portable::exp(at[0]));
  return result;
}

template <int Dim>
Table Cooling<Dim>::cooling(const Measured<Dim>& run) {
  using Row = HistoryRow;
  Table table{"cooling", {}};
  const double kb = run.options.boltzmann;
  const std::vector<HistoryRow>& rows = run.history.rows();
  const double start = rows.front().kt / kb, begin = rows.front().time;
  const auto tau = run.theory.haff_time(rows.front().kt);
  const std::vector<double> viscoelastic = viscoelastic_path(run);
  const auto rate = run.theory.reduced_cooling_rate();
  const auto column = columns_in_time(rows, table, run.units);
  column("temperature", run.units.temperature, [kb](const Row& r) { return r.kt / kb; });
  column("haff", run.units.temperature, [&](const Row& r) {
    if (!viscoelastic.empty()) return viscoelastic[index_of(r, rows)] / kb;
    return tau ? start * haff_temperature(r.time - begin, tau->value) : kNaN;
  });
  column("rate_theory_line", run.units.temperature, [&](const Row& r) {
    return rate ? start * portable::exp(-rate->value * r.collisions_per_particle) : kNaN;
  });
  return table;
}

MeasurementKind cooling_kind() {
  return {
      "Cooling",
      {over_time({"cooling_rate",
                  "Rate at which the logarithm of the temperature falls, averaged over "
                  "the measured part.",
                  "-d ln T/dt", &UnitNames::rate, Need::dissipation}),
       over_collisions(
           {"cooling_rate_reduced",
            "Decrease of the logarithm of the temperature per collision of a particle; 0 for an "
            "elastic gas.",
            "-d ln T/dc, c: collisions per particle"})},
      {{"cooling",
        "Temperature over time, with Haff's law (for viscoelastic spheres with the solution of the "
        "equation of cooling).",
        Need::dissipation,
        {kTimeColumn,
         kCollisionsColumn,
         kTemperatureColumn,
         {"haff",
          "Temperature by Haff's law; of viscoelastic spheres the solution of the equation of "
          "cooling.",
          &UnitNames::temperature},
         {"rate_theory_line",
          "Temperature that falls exponentially in collisions per particle, at the rate of theory.",
          &UnitNames::temperature}}}}};
}

}  // namespace

ListedMeasurement listed_cooling() { return {cooling_kind, Cooling<2>::make, Cooling<3>::make}; }

}  // namespace clausius
