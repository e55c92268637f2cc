#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clausius/statistics/standard_error.h"
#include "clausius/statistics/trend.h"
#include "clausius/theory/value.h"

namespace clausius {

/// Names of the units of results: SI, or "reduced" (by the reference mass, diameter and energy) for
/// every quantity that has a dimension.
struct UnitNames {
  std::string time, length, speed, energy, temperature, pressure, momentum, rate;
  std::string area, speed_squared, diffusivity, viscosity, conductivity;
  std::string inverse_length, number_density;
  std::string power, heat_flux, particle_flux;         // the last two per area, in 2D per length
  std::string inverse_speed, volume;                   // in 2D an area
  std::string angle = "deg", inverse_angle = "1/deg";  // in every system of units
};

/// In two dimensions "per area" becomes "per length", and "per volume" becomes "per area".
inline UnitNames unit_names(bool si, int dimensions) {
  if (!si) {
    const std::string reduced = "reduced";
    return {reduced, reduced, reduced, reduced, reduced, reduced, reduced,
            reduced, reduced, reduced, reduced, reduced, reduced, reduced,
            reduced, reduced, reduced, reduced, reduced, reduced};
  }
  return {"s",
          "m",
          "m/s",
          "J",
          "K",
          dimensions == 3 ? "Pa" : "N/m",
          "kg m/s",
          "1/s",
          "m^2",
          "m^2/s^2",
          "m^2/s",
          dimensions == 3 ? "Pa s" : "kg/s",
          dimensions == 3 ? "W/(m K)" : "W/K",
          "1/m",
          dimensions == 3 ? "1/m^3" : "1/m^2",
          "W",
          dimensions == 3 ? "W/m^2" : "W/m",
          dimensions == 3 ? "1/(m^2 s)" : "1/(m s)",
          "s/m",
          dimensions == 3 ? "m^3" : "m^2"};
}

/// A measured number and its theory. Optional members are unset where they are unknown.
struct Observable {
  std::string name;
  double value = 0;
  std::optional<double> error;  ///< one standard error
  std::optional<double> theory;
  std::string unit;    ///< "1" for pure numbers
  std::string source;  ///< source of the theory
  /// Whether the value is the p-value of a goodness-of-fit test: small is bad, and there is no z.
  bool is_p_value = false;
  /// Whether the value must equal its theory up to rounding; it then has no error.
  bool is_conserved = false;
  /// Time of the series that corresponds to one independent sample, to which the blocks of the
  /// error are adapted (integrated autocorrelation, both sides); at least the interval between
  /// samples.
  std::optional<double> correlation_time{};
  double theory_uncertainty = 0;  ///< one standard error of the theory itself, in `unit`
  /// Range of the theory, if this gas lies outside it: then there is no theoretical value.
  std::string theory_outside{};
  /// Reason why the theory is given but the value is not judged by it: the gas is not in the state
  /// that the theory describes. Empty if it is.
  std::string theory_doubt{};
  bool is_of_transient = false;  ///< Whether the theory describes the approach to the steady state.
  /// Number of events that the error is based on, see StandardError; unset if they are not counted
  /// or are so many that their number does not matter.
  std::optional<double> independent_events{};
  /// Degrees of freedom of the error, if it is known from few blocks; see z().
  std::optional<double> error_degrees{};
  /// One standard error of value − theory, if that is not `error`: of a theory for the measured
  /// temperature, whose fluctuations both have.
  std::optional<double> error_beside_theory{};
  /// Whether the value is steady over the run; unset if it is not known. A value that changes is
  /// the mean over the run, of which the error says nothing about how near the gas is to theory: it
  /// has none. If its theory is that for the course of the gas, see RateErrors, it keeps
  /// `error_beside_theory`.
  std::optional<Trend> trend{};
  [[nodiscard]] bool changes() const { return clausius::changes(trend); }
  /// First and last value of what changes; NaN of what does not.
  [[nodiscard]] StretchValue first() const { return changes() ? trend->first : kNoStretch; }
  [[nodiscard]] StretchValue last() const { return changes() ? trend->last : kNoStretch; }
  /// Standard error of the mean over the run of such a value, as it scatters between independent
  /// runs.
  std::optional<double> error_of_mean{};
  /// The scatter of the value between independent runs, whether it changes or not.
  [[nodiscard]] std::optional<double> scatter_of_runs() const {
    return error ? error : error_of_mean;
  }
  /// Least number of events for an error to be used in judgements: the error is then known to a
  /// sixth of its value.
  static constexpr double kFewestEvents = 30;
  /// Whether the error is based on too few events to be used in judgements.
  [[nodiscard]] bool has_few_events() const {
    return error && independent_events && *independent_events < kFewestEvents;
  }
  /// Whether the deviation from theory is judged by an error that is based on too few events.
  [[nodiscard]] bool is_judged_by_few_events() const {
    return has_few_events() && !error_beside_theory;
  }
  /// Standard error of value − theory: measurement, theory and (for values that cannot fluctuate)
  /// rounding combined.
  [[nodiscard]] std::optional<double> total_error() const {
    const auto& measured = error_beside_theory ? error_beside_theory : error;
    if (!measured) return std::nullopt;
    constexpr double kRounding = 1e-12;
    const double rounding = kRounding * std::max(std::abs(value), std::abs(theory.value_or(0)));
    return std::sqrt(*measured * *measured + theory_uncertainty * theory_uncertainty +
                     rounding * rounding);
  }
  /// (value − theory)/total_error() if both are known, the measured error is not zero and is based
  /// on enough events, and the theory applies to this gas. An error from few blocks is itself
  /// uncertain: z is then the deviation of a normal variate that is as improbable as this one is by
  /// Student's law, so that large |z| are as rare as they should be.
  [[nodiscard]] std::optional<double> z() const;
  /// The deviation from theory at which z is `z`. @pre there is a z()
  [[nodiscard]] double deviation_of(double z) const;

