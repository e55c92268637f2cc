#include "study/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "clausius/core/archive.h"
#include "clausius/core/errors.h"
#include "core/system/checksum.h"
#include "engine/conserved.h"
#include "measure/run_recorder.h"
#include "study/results/step_length.h"
#include "study/run/audit.h"
#include "study/run/ledger.h"
#include "study/run/live_view.h"
#include "study/run/motion.h"
#include "study/run/run_files.h"
#include "study/run/run_parts.h"
#include "study/run/run_report.h"
#include "study/run/saved_run.h"
#include "study/run/trajectory.h"

namespace clausius {

namespace {

// Pairs tested for missed contacts in an audit (some hundredths of a second).
constexpr std::int64_t kAuditedPairs = 2000000;
// Bytes reserved for the results of a run that exhausts its memory, per particle and in addition.
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

// Part by which the number of samples or frames may differ from that of the study.
constexpr double kSameNumber = 0.02;

// Warns of a number of samples or frames that is not that of the key.
void warn_of_number(std::string_view key, std::int64_t number, std::int64_t wanted,
                    StudyResult& result) {
  const std::int64_t off = std::abs(number - wanted);
  if (off > 1 && static_cast<double>(off) > kSameNumber * static_cast<double>(wanted))
    result.warnings.push_back(
        fmt::format("run.{}: {} instead of {}, because the rate of collisions was not the expected "
                    "one and they are few, or a time step is longer than the interval",
                    key, number, wanted));
}

// Warns if particles were pushed so far apart between two samples that a crossing of an edge may
// have been missed.
void warn_of_images(double farthest, StudyResult& result) {
  constexpr double kSure = 0.25;
  if (farthest > kSure)
    result.warnings.push_back(
        fmt::format("run.trajectory_images: overlaps pushed particles by up to {:.2g} edges of the "
                    "box between two samples, so that images may be off by one; smaller time "
                    "steps, or more samples",
                    farthest));
}

// Warns of threads that were asked for and could not share the gas.
template <int Dim>
void warn_of_threads(const Motion<Dim>& motion, StudyResult& result) {
  const std::string why = why_fewer_threads(motion.gas(), motion.start(), motion.setup().engine);
  if (!why.empty())
    result.warnings.push_back(fmt::format("run.threads: the gas was moved by {}: {}",
                                          motion.engine().thread_use().threads, why));
}

constexpr std::string_view kAdviceToStudies =
    "run.measure and run.equilibrate count collisions: use run.duration and equilibrate = 0";

// One run of a study, from its initial state to the end. Between two periods it can be saved.
template <int Dim>
class Run final : private Motion<Dim>::Pauses {
 public:
  Run(const StudyConfig& config, const Snapshot& initial, const RunHooks& hooks,
      Journal::Entry journal)
      : config_(config),
        initial_(initial),
        hooks_(hooks),
        journal_(journal),
        motion_(Setup<Dim>(config, initial), hooks.measurements, kAdviceToStudies),
        ledger_(motion_.setup(), recorder_.books()),
        engine_bytes_(engine_.memory_bytes()),
        error_limit_(config) {
    engine_.interrupt_on(hooks_.interrupt);
    if (!hooks_.file) return;
    const OpenFile open = [this](const std::string& name) -> GrowingFile& {
      return files_.open(hooks_, name);
    };
    recorder_.write_to(open);
    trajectory_.write_to(open);
  }

  StudyResult operator()() {
    if (const std::string state = journal_.begin(); !state.empty()) load(state);
    spent_.begin();
    StudyResult result;
    bool finished = false;
    attempt(result, [&] { finished = equilibrate() && measure(); });
    if (!measured_from_) begin_measurement();
    const State<Dim> last = engine_.state();
    recorder_.end(last);
    if (hooks_.live) hooks_.live(live_view());
    if (result.failure.empty()) attempt(result, [&] { audit(last); });
    attempt(result, [&] {
      trajectory_.end(finished ? std::optional(frame(last)) : std::nullopt);
      result.files = files_.finish();
    });
    result.interrupted = !finished && result.failure.empty();
    spent_.stop();
    report(last, result);
    return result;
  }

  // Everything that changes in the course of the run, except the engine.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(motion_, measured_from_, next_sample_, next_frame_, first_frame_, trajectory_,
            overlaps_left_, audits_, spent_, error_limit_, files_);
  }

 private:
  // --- checkpoints and failures ---

  std::string save() {
    spent_.stop();
    spent_.begin();
    return saved_run(start_checksum(), *this, engine_);
  }
  Journal::Save saver() {
    return [this] { return save(); };
  }

