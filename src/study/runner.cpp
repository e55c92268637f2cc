#include "clausius/study/runner.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>

#include "clausius/core/archive.h"
#include "clausius/core/checksum.h"
#include "clausius/core/constants.h"
#include "clausius/core/elementary.h"
#include "clausius/core/numbers.h"
#include "clausius/core/sum.h"
#include "clausius/engine/conserved.h"
#include "clausius/engine/drive.h"
#include "clausius/measure/run_recorder.h"
#include "clausius/measure/species_law.h"
#include "clausius/measure/species_temperature.h"
#include "clausius/statistics/fit.h"
#include "clausius/statistics/moments.h"
#include "clausius/study/audit.h"
#include "clausius/study/checks.h"
#include "clausius/study/keys.h"
#include "clausius/study/observables.h"
#include "clausius/study/time_step.h"
#include "clausius/theory/estimates.h"
#include "clausius/theory/time_step.h"
#include "core/special_functions.h"

namespace clausius {

namespace {

using Clock = std::chrono::steady_clock;

// The engine is called for stretches of about this long, between which the interrupt flag is looked
// at and progress shown.
constexpr double kStretchSeconds = 0.1;
// Collisions that a random gas of this density and temperature would have had by the time at which
// a gas without any is given up. A gas where chance alone delays them has e^(−number).
constexpr double kGivenUpAfter = 1e4;
// The contact-duration rule of an inelastic gas, in mean free times: short enough to change nothing
// that is measured (Luding & McNamara 1998), long enough to stop a collapse.
constexpr double kContactDuration = 1e-5;
// That of rigid bodies, which may press on each other for a while as they turn, in as many small
// elastic hits as this leaves: a path, so that there are no more of them when the gas is cold, in
// diameters of the smallest member.
constexpr double kBodyContactPath = 1e-3;
// That of a gas under gravity, in which particles come to rest on each other: in times that one
// takes to fall by a diameter of the smallest particle or member. Grains of 1 mm touch that long.
constexpr double kRestingContactDuration = 1e-3;
// Of which an audit looks for what is missed: some hundredths of a second.
constexpr std::int64_t kAuditedPairs = 2000000;
// Samples before the error named by run.until is looked at, and then between looks, as a part of
// the samples so far: an error from fewer is too small now and then.
constexpr std::int64_t kFirstLook = 40, kLooksPerDoubling = 5;
// The error at the end may exceed the one asked for by so much: the last block, or replicas.
constexpr double kNearlyReached = 1.3;
// Between the actions of a drive, in mean free times: few of its kicks, so their sizes are small.
constexpr double kDriveInterval = 0.1;
// Least time from one checkpoint to the next, in times the former took: a tenth goes into them.
constexpr double kBetweenCheckpoints = 9;
// Bytes of the checkpoint of a finished run that is kept without being asked for.
constexpr double kMostKept = 1e8;
// Weight, in replicas, of their own errors beside the scatter between them: ten times larger, runs
// too short to know their own errors would hide it; ten times smaller, the error from two is no
// better than that of one scatter.
constexpr double kOwnErrorsWeight = 10;
// Bytes set aside for the results of a run whose memory runs out, for each particle and for so many
// more.
constexpr std::size_t kReservedBytes = 1000, kReservedFor = 20000;
// Weight, in collisions, of the theoretical rate in the estimate of the rate measured so far.
constexpr double kTheoryWeight = 50;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Of this thread: a run stays in one.
double cpu_seconds() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::string message_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& known) {
    return known.what();
  }
}

double wanted_error(const UntilConfig& until, const Observable& observable) {
  return until.error * (until.relative ? std::abs(observable.value) / 100 : 1);
}

/// How far the runs of a study have come, for checkpoints; runs side by side may write in it.
class Journal {
 public:
  Journal(const RunHooks& hooks, double every, std::size_t runs)
      : hooks_(hooks), every_(every), states_(hooks.resume) {
    states_.resize(runs);
  }

  /// The part of one run.
  class Entry {
   public:
    Entry(Journal& journal, std::size_t run) : journal_(journal), run_(run) {
      const std::lock_guard lock(journal_.mutex_);
      requests_seen_ = journal_.requests_served_;
    }

    /// How far the run had come when its study was stopped; empty: nowhere.
    [[nodiscard]] std::string begin() const {
      const std::lock_guard lock(journal_.mutex_);
      return journal_.states_[run_];
    }
    [[nodiscard]] bool is_due() const {
      return requests_seen_ < journal_.requests() ||
             seconds_since(last_) >= std::max(journal_.every_, kBetweenCheckpoints * cost_);
    }
    /// Seconds that the last checkpoint took.
    [[nodiscard]] double cost() const { return cost_; }
    /// Makes a checkpoint: `save` returns how far the run has come. Without memory for it the run
    /// goes on, unless this is where it `stops`.
    template <class Save>
    void note(bool stops, Save save) {
      const auto begin = Clock::now();
      requests_seen_ = journal_.requests();
      try {
        if (journal_.hooks_.checkpoint) {
          std::string state = save();
          const std::lock_guard lock(journal_.mutex_);
          journal_.requests_served_ = std::max(journal_.requests_served_, requests_seen_);
          journal_.states_[run_] = std::move(state);
          journal_.hooks_.checkpoint(journal_.states_);
        }
      } catch (const std::bad_alloc&) {
        if (stops) throw;
      }
      last_ = Clock::now();
      cost_ = seconds_since(begin);
    }
    /// Takes down the state of the run that is done, if it is to be kept or there are others.
    template <class Save>
    void end(bool keeps, Save save) {
      if (keeps || journal_.states_.size() > 1) take_down(save);
    }
    /// The run has failed: its last state is taken down where there is no earlier one, which a
    /// failed audit cannot have reached.
    template <class Save>
    void fail(std::exception_ptr error, Save save) {
      journal_.fail(std::move(error));
      if (!is_taken_down()) take_down(save);
    }
    /// Whether some run of the study has failed.
    [[nodiscard]] bool failed() const { return journal_.failure() != nullptr; }

   private:
    [[nodiscard]] bool is_taken_down() const {
      const std::lock_guard lock(journal_.mutex_);
      return !journal_.states_[run_].empty();
    }
    template <class Save>
    void take_down(Save save) {
      if (!journal_.hooks_.checkpoint) return;
      try {
        std::string state = save();
        const std::lock_guard lock(journal_.mutex_);
        journal_.states_[run_] = std::move(state);
      } catch (const std::bad_alloc&) {  // then the run goes on without
      }
    }

    Journal& journal_;
    std::size_t run_;
    Clock::time_point last_ = Clock::now();
    double cost_ = 0;
    int requests_seen_ = 0;
  };

  /// Held while a hook is called.
  [[nodiscard]] std::mutex& mutex() { return mutex_; }

  /// A run of the study has failed: the others stop, of several failures the first is kept.
  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(error);
  }
  [[nodiscard]] std::exception_ptr failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }
  /// Makes a checkpoint of what has been taken down.
  void write() {
    const std::lock_guard lock(mutex_);
    if (hooks_.checkpoint) hooks_.checkpoint(states_);
  }
  /// Makes one of the ends of all runs, unless there are some that were not taken down, or, where
  /// that is not asked for, it would be large. False if there is none.
  bool write_end(std::optional<bool> asked) {
    std::size_t bytes = 0;
    bool whole = hooks_.checkpoint && asked.value_or(true);
    for (const std::string& state : states_) {
      bytes += state.size();
      whole = whole && !state.empty();
    }
    whole = whole && (asked || static_cast<double>(bytes) <= kMostKept);
    if (whole) write();
    return whole;
  }

 private:
  [[nodiscard]] int requests() const {
    return hooks_.checkpoint_requests != nullptr ? hooks_.checkpoint_requests->load() : 0;
  }

  const RunHooks& hooks_;
  double every_;
  mutable std::mutex mutex_;
  int requests_served_ = 0;
  std::exception_ptr failure_;
  std::vector<std::string> states_;  // by run
};