 private:
  static constexpr StretchValue kNoStretch{std::numeric_limits<double>::quiet_NaN(), std::nullopt};
  /// Degrees of freedom of total_error(); infinite if it is known.
  [[nodiscard]] double total_degrees() const;
};

/// The observable with its trend. If it changes, its error is removed.
Observable with_trend(Observable one, const std::optional<Trend>& trend);

/// The observable of this name, or null if there is none.
inline const Observable* find_observable(const std::vector<Observable>& observables,
                                         const std::string& name) {
  const auto found = std::find_if(observables.begin(), observables.end(),
                                  [&](const Observable& one) { return one.name == name; });
  return found == observables.end() ? nullptr : &*found;
}

/// Measured values that have a theory, with it.
inline Observable observable(std::string name, double value,
                             const std::optional<StandardError>& error, const Prediction& theory,
                             std::string unit) {
  Observable result{std::move(name), value, std::nullopt, std::nullopt, std::move(unit), ""};
  if (error) result.error = error->value;
  if (error && std::isfinite(error->events)) result.independent_events = error->events;
  if (error && std::isfinite(error->degrees)) result.error_degrees = error->degrees;
  if (theory) {
    result.theory = theory->value;
    result.source = theory->source;
    result.theory_uncertainty = theory->uncertainty;
  }
  result.theory_outside = theory.outside();
  return result;
}

/// Result of a check.
struct CheckResult {
  std::string name;
  bool passed = false;  ///< false also if it was not checked
  double value = 0;
  std::optional<double> expected, error, z, tolerance;
  std::string not_checked{};  ///< Reason why there is no verdict; empty if there is one.
  [[nodiscard]] bool failed() const { return !passed && not_checked.empty(); }
};

/// The values of a column: of one of three types.
class ColumnValues : public std::variant<std::vector<double>, std::vector<std::int64_t>,
                                         std::vector<std::string>> {
 public:
  using variant::variant;
  ColumnValues() = default;
  // The copy of a std::variant of vectors that finds no memory is undefined in libstdc++ 12.
  // NOLINTNEXTLINE(bugprone-copy-constructor-init): the base is assigned, its vector copied first
  ColumnValues(const ColumnValues& other) : variant() { *this = other; }
  ColumnValues& operator=(const ColumnValues& other) {
    std::visit(
        [this](const auto& values) {
          auto copy = values;
          variant::operator=(std::move(copy));
        },
        static_cast<const variant&>(other));
    return *this;
  }
  ColumnValues(ColumnValues&&) noexcept = default;
  ColumnValues& operator=(ColumnValues&&) noexcept = default;
  ~ColumnValues() = default;
};

/// A table for a CSV file: `NAME.csv`, one header cell per column, "name [unit]".
struct Table {
  struct Column {
    std::string name;
    std::string unit;     ///< "1" for pure numbers, "" for text
    ColumnValues values;  ///< all columns of a table have the same length
  };
  std::string name;
  std::vector<Column> columns;
};

}  // namespace clausius
