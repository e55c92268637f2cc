#include "run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "clausius/core/archive.h"
#include "core/checksum.h"
#include "engine/conserved.h"
#include "ledger.h"
#include "live_view.h"
#include "measure/run_recorder.h"
#include "run_parts.h"
#include "run_report.h"
#include "schedule.h"
#include "setup.h"
#include "study/audit.h"
#include "study/time_step.h"

namespace clausius {

namespace {

// Collisions that a random gas of this density and temperature would have had by the time at which
// a gas without any is given up. A gas where chance alone delays them has e^(−number).
constexpr double kGivenUpAfter = 1e4;
// Pairs among which an audit looks for missed contacts: some hundredths of a second.
constexpr std::int64_t kAuditedPairs = 2000000;
// Bytes set aside for the results of a run whose memory runs out, for each particle and for so many
// more.
constexpr std::size_t kReservedBytes = 1000, kReservedFor = 20000;

std::string message_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& known) {
    return known.what();
  }
}

// A run of one study, from its initial state to the end. Between two stretches it can be saved.
template <int Dim>
class Run {
 public:
  Run(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
      Journal::Entry journal)
      : config_(config),
        initial_(initial),
        hooks_(hooks),
        journal_(journal),
        setup_(config, initial),
        recorder_(gas_, start_, setup_.measurements, hooks.measurements),
        ledger_(setup_, recorder_.books()),
        engine_(make_engine(gas_, start_, setup_.engine)),
        engine_bytes_(engine_->memory_bytes()),
        rate_(particles(), enskog_rate(gas_, start_, 1), crossing_time(),
              estimated_kt(gas_, start_)),
        error_limit_(config),
        stretch_(crossing_time()) {
    engine_->interrupt_on(hooks_.interrupt);
  }

  StudyResult operator()() {
    if (const std::string state = journal_.begin(); !state.empty()) load(state);
    spent_.begin();
    StudyResult result;
    bool finished = false;
    attempt(result, [&] { finished = equilibrate() && measure(); });
    if (!measured_from_) begin_measurement();
    const State<Dim> last = engine_->state();
    recorder_.end(last);
    if (hooks_.live) hooks_.live(live_view());
    if (result.failure.empty()) attempt(result, [&] { audit(last); });
    if (finished && std::ssize(trajectory_) < config_.trajectory)
      trajectory_.push_back(frame(last));
    result.interrupted = !finished && result.failure.empty();
    spent_.stop();
    report(last, result);
    return result;
  }

