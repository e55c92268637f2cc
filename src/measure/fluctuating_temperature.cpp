#include "fluctuating_temperature.h"

#include <cmath>
#include <utility>
#include <vector>

#include "core/elementary.h"

namespace clausius {

namespace {

// A step between two samples: the growth of 1/√(k_BT), its duration, and how much the mean changes
// with a growth in this step.
struct CoolingStep {
  double growth, duration, effect = 0;
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

// Square of the standard error of Σ effect · growth over steps whose mean rate of growth is
// constant (by Haff's law) or changes slowly (of viscoelastic spheres, or before the cooling
// state).
std::optional<double> squared_error_of_growth(const std::vector<CoolingStep>& steps) {
  constexpr std::size_t kFewest = 8;
  if (steps.size() < kFewest) return std::nullopt;
  std::vector<double> deviations;
  deviations.reserve(steps.size());
  for (const CoolingStep& one : steps) deviations.push_back(one.growth / one.duration);
  deviations = beside_parabola(std::move(deviations));
  for (std::size_t i = 0; i < steps.size(); ++i)
    deviations[i] *= steps[i].effect * steps[i].duration;
  const auto estimate = estimate_mean(deviations);
  if (!estimate) return std::nullopt;
  return portable::pow(estimate->error * static_cast<double>(steps.size()), 2);
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
  std::vector<CoolingStep> before, measured;
  std::vector<double> slopes;  // of (k_BT)^power over 1/√(k_BT), times the duration, when measured
  double mean = 0;
  const std::vector<HistoryRow>& rows = run.history.rows();
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const HistoryRow &from = rows[i - 1], &to = rows[i];
    const double duration = to.time - from.time;
    if (from.kt <= 0 || to.kt <= 0 || duration <= 0) continue;
    const bool is_measured = from.time >= run.books.last().time - run.books.total().duration;
    (is_measured ? measured : before)
        .push_back({1 / std::sqrt(to.kt) - 1 / std::sqrt(from.kt), duration});
    if (!is_measured) continue;
    const double kt = mean_in_cooling(from.kt, to.kt);
    mean += duration * portable::pow(kt, power);
    slopes.push_back(-2 * power * duration * portable::pow(kt, power + 0.5));
  }
  if (!(mean > 0)) return std::nullopt;
  double later = 0;
  for (std::size_t i = measured.size(); i-- > 0;) {
    measured[i].effect = later + 0.5 * slopes[i];
    later += slopes[i];
  }
  for (CoolingStep& one : before) one.effect = later;
  const auto now = squared_error_of_growth(measured), then = squared_error_of_growth(before);
  if (!now) return std::nullopt;
  return StandardError{std::sqrt(*now + then.value_or(0)) / mean};
}

template <int Dim>
double cooled_error(const Measured<Dim>& run) {
  std::vector<CoolingStep> before;
  const std::vector<HistoryRow>& rows = run.history.rows();
  const double begin = run.books.last().time - run.books.total().duration;
  for (std::size_t i = 1; i < rows.size() && rows[i - 1].time < begin; ++i)
    if (rows[i].kt > 0 && rows[i - 1].kt > 0 && rows[i].time > rows[i - 1].time)
      before.push_back({1 / std::sqrt(rows[i].kt) - 1 / std::sqrt(rows[i - 1].kt),
                        rows[i].time - rows[i - 1].time, 1});
  const double squared = squared_error_of_growth(before).value_or(0);
  return 2 * std::sqrt(squared * run.books.reference_kt());
}
template double cooled_error(const Measured<2>&);
template double cooled_error(const Measured<3>&);

Observable observable(std::string name, double value, const RateErrors& relative,
                      const Prediction& theory, std::string unit) {
  Observable result =
      observable(std::move(name), value, times(relative.value, value), theory, std::move(unit));
  if (relative.value && relative.at_measured_kt &&
      relative.value->value != relative.at_measured_kt->value &&
      relative.at_measured_kt->events >= Observable::kFewestEvents)
    result.error_beside_theory = std::abs(value) * relative.at_measured_kt->value;
  return result;
}

template bool temperature_falls(const Measured<2>&);
template bool temperature_falls(const Measured<3>&);
template std::optional<StandardError> cooling_error(const Measured<2>&, double);
template std::optional<StandardError> cooling_error(const Measured<3>&, double);

}  // namespace clausius