/// A run of one study, from its initial state to the end. Between two stretches it can be saved.
template <int Dim>
class Run {
 public:
  Run(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
      Journal::Entry journal)
      : config_(config),
        initial_(initial),
        hooks_(hooks),
        journal_(journal),
        start_(to_state<Dim>(initial, config)),
        gas_(gas_of(config, start_)),
        engine_options_(engine_options(config)),
        drives_(drives_of(config, gas_, start_)),
        recorder_(gas_, start_, measurement_options(config, engine_options_, gas_, start_.time),
                  hooks.measurements),
        engine_(make_engine(gas_, start_, engine_options_)),
        engine_bytes_(engine_->memory_bytes()),
        cools_(!is_elastic(gas_) && !driving(config, gas_).changes_energy),
        rate_at_unit_kt_(enskog_rate(gas_, start_, 1)),
        kt_(kt_of(start_)) {
    engine_->interrupt_on(hooks_.interrupt);
  }

  StudyResult operator()() {
    if (const std::string state = journal_.begin(); !state.empty()) load(state);
    spent_.begin();
    StudyResult result;
    result.config = config_;
    result.initial = initial_;
    result.energy_initial = mechanical_energy(gas_, start_);

    bool finished = false;
    attempt(result, [&] { finished = go_on(); });
    if (!measured_from_) begin_measurement();
    const State<Dim> last = engine_->state();
    recorder_.end(last);
    if (hooks_.live) hooks_.live(live_view());
    if (result.failure.empty()) attempt(result, [&] { audit(last); });
    if (finished && std::ssize(trajectory_) < config_.trajectory)
      trajectory_.push_back(frame(last));

    result.interrupted = !finished && result.failure.empty();
    result.equilibration = between({start_.time, {}}, *measured_from_);
    result.measurement = between(*measured_from_, mark());
    spent_.stop();
    result.cpu_seconds = spent_.cpu;
    result.wall_seconds = spent_.wall;
    result.counters = engine_->counters();
    result.engine_bytes = engine_bytes_;
    if (first_frame_) result.measured_from = snapshot(*first_frame_);
    for (const Frame& one : trajectory_)
      if (std::ssize(result.trajectory) < config_.trajectory)
        result.trajectory.push_back(snapshot(one));
    result.final = snapshot(frame(last));
    result.energy_final = mechanical_energy(gas_, last);
    result.dissipated = dissipated(last);
    for (std::size_t d = 0; d < drives_.size(); ++d) {
      result.drives.push_back({config_.drives[d].kind, drives_[d].actions(), drives_[d].work()});
      result.work += drives_[d].work();
    }
    const auto add_walls = [&](std::string_view name, std::size_t face) {
      result.walls.push_back({std::string(name), recorder_.books().tally().work(face),
                              recorder_.books().tally().heat(face)});
    };
    for (const WallConfig& wall : config_.walls)
      add_walls(word_for(kFaceWords, wall.face), wall.face);
    if (!config_.obstacles.empty()) add_walls("obstacles", 2 * Dim);
    if (gas_.boundary.is_sheared()) add_walls("shear", CollisionTally<Dim>::kShear);
    result.work += recorder_.books().given_by_walls();
    result.predicted_dissipation = recorder_.books().predicted_dissipation();
    const Overlap overlap = deepest_overlap(gas_, last);
    const Bookkeeping books = bookkeeping(last, overlap);
    result.energy_balance_error = books.energy_balance_error;
    result.energy_rounding = books.energy_rounding;
    result.momentum_drift = books.momentum_drift;
    result.angular_momentum_drift = books.angular_momentum_drift;
    result.overlap_max_depth = books.overlap_max_depth;
    result.audits = audits_;
    if (engine_options_.mode == Mode::time_step) {
      const StepChoice choice = choose_time_step(config_);
      result.steps = {choice.step, choice.substeps, result.counters.steps,
                      result.counters.pushed_apart, overlaps_left_ + overlap.count};
    }
    collect(result);
    return result;
  }

