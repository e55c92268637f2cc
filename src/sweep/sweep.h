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

/// One of `count` parts into which the cases of a sweep are dealt out.
struct Shard {
  std::size_t index = 0;  ///< from 0
  std::size_t count = 1;
};

/// How far a sweep has come.
struct SweepProgress {
  std::size_t cases = 0, done = 0, running = 0, failed = 0;
  std::optional<double> seconds_left;  ///< unset while nothing is known
};

struct SweepOptions {
  std::filesystem::path out;
  bool retry = false;  ///< whether cases that failed run anew
  std::optional<Shard> shard;
  const std::atomic<bool>* interrupt = nullptr;  ///< raised to stop
  /// Processor time of a case over its SweepPlan::cost_of(), where that was tried.
  std::optional<double> seconds_per_cost;
  std::function<void(const SweepProgress&)> progress{};  ///< called a few times a second
  /// Called with the name of each case that fails, and with its error.
  std::function<void(const std::string& name, const std::string& error)> failed{};
};

struct SweepOutcome {
  std::size_t cases = 0, done = 0;
  std::size_t failed = 0;     ///< with an error
  std::size_t unpassed = 0;   ///< done, but with a check that failed
  std::size_t killed = 0;     ///< ended by a signal, to go on with
  std::size_t elsewhere = 0;  ///< of other shards, which have not ended
  bool interrupted = false;
  bool collected = false;  ///< whether the results were written
};

/// Runs the cases of a sweep that are not done, in rounds where it adds cases, each as a process
/// with a run folder of its own; then writes results.csv and summary.csv. What they hold depends on
/// the study alone, not on who ran which case when.
/// @throws InputError, OutputError; cases that run then end with a checkpoint
SweepOutcome run_sweep(SweepPlan& plan, Workers& workers, const SweepOptions& options);

}  // namespace clausius
