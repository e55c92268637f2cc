#include "study/results/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "clausius/core/errors.h"
#include "core/elementary.h"
#include "statistics/fit.h"
#include "study/results/observable_columns.h"
#include "study/results/replicas.h"
#include "study/results/theory_curves.h"
#include "study/run/run.h"
#include "study/start/initial.h"

namespace clausius {

namespace {

// The values of a series, as TOML literals.
std::vector<std::string> series_values(const StudyResult& result) {
  std::vector<std::string> values;
  values.reserve(result.series.size());
  for (const auto& [value, one] : result.series) values.push_back(value);
  return values;
}

CheckResult within(const Observable& observable, std::optional<double> tolerance) {
  CheckResult result;
  result.name = observable.name;
  result.value = observable.value;
  result.error = observable.error;
  result.expected = observable.theory;
  result.z = observable.z();
  result.tolerance = tolerance;
  result.passed = observable.theory && tolerance &&
                  std::abs(observable.value - *observable.theory) <= *tolerance;
  return result;
}

// Fits prefactor·value^order to the results of the cases of the series, and to their theory: the
// observables NAME_order and NAME_prefactor (at the order of theory), and the requested checks.
void add_fit(const FitConfig& fit, StudyResult& result) {
  // The curves of theory and of its doubt (1 and its relative uncertainty) have the relative errors
  // of the results: what is no exact power law has the same fit with the same weights only.
  std::vector<double> y, errors, theory, theory_errors, doubt, doubt_errors;
  for (const auto& [value, one] : result.series)
    if (const Observable* found = find_observable(one.observables, fit.observable);
        found != nullptr && found->value > 0 && found->error.value_or(0) > 0 &&
        found->theory.value_or(0) > 0) {
      y.push_back(found->value);
      errors.push_back(*found->error);
      const double relative = *found->error / found->value;
      theory.push_back(*found->theory);
      theory_errors.push_back(relative * theory.back());
      doubt.push_back(1 + found->theory_uncertainty / *found->theory);
      doubt_errors.push_back(relative * doubt.back());
    }
  const std::vector<double> x = numbers_of(series_values(result));
  Observable order, prefactor;
  order.name = fit.observable + "_order";
  prefactor.name = fit.observable + "_prefactor";
  order.unit = prefactor.unit = "1";
  if (x.size() >= 3 && x.size() == y.size() && *std::min_element(x.begin(), x.end()) > 0) {
    const PowerLawFit measured = fit_power_law(x, y, errors);
    const PowerLawFit expected = fit_power_law(x, theory, theory_errors);
    order.value = measured.exponent;
    order.error = measured.exponent_error;
    order.theory = expected.exponent;
    order.theory_uncertainty = std::abs(fit_power_law(x, doubt, doubt_errors).exponent);
    // At the order of theory, because prefactors of different orders cannot be compared.
    double weights = 0, sum = 0, doubts = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double weight = portable::pow(y[i] / errors[i], 2);
      sum += weight * portable::log(y[i] / portable::pow(x[i], expected.exponent));
      doubts += weight * portable::log(doubt[i]);
      weights += weight;
    }
    prefactor.value = portable::exp(sum / weights);
    prefactor.error = prefactor.value / std::sqrt(weights);
    prefactor.theory = expected.prefactor;
    prefactor.theory_uncertainty = expected.prefactor * portable::expm1(doubts / weights);
    order.source = "fitted to theory over the same values";
    prefactor.source = "fitted to theory over the same values; both at the order of theory";
    result.observables.insert(result.observables.end(), {order, prefactor});
  } else {
    result.warnings.push_back(fmt::format(
        "series fit of {}: needs three positive values of the key or more, and in each case a "
        "positive result with an error and a theory",
        fit.observable));
  }
  if (fit.order_tolerance) result.checks.push_back(within(order, fit.order_tolerance));
  if (fit.prefactor_tolerance)
    result.checks.push_back(
        within(prefactor, *fit.prefactor_tolerance * prefactor.theory.value_or(0)));
}

// Table of the fits: a row for each fit that was possible; no columns without any.
Table fits_table(const StudyResult& result) {
  Table table{"series_fit", {}};
  std::vector<std::string> names;
  for (const FitConfig& fit : result.config.series.fits)
    if (find_observable(result.observables, fit.observable + "_order") != nullptr)
      names.push_back(fit.observable);
  if (names.empty()) return table;
  table.columns.push_back({"observable", "", names});
  for (const std::string quantity : {"order", "prefactor"}) {
    std::vector<double> values, errors, theories;
    for (const std::string& name : names) {
      const Observable& fitted = *find_observable(result.observables, name + '_' + quantity);
      values.push_back(fitted.value);
      errors.push_back(fitted.error.value_or(0));
      theories.push_back(fitted.theory.value_or(0));
    }
    table.columns.push_back({quantity, "1", std::move(values)});
    table.columns.push_back({quantity + "_error", "1", std::move(errors)});
    table.columns.push_back({quantity + "_theory", "1", std::move(theories)});
  }
  return table;
}

// Table of the series: one row per case, with the observables that all cases have.
Table series_table(const StudyResult& result) {
  Table table{"series", {}};
  table.columns.push_back(column_of_key(result.config.series.key, series_values(result)));
  std::vector<const std::vector<Observable>*> cases;
  cases.reserve(result.series.size());
  for (const auto& [value, one] : result.series) cases.push_back(&one.observables);
  add_observable_columns(table, cases);
  return table;
}

/// The theory of these observables over the key; no columns where none depends on the study alone.
Table theory_table(const StudyConfig& study, const Table& series) {
  Table table{"series_theory", {}};
  const auto* values = std::get_if<std::vector<double>>(&series.columns.front().values);
  if (values == nullptr) return table;
  const TheoryCurves curves(
      *values, [&study](const std::string& value) { return series_case(study, value); });
  table.columns.push_back({series.columns.front().name, "1", curves.x()});
  for (const Table::Column& column : series.columns) {
    const Table::Column* theory = find_column(series, column.name + "_theory");
    if (theory == nullptr) continue;
    if (const std::vector<double>* curve =
            curves.curve(column.name, *values, std::get<std::vector<double>>(theory->values)))
      table.columns.push_back({column.name, column.unit, *curve});
  }
  if (table.columns.size() == 1) table.columns.clear();
  return table;
}

}  // namespace