  // Everything that changes in the course of the run, but for the engine.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(recorder_, measured_from_, interval_, spacing_, frames_due_, next_sample_, next_frame_,
            first_frame_, trajectory_, kt_, counted_collisions_, root_kt_time_, expected_in_vain_,
            overlaps_left_, audits_, spent_, samples_taken_, next_look_, until_reached_);
    for (Drive<Dim>& drive : drives_) archive(drive);
  }

 private:
  std::string save() {
    spent_.stop();
    spent_.begin();
    SaveArchive archive;
    archive(start_checksum(), *this);
    engine_->save_to(archive);
    return archive.take();
  }

  void load(const std::string& state) {
    LoadArchive archive(state);
    std::uint64_t start = 0;
    archive(start);
    require(start == start_checksum(), "is of another start: initial.file has changed since");
    archive(*this);
    engine_->load_from(archive);
    require(archive.left() == 0, "goes on too long");
    require(audit_numbers(engine_->state()).empty(), "holds a state that cannot be");
  }

  std::uint64_t start_checksum() const { return checksum(to_bytes(start_)); }

  // An instant of the run, and the events up to it.
  struct Mark {
    double time = 0;
    EngineCounters counters;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(time, counters);
    }
  };
  Mark mark() const { return {engine_->time(), engine_->counters()}; }

  static PhaseResult between(const Mark& begin, const Mark& end) {
    PhaseResult result;
    result.simulated_time = end.time - begin.time;
    result.collisions = end.counters.collisions - begin.counters.collisions;
    result.wall_collisions = end.counters.wall_collisions - begin.counters.wall_collisions;
    result.elastic_by_duration_rule =
        end.counters.elastic_by_duration_rule - begin.counters.elastic_by_duration_rule;
    return result;
  }

  // Seconds the run has taken, in all processes that had a part in it.
  struct Spent {
    double cpu = 0, wall = 0;
    void begin() {
      cpu_begin = cpu_seconds();
      wall_begin = Clock::now();
    }
    void stop() {
      cpu += cpu_seconds() - cpu_begin;
      wall += seconds_since(wall_begin);
    }
    double cpu_begin = 0;
    Clock::time_point wall_begin;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(cpu, wall);
    }
  };

  // A state with the labels of the particles.
  struct Frame {
    State<Dim> state;
    std::vector<std::uint8_t> label;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(state, label);
    }
  };
  Frame frame(const State<Dim>& state) { return {state, recorder_.labels(state.time)}; }
  Snapshot snapshot(const Frame& one) const {
    Snapshot result = to_snapshot(one.state, config_);
    result.label = one.label;
    return result;
  }

  // The time from one sample to the next in a run that counts collisions.
  struct Interval {
    double begin = 0;
    std::int64_t collisions = 0;  // up to then
    double end = 0;
    template <class Archive>
    void serialize(Archive& archive) {
      archive(begin, collisions, end);
    }
  };

  // To the end of the run. False if it is stopped before.
  bool go_on() {
    if (!measured_from_) {
      if (!equilibrate()) return false;
      begin_measurement();
    }
    if (!(config_.duration ? measure_duration() : measure_collisions())) return false;
    journal_.end(keeps_end(), [this] { return save(); });
    return true;
  }

  // Whether a longer run shall be able to go on from the end of this one.
  bool keeps_end() const {
    const double bytes = static_cast<double>(engine_->memory_bytes()) +
                         static_cast<double>(trajectory_.size()) * particles() *
                             static_cast<double>(2 * sizeof(Vec<Dim>));
    return config_.keep_checkpoint.value_or(bytes <= kMostKept);
  }

  // Does a part of the run; where that fails, keeps the reason and how far the run has come.
  template <class Part>
  void attempt(StudyResult& result, Part part) {
    const auto keep = [&](std::exception_ptr error) {
      reserve_.reset();
      result.failure = message_of(error);
      journal_.fail(std::move(error), [this] { return save(); });
    };
    try {
      part();
    } catch (const SimulationError&) {
      keep(std::current_exception());
    } catch (const std::bad_alloc&) {
      keep(std::current_exception());
      // As many frames as can be written, which takes more memory than keeping them.
      trajectory_.resize(trajectory_.size() / 3);
    }
  }

  static Gas<Dim> gas_of(const StudyConfig& config, const State<Dim>& start) {
    Gas<Dim> gas = make_gas<Dim>(config);
    gas.boundary.start = start.time;
    if (config.contact_duration || is_elastic(gas)) return gas;
    if (gas.boundary.has_gravity())
      gas.contact_duration =
          kRestingContactDuration * std::sqrt(smallest_diameter(gas) / gas.boundary.gravity.norm());
    else if (!gas.bodies.empty())
      gas.contact_path = kBodyContactPath * smallest_diameter(gas);
    else if (const double kt = kt_at_first(config, gas, start); kt > 0)
      if (const double rate = enskog_rate(gas, start, kt); rate > 0)
        gas.contact_duration = kContactDuration / rate;
    return gas;
  }

  // k_BT of the start; of a gas that starts at rest that to which drives and thermal walls bring it
  // at first.
  static double kt_at_first(const StudyConfig& config, const Gas<Dim>& gas,
                            const State<Dim>& start) {
    double kt = kt_of(gas, start);
    if (kt > 0) return kt;
    for (const DriveConfig& drive : config.drives) {
      kt = std::max(kt, config.boltzmann * drive.temperature);
      for (const SphereSpecies& species : gas.species)
        kt = std::max(kt, species.mass * drive.strength * drive.interval.value_or(0));
    }
    for (const auto& face : gas.boundary.faces) kt = std::max(kt, face.kt);
    for (const auto& obstacle : gas.boundary.obstacles) kt = std::max(kt, obstacle.kt);
    return kt;
  }

  static MeasurementOptions measurement_options(const StudyConfig& config,
                                                const EngineOptions& engine, const Gas<Dim>& gas,
                                                double start_time) {
    MeasurementOptions options;
    for (const SpeciesConfig& species : config.species)
      options.species_names.push_back(species.name);
    options.boltzmann = config.boltzmann;
    options.si_units = config.si_units;
    options.collision_log = config.collision_log;
    options.collision_statistics = config.collision_statistics;
    options.transport = config.transport;
    options.relaxation_spectrum = config.relaxation_spectrum;
    options.driven = !config.drives.empty();
    options.dissipates = !is_elastic(gas);
    options.hole = watched_hole(config);
    options.driving = driving(config, gas);
    options.structure = config.structure;
    options.labels = {config.labels, config.relabels, config.seed, config.windows};
    options.windows = config.windows;
    options.trace = config.trace;
    if (std::any_of(config.species.begin(), config.species.end(), [](const SpeciesConfig& one) {
          return one.amount || one.internal_degrees > 0;
        }))
      for (const SpeciesConfig& one : config.species)
        options.amounts.push_back(one.amount.value_or(static_cast<double>(one.count)));
    if (config.watches_echo()) options.reversal = start_time + config.drives[0].time;
    const bool by_steps = engine.mode == Mode::time_step;
    if (by_steps || config.time_step)
      options.steps = {by_steps ? engine.time_step : *config.time_step, start_time, by_steps};
    const bool placed =
        config.placement == Placement::lattice || config.placement == Placement::random;
    options.relaxation =
        placed && std::any_of(config.species.begin(), config.species.end(), [](const auto& s) {
          return s.velocities == Velocities::equal_speed && s.count > 0;
        });
    return options;
  }

  // The one hole between the two sides of a box that are otherwise parted.
  static std::optional<WatchedHole> watched_hole(const StudyConfig& config) {
    if (config.species.size() > 1 || !config.spheres_only() || config.has_gravity() ||
        config.obstacles.size() != 1 || !config.obstacles[0].has_hole() ||
        config.periodic[config.obstacles[0].axis])
      return std::nullopt;
    const ObstacleConfig& plate = config.obstacles[0];
    WatchedHole hole{static_cast<int>(plate.axis), plate.position, plate.thickness, plate.hole_low,
                     plate.hole_high};
    if (plate.hole_radius > 0) {
      hole.round = true;
      for (const double x : plate.hole_centre) {
        hole.low.push_back(x - plate.hole_radius);
        hole.high.push_back(x + plate.hole_radius);
      }
    }
    const auto axis = static_cast<std::ptrdiff_t>(plate.axis);
    hole.low.insert(hole.low.begin() + axis, 0);
    hole.high.insert(hole.high.begin() + axis, 0);
    hole.door_speed = plate.door_speed;
    return hole;
  }

  static Driving driving(const StudyConfig& config, const Gas<Dim>& gas) {
    Driving driving;
    const Boundary<Dim>& boundary = gas.boundary;
    driving.changes_energy = boundary.has_gravity() || boundary.moves() || boundary.is_thermal() ||
                             boundary.is_sheared();
    if (boundary.is_thermal() && is_elastic(gas) && config.drives.empty())
      driving.held_kt = boundary.common_kt();
    for (const DriveConfig& one : config.drives) {
      if (one.kind == DriveType::reversal) continue;
      driving.changes_energy = true;
      if (config.drives.size() > 1) continue;
      if (one.kind == DriveType::random_kicks)
        driving.kick_strength = one.strength;
      else if (is_elastic(gas))
        driving.held_kt = config.boltzmann * one.temperature;
    }
    return driving;
  }

  static std::vector<Drive<Dim>> drives_of(const StudyConfig& config, const Gas<Dim>& gas,
                                           const State<Dim>& start) {
    std::vector<double> counts(gas.species.size());
    for (const std::uint8_t species : start.species) ++counts[species];
    std::vector<Drive<Dim>> drives;
    for (const DriveConfig& one : config.drives) {
      double interval = one.interval.value_or(0);
      if (!one.interval && one.kind != DriveType::reversal) {
        const double kt = kt_of(gas, start);
        const double rate = kt > 0 ? enskog_rate(gas, start, kt) : 0;
        if (rate <= 0)
          throw InputError(config.problem_at(
              fmt::format("drive[{}].interval", drives.size()),
              "no mean free time is known of a gas at rest; allowed: a time above 0"));
        interval = kDriveInterval / rate;
      }
      const double kt = config.boltzmann * one.temperature;
      DriveKind kind;
      switch (one.kind) {
        case DriveType::random_kicks:
          kind = RandomKicks{one.strength, interval};
          break;
        case DriveType::andersen:
          kind = AndersenThermostat{kt, one.rate, interval};
          break;
        case DriveType::rescale:
          kind = rescale_of(config, gas, start, drives.size(),
                            {0.5 * kt * degrees_of_freedom(gas, counts), interval});
          break;
        case DriveType::reversal:
          kind = Reversal{start.time + one.time};
          break;
      }
      drives.emplace_back(kind, config.seed, drives.size(), start.time);
    }
    return drives;
  }

  // @throws InputError if the gas as a whole moves with more energy than it is to be scaled to.
  static VelocityRescale rescale_of(const StudyConfig& config, const Gas<Dim>& gas,
                                    const State<Dim>& start, std::size_t index,
                                    const VelocityRescale& rescale) {
    const double carried = common_motion(gas, beside_flow(gas, start)).energy;
    if (carried > 0 && carried >= rescale.energy)
      throw InputError(config.problem_at(
          fmt::format("drive[{}].temperature", index),
          fmt::format("the gas as a whole moves with an energy of {}, which a rescaling keeps; the "
                      "temperature stands for {}: allowed: a higher one, or a gas at rest",
                      short_text(carried), short_text(rescale.energy))));
    return rescale;
  }

  static double enskog_rate(const Gas<Dim>& gas, const State<Dim>& state, double kt) {
    if (state.size() < 2) return 0;
    std::vector<double> counts(gas.species.size());
    for (const std::uint8_t species : state.species) ++counts[species];
    return estimated_collision_rate(mixture_of(gas, counts), kt);
  }

  // Two thirds (in three dimensions) of the mean energy, whatever is conserved: for estimates.
  static double kt_of(const Gas<Dim>& gas, const State<Dim>& state) {
    return 2 * kinetic_energy(gas, beside_flow(gas, state)) /
           (Dim * static_cast<double>(state.size()));
  }
  double kt_of(const State<Dim>& state) const { return kt_of(gas_, state); }

  double particles() const { return static_cast<double>(start_.size()); }
  std::int64_t collisions() const { return engine_->counters().collisions; }
  // Interrupted, as near to the deadline as two checkpoints, or beside a run that has failed.
  bool must_stop() const {
    const auto still_to_do = std::chrono::duration<double>(2 * journal_.cost());
    return (hooks_.interrupt != nullptr && hooks_.interrupt->load()) ||
           (hooks_.deadline && Clock::now() + still_to_do >= *hooks_.deadline) || journal_.failed();
  }

  static std::int64_t pair_collisions(double per_particle, double particles) {
    if (per_particle <= 0) return 0;
    return std::max<std::int64_t>(1, std::llround(0.5 * per_particle * particles));
  }

  // Collisions a particle has from one sample to the next of a part of the run, which has at least
  // one collision in all.
  double collisions_per_sample(double per_particle, std::int64_t samples) const {
    return std::max(per_particle, 1 / particles()) / static_cast<double>(samples);
  }

  // --- time ---

  // Advances to `until` or by the collisions up to the total `last_collision`, in stretches: what
  // happens does not depend on them. False if interrupted.
  bool advance(double until, std::int64_t last_collision) {
    while (engine_->time() < until && collisions() < last_collision) {
      const bool stops = must_stop();
      if (stops || journal_.is_due()) journal_.note(stops, [this] { return save(); });
      if (stops) return false;
      const double before = engine_->time();
      const std::int64_t collisions_before = collisions();
      const auto wall_start = Clock::now();
      const std::int64_t to_audit = collisions_to_audit();
      advance_driven(
          std::min(until, engine_->next_stop(before + stretch_time_)),
          std::min(last_collision, collisions_before + std::min(stretch_collisions_, to_audit)));
      const double seconds = seconds_since(wall_start);
      const std::int64_t done = collisions() - collisions_before;
      if (done >= to_audit) audit(engine_->state());
      if (last_collision != Engine<Dim>::kNoLimit && done == 0)
        give_up_if_nothing_meets(engine_->time() - before);
      else
        expected_in_vain_ = 0;
      adapt_stretch(seconds, done, engine_->time() - before);
      if (seconds > 0) collisions_per_second_ = static_cast<double>(done) / seconds;
      show_progress();
    }
    return true;
  }

  std::int64_t collisions_to_audit() const {
    if (config_.audit_every == 0) return Engine<Dim>::kNoLimit;
    return config_.audit_every - collisions() % config_.audit_every;
  }

  // As Engine::advance, with what drives do on the way.
  void advance_driven(double until, std::int64_t last_collision) {
    while (true) {
      const double action = engine_->next_stop(next_action());
      const double target = std::min(until, action);
      const StopReason reason = engine_->advance(target, last_collision - collisions(), &recorder_);
      if (reason != StopReason::reached_time || target != action) return;
      act();
      if (must_stop()) return;
    }
  }

  double next_action() const {
    double next = Engine<Dim>::kForever;
    for (const Drive<Dim>& drive : drives_) next = std::min(next, drive.next());
    return next;
  }

  // The drive whose time has come acts.
  void act() {
    const auto due =
        std::min_element(drives_.begin(), drives_.end(),
                         [](const auto& a, const auto& b) { return a.next() < b.next(); });
    State<Dim> state = engine_->state();
    recorder_.add_work(due->act(gas_, state));
    engine_->set_velocities(state);
  }

  // After a stretch of `seconds` on the clock; a limit grows only where it was what ended it.
  void adapt_stretch(double seconds, std::int64_t collisions_done, double time_done) {
    if (seconds > 2 * kStretchSeconds) {
      stretch_collisions_ = std::max<std::int64_t>(1, stretch_collisions_ / 2);
      stretch_time_ /= 2;
    } else if (seconds < 0.5 * kStretchSeconds) {
      if (collisions_done >= stretch_collisions_) stretch_collisions_ *= 2;
      if (time_done >= 0.99 * stretch_time_) stretch_time_ *= 2;
    }
  }

  // In which a typical particle crosses the box.
  double crossing_time() const {
    const double kt = kt_of(start_);
    double heaviest = 0;
    for (const auto& species : gas_.species) heaviest = std::max(heaviest, species.mass);
    return kt > 0 ? gas_.box.size.maxCoeff() * std::sqrt(heaviest / kt) : 1;
  }

  void give_up_if_nothing_meets(double dt) {
    const double kt = kt_of(engine_->state());
    const double rate = rate_at_unit_kt_ * std::sqrt(kt);
    expected_in_vain_ += 0.5 * particles() * rate * dt;
    if (kt > 0 && particles() > 1 && expected_in_vain_ < kGivenUpAfter) return;
    throw SimulationError(fmt::format(
        "at time {:.17g}: {}; run.measure and run.equilibrate count collisions: use run.duration "
        "and equilibrate = 0",
        engine_->time(),
        kt > 0 ? "no two particles ever meet" : "all particles are at rest, none will ever meet"));
  }

  // --- phases ---

  // The rate of collisions over √(k_BT), which is constant in a gas that cools.
  double rate_coefficient() const {
    const double theory = rate_at_unit_kt_;
    if (theory <= 0) return 1 / crossing_time();
    return (2 * counted_collisions_ / particles() + kTheoryWeight / particles()) /
           (root_kt_time_ + kTheoryWeight / particles() / theory);
  }

  // Time in which a particle has `per_particle` collisions at the temperature of now.
  double time_of_collisions(double per_particle) const {
    return kt_ > 0 ? per_particle / (rate_coefficient() * std::sqrt(kt_))
                   : per_particle * crossing_time();
  }

  // Takes what an interval taught about the rate.
  void learn(const Interval& interval) {
    const double kt = 2 * recorder_.run().history.kinetic_energy() / (Dim * particles());
    root_kt_time_ += (engine_->time() - interval.begin) * 0.5 * (std::sqrt(kt_) + std::sqrt(kt));
    counted_collisions_ += static_cast<double>(collisions() - interval.collisions);
    kt_ = kt;
  }

  // Up to `last_collision` with samples about every `per_particle` collisions a particle.
  // `take` is called with each state sampled.
  template <typename Take>
  bool sample_until(std::int64_t last_collision, double per_particle, bool equal_intervals,
                    Take take) {
    while (collisions() < last_collision && !until_reached_) {
      if (!interval_) {
        if (!equal_intervals || spacing_ == 0) spacing_ = time_of_collisions(per_particle);
        const double now = engine_->time();
        interval_ = {now, collisions(), engine_->next_stop(now + spacing_)};
      }
      if (!advance(interval_->end, last_collision)) return false;
      if (collisions() >= last_collision) break;  // the instant of a collision is no fair sample
      take(seen());
      learn(*interval_);
      interval_.reset();
    }
    return true;
  }

  // What samples and frames are taken of.
  State<Dim> seen() const {
    const bool whole = recorder_.looks_at_positions() || config_.trajectory > 0 ||
                       engine_options_.mode == Mode::time_step;
    return whole ? engine_->state() : engine_->motion();
  }

  void sample(const State<Dim>& state) {
    recorder_.sample(state);
    if (engine_options_.mode == Mode::time_step)
      overlaps_left_ += deepest_overlap(gas_, state).count;
  }

  bool equilibrate() {
    const std::int64_t wanted = pair_collisions(config_.equilibrate, particles());
    if (wanted == 0) return true;
    const double per_sample = collisions_per_sample(
        config_.equilibrate, config_.equilibrate_samples.value_or(config_.samples));
    return sample_until(wanted, per_sample, false,
                        [this](const State<Dim>& state) { sample(state); });
  }

  void begin_measurement() {
    measured_from_ = mark();
    const State<Dim> state = engine_->state();
    recorder_.begin(state);
    if (config_.trajectory > 0) first_frame_ = frame(state);
    interval_.reset();
    spacing_ = 0;
  }

  bool measure_collisions() {
    const std::int64_t wanted = pair_collisions(*config_.measure, particles());
    const double per_sample = collisions_per_sample(*config_.measure, config_.samples);
    return sample_until(measured_from_->counters.collisions + wanted, per_sample, !cools_,
                        [this](const State<Dim>& state) {
                          sample(state);
                          look_at_error();
                          frames_due_ += static_cast<double>(config_.trajectory) /
                                         static_cast<double>(config_.samples);
                          add_frames(state, static_cast<std::int64_t>(frames_due_));
                        });
  }

  bool measure_duration() {
    const double begin = measured_from_->time;
    const double duration = *config_.duration;
    const double end = begin + duration;
    const auto at = [&](std::int64_t k, std::int64_t of) {
      if (k == of) return end;
      const double time = begin + duration * static_cast<double>(k) / static_cast<double>(of);
      return std::min(engine_->next_stop(time), end);
    };
    while (next_sample_ <= config_.samples && !until_reached_) {
      const double sample_time = at(next_sample_, config_.samples);
      const double frame_time = next_frame_ <= config_.trajectory
                                    ? at(next_frame_, config_.trajectory)
                                    : Engine<Dim>::kForever;
      if (!advance(std::min(sample_time, frame_time), Engine<Dim>::kNoLimit)) return false;
      const State<Dim> state = seen();
      if (sample_time <= frame_time) {
        sample(state);
        look_at_error();
        ++next_sample_;
      }
      if (frame_time <= sample_time) add_frames(state, next_frame_++);
    }
    return true;
  }

  // After a sample of the measured part: is the error that run.until names small enough? Looked at
  // ever more rarely, for an error that is looked at often is once too small by chance.
  void look_at_error() {
    ++samples_taken_;
    if (!config_.until || samples_taken_ < next_look_) return;
    next_look_ = samples_taken_ + std::max<std::int64_t>(1, samples_taken_ / kLooksPerDoubling);
    const auto observables = recorder_.observables();
    const Observable* one = find_observable(observables, config_.until->observable);
    until_reached_ = one != nullptr && one->error && *one->error > 0 &&
                     *one->error <= wanted_error(*config_.until, *one) *
                                        std::sqrt(static_cast<double>(config_.replicas));
  }

  void add_frames(const State<Dim>& state, std::int64_t due) {
    if (std::ssize(trajectory_) < due) trajectory_.push_back(frame(state));
  }

  // --- results ---

  std::string phase() const { return measured_from_ ? "measuring" : "equilibrating"; }

  LiveView live_view() const {
    const State<Dim> state = beside_flow(gas_, engine_->state());
    LiveView view{phase(), state.time - start_.time, Dim, {}};
    for (std::size_t s = 0; s < gas_.species.size(); ++s) {
      std::vector<double> speeds;
      for (std::size_t i = 0; i < state.size(); ++i)
        if (state.species[i] == s) speeds.push_back(state.velocity[i].norm());
      if (speeds.empty()) continue;
      const auto count = static_cast<double>(speeds.size());
      const double square =
          std::inner_product(speeds.begin(), speeds.end(), speeds.begin(), 0.0) / (Dim * count);
      LiveView::Species one{config_.species[s].name,
                            gas_.species[s].mass * square / config_.boltzmann,
                            std::vector<double>(LiveView::kBins)};
      const double width = LiveView::kBinWidth * std::sqrt(square);
      for (const double speed : speeds)
        if (width > 0 && speed < width * LiveView::kBins)
          one.speeds[static_cast<std::size_t>(speed / width)] += 1 / (count * LiveView::kBinWidth);
      view.species.push_back(std::move(one));
    }
    return view;
  }

  void show_progress() {
    if (hooks_.live && Clock::now() >= next_view_) {
      hooks_.live(live_view());
      next_view_ = Clock::now() + kBetweenViews;
    }
    if (!hooks_.progress) return;
    const double equilibration = config_.equilibrate;
    const double rate = rate_coefficient() * std::sqrt(kt_);
    const double measured = config_.measure.value_or(config_.duration.value_or(0) * rate);
    const double whole = equilibration + measured;
    double done = 2 * static_cast<double>(collisions()) / particles();
    if (measured_from_ && config_.duration)
      done =
          equilibration + measured * (engine_->time() - measured_from_->time) / *config_.duration;
    hooks_.progress(
        {phase(), whole > 0 ? std::min(1.0, done / whole) : 1.0, collisions_per_second_});
  }

  // What is conserved, at an instant.
  Bookkeeping bookkeeping(const State<Dim>& state, const Overlap& overlap) const {
    const EngineCounters counters = engine_->counters();
    Bookkeeping books;
    books.collisions = counters.collisions + counters.wall_collisions;
    books.overlap_max_depth = overlap.depth;
    double turned_over = kinetic_energy(gas_, start_) + energy_above_ground();
    for (const Drive<Dim>& drive : drives_) turned_over += drive.turned_over();
    turned_over += recorder_.books().turned_over_at_walls();
    if (turned_over > 0) {
      books.energy_balance_error =
          std::abs(dissipated(state) - recorder_.books().predicted_dissipation()) / turned_over;
      books.energy_rounding = energy_of_rounding() / turned_over;
    }
    const Conserved<Dim> conserved =
        conserved_quantities(gas_, drives_, engine_options_.mode, counters.wall_collisions > 0);
    if (conserved.angular_momentum) books.angular_momentum_drift = angular_momentum_drift(state);
    books.momentum_drift = momentum_drift(conserved.momentum, state);
    return books;
  }

  // Change of the momentum along the axes along which it is conserved, relative to Σ m|v|, or to
  // that of the velocities which drives have drawn (a gas that they leave at rest is so but for
  // rounding); unset where it is along none.
  std::optional<double> momentum_drift(const std::array<bool, Dim>& conserved,
                                       const State<Dim>& state) const {
    if (std::none_of(conserved.begin(), conserved.end(), [](bool axis) { return axis; }))
      return std::nullopt;
    Vec<Dim> expected = total_momentum(gas_, start_);
    for (const Drive<Dim>& drive : drives_)
      if (drive.has_reversed()) expected = -expected;
    Vec<Dim> drift = total_momentum(gas_, state) - expected;
    for (int axis = 0; axis < Dim; ++axis)
      if (!conserved[axis]) drift[axis] = 0;
    const double scale =
        std::max({momentum_scale(start_), momentum_scale(state), drawn_momentum()});
    return scale > 0 ? drift.norm() / scale : 0.0;
  }

  // What gravity could give the gas from its start on: its potential energy above that in the
  // lowest corner of the box.
  double energy_above_ground() const {
    if (!gas_.boundary.has_gravity()) return 0;
    const double lowest = gas_.boundary.gravity.cwiseMax(0.0).dot(gas_.box.size);
    CompensatedSum energy;
    energy += potential_energy(gas_, start_);
    for (const std::uint8_t species : start_.species) energy += gas_.species[species].mass * lowest;
    return energy.value();
  }

  // By how much the rounding of places under gravity changes the energy of a particle at a hit. The
  // engine keeps them in a frame that falls freely for the time in which the fastest particle, or
  // one that falls through the box, flies four box lengths: it falls by eight of them then.
  double energy_of_rounding() const {
    constexpr double kBoxLengths = 12;
    double heaviest = 0;
    for (const auto& species : gas_.species) heaviest = std::max(heaviest, species.mass);
    return heaviest * gas_.boundary.gravity.norm() * kBoxLengths * gas_.box.size.maxCoeff() *
           std::numeric_limits<double>::epsilon();
  }

  // What the gas has had, from its start and from drives, and has no more.
  double dissipated(const State<Dim>& state) const {
    CompensatedSum lost;
    lost += mechanical_energy(gas_, start_);
    for (const Drive<Dim>& drive : drives_) lost += drive.work();
    lost += recorder_.books().given_by_walls();
    lost += -mechanical_energy(gas_, state);
    return lost.value();
  }

  double momentum_scale(const State<Dim>& state) const {
    CompensatedSum scale;
    for (std::size_t i = 0; i < state.size(); ++i)
      scale += gas_.species[state.species[i]].mass * state.velocity[i].norm();
    return scale.value();
  }

  // Σ m|v| of the velocities that drives draw.
  double drawn_momentum() const {
    double scale = 0;
    for (const Drive<Dim>& drive : drives_)
      for (const std::uint8_t species : start_.species) {
        const double mass = gas_.species[species].mass;
        scale += mass * drive.drawn_speed(mass);
      }
    return scale;
  }

  // Whether all is as it must be. @throws AuditError
  void audit(const State<Dim>& state) {
    std::vector<AuditFault> faults = audit_numbers(state);
    if (faults.empty()) {
      faults = engine_->audit(kAuditedPairs);
      const Overlap overlap = deepest_overlap(gas_, state);
      const std::vector<AuditFault> of_books = audit_books(bookkeeping(state, overlap), overlap);
      faults.insert(faults.end(), of_books.begin(), of_books.end());
    }
    if (!faults.empty()) throw AuditError(collisions(), faults, to_snapshot(state, config_));
    ++audits_;
  }

  // Change of the angular momentum about the origin, relative to Σ m|r||v| + |L|.
  double angular_momentum_drift(const State<Dim>& last) const {
    Vec<3> drift = Vec<3>::Zero();
    double scale = 0;
    const auto add = [&](const State<Dim>& state, double sign) {
      for (std::size_t i = 0; i < state.size(); ++i) {
        const Vec<3> r = in_space<Dim>(state.position[i]);
        const Vec<3> p = gas_.species[state.species[i]].mass * in_space<Dim>(state.velocity[i]);
        Vec<3> spin = Vec<3>::Zero();
        if (!state.angular_momentum.empty()) spin = state.angular_momentum[i];
        if (gas_.is_rough()) spin = rotation_of(gas_, state, i).angular_momentum;
        drift += sign * (r.cross(p) + spin);
        if (sign < 0) scale += r.norm() * p.norm() + spin.norm();
      }
    };
    add(start_, -1);
    add(last, 1);
    return scale > 0 ? drift.norm() / scale : 0;
  }

  void collect(StudyResult& result) const {
    for (std::size_t s = 0; s < config_.species.size(); ++s) {
      const SpeciesTemperature temperature = species_temperature(recorder_.run(), s);
      SpeciesResult species;
      species.name = config_.species[s].name;
      species.count = config_.species[s].count;
      species.mass = config_.species[s].mass;
      species.temperature = temperature.value;
      if (temperature.error) species.temperature_error = temperature.error->value;
      species.translational_temperature = temperature.translational;
      species.rotational_temperature = temperature.rotational;
      result.species.push_back(species);
    }
    result.observables = recorder_.observables();
    result.tables = recorder_.tables();
    if (const std::string doubt = recorder_.doubt(); !doubt.empty())
      result.warnings.push_back(doubt +
                                "; what differs from the theory of a homogeneous, steady gas is "
                                "not judged");
#ifndef NDEBUG
    std::vector<MeasurementKind> more;
    for (const ListedMeasurement& one : hooks_.measurements)
      if (one.kind) more.push_back(one.kind());
    if (const std::string name = first_undeclared(config_, result.observables, more); !name.empty())
      throw std::logic_error("the observable " + name + " is not declared");
#endif
    if (result.counters.elastic_by_duration_rule > 0)
      result.warnings.push_back(fmt::format(
          "{} of {} collisions were made elastic by the contact-duration rule ({:.3g}{})",
          result.counters.elastic_by_duration_rule,
          result.counters.collisions + result.counters.wall_collisions,
          std::max(gas_.contact_duration, gas_.contact_path),
          gas_.contact_path > 0 ? " of path" : ""));
    if (recorder_.run().theory.has_too_many_members())
      result.warnings.emplace_back(
          "bodies of so many members have no theory here, which would take minutes");
    if (!recorder_.run().theory.at_rest())
      result.warnings.emplace_back(
          "the gas moves as a whole: temperatures include that motion, no theory is given");
  }

  const StudyConfig& config_;
  const Snapshot& initial_;
  const RunHooks& hooks_;
  Journal::Entry journal_;
  State<Dim> start_;
  Gas<Dim> gas_;
  EngineOptions engine_options_;
  std::vector<Drive<Dim>> drives_;
  RunRecorder<Dim> recorder_;
  std::unique_ptr<Engine<Dim>> engine_;
  std::size_t engine_bytes_;  // as made; what it grows by depends on where it is stopped
  // Given back where memory runs out, so that what was found until then can be told. Never touched:
  // it takes addresses, not memory.
  std::unique_ptr<std::byte[]> reserve_ =
      std::make_unique_for_overwrite<std::byte[]>(kReservedBytes * (start_.size() + kReservedFor));
  bool cools_;
  double rate_at_unit_kt_;  // Enskog's, at k_BT = 1
  static constexpr std::chrono::milliseconds kBetweenViews{150};
  Clock::time_point next_view_;
  std::optional<Frame> first_frame_;  // of the measured part
  std::vector<Frame> trajectory_;

  std::optional<Mark> measured_from_;  // unset while equilibrating
  std::optional<Interval> interval_;   // under way
  double spacing_ = 0;                 // of the samples; 0: none taken yet
  double frames_due_ = 0;
  std::int64_t next_sample_ = 1, next_frame_ = 1;  // in a run of given duration

  double kt_;                      // when last sampled
  double counted_collisions_ = 0;  // over which ∫√(k_BT) dt is
  double root_kt_time_ = 0;
  double expected_in_vain_ = 0;
  std::int64_t overlaps_left_ = 0;
  std::int64_t audits_ = 0;                                  // passed
  std::int64_t samples_taken_ = 0, next_look_ = kFirstLook;  // in the measured part, for run.until
  bool until_reached_ = false;
  Spent spent_;

  // Of the machine, not of the run.
  std::int64_t stretch_collisions_ = 1 << 12;
  double stretch_time_ = 1e-2 * crossing_time();
  double collisions_per_second_ = 0;
};

