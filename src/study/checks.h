#pragma once

#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"

namespace clausius {

/// What the checks that belong to every run are made on.
struct Bookkeeping {
  double energy_balance_error = 0;
  std::optional<double> momentum_drift;          ///< unset where walls change it
  std::optional<double> angular_momentum_drift;  ///< unset where anything met an edge of the box
  double overlap_max_depth = 0;
  std::int64_t collisions = 0;  ///< of the whole run, with walls too
  /// Under gravity: the energy by which the rounding of places changes that of the gas at a
  /// collision, relative to the same energy as `energy_balance_error`.
  double energy_rounding = 0;
};

/// The tolerance of momentum_drift and angular_momentum_drift after so many collisions in all:
/// rounding.
double ledger_tolerance(std::int64_t collisions);

/// The tolerance of energy_balance: ledger_tolerance(), and what the rounding of places adds under
/// gravity. Its sign changes from hit to hit, so it grows as a random walk, with the root of the
/// number of collisions.
double energy_tolerance(const Bookkeeping& bookkeeping);

/// What to know of a gas whose particles meet more seldom than they cross the box, in which the
/// edges `size` are as long; empty where they don't.
std::string warning_of_free_path(double mean_free_path, const std::vector<double>& size);

/// The verdicts of a run: energy_balance, momentum_drift and angular_momentum_drift (where they are
/// conserved) and overlap
/// always, with tolerances of rounding, then the study's own. A check of the study on one of these
/// four takes its place. A check on something that was not measured, or has neither theory nor an
/// expected value, fails, and `warnings` says why.
std::vector<CheckResult> judge(const std::vector<CheckConfig>& checks,
                               const std::vector<Observable>& observables,
                               const Bookkeeping& bookkeeping, std::vector<std::string>& warnings);

/// Warnings of observables of a run that has ended which lie more than four standard errors from
/// their theory although no check asks for them.
std::vector<std::string> unchecked_differences(const std::vector<CheckConfig>& checks,
                                               const std::vector<Observable>& observables);

}  // namespace clausius
