#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
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

/// Results of a run for one species. Temperatures are in the units of the study.
struct SpeciesResult {
  std::string name;
  std::int64_t count = 0;  ///< particles
  double mass = 1;         ///< mass of a particle
  double temperature = 0;  ///< mean over the measured samples, 2⟨E⟩/(degrees of freedom)
  std::optional<double> temperature_error{};  ///< one standard error, if it is known
  double translational_temperature = 0;
  std::optional<double> rotational_temperature;
  std::optional<Trend> trend{}, translational_trend{}, rotational_trend{};  ///< of these
};

/// Event counts of a part of a run (equilibration, measurement).
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

/// Results specific to the time-step mode.
struct StepsResult {
  double step = 0;                 ///< run.time_step, given or default
  int substeps = 1;                ///< number of parts into which each step was cut
  std::int64_t steps = 0;          ///< total number of steps carried out
  std::int64_t pushed_apart = 0;   ///< see EngineCounters
  std::int64_t overlaps_left = 0;  ///< overlaps found by audits at the samples and at the end
};

/// Effect of a drive on the gas.
struct DriveResult {
  DriveType kind = DriveType::random_kicks;
  std::uint64_t actions = 0;  ///< number of times it acted
  double work = 0;            ///< energy given to the gas
};

/// Energy that the wall of a face of the box, or all obstacles together, have given to the gas.
struct WallResult {
  std::string face{};  ///< "x-low" …, "obstacles", "shear" for the images of a sheared box,
                       ///< or "delta" for the speed that hits add
  double work = 0;     ///< energy given by its motion
  double heat = 0;     ///< energy given as a heat bath
};

struct SeriesCase;

/// Complete result of a finished, interrupted or failed run, from which summary.json, the tables
/// and the figures are made.
struct StudyResult {
  StudyConfig config;
  bool interrupted = false;
  /// Why the run failed, in words; the other members hold the results up to then.
  std::string failure{};
  /// Whether the last checkpoint was made at the end, so that a longer run can continue from it.
  bool extendable = false;
  PhaseResult equilibration, measurement;
  /// Mean kinetic energy of the flow in the measured part, of a gas that is sheared or lies between
  /// walls that slide or move: temperatures are those of the motion beside it.
  std::optional<double> flow_energy{};
  double energy_initial = 0, energy_final = 0, dissipated = 0, predicted_dissipation = 0;
  /// The part of predicted_dissipation by tangential impulses, of a gas with friction.
  struct TangentialLoss {
    double sliding = 0, sticking = 0;  ///< of hits that slide, and that stick
  };
  std::optional<TangentialLoss> tangential_loss{};
  double work = 0;  ///< work and heat of all drives and walls: initial + work = final + dissipated
  std::vector<DriveResult> drives;
  std::vector<WallResult> walls;  ///< results of each [[wall]] table
  /// |dissipated − predicted| divided by the energy turned over: the initial energy (under gravity,
  /// above the lowest corner of the box) and what drives and walls gave and took; 0 for a gas at
  /// rest.
  double energy_balance_error = 0;
  double overlap_tolerance = 0;  ///< part of overlap_max_depth that rounding explains
  double energy_rounding = 0;    ///< part of energy_error that rounding explains, under gravity
  /// Change of the momentum along the axes on which it is conserved, relative to Σ m|v|; unset if
  /// there are none.
  std::optional<double> momentum_drift;
  /// Change of the angular momentum relative to Σ m|r||v| + |L|; unset if it is not conserved.
  std::optional<double> angular_momentum_drift;
  double overlap_max_depth = 0;      ///< at the end, in units of the smallest diameter
  std::int64_t audits = 0;           ///< number of audits passed, the one at the end included
  std::optional<StepsResult> steps;  ///< set in the time-step mode
  double cpu_seconds = 0, wall_seconds = 0;
  EngineCounters counters;       ///< counters of the whole run
  std::size_t engine_bytes = 0;  ///< memory of the engine
  std::vector<SpeciesResult> species;
  std::vector<Observable> observables;
  std::vector<CheckResult> checks;
  std::vector<Table> tables;
  Snapshot initial, final;
  /// The start of the measured part, with labels; only with run.trajectory.
  std::optional<Snapshot> measured_from{};
  std::vector<Snapshot> trajectory;
  /// Files to which RunHooks::file gave a path, complete: what they hold is in no table.
  std::vector<std::string> files{};
  std::vector<std::string> warnings;
  /// The cases of a [series]; empty without one.
  std::vector<SeriesCase> series;