// The result of `part`; where that fails or is interrupted early, one that holds nothing but that.
template <class Part>
StudyResult guarded(const StudyConfig& config, const Snapshot& initial, Journal& journal,
                    Part part) {
  bool interrupted = false;
  try {
    return part();
  } catch (const SimulationError&) {
    journal.fail(std::current_exception());
  } catch (const std::bad_alloc&) {
    journal.fail(std::current_exception());
  } catch (const Interrupted&) {  // while its particles were placed: no run of it is to be kept yet
    journal.write();
    interrupted = true;
  }
  StudyResult result;
  result.config = config;
  result.initial = result.final = initial;
  result.interrupted = interrupted;
  if (!interrupted) result.failure = message_of(journal.failure());
  return result;
}

StudyResult run_once(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                     Journal& journal, std::size_t entry) {
  return guarded(config, initial, journal, [&] {
    if (config.dimensions == 2) return Run<2>(config, initial, hooks, {journal, entry})();
    return Run<3>(config, initial, hooks, {journal, entry})();
  });
}

// 1 − value/exact, with the error of both.
Observable deficit(std::string name, const Observable& value, const Observable& exact) {
  const double ratio = value.value / exact.value;
  Observable result;
  result.name = std::move(name);
  result.value = 1 - ratio;
  if (value.error && exact.error)
    result.error = portable::hypot(*value.error, ratio * *exact.error) / exact.value;
  const auto events = [](const Observable& one) {
    return one.independent_events.value_or(std::numeric_limits<double>::infinity());
  };
  if (const double least = std::min(events(value), events(exact)); std::isfinite(least))
    result.independent_events = least;
  result.unit = '1';
  return result;
}