  void load(const std::string& state) {
    load_run(state, start_checksum(), "belongs to another start: initial.file has changed since",
             *this, engine_);
    const State<Dim> now = engine_.state();
    require((!first_frame_ || first_frame_->is_possible(now)) && trajectory_.is_possible(now),
            "holds an impossible frame");
  }

  std::uint64_t start_checksum() const { return checksum(to_bytes(motion_.start())); }

  // Executes a part of the run; if that fails, keeps the reason and the progress of the run.
  template <class Part>
  void attempt(StudyResult& result, Part part) {
    const auto note = [&](const std::exception_ptr& error) {
      reserve_.reset();
      result.failure = message_of(error);
    };
    try {
      part();
    } catch (const SimulationError&) {
      note(std::current_exception());
      journal_.fail(std::current_exception(), saver());
    } catch (const OutputError&) {  // in the middle of a collision: not saved
      note(std::current_exception());
      journal_.fail(std::current_exception());
    } catch (const std::bad_alloc&) {
      note(std::current_exception());
      // Not saved: it may have come in the middle of a sample, of which only a part would be kept.
      journal_.fail(std::current_exception());
      // To write frames takes more memory than to keep them.
      trajectory_.lose_some();
    }
  }

  // --- between the periods ---

  // Whether the run is interrupted: by the flag, by a deadline nearer than two checkpoints, or by
  // the failure of a parallel run.
  bool must_stop() const override {
    const auto still_to_do = std::chrono::duration<double>(2 * journal_.cost());
    return (hooks_.interrupt != nullptr && hooks_.interrupt->load()) ||
           (hooks_.deadline && Journal::Clock::now() + still_to_do >= *hooks_.deadline) ||
           journal_.failed();
  }

  void before_stretch(bool stops) override {
    if (stops || journal_.is_due()) journal_.note(stops, saver());
    to_audit_ = next_multiple(config_.audit_every);
  }

  double next_time() const override { return trajectory_.times().next_time(); }
  std::int64_t next_collision() const override {
    return std::min({next_multiple(config_.audit_every), next_multiple(collisions_per_view()),
                     trajectory_.times().next_collision()});
  }

  // The next multiple of `step`, as a number of collisions; no limit if `step` is 0.
  std::int64_t next_multiple(std::int64_t step) const {
    if (step == 0) return Motion<Dim>::kNoLimit;
    const std::int64_t done = motion_.collisions();
    return done + step - done % step;
  }

  void after_stretch() override {
    if (motion_.collisions() >= to_audit_) audit(engine_.state());
    if (trajectory_.times().is_due(motion_.time(), motion_.collisions()))
      trajectory_.add(frame(engine_.state()), motion_.collisions(), time_of_collisions());
    show_progress();
  }

  // Audits the state of the run. @throws AuditError
  void audit(const State<Dim>& state) {
    std::vector<AuditFault> faults = audit_numbers(state);
    if (faults.empty()) {
      faults = engine_.audit(kAuditedPairs);
      const Overlap overlap = deepest_overlap(motion_.gas(), state);
      const std::vector<AuditFault> of_books =
          audit_books(ledger_.at(state, engine_.counters(), overlap), overlap);
      faults.insert(faults.end(), of_books.begin(), of_books.end());
    }
    if (!faults.empty()) throw AuditError(motion_.collisions(), faults, snapshot(state));
    ++audits_;
  }

  // --- the parts of a run; false if interrupted ---

  bool equilibrate() {
    if (measured_from_) return true;
    const std::int64_t wanted = pair_collisions(config_.equilibrate, motion_.particles());
    const double per_sample = collisions_per_sample(
        config_.equilibrate, config_.equilibrate_samples.value_or(config_.samples));
    if (!sample_until(wanted, per_sample, false, [this] { sample(look()); })) return false;
    begin_measurement();
    return true;
  }

  void begin_measurement() {
    const State<Dim> state = engine_.state();
    recorder_.begin(state);
    measured_from_ = mark();  // only now: what memory ends in the middle of it begins anew
    if (config_.trajectory_images && config_.trajectory > 0) motion_.count_images();
    if (config_.trajectory > 0) first_frame_ = frame(state);
    if (config_.trajectory > 1) trajectory_.add(*first_frame_);
    if (!config_.measure) return;
    motion_.begin_samples(collisions_per_sample(*config_.measure, config_.samples));
    if (config_.trajectory > 1)
      trajectory_.begin(FrameTimes(config_, motion_.setup().cools, motion_.time(),
                                   motion_.collisions(), time_of_collisions()));
  }

  FrameTimes::TimeOf time_of_collisions() const {
    return [this](double collisions) { return motion_.rate().time_of(collisions); };
  }

