#include "study/results/replicas.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "clausius/core/constants.h"
#include "statistics/moments.h"
#include "study/results/checks.h"
#include "study/results/comparison.h"
#include "study/results/joined_observables.h"
#include "study/results/step_length.h"
#include "study/run/run.h"
#include "study/run/schedule.h"
#include "study/start/initial.h"

namespace clausius {

namespace {

// Number of runs of a replica, including its comparison run.
std::size_t runs_of(const StudyConfig& config) {
  return config.comparison == Comparison::none ? 1 : 2;
}

// One replica, whose entries in the journal begin at `entry`.
StudyResult run_replica(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                        Journal& journal, std::size_t entry) {
  StudyResult result = run_once(config, initial, hooks, journal, entry);
  if (config.comparison == Comparison::event_driven && result.finished()) {
    StudyConfig exact = config;
    exact.engine.mode = Mode::event_driven;
    exact.time_step = engine_options(config).time_step;
    exact.trajectory = exact.collision_log = exact.trace = 0;
    const StudyResult beside = run_once(exact, initial, hooks, journal, entry + 1);
    result.interrupted = beside.interrupted;
    result.failure = beside.failure;
    if (result.finished()) add_comparison(beside, result);
  }
  return result;
}

// The table `replicas`: the observables of each.
Table replica_table(const std::vector<Observable>& joined,
                    const std::vector<StudyResult>& replicas) {
  Table table{"replicas", {}};
  std::vector<std::int64_t> seeds;
  seeds.reserve(replicas.size());
  for (const StudyResult& one : replicas)
    seeds.push_back(static_cast<std::int64_t>(one.config.seed));
  table.columns.push_back({"seed", "1", std::move(seeds)});
  for (const Observable& observable : joined) {
    std::vector<double> values, errors;
    for (const StudyResult& replica : replicas) {
      const Observable* one = find_observable(replica.observables, observable.name);
      values.push_back(one != nullptr ? one->value : kNaN);
      errors.push_back(one != nullptr ? one->error.value_or(kNaN) : kNaN);
    }
    table.columns.push_back({observable.name, observable.unit, std::move(values)});
    table.columns.push_back({observable.name + "_error", observable.unit, std::move(errors)});
  }
  return table;
}

StepsResult& operator+=(StepsResult& all, const StepsResult& other) {
  all.steps += other.steps;
  all.pushed_apart += other.pushed_apart;
  all.overlaps_left += other.overlaps_left;
  return all;
}

// Adds what replica `number`, counted from 1, did to the results of those before.
void add_run(StudyResult& result, const StudyResult& other, std::size_t number) {
  const auto worst = [](std::optional<double>& so_far, const std::optional<double>& its) {
    if (so_far && its) so_far = std::max(*so_far, *its);
  };
  result.equilibration += other.equilibration;
  result.measurement += other.measurement;
  result.counters += other.counters;
  result.cpu_seconds += other.cpu_seconds;
  result.wall_seconds = std::max(result.wall_seconds, other.wall_seconds);
  result.engine_bytes += other.engine_bytes;
  result.audits += other.audits;
  if (result.flow_energy && other.flow_energy)
    *result.flow_energy += (*other.flow_energy - *result.flow_energy) / static_cast<double>(number);
  result.energy_balance_error = std::max(result.energy_balance_error, other.energy_balance_error);
  result.energy_rounding = std::max(result.energy_rounding, other.energy_rounding);
  result.overlap_tolerance = std::max(result.overlap_tolerance, other.overlap_tolerance);
  worst(result.momentum_drift, other.momentum_drift);
  worst(result.angular_momentum_drift, other.angular_momentum_drift);
  result.overlap_max_depth = std::max(result.overlap_max_depth, other.overlap_max_depth);
  if (result.steps && other.steps) *result.steps += *other.steps;
  for (const std::string& warning : other.warnings)
    result.warnings.push_back(fmt::format("replica {}: {}", number, warning));
}

// Temperatures of a species over all replicas, with errors from their scatter.
void join_species(SpeciesResult& species, std::size_t index,
                  const std::vector<StudyResult>& replicas) {
  RunningMoments temperature;
  for (const StudyResult& one : replicas) temperature.add(one.species[index].temperature);
  species.temperature = temperature.mean();
  species.temperature_error = temperature.standard_error();
  for (std::optional<Trend> SpeciesResult::*const trend :
       {&SpeciesResult::trend, &SpeciesResult::translational_trend,
        &SpeciesResult::rotational_trend}) {
    std::vector<std::optional<Trend>> all;
    all.reserve(replicas.size());
    for (const StudyResult& one : replicas) all.push_back(one.species[index].*trend);
    species.*trend = joined_trend(all);
  }
  if (changes(species.trend)) species.temperature_error.reset();
}

// Joins the replicas: counts are summed, of errors the worst is reported, tables are those of the
// first replica, and each replica has a row in the table `replicas`.
StudyResult merge(std::vector<StudyResult> replicas) {
  // For replicas that failed before they began only the reason is known.
  const auto begun = std::stable_partition(replicas.begin(), replicas.end(),
                                           [](const auto& one) { return !one.species.empty(); });
  std::string failure;
  bool interrupted = false;
  for (const StudyResult& one : replicas) {
    if (failure.empty()) failure = one.failure;
    interrupted = interrupted || one.interrupted;
  }
  replicas.erase(std::max(begun, replicas.begin() + 1), replicas.end());
  replicas.front().failure = failure;
  replicas.front().interrupted = interrupted;
  if (replicas.size() == 1) return std::move(replicas.front());
  StudyResult result = replicas.front();
  std::vector<ObservablesOfRun> runs;
  runs.reserve(replicas.size());
  for (const StudyResult& one : replicas)
    runs.push_back({&one.observables, one.measurement.simulated_time,
                    static_cast<double>(one.measurement.collisions)});
  result.observables = joined_observables(runs, means_of_runs(result.config));
  for (Observable& one : result.observables) one = with_trend(one, one.trend);
  result.tables.push_back(replica_table(result.observables, replicas));
  for (std::size_t r = 1; r < replicas.size(); ++r) add_run(result, replicas[r], r + 1);
  for (std::size_t s = 0; s < result.species.size(); ++s)
    join_species(result.species[s], s, replicas);
  return result;
}

// Combined progress of parallel runs.
class SharedProgress {
 public:
  SharedProgress(const RunHooks& hooks, std::mutex& mutex, std::size_t runs)
      : hooks_(hooks), mutex_(mutex), runs_(runs) {}