// What a run by steps did wrong, beside the run `exact` from the same start.
void add_comparison(const StudyResult& exact, StudyResult& result) {
  std::vector<Observable>& all = result.observables;
  const double dt = *exact.config.time_step;
  const Observable* temperature = find_observable(all, "temperature");
  const Observable* estimated = find_observable(all, "missed_fraction");
  const auto missed = estimated != nullptr ? estimated->theory : std::nullopt;
  std::vector<Observable> compared;
  if (const Observable* counted = find_observable(exact.observables, "missed_fraction")) {
    compared.push_back(*counted);
    compared.back().name = "missed_fraction_counted";
  }
  const Observable *rate = find_observable(all, "collision_rate"),
                   *exact_rate = find_observable(exact.observables, "collision_rate");
  if (rate != nullptr && exact_rate != nullptr && exact_rate->value > 0) {
    compared.push_back(deficit("collision_rate_deficit", *rate, *exact_rate));
    if (missed) compared.back().theory = missed;
    if (missed) compared.back().source = estimated->source;
  }
  const Observable *pressure = find_observable(all, "pressure_virial"),
                   *exact_pressure = find_observable(exact.observables, "pressure_virial"),
                   *z = find_observable(exact.observables, "compressibility_factor");
  if (pressure != nullptr && exact_pressure != nullptr && exact_pressure->value > 0) {
    compared.push_back(deficit("pressure_deficit", *pressure, *exact_pressure));
    if (missed && z != nullptr && z->value > 0) {
      const TheoryValue virial = missed_virial_fraction(
          mixture_of(result.config), result.config.boltzmann * temperature->value, dt);
      compared.back().theory = virial.value * (1 - 1 / z->value);
      compared.back().source = virial.source;
    }
  }
  Observable energy;
  energy.name = "energy_error";
  energy.value = result.energy_balance_error;
  energy.unit = "1";
  compared.push_back(energy);
  all.insert(all.end(), compared.begin(), compared.end());
}