  bool measure() {
    if (!(config_.duration ? measure_duration() : measure_collisions())) return false;
    const double bytes = static_cast<double>(engine_.memory_bytes()) +
                         static_cast<double>(trajectory_.in_memory()) * motion_.particles() *
                             static_cast<double>(2 * sizeof(Vec<Dim>));
    journal_.end(keeps_end(config_.keep_checkpoint, bytes), saver());
    return true;
  }

  bool measure_collisions() {
    const std::int64_t wanted = pair_collisions(*config_.measure, motion_.particles());
    const double per_sample = collisions_per_sample(*config_.measure, config_.samples);
    return sample_until(measured_from_->counters.collisions + wanted, per_sample,
                        !motion_.setup().cools, [this] {
                          sample(look());
                          look_at_error();
                        });
  }

  bool measure_duration() {
    const double begin = measured_from_->time;
    const double duration = *config_.duration;
    const double end = begin + duration;
    const auto at = [&](std::int64_t k, std::int64_t of) {
      if (k == of) return end;
      const double time = begin + duration * static_cast<double>(k) / static_cast<double>(of);
      return std::min(engine_.next_stop(time), end);
    };
    while (next_sample_ <= config_.samples && !error_limit_.is_reached()) {
      const double sample_time = at(next_sample_, config_.samples);
      const double frame_time = next_frame_ < config_.trajectory
                                    ? at(next_frame_, config_.trajectory - 1)
                                    : Motion<Dim>::kForever;
      if (!motion_.advance(std::min(sample_time, frame_time), Motion<Dim>::kNoLimit, *this))
        return false;
      const State<Dim> state = look();
      if (sample_time <= frame_time) {
        sample(state);
        look_at_error();
        ++next_sample_;
      }
      if (frame_time <= sample_time) {
        trajectory_.add(frame(state));
        ++next_frame_;
      }
    }
    return true;
  }

  bool sample_until(std::int64_t last_collision, double per_particle, bool equal_intervals,
                    const std::function<void()>& take) {
    return motion_.sample_until(last_collision, per_particle, equal_intervals, *this, take,
                                [this] { return error_limit_.is_reached(); });
  }

  // Collisions per particle between samples of a part of the run, at least one collision in total.
  double collisions_per_sample(double per_particle, std::int64_t samples) const {
    return std::max(per_particle, 1 / motion_.particles()) / static_cast<double>(samples);
  }

  // State for samples and frames.
  State<Dim> look() const { return motion_.look(config_.duration && config_.trajectory > 0); }

  void sample(const State<Dim>& state) {
    recorder_.sample(state);
    if (motion_.images().is_on() && !state.position.empty()) motion_.images().look(state);
    if (motion_.is_by_steps()) overlaps_left_ += deepest_overlap(motion_.gas(), state).count;
  }

  void look_at_error() {
    if (error_limit_.is_due()) error_limit_.look_at(recorder_.observables());
  }

  Frame<Dim> frame(const State<Dim>& state) {
    return {state, recorder_.labels(state.time), images(state)};
  }
  std::vector<std::array<std::int32_t, 3>> images(const State<Dim>& state) {
    if (!motion_.images().is_on()) return {};
    motion_.images().look(state);
    const std::optional<Surroundings> around = motion_.setup().surroundings_at(state.time);
    return motion_.images().images(state, around ? around->shear_offset.value_or(0) : 0);
  }

  Mark mark() const { return {engine_.time(), engine_.counters()}; }

  // --- live views ---

  std::string phase() const { return measured_from_ ? "measuring" : "equilibrating"; }

  LiveView live_view() const {
    return live_view_of(config_, motion_.gas(), engine_.state(), phase(), motion_.start().time);
  }

  // Approximate number of collisions per particle in the measured part.
  double measured_collisions() const {
    return config_.measure.value_or(config_.duration.value_or(0) * motion_.rate().now());
  }

  // Number of collisions between the views that hooks_.live_views requests; 0 without views.
  std::int64_t collisions_per_view() const {
    if (!hooks_.live || hooks_.live_views <= 0) return 0;
    const double whole = (config_.equilibrate + measured_collisions()) * motion_.particles() / 2;
    constexpr double kMost = 1e15;
    return static_cast<std::int64_t>(
        std::clamp(whole / static_cast<double>(hooks_.live_views), 1.0, kMost));
  }

