#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/options.h"
#include "clausius/measure/measurement.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"

namespace clausius {

/// What a run found of one species. Temperatures are in the units of the study.
struct SpeciesResult {
  std::string name;
  std::int64_t count = 0;  ///< particles
  double mass = 1;         ///< of a particle
  double temperature = 0;  ///< mean over the measured samples, 2⟨E⟩/(degrees of freedom)
  std::optional<double> temperature_error{};  ///< one standard error, where it is known
  double translational_temperature = 0;
  std::optional<double> rotational_temperature;
};

/// What happened in a part of a run (equilibration, measurement).
struct PhaseResult {
  double simulated_time = 0;
  std::int64_t collisions = 0;                ///< between particles
  std::int64_t wall_collisions = 0;           ///< with walls and obstacles
  std::int64_t elastic_by_duration_rule = 0;  ///< see EngineCounters

  PhaseResult& operator+=(const PhaseResult& other) {
    simulated_time += other.simulated_time;
    collisions += other.collisions;
    wall_collisions += other.wall_collisions;
    elastic_by_duration_rule += other.elastic_by_duration_rule;
    return *this;
  }
};

/// What the time-step mode did.
struct StepsResult {
  double step = 0;                 ///< run.time_step, given or default
  int substeps = 1;                ///< number of parts into which each step was cut
  std::int64_t steps = 0;          ///< carried out in all
  std::int64_t pushed_apart = 0;   ///< see EngineCounters
  std::int64_t overlaps_left = 0;  ///< found by audits at the samples and at the end
};

/// What a drive has done to the gas.
struct DriveResult {
  DriveType kind = DriveType::random_kicks;
  std::uint64_t actions = 0;  ///< how often it acted
  double work = 0;            ///< energy given to the gas
};

/// What the wall of a face of the box, or all obstacles together, have given to the gas.
struct WallResult {
  std::string face{};  ///< "x-low" …, "obstacles", or "shear": the images of a sheared box
  double work = 0;     ///< energy given by its motion
  double heat = 0;     ///< energy given as a heat bath
};

struct SeriesCase;

/// Everything a finished (or interrupted, or failed) run leaves behind: what summary.json, the
/// tables and the figures are made from.
struct StudyResult {
  StudyConfig config;
  bool interrupted = false;
  std::string failure{};  ///< why the run failed, in words; the rest is what it had found by then
  /// Whether the last checkpoint is that of the end, from which a longer run can go on.
  bool extendable = false;
  PhaseResult equilibration, measurement;
  double energy_initial = 0, energy_final = 0, dissipated = 0, predicted_dissipation = 0;
  double work = 0;  ///< and heat, of all drives and walls: initial + work = final + dissipated
  std::vector<DriveResult> drives;
  std::vector<WallResult> walls;  ///< of each [[wall]] table
  /// |dissipated − predicted| / energy turned over: what there was, above the lowest corner of the
  /// box under gravity, and what drives and walls gave and took (0 for a gas at rest).
  double energy_balance_error = 0;
  double energy_rounding = 0;  ///< part of that error that rounding explains, under gravity
  /// Change of the momentum along the axes along which it is conserved, relative to Σ m|v|; unset
  /// where there are none.
  std::optional<double> momentum_drift;
  /// Change of the angular momentum relative to Σ m|r||v| + |L|; unset where it is not conserved.
  std::optional<double> angular_momentum_drift;
  double overlap_max_depth = 0;      ///< at the end, in smallest diameters
  std::int64_t audits = 0;           ///< passed; the last one at the end
  std::optional<StepsResult> steps;  ///< of the time-step mode
  double cpu_seconds = 0, wall_seconds = 0;
  EngineCounters counters;       ///< of the whole run
  std::size_t engine_bytes = 0;  ///< memory of the engine
  std::vector<SpeciesResult> species;
  std::vector<Observable> observables;
  std::vector<CheckResult> checks;
  std::vector<Table> tables;
  Snapshot initial, final;
  /// The start of the measured part, with labels; only with run.trajectory.
  std::optional<Snapshot> measured_from{};
  std::vector<Snapshot> trajectory;
  std::vector<std::string> warnings;
  /// The cases of a [series]; empty without one.
  std::vector<SeriesCase> series;

