#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "engine/engine.h"

namespace clausius {

/// Data for the checks that are part of every run.
struct Bookkeeping {
  double energy_balance_error = 0;
  std::optional<double> momentum_drift;          ///< unset if walls change the momentum
  std::optional<double> angular_momentum_drift;  ///< unset if anything hit an edge of the box
  double overlap_max_depth = 0;
  std::int64_t collisions = 0;  ///< collisions of the whole run, including those with walls
  /// Under gravity: energy change of the gas per collision by the rounding of positions, relative
  /// to the same energy as `energy_balance_error`.
  double energy_rounding = 0;
  double overlap_tolerance = kOverlapTolerance;
};

/// Tolerance of momentum_drift and angular_momentum_drift after this total number of collisions:
/// rounding.
double ledger_tolerance(std::int64_t collisions);

/// Tolerance of energy_balance: ledger_tolerance(), plus the effect of the rounding of positions
/// under gravity. The latter changes sign from hit to hit, so that it grows as a random walk, with
/// the square root of the number of collisions.
double energy_tolerance(const Bookkeeping& bookkeeping);

/// Note about a gas whose particles collide less often than they cross the box (a box of the edges
/// `size`); empty for other gases.
std::string warning_of_free_path(double mean_free_path, const StudyConfig& study);

/// The verdicts of a run: always energy_balance, momentum_drift and angular_momentum_drift (if
/// conserved) and overlap, with tolerances of rounding, then the study's own checks. A check of the
/// study on one of these four replaces it. A check on something that was not measured, or that has
/// neither theory nor an expected value, or whose theory assumes what this gas is not, is not made,
/// and says why.
std::vector<CheckResult> judge(const std::vector<CheckConfig>& checks,
                               const std::vector<Observable>& observables,
                               const Bookkeeping& bookkeeping);

/// Name of the check that run.until adds to those of a study.
inline constexpr std::string_view kUntilCheck = "run.until";
/// Whether the error that run.until names has become as small as requested; not checked if the
/// observable has none.
/// @pre config.until
CheckResult check_of_error(const StudyConfig& config, const std::vector<Observable>& observables);

/// Warnings about observables of a finished run that differ by more than four standard errors from
/// their theory although no check tests them.
std::vector<std::string> unchecked_differences(const std::vector<CheckConfig>& checks,
                                               const std::vector<Observable>& observables);

}  // namespace clausius
