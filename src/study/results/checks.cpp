#include "study/results/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "clausius/core/constants.h"
#include "engine/engine.h"
#include "study/run/schedule.h"

namespace clausius {

namespace {

// Tolerance of energy and momentum: per 10⁶ collisions, relative to the start. Rounding alone gives
// 1e-15 to 1e-13; a collision law that is wrong in the 12th digit is detected with a hundredth of
// this bound and missed with a hundred times as much.
constexpr double kLedgerTolerance = 1e-12;
// Allowed length of a random walk of steps of the largest rounding, in units of its standard
// deviation: balls that bounced 10⁵ to 3·10⁶ times under gravity reached up to 0.6. A hundredth of
// it would refuse them.
constexpr double kWalkLengths = 10;
constexpr double kStandardErrors = 4;
// If theory lies further away than this, the error is none: it comes from a quantity that nothing
// changes in this gas. Values that a study expects may be as wrong as that.
constexpr double kMostStandardErrors = 1e6;
// A theory whose uncertainty alone accepts more than this part of its value confirms nothing.
constexpr double kWidestTheory = 0.2;
constexpr double kLeastPValue = 1e-3;
// Tolerance of conserved quantities, for rounding: relative to theory, absolute if that is 0 and
// the number is pure.
constexpr double kExactTolerance = 1e-9;

CheckResult bound(std::string name, double value, double tolerance) {
  CheckResult result;
  result.name = std::move(name);
  result.value = value;
  result.expected = 0;
  result.tolerance = tolerance;
  result.passed = std::abs(value) <= tolerance;  // false for a value that is not a number
  return result;
}

// Whether a value is known so well, compared with its difference from theory, that its error cannot
// be one.
bool has_no_true_error(double z) { return !(std::abs(z) <= kMostStandardErrors); }

// Whether theory is known less well than the measurement, and not well enough to be refuted by it.
bool confirms_nothing(const Observable& one) {
  return one.theory_uncertainty > one.error.value_or(0) &&
         kStandardErrors * one.theory_uncertainty > kWidestTheory * std::abs(*one.theory);
}

std::optional<double> own_tolerance(const CheckConfig& check, double expected) {
  if (check.tolerance) return check.tolerance;
  if (check.relative_tolerance) return *check.relative_tolerance * std::abs(expected);
  return std::nullopt;
}

CheckResult judge_p_value(const CheckConfig& check, const Observable& observable,
                          std::ptrdiff_t tests) {
  CheckResult result;
  result.name = check.observable;
  result.value = observable.value;
  if (check.expected) {
    result.expected = check.expected;
    result.tolerance = own_tolerance(check, *check.expected);
  }
  if (result.tolerance) {
    result.passed = std::abs(result.value - *result.expected) <= *result.tolerance;
  } else {
    result.tolerance = check.tolerance.value_or(kLeastPValue / static_cast<double>(tests));
    result.passed = result.value >= *result.tolerance;
  }
  return result;
}

CheckResult judge_value(const CheckConfig& check, const Observable& observable, double rounding) {
  CheckResult result;
  result.name = check.observable;
  result.value = observable.value;
  result.error = observable.error;
  result.expected = check.expected ? check.expected : observable.theory;
  if (!result.expected && !observable.theory_outside.empty()) {
    result.not_checked = "outside the range of its theory: " + observable.theory_outside;
    return result;
  }
  if (!check.expected && !observable.theory_doubt.empty()) {
    result.not_checked = "the gas is not in the state of its theory: " + observable.theory_doubt;
    return result;
  }
  if (!result.expected) {
    result.not_checked = "there is no theory for this gas; give `expected`";
    return result;
  }
  // The expected value as a theory without uncertainty, which is not that of the measured
  // temperature.
  Observable judged = observable;
  judged.theory_doubt.clear();
  if (check.expected) {
    judged.theory = check.expected;
    judged.theory_uncertainty = 0;
    judged.error_beside_theory.reset();
    judged.error = judged.scatter_of_runs();
  }
  result.tolerance = own_tolerance(check, *result.expected);
  if (!result.tolerance && judged.is_judged_by_few_events()) {
    result.not_checked = fmt::format(
        "its error is based on fewer than {:.0f} independent events ({:.2g}); measure "
        "longer or give `tolerance`",
        Observable::kFewestEvents, *observable.independent_events);
    return result;
  }
  const double deviation = result.value - *result.expected;
  result.z = judged.z();
  if (result.tolerance) {
    result.passed = std::abs(deviation) <= *result.tolerance;
  } else if (result.z && !check.expected && has_no_true_error(*result.z)) {
    result.z.reset();
    result.not_checked = fmt::format(
        "its error of {:.2g} is too small, beside a difference of {:.2g}, to be that of a "
        "fluctuating quantity; give `tolerance`",
        *judged.total_error(), std::abs(deviation));
  } else if (result.z && confirms_nothing(judged)) {
    result.z.reset();
    result.not_checked = fmt::format("its theory is known to {:.2g} % only; give `tolerance`",
                                     100 * judged.theory_uncertainty / std::abs(*result.expected));
  } else if (result.z) {
    result.tolerance = judged.deviation_of(kStandardErrors);
    result.passed = std::abs(*result.z) <= kStandardErrors;
  } else if (observable.is_conserved) {
    result.tolerance =
        (kExactTolerance + rounding) * (*result.expected == 0 ? 1 : std::abs(*result.expected)) +
        observable.theory_uncertainty;
    result.passed = std::abs(deviation) <= *result.tolerance;
  } else if (observable.changes()) {
    result.not_checked =
        fmt::format("it is not steady: it {}; give `tolerance`", observable.trend->words());
  } else {
    result.not_checked =
        "no error of it is known, because the run is too short or it has none; measure longer or "
        "give `tolerance`";
  }
  return result;
}

// Factor by which the final error may exceed the requested one, because of the last block; because
// of replicas, whose number and scatter decide their error, by more.
constexpr double kNearlyReached = 1.03, kNearlyWithReplicas = 1.3;

}  // namespace

double ledger_tolerance(std::int64_t collisions) {
  return kLedgerTolerance * std::max(1.0, static_cast<double>(collisions) / 1e6);
}

double energy_tolerance(const Bookkeeping& bookkeeping) {
  return ledger_tolerance(bookkeeping.collisions) +
         kWalkLengths * std::sqrt(static_cast<double>(bookkeeping.collisions)) *
             bookkeeping.energy_rounding;
}

std::string warning_of_free_path(double mean_free_path, const StudyConfig& study) {
  // Where walls or shear distinguish axes, heat and momentum flow along these alone.
  constexpr std::size_t kGradient = 1;
  double shortest = kNever;
  for (std::size_t k = 0; k < study.size.size(); ++k)
    if (study.has_walls() ? !study.periodic[k] : study.shear_rate == 0 || k == kGradient)
      shortest = std::min(shortest, study.size[k]);
  if (mean_free_path <= shortest) return "";
  return "the box is shorter than a mean free path: particles cross it more often than they "
         "collide, and transport is not that of a large gas; more particles make the box longer";
}

std::vector<CheckResult> judge(const std::vector<CheckConfig>& checks,
                               const std::vector<Observable>& observables,
                               const Bookkeeping& bookkeeping) {
  const double rounding = ledger_tolerance(bookkeeping.collisions);
  std::vector<CheckResult> always{
      bound("energy_balance", bookkeeping.energy_balance_error, energy_tolerance(bookkeeping))};
  if (bookkeeping.momentum_drift)
    always.push_back(bound("momentum_drift", *bookkeeping.momentum_drift, rounding));
  if (bookkeeping.angular_momentum_drift)
    always.push_back(
        bound("angular_momentum_drift", *bookkeeping.angular_momentum_drift, rounding));
  always.push_back(bound("overlap", bookkeeping.overlap_max_depth, bookkeeping.overlap_tolerance));

  const auto p_values = std::count_if(checks.begin(), checks.end(), [&](const CheckConfig& check) {
    const Observable* observable = find_observable(observables, check.observable);
    return observable != nullptr && observable->is_p_value;
  });
  std::vector<CheckResult> own;
  for (const CheckConfig& check : checks) {
    const auto kept = std::find_if(always.begin(), always.end(), [&](const CheckResult& result) {
      return result.name == check.observable;
    });
    if (kept != always.end()) {
      if (const auto tolerance = own_tolerance(check, check.expected.value_or(0)))
        *kept = bound(check.observable, kept->value, *tolerance);
      continue;
    }
    const Observable* observable = find_observable(observables, check.observable);
    if (observable == nullptr) {
      CheckResult missing;
      missing.name = check.observable;
      missing.expected = check.expected;
      missing.value = kNaN;
      missing.not_checked = "it was not measured in this gas";
      own.push_back(missing);
    } else if (observable->is_p_value) {
      own.push_back(judge_p_value(check, *observable, p_values));
    } else {
      own.push_back(judge_value(check, *observable, rounding));
    }
  }
  own.insert(own.begin(), always.begin(), always.end());
  return own;
}

CheckResult check_of_error(const StudyConfig& config, const std::vector<Observable>& observables) {
  const UntilConfig& until = *config.until;
  CheckResult result;
  result.name = kUntilCheck;
  result.value = kNaN;
  const Observable* one = find_observable(observables, until.observable);
  if (one == nullptr) {
    result.not_checked = until.observable + " was not measured in this gas";
  } else if (one->changes()) {
    result.not_checked = fmt::format(
        "{} is not steady: it {}, and a mean over the run has no error that becomes smaller",
        one->name, one->trend->words());
  } else if (!one->error) {
    result.not_checked = until.observable + " has no error in this gas, or the run is too short";
  } else {
    result.value = *one->error;
    result.tolerance = wanted_error(until, *one);
    result.passed = result.value <= (config.replicas > 1 ? kNearlyWithReplicas : kNearlyReached) *
                                        *result.tolerance;
  }
  return result;
}

std::vector<std::string> unchecked_differences(const std::vector<CheckConfig>& checks,
                                               const std::vector<Observable>& observables) {
  std::vector<std::string> warnings;
  for (const Observable& one : observables) {
    const auto z = one.z();
    const bool is_checked =
        std::any_of(checks.begin(), checks.end(),
                    [&](const CheckConfig& check) { return check.observable == one.name; });
    if (is_checked || !z || std::abs(*z) <= kStandardErrors) continue;
    if (has_no_true_error(*z))
      warnings.push_back(fmt::format(
          "{} differs from its theory by {:.2g}, which is not judged: its error of {:.2g} is too "
          "small to be that of a fluctuating quantity",
          one.name, std::abs(one.value - *one.theory), *one.total_error()));
    else
      warnings.push_back(fmt::format(
          "{} lies {:.1f} standard errors from its theory, and no check of the study covers it",
          one.name, std::abs(*z)));
  }
  return warnings;
}

}  // namespace clausius