  // Everything that changes in the course of the run, but for the engine.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(recorder_, measured_from_, interval_, spacing_, frames_due_, next_sample_, next_frame_,
            first_frame_, trajectory_, rate_, expected_in_vain_, overlaps_left_, audits_, spent_,
            error_limit_);
    for (Drive<Dim>& drive : setup_.drives) archive(drive);
  }

 private:
  // --- checkpoints and failures ---

  std::string save() {
    spent_.stop();
    spent_.begin();
    SaveArchive archive;
    archive(start_checksum(), *this);
    engine_->save_to(archive);
    return archive.take();
  }
  Journal::Save saver() {
    return [this] { return save(); };
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

  // Does a part of the run; where that fails, keeps the reason and how far the run has come.
  template <class Part>
  void attempt(StudyResult& result, Part part) {
    const auto keep = [&](const std::exception_ptr& error) {
      reserve_.reset();
      result.failure = message_of(error);
      journal_.fail(error, saver());
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

  // Interrupted, as near to the deadline as two checkpoints, or beside a run that has failed.
  bool must_stop() const {
    const auto still_to_do = std::chrono::duration<double>(2 * journal_.cost());
    return (hooks_.interrupt != nullptr && hooks_.interrupt->load()) ||
           (hooks_.deadline && Journal::Clock::now() + still_to_do >= *hooks_.deadline) ||
           journal_.failed();
  }

  // --- time ---

  // Advances to `until` or by the collisions up to the total `last_collision`, in stretches: what
  // happens does not depend on them. False if interrupted.
  bool advance(double until, std::int64_t last_collision) {
    while (engine_->time() < until && collisions() < last_collision) {
      const bool stops = must_stop();
      if (stops || journal_.is_due()) journal_.note(stops, saver());
      if (stops) return false;
      const double before = engine_->time();
      const std::int64_t collisions_before = collisions();
      const auto wall_start = Journal::Clock::now();
      const std::int64_t to_audit = collisions_to_audit();
      advance_driven(
          std::min(until, engine_->next_stop(before + stretch_.time())),
          std::min(last_collision, collisions_before + std::min(stretch_.collisions(), to_audit)));
      const double seconds =
          std::chrono::duration<double>(Journal::Clock::now() - wall_start).count();
      const std::int64_t done = collisions() - collisions_before;
      if (done >= to_audit) audit(engine_->state());
      if (last_collision != Engine<Dim>::kNoLimit && done == 0)
        give_up_if_nothing_meets(engine_->time() - before);
      else
        expected_in_vain_ = 0;
      stretch_.adapt(seconds, done, engine_->time() - before);
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
    for (const Drive<Dim>& drive : setup_.drives) next = std::min(next, drive.next());
    return next;
  }

  // The drive whose time has come acts.
  void act() {
    const auto due =
        std::min_element(setup_.drives.begin(), setup_.drives.end(),
                         [](const auto& a, const auto& b) { return a.next() < b.next(); });
    State<Dim> state = engine_->state();
    recorder_.add_work(due->act(gas_, state));
    engine_->set_velocities(state);
  }

  // In which a typical particle crosses the box.
  double crossing_time() const {
    const double kt = estimated_kt(gas_, start_);
    double heaviest = 0;
    for (const auto& species : gas_.species) heaviest = std::max(heaviest, species.mass);
    return kt > 0 ? gas_.box.size.maxCoeff() * std::sqrt(heaviest / kt) : 1;
  }

  void give_up_if_nothing_meets(double dt) {
    const double kt = estimated_kt(gas_, engine_->state());
    expected_in_vain_ += 0.5 * particles() * rate_.by_theory(kt) * dt;
    if (kt > 0 && particles() > 1 && expected_in_vain_ < kGivenUpAfter) return;
    throw SimulationError(fmt::format(
        "at time {:.17g}: {}; run.measure and run.equilibrate count collisions: use run.duration "
        "and equilibrate = 0",
        engine_->time(),
        kt > 0 ? "no two particles ever meet" : "all particles are at rest, none will ever meet"));
  }

  // Whether all is as it must be. @throws AuditError
  void audit(const State<Dim>& state) {
    std::vector<AuditFault> faults = audit_numbers(state);
    if (faults.empty()) {
      faults = engine_->audit(kAuditedPairs);
      const Overlap overlap = deepest_overlap(gas_, state);
      const std::vector<AuditFault> of_books =
          audit_books(ledger_.at(state, engine_->counters(), overlap), overlap);
      faults.insert(faults.end(), of_books.begin(), of_books.end());
    }
    if (!faults.empty()) throw AuditError(collisions(), faults, to_snapshot(state, config_));
    ++audits_;
  }

  // --- the parts of a run; false if interrupted ---

  bool equilibrate() {
    if (measured_from_) return true;
    const std::int64_t wanted = pair_collisions(config_.equilibrate, particles());
    const double per_sample = collisions_per_sample(
        config_.equilibrate, config_.equilibrate_samples.value_or(config_.samples));
    if (!sample_until(wanted, per_sample, false,
                      [this](const State<Dim>& state) { sample(state); }))
      return false;
    begin_measurement();
    return true;
  }

  void begin_measurement() {
    measured_from_ = mark();
    const State<Dim> state = engine_->state();
    recorder_.begin(state);
    if (config_.trajectory > 0) first_frame_ = frame(state);
    interval_.reset();
    spacing_ = 0;
  }

  bool measure() {
    if (!(config_.duration ? measure_duration() : measure_collisions())) return false;
    const double bytes = static_cast<double>(engine_->memory_bytes()) +
                         static_cast<double>(trajectory_.size()) * particles() *
                             static_cast<double>(2 * sizeof(Vec<Dim>));
    journal_.end(keeps_end(config_.keep_checkpoint, bytes), saver());
    return true;
  }

  bool measure_collisions() {
    const std::int64_t wanted = pair_collisions(*config_.measure, particles());
    const double per_sample = collisions_per_sample(*config_.measure, config_.samples);
    return sample_until(measured_from_->counters.collisions + wanted, per_sample, !setup_.cools,
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
    while (next_sample_ <= config_.samples && !error_limit_.is_reached()) {
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

  // Up to `last_collision` with samples about every `per_particle` collisions a particle.
  // `take` is called with each state sampled.
  template <typename Take>
  bool sample_until(std::int64_t last_collision, double per_particle, bool equal_intervals,
                    Take take) {
    while (collisions() < last_collision && !error_limit_.is_reached()) {
      if (!interval_) {
        if (!equal_intervals || spacing_ == 0) spacing_ = rate_.time_of(per_particle);
        const double now = engine_->time();
        interval_ = {now, collisions(), engine_->next_stop(now + spacing_)};
        if (!(interval_->end > now))
          throw SimulationError(fmt::format(
              "at time {:.17g}: samples would follow each other after a time of {:.3g}, which is "
              "lost in rounding",
              now, spacing_));
      }
      if (!advance(interval_->end, last_collision)) return false;
      if (collisions() >= last_collision) break;  // the instant of a collision is no fair sample
      take(seen());
      rate_.learn(engine_->time() - interval_->begin, collisions() - interval_->collisions,
                  2 * recorder_.run().history.kinetic_energy() / (Dim * particles()));
      interval_.reset();
    }
    return true;
  }

  // Collisions a particle has from one sample to the next of a part of the run, which has at least
  // one collision in all.
  double collisions_per_sample(double per_particle, std::int64_t samples) const {
    return std::max(per_particle, 1 / particles()) / static_cast<double>(samples);
  }

  // What samples and frames are taken of.
  State<Dim> seen() const {
    const bool whole = recorder_.looks_at_positions() || config_.trajectory > 0 || is_by_steps();
    return whole ? engine_->state() : engine_->motion();
  }

  void sample(const State<Dim>& state) {
    recorder_.sample(state);
    if (is_by_steps()) overlaps_left_ += deepest_overlap(gas_, state).count;
  }

  void look_at_error() {
    if (error_limit_.is_due()) error_limit_.look_at(recorder_.observables());
  }

  void add_frames(const State<Dim>& state, std::int64_t due) {
    if (std::ssize(trajectory_) < due) trajectory_.push_back(frame(state));
  }
  Frame<Dim> frame(const State<Dim>& state) { return {state, recorder_.labels(state.time)}; }

  double particles() const { return static_cast<double>(start_.size()); }
  std::int64_t collisions() const { return engine_->counters().collisions; }
  bool is_by_steps() const { return setup_.engine.mode == Mode::time_step; }
  Mark mark() const { return {engine_->time(), engine_->counters()}; }

  // --- for those who watch ---

  std::string phase() const { return measured_from_ ? "measuring" : "equilibrating"; }

  LiveView live_view() const {
    return live_view_of(config_, gas_, engine_->state(), phase(), start_.time);
  }

  void show_progress() {
    constexpr std::chrono::milliseconds kBetweenViews{150};
    if (hooks_.live && Journal::Clock::now() >= next_view_) {
      hooks_.live(live_view());
      next_view_ = Journal::Clock::now() + kBetweenViews;
    }
    if (!hooks_.progress) return;
    const double equilibration = config_.equilibrate;
    const double measured = config_.measure.value_or(config_.duration.value_or(0) * rate_.now());
    const double whole = equilibration + measured;
    double done = 2 * static_cast<double>(collisions()) / particles();
    if (measured_from_ && config_.duration)
      done =
          equilibration + measured * (engine_->time() - measured_from_->time) / *config_.duration;
    hooks_.progress(
        {phase(), whole > 0 ? std::min(1.0, done / whole) : 1.0, stretch_.collisions_per_second()});
  }

  // --- the report ---

  void report(const State<Dim>& last, StudyResult& result) {
    result.config = config_;
    result.initial = initial_;
    result.equilibration = between({start_.time, {}}, *measured_from_);
    result.measurement = between(*measured_from_, mark());
    result.cpu_seconds = spent_.cpu();
    result.wall_seconds = spent_.wall();
    result.counters = engine_->counters();
    result.engine_bytes = engine_bytes_;
    if (first_frame_) result.measured_from = snapshot(*first_frame_);
    for (const Frame<Dim>& one : trajectory_)
      if (std::ssize(result.trajectory) < config_.trajectory)
        result.trajectory.push_back(snapshot(one));
    result.final = snapshot(frame(last));
    report_energy(config_, setup_, recorder_.books(), ledger_, last, result);
    const Overlap overlap = deepest_overlap(gas_, last);
    const Bookkeeping books = ledger_.at(last, result.counters, overlap);
    result.energy_balance_error = books.energy_balance_error;
    result.energy_rounding = books.energy_rounding;
    result.momentum_drift = books.momentum_drift;
    result.angular_momentum_drift = books.angular_momentum_drift;
    result.overlap_max_depth = books.overlap_max_depth;
    result.audits = audits_;
    if (is_by_steps()) {
      const StepChoice choice = choose_time_step(config_);
      result.steps = {choice.step, choice.substeps, result.counters.steps,
                      result.counters.pushed_apart, overlaps_left_ + overlap.count};
    }
    report_measurements(recorder_, hooks_.measurements, result);
  }

  Snapshot snapshot(const Frame<Dim>& one) const {
    Snapshot result = to_snapshot(one.state, config_);
    result.label = one.label;
    return result;
  }

  const StudyConfig& config_;
  const Snapshot& initial_;
  const RunHooks& hooks_;
  Journal::Entry journal_;
  Setup<Dim> setup_;
  const Gas<Dim>& gas_ = setup_.gas;
  const State<Dim>& start_ = setup_.start;
  RunRecorder<Dim> recorder_;
  Ledger<Dim> ledger_;
  std::unique_ptr<Engine<Dim>> engine_;
  std::size_t engine_bytes_;  // as made; what it grows by depends on where it is stopped
  // Given back where memory runs out, so that what was found until then can be told. Never touched:
  // it takes addresses, not memory.
  std::unique_ptr<std::byte[]> reserve_ =
      std::make_unique_for_overwrite<std::byte[]>(kReservedBytes * (start_.size() + kReservedFor));

  std::optional<Mark> measured_from_;     // unset while equilibrating
  std::optional<ToNextSample> interval_;  // under way
  double spacing_ = 0;                    // of the samples; 0: none taken yet
  double frames_due_ = 0;
  std::int64_t next_sample_ = 1, next_frame_ = 1;  // in a run of given duration
  std::optional<Frame<Dim>> first_frame_;          // of the measured part
  std::vector<Frame<Dim>> trajectory_;
  MeasuredRate rate_;
  double expected_in_vain_ = 0;  // collisions, since the last one
  std::int64_t overlaps_left_ = 0;
  std::int64_t audits_ = 0;  // passed
  Spent spent_;
  ErrorLimit error_limit_;

  // Of the machine, not of the run.
  Stretch stretch_;
  Journal::Clock::time_point next_view_;
};

}  // namespace

StudyResult guarded(const StudyConfig& config, const Snapshot& initial, Journal& journal,
                    const std::function<StudyResult()>& part) {
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

}  // namespace clausius
