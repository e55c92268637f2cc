#include "study/results/joined_observables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>

#include "core/elementary.h"
#include "core/special_functions.h"
#include "study/results/observables.h"

namespace clausius {

namespace {

// Values of an observable in independent runs of a gas.
struct ValuesOfRuns {
  std::vector<double> values, errors, weights;
  bool have_errors = true;
  std::optional<double> events = 0;
  double degrees = 0;  // of all their own errors together
  std::vector<std::optional<Trend>> trends;

  void add(const Observable& one, double weight) {
    values.push_back(one.value);
    errors.push_back(one.scatter_of_runs().value_or(0));
    weights.push_back(weight);
    trends.push_back(one.trend);
    have_errors = have_errors && one.scatter_of_runs().has_value();
    degrees += one.error_degrees.value_or(std::numeric_limits<double>::infinity());
    if (!one.independent_events)
      events = std::nullopt;
    else if (events)
      *events += *one.independent_events;
  }
  [[nodiscard]] double count() const { return static_cast<double>(values.size()); }
  [[nodiscard]] double total_weight() const {
    return std::accumulate(weights.begin(), weights.end(), 0.0);
  }
  [[nodiscard]] double mean() const {
    double mean = 0, total = 0;
    for (std::size_t r = 0; r < values.size(); ++r) {
      total += weights[r];
      mean += weights[r] * (values[r] - mean) / total;
    }
    return mean;
  }
  // Square of the standard error of the weighted mean by the scatter of the values, and by their
  // own errors.
  [[nodiscard]] double square_by_scatter() const {
    const double middle = mean();
    double sum = 0;
    for (std::size_t r = 0; r < values.size(); ++r)
      sum += portable::pow(weights[r] * (values[r] - middle), 2);
    return count() / (count() - 1) * sum / portable::pow(total_weight(), 2);
  }
  [[nodiscard]] double square_by_own_errors() const {
    double sum = 0;
    for (std::size_t r = 0; r < errors.size(); ++r) sum += portable::pow(weights[r] * errors[r], 2);
    return sum / portable::pow(total_weight(), 2);
  }
  [[nodiscard]] double standard_error() const {
    const double own_weight = have_errors ? kOwnErrorsWeight : 0;
    return std::sqrt(((count() - 1) * square_by_scatter() + own_weight * square_by_own_errors()) /
                     (count() - 1 + own_weight));
  }
  // Degrees of freedom of standard_error().
  [[nodiscard]] double degrees_of_error() const {
    const double own_weight = have_errors ? kOwnErrorsWeight : 0, scatter_weight = count() - 1;
    return portable::pow(scatter_weight + own_weight, 2) /
           (scatter_weight + own_weight * own_weight / degrees);
  }
  // Fisher's method for p-values.
  [[nodiscard]] double p_value() const {
    double log_p = 0;
    for (const double p : values)
      log_p += portable::log(std::max(p, std::numeric_limits<double>::min()));
    return portable::gamma_q(count(), -log_p);
  }
};

// What the value of a run counts in the mean.
double weight_of(const ObservablesOfRun& run, MeanOfRuns mean) {
  switch (mean) {
    case MeanOfRuns::over_time:
      return run.time;
    case MeanOfRuns::over_collisions:
      return run.collisions;
    default:
      return 1;
  }
}

// A number of an observable in all runs that count, by default its value with its error; empty if
// it is missing in one of them.
std::optional<ValuesOfRuns> values_in(const std::vector<ObservablesOfRun>& runs,
                                      const std::string& name, MeanOfRuns mean,
                                      Observable (*number)(const Observable&) = nullptr) {
  ValuesOfRuns values;
  for (const ObservablesOfRun& run : runs) {
    const double weight = weight_of(run, mean);
    if (weight <= 0) continue;
    const Observable* one = find_observable(*run.observables, name);
    if (one == nullptr) return std::nullopt;
    values.add(number != nullptr ? number(*one) : *one, weight);
  }
  if (values.values.size() < 2) return std::nullopt;
  return values;
}

// The deviation from the theory for the temperature of this run.
Observable deviation_of(const Observable& one) {
  Observable deviation = one;
  deviation.value = one.value - one.theory.value_or(0);
  deviation.error = one.error_beside_theory;
  deviation.error_of_mean.reset();
  return deviation;
}

}  // namespace

std::map<std::string, MeanOfRuns> means_of_runs(const StudyConfig& study) {
  std::map<std::string, MeanOfRuns> means;
  for (const KnownObservable& one : known_observables(study)) means[one.name] = one.declared.mean;
  return means;
}

std::vector<Observable> joined_observables(const std::vector<ObservablesOfRun>& runs,
                                           const std::map<std::string, MeanOfRuns>& means) {
  std::vector<Observable> all;
  for (const Observable& first : *runs.front().observables) {
    all.push_back(first);
    const auto mean = means.find(first.name);
    const MeanOfRuns way = mean == means.end() ? MeanOfRuns::plain : mean->second;
    const auto values = values_in(runs, first.name, way);
    if (!values) continue;
    Observable& joined = all.back();
    joined.value = first.is_p_value ? values->p_value() : values->mean();
    if (!first.is_p_value && !first.is_conserved) {
      joined.error = values->standard_error();
      const double degrees = values->degrees_of_error();
      joined.error_degrees = std::isfinite(degrees) ? std::optional(degrees) : std::nullopt;
    }
    if (first.theory && first.error_beside_theory) {
      const auto deviations = values_in(runs, first.name, way, deviation_of);
      joined.theory = joined.value - deviations->mean();
      joined.error_beside_theory = deviations->standard_error();
    }
    joined.independent_events = values->have_errors ? values->events : values->count();
    joined.trend = joined_trend(values->trends);
  }
  return all;
}

}  // namespace clausius