// Of a run and of the one it is compared with.
std::size_t runs_of(const StudyConfig& config) {
  return config.comparison == Comparison::none ? 1 : 2;
}

// Entries of a study without its series in the journal.
std::size_t entries_of(const StudyConfig& config) {
  return static_cast<std::size_t>(config.replicas) * runs_of(config);
}

// One replica, which has its entries in the journal from `entry` on.
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

// The observables of the replicas as one: means, with the scatter between the replicas for an
// error. Few replicas now and then scatter much too little, so the errors they state themselves
// have a part in it, as if by kOwnErrorsWeight replicas more. Tests are joined by Fisher's
// −2 Σ ln p.
std::vector<Observable> merged_observables(const std::vector<StudyResult>& replicas) {
  std::vector<Observable> all;
  const auto count = static_cast<double>(replicas.size());
  for (const Observable& first : replicas.front().observables) {
    RunningMoments values;
    double own_sq = 0, log_p = 0;
    bool have_errors = true;
    std::optional<double> events = 0;
    for (const StudyResult& replica : replicas) {
      const Observable* one = find_observable(replica.observables, first.name);
      if (one == nullptr) break;
      values.add(one->value);
      log_p += portable::log(std::max(one->value, std::numeric_limits<double>::min()));
      have_errors = have_errors && one->error.has_value();
      if (!one->independent_events)
        events = std::nullopt;
      else if (events)
        *events += *one->independent_events;
      own_sq += portable::pow(one->error.value_or(0) / count, 2);
    }
    all.push_back(first);
    if (values.count() < std::ssize(replicas)) continue;  // of the first alone
    const double own_weight = have_errors ? kOwnErrorsWeight : 0;
    Observable& merged = all.back();
    merged.value = values.mean();
    if (first.is_p_value)
      merged.value = portable::gamma_q(count, -log_p);
    else if (!first.is_conserved)
      merged.error = std::sqrt(
          ((count - 1) * portable::pow(values.standard_error(), 2) + own_weight * own_sq) /
          (count - 1 + own_weight));
    merged.independent_events = have_errors ? events : count;
  }
  return all;
}