  /// Every check here and in the series that was made passed, the run can be judged, and nothing
  /// failed.
  [[nodiscard]] bool passed() const;
  /// Why the run tells nothing about its checks: no simulated time passed, or none of those that
  /// the study asks for could be made; empty where it can be judged.
  [[nodiscard]] std::string why_not_judged() const;
  [[nodiscard]] bool finished() const { return !interrupted && failure.empty(); }
};

/// The study run with one value of the key of its [series].
struct SeriesCase {
  std::string value;  ///< as TOML literal
  StudyResult result;
};

/// How far a run has come.
struct Progress {
  std::string phase;    ///< "placing", "equilibrating", "measuring", "case 2/4: measuring"
  double fraction = 0;  ///< of the whole run that is done, from 0 to 1
  double collisions_per_second = 0;  ///< between particles, of wall time
};

/// The distribution of speeds at an instant of a run, for those who watch it.
struct LiveView {
  static constexpr std::size_t kBins = 60;
  static constexpr double kBinWidth =
      0.075;  ///< of speeds, in √(k_BT/m) with T that of the species
  struct Species {
    std::string name;
    double temperature = 0;      ///< of translation
    std::vector<double> speeds;  ///< density in each bin; faster ones are left out
  };
  std::string phase;  ///< as in Progress
  double time = 0;    ///< since the start
  int dimensions = 3;
  std::vector<Species> species;  ///< those with particles
};

/// What a run calls and looks at; all members may be empty. No two functions are called at once,
/// though replicas may call them from several threads.
struct RunHooks {
  /// Called with the states of all runs of the study (replicas, runs they are compared with, cases
  /// of its series; an empty string for a run that has not begun) every run.checkpoint_every
  /// seconds, on request, where the run is stopped or fails, and at the end if run.keep_checkpoint.
  std::function<void(const std::vector<std::string>&)> checkpoint{};
  /// What `checkpoint` was given, to go on from there to the very same result as if there had been
  /// no stop; empty: from the start.
  std::vector<std::string> resume{};
  /// Raised to stop the run, which then makes a checkpoint; looked at several times a second.
  const std::atomic<bool>* interrupt = nullptr;
  /// Number of checkpoints asked for so far: each time it has grown the run makes one and goes on.
  const std::atomic<int>* checkpoint_requests = nullptr;
  /// When the run stops by itself as if interrupted, early enough for its checkpoint.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::function<void(const Progress&)> progress{};  ///< called a few times a second
  /// Called a few times a second and at the end of the run, of one of the replicas.
  std::function<void(const LiveView&)> live{};
  /// `live` is called at least about so many times in the course of the run, however fast it is.
  std::int64_t live_views = 0;
  /// Called with what a run that fails had found by then, before run_study() throws.
  std::function<void(const StudyResult&)> failed{};
  /// What is measured beside all that the program measures; made anew in each replica and in each
  /// case of a series, from several threads at once. Its observables and tables follow the others;
  /// checks and run.until of a study may name them if it was read with what they declare.
  std::vector<ListedMeasurement> measurements{};
};

/// Runs a study from its initial state to its verdicts, and its series case by case.
/// @throws InputError if a start file is at fault or the particles cannot be placed,
///         SimulationError if the run fails (an audit finds a fault, time stands still, no two
///         particles ever meet), ArchiveError if hooks.resume is not of this study and start
StudyResult run_study(const StudyConfig& config, const RunHooks& hooks = {});

/// Runs a study from the given make_initial_state(config), so that the caller can refuse bad input
/// before making a run folder.
StudyResult run_study(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks);

}  // namespace clausius