  void show_progress() {
    constexpr std::chrono::milliseconds kBetweenViews{150};
    const bool asked_for = collisions_per_view() > 0 && motion_.collisions() >= to_view_;
    if (hooks_.live && (asked_for || Journal::Clock::now() >= next_view_)) {
      hooks_.live(live_view());
      next_view_ = Journal::Clock::now() + kBetweenViews;
      to_view_ = next_multiple(collisions_per_view());
    }
    if (!hooks_.progress) return;
    const double equilibration = config_.equilibrate;
    const double measured = measured_collisions();
    const double whole = equilibration + measured;
    double done = 2 * static_cast<double>(motion_.collisions()) / motion_.particles();
    if (measured_from_ && config_.duration)
      done = equilibration + measured * (engine_.time() - measured_from_->time) / *config_.duration;
    hooks_.progress(
        {phase(), whole > 0 ? std::min(1.0, done / whole) : 1.0, motion_.collisions_per_second()});
  }

  // --- the report ---

  void report(const State<Dim>& last, StudyResult& result) {
    result.config = config_;
    result.initial = initial_;
    result.equilibration = between({motion_.start().time, {}}, *measured_from_);
    result.measurement = between(*measured_from_, mark());
    result.cpu_seconds = spent_.cpu();
    result.wall_seconds = spent_.wall();
    result.counters = engine_.counters();
    result.engine_bytes = engine_bytes_;
    if (first_frame_) result.measured_from = snapshot(*first_frame_);
    result.trajectory = trajectory_.snapshots();
    result.final = snapshot(frame(last));
    report_energy(config_, motion_.setup(), recorder_.books(), ledger_, last, result);
    const Overlap overlap = deepest_overlap(motion_.gas(), last);
    const Bookkeeping books = ledger_.at(last, result.counters, overlap);
    result.energy_balance_error = books.energy_balance_error;
    result.energy_rounding = books.energy_rounding;
    result.overlap_tolerance = books.overlap_tolerance;
    result.momentum_drift = books.momentum_drift;
    result.angular_momentum_drift = books.angular_momentum_drift;
    result.overlap_max_depth = books.overlap_max_depth;
    result.audits = audits_;
    if (motion_.is_by_steps()) {
      const StepChoice choice = choose_time_step(config_);
      result.steps = {choice.step, choice.substeps, result.counters.steps,
                      result.counters.pushed_apart, overlaps_left_ + overlap.count};
    }
    result.warnings = initial_.warnings;
    report_measurements(recorder_, hooks_.measurements, result);
    warn_of_images(motion_.images().farthest(), result);
    warn_of_threads(motion_, result);
    if (!result.finished() || error_limit_.is_reached()) return;
    warn_of_number("samples", std::ssize(recorder_.books().intervals()), config_.samples, result);
    warn_of_number("trajectory", trajectory_.size(), config_.trajectory, result);
  }

  Snapshot snapshot(const Frame<Dim>& one) const {
    Snapshot result = snapshot(one.state);
    result.label = one.label;
    result.image = one.image;
    return result;
  }
  Snapshot snapshot(const State<Dim>& state) const {
    Snapshot result = to_snapshot(state, config_);
    result.surroundings = motion_.setup().surroundings_at(state.time);
    return result;
  }

  const StudyConfig& config_;
  const Snapshot& initial_;
  const RunHooks& hooks_;
  Journal::Entry journal_;
  Motion<Dim> motion_;
  RunRecorder<Dim>& recorder_ = motion_.recorder();
  Engine<Dim>& engine_ = motion_.engine();
  Ledger<Dim> ledger_;
  std::size_t engine_bytes_;  // when made; its later size depends on where the run is stopped
  // Released when memory is exhausted, so that the results until then can be reported. Never
  // touched: it takes addresses, not memory.
  std::unique_ptr<std::byte[]> reserve_ = std::make_unique_for_overwrite<std::byte[]>(
      kReservedBytes * (motion_.start().size() + kReservedFor));

  std::optional<Mark> measured_from_;              // unset while equilibrating
  std::int64_t next_sample_ = 1, next_frame_ = 1;  // for a run of given duration
  std::optional<Frame<Dim>> first_frame_;          // start of the measured part
  Trajectory<Dim> trajectory_{config_, [this](const Frame<Dim>& one) { return snapshot(one); }};
  std::int64_t overlaps_left_ = 0;
  std::int64_t audits_ = 0;  // number of audits passed
  Spent spent_;
  ErrorLimit error_limit_;
  RunFiles files_;

  // Total number of collisions at the next audit and at the next view.
  std::int64_t to_audit_ = Motion<Dim>::kNoLimit, to_view_ = 0;
  Journal::Clock::time_point next_view_;  // the clock never affects results
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
  } catch (const Interrupted&) {  // while its particles were placed: there is no run to be kept yet
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