// Joins the replicas: what was counted is summed up, of what went wrong the worst is told, tables
// are those of the first, and each replica has a row of the table `replicas`.
StudyResult merge(std::vector<StudyResult> replicas) {
  // Of replicas that failed before they began nothing is known but the reason.
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
  result.observables = merged_observables(replicas);
  Table table{"replicas", {}};
  std::vector<std::int64_t> seeds;
  seeds.reserve(replicas.size());
  for (const StudyResult& one : replicas)
    seeds.push_back(static_cast<std::int64_t>(one.config.seed));
  table.columns.push_back({"seed", "1", std::move(seeds)});
  for (const Observable& observable : result.observables) {
    std::vector<double> values, errors;
    for (const StudyResult& replica : replicas) {
      const Observable* one = find_observable(replica.observables, observable.name);
      values.push_back(one != nullptr ? one->value : kNaN);
      errors.push_back(one != nullptr ? one->error.value_or(kNaN) : kNaN);
    }
    table.columns.push_back({observable.name, observable.unit, std::move(values)});
    table.columns.push_back({observable.name + "_error", observable.unit, std::move(errors)});
  }
  result.tables.push_back(std::move(table));

  const auto worst = [](std::optional<double>& so_far, const std::optional<double>& other) {
    if (so_far && other) so_far = std::max(*so_far, *other);
  };
  for (std::size_t r = 1; r < replicas.size(); ++r) {
    const StudyResult& other = replicas[r];
    result.equilibration += other.equilibration;
    result.measurement += other.measurement;
    result.counters += other.counters;
    result.cpu_seconds += other.cpu_seconds;
    result.wall_seconds = std::max(result.wall_seconds, other.wall_seconds);
    result.engine_bytes += other.engine_bytes;
    result.audits += other.audits;
    result.energy_balance_error = std::max(result.energy_balance_error, other.energy_balance_error);
    result.energy_rounding = std::max(result.energy_rounding, other.energy_rounding);
    worst(result.momentum_drift, other.momentum_drift);
    worst(result.angular_momentum_drift, other.angular_momentum_drift);
    result.overlap_max_depth = std::max(result.overlap_max_depth, other.overlap_max_depth);
    if (result.steps && other.steps) {
      result.steps->steps += other.steps->steps;
      result.steps->pushed_apart += other.steps->pushed_apart;
      result.steps->overlaps_left += other.steps->overlaps_left;
    }
    for (const std::string& warning : other.warnings)
      result.warnings.push_back(fmt::format("replica {}: {}", r + 1, warning));
  }
  for (std::size_t s = 0; s < result.species.size(); ++s) {
    RunningMoments temperature;
    for (const StudyResult& one : replicas) temperature.add(one.species[s].temperature);
    result.species[s].temperature = temperature.mean();
    result.species[s].temperature_error = temperature.standard_error();
  }
  return result;
}

// Progress of runs side by side as one.
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

// All replicas, side by side; what each finds does not depend on the others.
StudyResult run_one(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                    Journal& journal, std::size_t entry) {
  const auto count = static_cast<std::size_t>(config.replicas);
  std::vector<StudyResult> replicas(count);
  SharedProgress progress(hooks, journal.mutex(), count);
  // The order that TBB sees to anyway, said again where ThreadSanitizer sees it: not inside TBB.
  // Not captured, for what is captured is read from what is handed over.
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
  if (config.until && result.finished()) {
    const Observable* one = find_observable(result.observables, config.until->observable);
    if (one == nullptr || !one->error)
      result.warnings.push_back(
          fmt::format("run.until: {} was not measured in this gas, or has no "
                      "error",
                      config.until->observable));
    else if (*one->error > kNearlyReached * wanted_error(*config.until, *one))
      result.warnings.push_back(fmt::format(
          "run.until: the error of {} is {:.2g} at the end of the run", one->name, *one->error));
  }
  result.checks =
      judge(config.checks, result.observables,
            {result.energy_balance_error, result.momentum_drift, result.angular_momentum_drift,
             result.overlap_max_depth, result.counters.collisions + result.counters.wall_collisions,
             result.energy_rounding},
            result.warnings);
  if (result.finished())  // else it has seen too little for its errors to be relied on
    for (std::string& warning : unchecked_differences(config.checks, result.observables))
      result.warnings.push_back(std::move(warning));
  return result;
}

// The values of a series as numbers; none where one is no number.
std::vector<double> series_numbers(const StudyResult& result) {
  std::vector<double> numbers;
  for (const auto& [value, one] : result.series) {
    std::size_t used = 0;
    try {
      numbers.push_back(std::stod(value, &used));
    } catch (const std::exception&) {  // no number
    }
    if (used != value.size()) return {};
  }
  return numbers;
}

CheckResult within(const Observable& observable, std::optional<double> tolerance) {
  CheckResult result;
  result.name = observable.name;
  result.value = observable.value;
  result.error = observable.error;
  result.expected = observable.theory;
  result.z = observable.z();
  result.tolerance = tolerance;
  result.passed = observable.theory && tolerance &&
                  std::abs(observable.value - *observable.theory) <= *tolerance;
  return result;
}