  [[nodiscard]] RunHooks of(std::size_t run) {
    RunHooks inner = hooks_;
    if (hooks_.live && run > 0) inner.live = nullptr;
    if (hooks_.live && run == 0 && runs_.size() > 1)
      inner.live = [this](const LiveView& view) {
        const std::lock_guard lock(mutex_);
        hooks_.live(view);
      };
    if (hooks_.progress && runs_.size() > 1)
      inner.progress = [this, run](const Progress& progress) {
        const std::lock_guard lock(mutex_);
        runs_[run] = progress;
        Progress whole = progress;
        whole.fraction = whole.collisions_per_second = 0;
        for (const Progress& one : runs_) {
          whole.fraction += one.fraction / static_cast<double>(runs_.size());
          whole.collisions_per_second += one.collisions_per_second;
        }
        hooks_.progress(whole);
      };
    return inner;
  }

 private:
  const RunHooks& hooks_;
  std::mutex& mutex_;
  std::vector<Progress> runs_;
};

}  // namespace

std::size_t entries_of(const StudyConfig& config) {
  return static_cast<std::size_t>(config.replicas) * runs_of(config);
}

StudyResult run_replicas(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                         Journal& journal, std::size_t entry) {
  const auto count = static_cast<std::size_t>(config.replicas);
  std::vector<StudyResult> replicas(count);
  SharedProgress progress(hooks, journal.mutex(), count);
  // This is the order that TBB guarantees, repeated where ThreadSanitizer sees it: not inside TBB.
  // Not captured, because captures are read from the handed-over object.
  static std::atomic<std::size_t> begun, ended;
  const auto run = [&](std::size_t r) {
    (void)begun.load(std::memory_order_acquire);
    const StudyConfig one = replica_of(config, static_cast<std::int64_t>(r));
    replicas[r] = guarded(one, initial, journal, [&] {
      return run_replica(one, r == 0 ? initial : make_initial_state(one, hooks.interrupt),
                         progress.of(r), journal, entry + r * runs_of(config));
    });
    ended.fetch_add(1, std::memory_order_release);
  };
  begun.fetch_add(1, std::memory_order_release);
  tbb::parallel_for(std::size_t{0}, count, run);
  (void)ended.load(std::memory_order_acquire);
  StudyResult result = merge(std::move(replicas));
  result.checks =
      judge(config.checks, result.observables,
            {result.energy_balance_error, result.momentum_drift, result.angular_momentum_drift,
             result.overlap_max_depth, result.counters.collisions + result.counters.wall_collisions,
             result.energy_rounding, std::max(result.overlap_tolerance, kOverlapTolerance)});
  if (result.finished() && config.until)
    result.checks.push_back(check_of_error(config, result.observables));
  if (result.finished())  // otherwise its errors are based on too little data
    for (std::string& warning : unchecked_differences(config.checks, result.observables))
      result.warnings.push_back(std::move(warning));
  return result;
}

MeasurementKind replicas_kind() {
  return {"Replicas",
          {},
          {{"replicas",
            "All observables of the replicas, a row a replica.",
            Need::replicas,
            {{"seed", "Seed of the replica."},
             {"OBSERVABLE", "Value of an observable.", nullptr, Beside::error}}}}};
}

}  // namespace clausius
