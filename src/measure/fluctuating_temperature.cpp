#include "fluctuating_temperature.h"

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/elementary.h"

namespace clausius {

namespace {

// A step between two samples: the growth of a quantity, over a length of time or a number of
// collisions, and how much the mean changes with a growth in this step.
struct CoolingStep {
  double growth, length, effect = 0;
};

// Deviations of a series from the parabola through it.
std::vector<double> beside_parabola(std::vector<double> series) {
  const auto n = static_cast<double>(series.size());
  const double mean_square = (n * n - 1) / 12;
  const auto place = [&](std::size_t i) { return static_cast<double>(i) - 0.5 * (n - 1); };
  const auto curved = [&](std::size_t i) { return place(i) * place(i) - mean_square; };
  const auto remove = [&](const auto& shape) {
    double product = 0, square = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
      product += series[i] * shape(i);
      square += shape(i) * shape(i);
    }
    for (std::size_t i = 0; i < series.size() && square > 0; ++i)
      series[i] -= product / square * shape(i);
  };
  remove([](std::size_t) { return 1.0; });
  remove(place);
  remove(curved);
  return series;
}

// Square of the standard error of Σ effect · growth over steps whose mean growth per length is
// constant (of 1/√T over time and of ln T over collisions, by Haff's law) or changes slowly (of
// viscoelastic spheres, or before the cooling state).
std::optional<double> squared_error_of_growth(const std::vector<CoolingStep>& steps) {
  constexpr std::size_t kFewest = 8;
  if (steps.size() < kFewest) return std::nullopt;
  std::vector<double> deviations;
  deviations.reserve(steps.size());
  for (const CoolingStep& one : steps) deviations.push_back(one.growth / one.length);
  deviations = beside_parabola(std::move(deviations));
  for (std::size_t i = 0; i < steps.size(); ++i) deviations[i] *= steps[i].effect * steps[i].length;
  const auto estimate = estimate_mean(deviations);
  if (!estimate) return std::nullopt;
  return portable::pow(estimate->error * static_cast<double>(steps.size()), 2);
}

// What lies between two samples of a gas that cools.
struct Cooled {
  double duration, collisions;  // per particle
  double from_kt, to_kt;

  [[nodiscard]] double fall_of_log() const { return portable::log(from_kt / to_kt); }
  [[nodiscard]] double growth() const { return 1 / std::sqrt(to_kt) - 1 / std::sqrt(from_kt); }
  [[nodiscard]] double kt() const { return mean_in_cooling(from_kt, to_kt); }
};

template <int Dim>
std::vector<Cooled> cooled(const Measured<Dim>& run, bool measured) {
  const double begin = run.books.last().time - run.books.total().duration;
  std::vector<Cooled> all;
  const std::vector<HistoryRow>& rows = run.history.rows();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const HistoryRow &from = rows[i - 1], &to = rows[i];
    if ((from.time >= begin) == measured && from.kt > 0 && to.kt > 0 && to.time > from.time &&
        to.collisions > from.collisions)
      all.push_back({to.time - from.time, to.collisions_per_particle - from.collisions_per_particle,
                     from.kt, to.kt});
  }
  return all;
}

// Relative standard error of what changes with growth in the steps of the measured part, and by
// `of_start` with ln k_BT at its beginning. That comes after a number of collisions; its error is
// not counted if the run began there, or too few steps before it are known.
template <int Dim>
std::optional<StandardError> error_over(const Measured<Dim>& run,
                                        const std::vector<CoolingStep>& measured, double of_start) {
  const auto squared = squared_error_of_growth(measured);
  if (!squared) return std::nullopt;
  std::vector<CoolingStep> before;
  for (const Cooled& one : cooled(run, false))
    before.push_back({one.fall_of_log(), one.collisions, 1});
  const double start = squared_error_of_growth(before).value_or(0);
  return StandardError{std::sqrt(*squared + of_start * of_start * start)};
}

// Sum of `terms` behind the middle of each.
std::vector<double> later_parts(const std::vector<double>& terms) {
  std::vector<double> later(terms.size());
  double sum = 0;
  for (std::size_t i = terms.size(); i-- > 0;) {
    later[i] = sum + 0.5 * terms[i];
    sum += terms[i];
  }
  return later;
}

double sum_of(const std::vector<double>& terms) {
  return std::accumulate(terms.begin(), terms.end(), 0.0);
}

}  // namespace

