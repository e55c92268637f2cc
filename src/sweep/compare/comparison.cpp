#include "sweep/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "core/elementary.h"
#include "statistics/student.h"

namespace clausius {

namespace {

/// Degrees of freedom of the error of a difference (Welch and Satterthwaite): infinite if both
/// errors are known for certain.
double degrees_of(const Observable& first, const Observable& other, double variance) {
  double sum = 0;
  for (const Observable* one : {&first, &other})
    if (one->error_degrees)
      sum += portable::pow(one->scatter_of_runs().value_or(0), 4) / *one->error_degrees;
  return sum > 0 ? variance * variance / sum : std::numeric_limits<double>::infinity();
}

const ComparedCase* case_named(const ComparedRun& run, const std::string& name) {
  const auto found = std::find_if(run.cases.begin(), run.cases.end(),
                                  [&name](const ComparedCase& one) { return one.name == name; });
  return found == run.cases.end() ? nullptr : &*found;
}

/// The observable in all runs; nothing if no other run has it in the same unit.
std::optional<ComparedObservable> compared(const std::vector<ComparedRun>& runs,
                                           const std::string& case_name, const Observable& first) {
  ComparedObservable row{case_name, first.name, first.unit, {}, {}};
  bool is_shared = false;
  for (const ComparedRun& run : runs) {
    const ComparedCase* one_case = case_named(run, case_name);
    const Observable* found =
        one_case == nullptr ? nullptr : find_observable(one_case->observables, first.name);
    const bool is_known =
        found != nullptr && found->unit == first.unit && std::isfinite(found->value);
    row.values.push_back(is_known ? std::optional(*found) : std::nullopt);
    const bool is_other = &run != &runs.front();
    row.differences.push_back(is_known && is_other ? std::optional(difference_of(first, *found))
                                                   : std::nullopt);
    is_shared = is_shared || (is_known && is_other);
  }
  if (!is_shared || !row.values.front()) return std::nullopt;
  return row;
}

}  // namespace

Difference difference_of(const Observable& first, const Observable& other) {
  Difference difference{other.value - first.value, {}, {}};
  const std::optional<double> error_first = first.scatter_of_runs(),
                              error_other = other.scatter_of_runs();
  if (!error_first || !error_other) return difference;
  const double variance = *error_first * *error_first + *error_other * *error_other;
  difference.error = std::sqrt(variance);
  if (!(variance > 0) || first.has_few_events() || other.has_few_events()) return difference;
  difference.z =
      normal_deviation(difference.value / *difference.error, degrees_of(first, other, variance));
  return difference;
}

std::vector<std::string> RunComparison::beyond(double sigma) const {
  std::vector<std::string> names;
  for (const ComparedObservable& row : observables)
    for (std::size_t k = 0; k < row.differences.size(); ++k)
      if (row.differences[k] && std::abs(row.differences[k]->z.value_or(0)) > sigma)
        names.push_back(fmt::format("{}{} of {}: {:+.1f} σ", row.name,
                                    row.case_name.empty() ? "" : " at " + row.case_name,
                                    runs[k].name, *row.differences[k]->z));
  return names;
}

std::size_t RunComparison::judged() const {
  std::size_t number = 0;
  for (const ComparedObservable& row : observables)
    for (const std::optional<Difference>& one : row.differences) number += one && one->z ? 1 : 0;
  return number;
}

RunComparison compare(std::vector<ComparedRun> runs) {
  RunComparison result;
  std::vector<StudyValues> studies;
  std::set<std::string> shared, all;
  for (const ComparedRun& run : runs) {
    studies.push_back(run.study);
    result.same_seed.push_back(value_of(run.study, "seed") == value_of(runs.front().study, "seed"));
    for (const ComparedCase& one_case : run.cases)
      for (const Observable& one : one_case.observables) all.insert(one.name);
  }
  result.studies = study_differences(studies);
  for (const ComparedCase& one_case : runs.front().cases)
    for (const Observable& one : one_case.observables)
      if (auto row = compared(runs, one_case.name, one)) {
        if (std::all_of(row->values.begin(), row->values.end(),
                        [](const auto& value) { return value.has_value(); }))
          shared.insert(row->name);
        result.observables.push_back(std::move(*row));
      }
  if (result.observables.empty())
    throw InputError(runs.front().folder.string(),
                     "has no observable, at the same values of its keys, that another run has; "
                     "allowed: runs that measured the same");
  std::set_difference(all.begin(), all.end(), shared.begin(), shared.end(),
                      std::back_inserter(result.not_shared));
  result.runs = std::move(runs);
  return result;
}

}  // namespace clausius