  /// Whether every check that was made, here and in the series, passed, the run can be judged, and
  /// nothing failed.
  [[nodiscard]] bool passed() const;
  /// Reason why the run cannot be judged: no simulated time passed, or none of the requested checks
  /// could be made; empty if it can be judged.
  [[nodiscard]] std::string why_not_judged() const;
  [[nodiscard]] bool finished() const { return !interrupted && failure.empty(); }
};

/// Run of the study with one value of the key of its [series].
struct SeriesCase {
  std::string value;  ///< as TOML literal
  StudyResult result;
};

/// Progress of a run.
struct Progress {
  std::string phase;    ///< "placing", "equilibrating", "measuring", "case 2/4: measuring"
  double fraction = 0;  ///< completed fraction of the whole run, from 0 to 1
  double collisions_per_second = 0;  ///< collisions between particles per second of wall time
};

/// Distribution of speeds at one instant of a run, for live displays.
struct LiveView {
  static constexpr std::size_t kBins = 60;
  static constexpr double kBinWidth =
      0.075;  ///< of speeds, in √(k_BT/m) with T that of the species
  struct Species {
    std::string name;
    double temperature = 0;      ///< translational temperature
    std::vector<double> speeds;  ///< density in each bin; speeds beyond the last bin are left out
  };
  std::string phase;  ///< as in Progress
  double time = 0;    ///< since the start
  int dimensions = 3;
  std::vector<Species> species;  ///< species that have particles
};

/// Callbacks and controls of a run; all members may be empty. No two functions are called at once,
/// though replicas may call them from several threads.
struct RunHooks {
  /// Called with the states of all runs of the study (replicas, comparison runs, cases of its
  /// series; an empty string for a run that has not begun): every run.checkpoint_every seconds, on
  /// request, when the run is stopped or fails, and at the end if run.keep_checkpoint.
  std::function<void(const std::vector<std::string>&)> checkpoint{};
  /// A state that `checkpoint` received, from which the run continues to the same result as without
  /// the stop; empty: start from the beginning.
  std::vector<std::string> resume{};
  /// Flag that stops the run, which then makes a checkpoint; it is read several times a second.
  const std::atomic<bool>* interrupt = nullptr;
  /// Number of checkpoints requested so far: whenever it has grown, the run makes one and
  /// continues.
  const std::atomic<int>* checkpoint_requests = nullptr;
  /// Time at which the run stops by itself as if interrupted, early enough for its checkpoint.
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::function<void(const Progress&)> progress{};  ///< called a few times a second
  /// Called a few times a second and at the end of the run, for one of the replicas.
  std::function<void(const LiveView&)> live{};
  /// Least number of calls of `live` in the course of the run, however fast it is.
  std::int64_t live_views = 0;
  /// Called with the results of a failing run up to then, before run_study() throws.
  std::function<void(const StudyResult&)> failed{};
  /// Path of the file `name` ("collisions.csv"), which is written in the course of the run because
  /// it may become longer than the memory. It must be that of the earlier run if this one goes on
  /// from a state. Empty: there are no such files, and StudyResult::tables holds everything.
  /// @param run 0 for the study itself, n for the nth case of its series
  std::function<std::filesystem::path(std::size_t run, const std::string& name)> file{};
  /// Additional measurements, made anew in each replica and in each case of a series, possibly from
  /// several threads at once. Their observables and tables follow the program's own. Checks and
  /// run.until of a study may name them if it was read with their declarations.
  std::vector<ListedMeasurement> measurements{};
};

/// Runs a study from its initial state to its verdicts, and its series case by case.
/// @throws InputError if a start file is at fault or the particles cannot be placed;
/// SimulationError if the run fails (an audit finds a fault, time stands still, no two particles
/// ever collide); ArchiveError if hooks.resume does not belong to this study and start
StudyResult run_study(const StudyConfig& config, const RunHooks& hooks = {});

/// Runs a study from the given make_initial_state(config), so that bad input can be refused before
/// a run folder is made.
StudyResult run_study(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks);

}  // namespace clausius