// Fits prefactor·value^order to what the cases of the series found, and to their theory: the
// observables NAME_order and NAME_prefactor (at the order of theory), and the checks asked for.
void add_fit(const FitConfig& fit, StudyResult& result) {
  std::vector<double> y, errors, theory;
  for (const auto& [value, one] : result.series)
    if (const Observable* found = find_observable(one.observables, fit.observable);
        found != nullptr && found->value > 0 && found->error.value_or(0) > 0 &&
        found->theory.value_or(0) > 0) {
      y.push_back(found->value);
      errors.push_back(*found->error);
      theory.push_back(*found->theory);
    }
  const std::vector<double> x = series_numbers(result);
  Observable order, prefactor;
  order.name = fit.observable + "_order";
  prefactor.name = fit.observable + "_prefactor";
  order.unit = prefactor.unit = "1";
  if (x.size() >= 3 && x.size() == y.size() && *std::min_element(x.begin(), x.end()) > 0) {
    const PowerLawFit measured = fit_power_law(x, y, errors);
    const PowerLawFit expected = fit_power_law(x, theory);
    order.value = measured.exponent;
    order.error = measured.exponent_error;
    order.theory = expected.exponent;
    // At the order of theory: prefactors of different orders can't be compared.
    double weights = 0, sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double weight = portable::pow(y[i] / errors[i], 2);
      sum += weight * portable::log(y[i] / portable::pow(x[i], expected.exponent));
      weights += weight;
    }
    prefactor.value = portable::exp(sum / weights);
    prefactor.error = prefactor.value / std::sqrt(weights);
    prefactor.theory = expected.prefactor;
    order.source = "fitted to theory over the same values";
    prefactor.source = "fitted to theory over the same values; both at the order of theory";
    result.observables.insert(result.observables.end(), {order, prefactor});
  } else {
    result.warnings.push_back(fmt::format(
        "series fit of {}: needs three positive values of the key or more, and in each case a "
        "positive result with an error and a theory",
        fit.observable));
  }
  if (fit.order_tolerance) result.checks.push_back(within(order, fit.order_tolerance));
  if (fit.prefactor_tolerance)
    result.checks.push_back(
        within(prefactor, *fit.prefactor_tolerance * prefactor.theory.value_or(0)));
}

// The fits as a table: a row for each that was possible; no columns without any.
Table fits_table(const StudyResult& result) {
  Table table{"series_fit", {}};
  std::vector<std::string> names;
  for (const FitConfig& fit : result.config.series.fits)
    if (find_observable(result.observables, fit.observable + "_order") != nullptr)
      names.push_back(fit.observable);
  if (names.empty()) return table;
  table.columns.push_back({"observable", "", names});
  for (const std::string quantity : {"order", "prefactor"}) {
    std::vector<double> values, errors, theories;
    for (const std::string& name : names) {
      const Observable& fitted = *find_observable(result.observables, name + '_' + quantity);
      values.push_back(fitted.value);
      errors.push_back(fitted.error.value_or(0));
      theories.push_back(fitted.theory.value_or(0));
    }
    table.columns.push_back({quantity, "1", std::move(values)});
    table.columns.push_back({quantity + "_error", "1", std::move(errors)});
    table.columns.push_back({quantity + "_theory", "1", std::move(theories)});
  }
  return table;
}

// The series as a table: a row a case, the observables that all cases have.
Table series_table(const StudyResult& result) {
  Table table{"series", {}};
  std::vector<std::string> texts;
  for (const auto& [value, one] : result.series) texts.push_back(value);
  std::vector<double> numbers = series_numbers(result);
  if (numbers.size() == texts.size())
    table.columns.push_back({result.config.series.key, "1", std::move(numbers)});
  else
    table.columns.push_back({result.config.series.key, "", std::move(texts)});

  std::vector<std::string> names;
  for (const auto& [value, one] : result.series)
    for (const Observable& observable : one.observables)
      if (std::find(names.begin(), names.end(), observable.name) == names.end())
        names.push_back(observable.name);
  for (const std::string& name : names) {
    std::string unit;
    std::vector<double> values, errors, theories, zs;
    for (const auto& [value, one] : result.series) {
      const Observable* observable = find_observable(one.observables, name);
      values.push_back(observable != nullptr ? observable->value : kNaN);
      errors.push_back(observable != nullptr ? observable->error.value_or(kNaN) : kNaN);
      theories.push_back(observable != nullptr ? observable->theory.value_or(kNaN) : kNaN);
      zs.push_back(observable != nullptr ? observable->z().value_or(kNaN) : kNaN);
      if (observable != nullptr) unit = observable->unit;
    }
    table.columns.push_back({name, unit, std::move(values)});
    table.columns.push_back({name + "_error", unit, std::move(errors)});
    table.columns.push_back({name + "_theory", unit, std::move(theories)});
    table.columns.push_back({name + "_z", "1", std::move(zs)});
  }
  return table;
}

// The study itself and the cases of its series, whose entries begin at `first_entry`, up to where
// one is interrupted or fails.
StudyResult run_all(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
                    Journal& journal, const std::vector<std::size_t>& first_entry) {
  const std::vector<std::string>& values = config.series.values;
  const auto runs = static_cast<double>(values.size() + 1);
  // Progress of the whole: the study itself and its cases are counted alike.
  const auto hooks_of = [&](std::size_t run) {
    RunHooks inner = hooks;
    if (hooks.progress && !values.empty())
      inner.progress = [&hooks, &values, run, runs](Progress progress) {
        progress.fraction = (static_cast<double>(run) + progress.fraction) / runs;
        if (run > 0)
          progress.phase = fmt::format("case {}/{}: {}", run, values.size(), progress.phase);
        hooks.progress(progress);
      };
    return inner;
  };
  StudyResult result = run_one(config, initial, hooks_of(0), journal, 0);
  for (std::size_t i = 0; i < values.size() && result.finished(); ++i) {
    const StudyConfig one_case = series_case(config, values[i]);
    const RunHooks inner = hooks_of(i + 1);
    if (inner.progress) inner.progress({"placing", 0, 0});
    try {
      StudyResult one = guarded(one_case, {}, journal, [&] {
        return run_one(one_case, make_initial_state(one_case, hooks.interrupt), inner, journal,
                       first_entry[i + 1]);
      });
      result.interrupted = one.interrupted;
      result.failure = one.failure;
      if (!one.species.empty()) result.series.push_back({values[i], std::move(one)});
    } catch (const InputError& error) {  // it cannot be placed: the cases before it are done
      journal.fail(std::current_exception());
      result.failure = error.what();
    }
  }
  if (result.series.empty()) return result;
  result.tables.push_back(series_table(result));
  if (result.finished())
    for (const FitConfig& fit : config.series.fits) add_fit(fit, result);
  if (Table fits = fits_table(result); !fits.columns.empty())
    result.tables.push_back(std::move(fits));
  return result;
}

}  // namespace

bool StudyResult::passed() const {
  return failure.empty() && why_not_judged().empty() &&
         std::none_of(checks.begin(), checks.end(),
                      [](const CheckResult& check) { return check.failed(); }) &&
         std::all_of(series.begin(), series.end(),
                     [](const auto& one) { return one.result.passed(); });
}

std::string StudyResult::why_not_judged() const {
  if (finished() && measurement.simulated_time <= 0)
    return "no simulated time passed in the measured part of the run";
  // The checks of every run come first; those that the study asks for may have taken their place.
  const auto asked_for = [this](const CheckResult& result) {
    return std::any_of(config.checks.begin(), config.checks.end(),
                       [&](const CheckConfig& check) { return check.observable == result.name; });
  };
  const auto asked = std::count_if(checks.begin(), checks.end(), asked_for);
  const auto made = std::count_if(checks.begin(), checks.end(), [&](const CheckResult& check) {
    return asked_for(check) && check.not_checked.empty();
  });
  if (asked > 0 && made == 0) return "none of the checks that the study asks for could be made";
  for (const SeriesCase& one : series)
    if (std::string reason = one.result.why_not_judged(); !reason.empty())
      return fmt::format("{} = {}: {}", config.series.key, one.value, reason);
  return {};
}

StudyResult run_study(const StudyConfig& config, const RunHooks& hooks) {
  if (hooks.progress) hooks.progress({"placing", 0, 0});
  return run_study(config, make_initial_state(config), hooks);
}

StudyResult run_study(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks) {
  // A case may vary the number of its replicas, and whether each has a run beside it.
  std::vector<std::size_t> first_entry{0, entries_of(config)};
  for (const std::string& value : config.series.values)
    first_entry.push_back(first_entry.back() + entries_of(series_case(config, value)));
  Journal journal(hooks, config.checkpoint_every, first_entry.back());
  StudyResult result = run_all(config, initial, hooks, journal, first_entry);
  if (const std::exception_ptr failure = journal.failure()) {
    result.interrupted = false;  // other replicas stopped only because of it
    journal.write();
    if (hooks.failed) hooks.failed(result);
    std::rethrow_exception(failure);
  }
  if (result.finished()) result.extendable = journal.write_end(config.keep_checkpoint);
  return result;
}

}  // namespace clausius
