#include "sweep/results.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "clausius/core/constants.h"
#include "core/elementary.h"
#include "report/tables.h"
#include "statistics/student.h"
#include "study/results/joined_observables.h"
#include "study/results/observable_columns.h"
#include "study/results/observables.h"

namespace clausius {

namespace {

double chi_square(const Observable& mean, const std::vector<ObservablesOfRun>& seeds) {
  double sum = seeds.size() > 1 && !mean.is_p_value ? 0 : kNaN;
  for (const ObservablesOfRun& seed : seeds) {
    const Observable* one = find_observable(*seed.observables, mean.name);
    const double error = one == nullptr ? 0 : one->scatter_of_runs().value_or(0);
    sum += error > 0 ? portable::pow((one->value - mean.value) / error, 2) : kNaN;
  }
  return sum;
}

PointResult joined(const std::vector<ObservablesOfRun>& seeds,
                   const std::map<std::string, MeanOfRuns>& means) {
  PointResult result;
  result.seeds = std::ssize(seeds);
  if (seeds.empty()) return result;
  result.observables =
      seeds.size() == 1 ? *seeds.front().observables : joined_observables(seeds, means);
  for (Observable& one : result.observables) {
    if (seeds.size() > 1 && one.error) {
      const bool have_errors =
          std::all_of(seeds.begin(), seeds.end(), [&](const ObservablesOfRun& seed) {
            const Observable* own = find_observable(*seed.observables, one.name);
            return own != nullptr && own->scatter_of_runs().has_value();
          });
      *one.error *= student_sigma(static_cast<double>(result.seeds - 1) +
                                  (have_errors ? kOwnErrorsWeight : 0));
    }
    result.chi_squares.push_back(chi_square(one, seeds));
  }
  return result;
}

/// The columns of the varied keys in a table whose rows are of the points `rows`.
void add_key_columns(Table& table, const SweepPlan& plan, const std::vector<std::size_t>& rows) {
  for (std::size_t k = 0; k < plan.study().sweep.variations.size(); ++k) {
    std::vector<std::string> texts;
    texts.reserve(rows.size());
    for (const std::size_t point : rows)
      texts.push_back(plain_text(plan.points()[point].values[k]));
    table.columns.push_back(column_of_key(plan.study().sweep.variations[k].key, std::move(texts)));
  }
}

}  // namespace

std::vector<PointResult> point_results(const SweepPlan& plan, const CaseRecords& records) {
  const std::map<std::string, MeanOfRuns> means = means_of_runs(plan.study());
  const std::set<std::string> p_values = observables_that(
      plan.study(), [](const DeclaredObservable& one) { return one.kind == Kind::p_value; });
  std::vector<std::vector<CaseRecord>> seeds(plan.points().size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].state != CaseState::done) continue;
    std::vector<CaseRecord>& of_point = seeds[plan.cases()[i].point];
    of_point.push_back(records[i]);
    for (Observable& one : of_point.back().observables)
      one.is_p_value = p_values.contains(one.name);
  }
  std::vector<PointResult> results;
  results.reserve(seeds.size());
  for (const std::vector<CaseRecord>& point : seeds) {
    std::vector<ObservablesOfRun> all;
    all.reserve(point.size());
    for (const CaseRecord& one : point)
      all.push_back({&one.observables, one.simulated_time, one.collisions});
    results.push_back(joined(all, means));
  }
  return results;
}

Table results_table(const SweepPlan& plan, const CaseRecords& records) {
  Table table{"results", {}};
  std::vector<std::string> names;
  std::vector<std::size_t> points;
  std::vector<std::int64_t> seeds;
  std::vector<const std::vector<Observable>*> rows;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].state != CaseState::done) continue;
    const SweepCase& one = plan.cases()[i];
    names.push_back(one.name);
    points.push_back(one.point);
    seeds.push_back(static_cast<std::int64_t>(one.seed));
    rows.push_back(&records[i].observables);
  }
  table.columns.push_back({"case", "", std::move(names)});
  add_key_columns(table, plan, points);
  table.columns.push_back({"seed", "1", std::move(seeds)});
  add_observable_columns(table, rows);
  return table;
}

Table summary_table(const SweepPlan& plan, const std::vector<PointResult>& results) {
  Table table{"summary", {}};
  std::vector<std::size_t> points;
  std::vector<std::int64_t> seeds;
  std::vector<const std::vector<Observable>*> rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].seeds == 0) continue;
    points.push_back(i);
    seeds.push_back(results[i].seeds);
    rows.push_back(&results[i].observables);
  }
  add_key_columns(table, plan, points);
  table.columns.push_back({"seeds", "1", std::move(seeds)});
  add_observable_columns(table, rows, [&](const std::string& name) {
    std::vector<double> values;
    values.reserve(points.size());
    for (const std::size_t point : points) {
      const PointResult& result = results[point];
      const Observable* one = find_observable(result.observables, name);
      values.push_back(
          one == nullptr
              ? kNaN
              : result.chi_squares[static_cast<std::size_t>(one - result.observables.data())]);
    }
    table.columns.push_back({name + "_chi2", "1", std::move(values)});
  });
  return table;
}

std::vector<MeasurementKind> all_kinds() {
  std::vector<MeasurementKind> all = report_kinds();
  all.push_back(
      {"Sweeps",
       {},
       {{"results",
         "All observables of the cases of a sweep that are done, a row a case.",
         Need::nothing,
         {{"case", "Folder of the case, in cases/."},
          {"KEY", "Value of each key that the sweep varies, under the name of the key."},
          {"seed", "Seed of the case."},
          {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error_and_theory},
          {"OBSERVABLE_z", "Difference of value and theory, over both errors together."},
          kSteadyColumn,
          kFirstColumn,
          kLastColumn}},
        {"summary",
         "All observables of the points of a sweep, the seeds of each joined, a row a point.",
         Need::nothing,
         {{"KEY", "Value of each key that the sweep varies, under the name of the key."},
          {"seeds", "Number of seeds of which there are results."},
          {"OBSERVABLE", "Mean of an observable over the seeds.", nullptr,
           Beside::error_and_theory},
          {"OBSERVABLE_z", "Difference of mean and theory, over both errors together."},
          kSteadyColumn,
          kFirstColumn,
          kLastColumn,
          {"OBSERVABLE_chi2",
           "Scatter between the seeds in units of the errors that they state, squared and "
           "summed; about seeds - 1 where these errors are right."}}}}});
  return all;
}

}  // namespace clausius