StudyResult run_series(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                       Journal& journal, const std::vector<std::size_t>& first_entry) {
  const std::vector<std::string>& values = config.series.values;
  const auto runs = static_cast<double>(values.size() + 1);
  // Total progress: the study itself and its cases have equal weight.
  const auto hooks_of = [&](std::size_t run) {
    RunHooks inner = hooks;
    if (hooks.progress && !values.empty())
      inner.progress = [&hooks, &values, run, runs](Progress progress) {
        progress.fraction = (static_cast<double>(run) + progress.fraction) / runs;
        if (run > 0)
          progress.phase = fmt::format("case {}/{}: {}", run, values.size(), progress.phase);
        hooks.progress(progress);
      };
    if (hooks.file)
      inner.file = [&hooks, run](std::size_t, const std::string& name) {
        return hooks.file(run, name);
      };
    return inner;
  };
  StudyResult result = run_replicas(config, initial, hooks_of(0), journal, 0);
  for (std::size_t i = 0; i < values.size() && result.finished(); ++i) {
    const StudyConfig one_case = series_case(config, values[i]);
    const RunHooks inner = hooks_of(i + 1);
    if (inner.progress) inner.progress({"placing", 0, 0});
    try {
      StudyResult one = guarded(one_case, {}, journal, [&] {
        return run_replicas(one_case, make_initial_state(one_case, hooks.interrupt), inner, journal,
                            first_entry[i + 1]);
      });
      result.interrupted = one.interrupted;
      result.failure = one.failure;
      if (!one.species.empty()) result.series.push_back({values[i], std::move(one)});
    } catch (const InputError& error) {  // the case cannot be placed; the cases before it are done
      journal.fail(std::current_exception());
      result.failure = error.what();
    }
  }
  if (result.series.empty()) return result;
  result.tables.push_back(series_table(result));
  if (Table theory = theory_table(config, result.tables.back()); !theory.columns.empty())
    result.tables.push_back(std::move(theory));
  if (result.finished())
    for (const FitConfig& fit : config.series.fits) add_fit(fit, result);
  if (Table fits = fits_table(result); !fits.columns.empty())
    result.tables.push_back(std::move(fits));
  return result;
}

MeasurementKind series_kind() {
  return {"Series",
          {},
          {{"series",
            "All observables of the cases of a series, a row a case.",
            Need::series,
            {{"KEY", "Value of the key that the series changes, under the name of the key."},
             {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error_and_theory},
             {"OBSERVABLE_z", "Difference of value and theory, over both errors together."},
             kSteadyColumn,
             kFirstColumn,
             kLastColumn}},
           {"series_theory",
            "Theory of the observables of a series over its key, at the cases and between them: of "
            "those that depend on the study alone.",
            Need::series,
            {{"KEY", "Value of the key that the series changes, under the name of the key."},
             {"OBSERVABLE", "Value of an observable by theory."}}},
           {"series_fit",
            "Powers of the key that were fitted to the cases of a series, a row a fit.",
            Need::series,
            {{"observable", "Name of the observable."},
             {"order", "Power of the key that the observable follows.", nullptr,
              Beside::error_and_theory},
             {"prefactor", "Factor before that power.", nullptr, Beside::error_and_theory}}}}};
}

}  // namespace clausius