template <int Dim>
bool temperature_falls(const Measured<Dim>& run) {
  const Boundary<Dim>& boundary = run.gas.boundary;
  return run.options.dissipates && !run.theory.driven() && !boundary.is_thermal() &&
         !boundary.moves() && !boundary.is_sheared() && !boundary.has_gravity();
}

template <int Dim>
std::optional<StandardError> cooling_error(const Measured<Dim>& run, double power) {
  if (!temperature_falls(run)) return std::nullopt;
  const std::vector<Cooled> measured = cooled(run, true);
  std::vector<CoolingStep> steps;
  std::vector<double> durations, powers;  // duration · (k_BT)^power
  std::vector<double> slopes;             // of the latter over 1/√(k_BT)
  for (const Cooled& one : measured) {
    durations.push_back(one.duration);
    powers.push_back(one.duration * portable::pow(one.kt(), power));
    slopes.push_back(-2 * power * powers.back() * std::sqrt(one.kt()));
  }
  const double mean = sum_of(powers);
  if (!(mean > 0)) return std::nullopt;
  double of_start = 0;  // relative change of the mean with ln k_BT at the start
  if (run.options.ends_at_time) {
    const std::vector<double> later = later_parts(slopes);
    for (std::size_t i = 0; i < measured.size(); ++i)
      steps.push_back({measured[i].growth(), measured[i].duration, later[i] / mean});
    of_start = -0.5 * sum_of(slopes) / mean / std::sqrt(measured.front().from_kt);
  } else {
    // Flights are longer in time, as 1/√T, after a fall of the temperature.
    const std::vector<double> later = later_parts(powers), time = later_parts(durations);
    const double whole = sum_of(durations);
    for (std::size_t i = 0; i < measured.size(); ++i)
      steps.push_back({measured[i].fall_of_log(), measured[i].collisions,
                       (0.5 - power) * later[i] / mean - 0.5 * time[i] / whole});
    of_start = power;
  }
  return error_over(run, steps, of_start);
}

template <int Dim>
std::optional<StandardError> cooling_rate_error(const Measured<Dim>& run) {
  const std::vector<Cooled> measured = cooled(run, true);
  std::vector<CoolingStep> steps;
  double fall = 0, of_start = 0;
  for (const Cooled& one : measured) fall += one.fall_of_log();
  if (!(fall > 0)) return std::nullopt;
  if (run.options.ends_at_time) {
    // ln T falls by 2 ln(1 + g), g the relative growth of 1/√T.
    const double root = std::sqrt(measured.front().from_kt), g = portable::exp(0.5 * fall) - 1;
    const double effect = 2 * root / (1 + g) / fall;
    for (const Cooled& one : measured) steps.push_back({one.growth(), one.duration, effect});
    of_start = g / (1 + g) / fall;
  } else {
    std::vector<double> durations;
    durations.reserve(measured.size());
    for (const Cooled& one : measured) durations.push_back(one.duration);
    const std::vector<double> time = later_parts(durations);
    const double whole = sum_of(durations);
    for (std::size_t i = 0; i < measured.size(); ++i)
      steps.push_back(
          {measured[i].fall_of_log(), measured[i].collisions, 1 / fall - 0.5 * time[i] / whole});
    of_start = 0.5;
  }
  return error_over(run, steps, of_start);
}

Observable observable(std::string name, double value, const RateErrors& relative,
                      const Prediction& theory, std::string unit) {
  Observable result =
      observable(std::move(name), value, times(relative.value, value), theory, std::move(unit));
  if (relative.value && relative.at_measured_kt &&
      (changes(relative.trend) || relative.value->value != relative.at_measured_kt->value) &&
      relative.at_measured_kt->events >= Observable::kFewestEvents)
    result.error_beside_theory = std::abs(value) * relative.at_measured_kt->value;
  return with_trend(std::move(result), relative.trend);
}

template bool temperature_falls(const Measured<2>&);
template bool temperature_falls(const Measured<3>&);
template std::optional<StandardError> cooling_error(const Measured<2>&, double);
template std::optional<StandardError> cooling_error(const Measured<3>&, double);
template std::optional<StandardError> cooling_rate_error(const Measured<2>&);
template std::optional<StandardError> cooling_rate_error(const Measured<3>&);

}  // namespace clausius
