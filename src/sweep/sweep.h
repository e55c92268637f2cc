#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sweep/plan.h"
#include "sweep/results.h"
#include "sweep/workers.h"

namespace clausius {

/// One of `count` parts into which the cases of a sweep are divided.
struct Shard {
  std::size_t index = 0;  ///< from 0
  std::size_t count = 1;
};

/// Progress of a sweep.
struct SweepProgress {
  std::size_t cases = 0, done = 0, running = 0, failed = 0;
  std::optional<double> seconds_left;  ///< unset while unknown
};

/// "3 of 8 cases done, 2 running  1 min left".
std::string text_of(const SweepProgress& progress);

struct SweepOptions {
  std::filesystem::path out;
  bool retry = false;  ///< whether failed cases are run again
  std::optional<Shard> shard;
  const std::atomic<bool>* interrupt = nullptr;  ///< set to stop
  /// Processor time of a case divided by its SweepPlan::cost_of(), if that was tried.
  std::optional<double> seconds_per_cost;
  std::function<void(const SweepProgress&)> progress{};  ///< called a few times a second
};

/// A case without a result and the reason, or one with a warning.
struct CaseFault {
  std::string name, reason;
};

struct SweepOutcome {
  std::size_t cases = 0, done = 0;
  std::size_t failed = 0;     ///< ended with an error, or damaged since
  std::size_t unpassed = 0;   ///< done, but with a failed check
  std::size_t stopped = 0;    ///< stopped from outside and still open: a next sweep continues them
  std::size_t elsewhere = 0;  ///< unfinished cases of other shards
  bool interrupted = false;
  bool collected = false;  ///< whether the results were written
  /// Points whose error is larger than that of `until`, in words, if the results were written.
  std::vector<std::string> inexact;
  std::vector<CaseFault> faults;    ///< the failed and the stopped cases, in the order of the plan
  std::vector<CaseFault> warnings;  ///< what the cases that are done warn of, in the same order
};

/// Runs the cases of a sweep that are not done, in rounds if it adds cases, each as a process with
/// a run folder of its own; then writes results.csv and summary.csv. Their content depends on the
/// study alone, not on the order or place in which cases were run.
/// @throws InputError, OutputError; running cases then end with a checkpoint
SweepOutcome run_sweep(SweepPlan& plan, Workers& workers, const SweepOptions& options);

}  // namespace clausius
