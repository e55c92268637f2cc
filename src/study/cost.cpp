#include "clausius/study/cost.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <limits>
#include <sstream>

#include "clausius/core/elementary.h"
#include "clausius/study/initial.h"
#include "clausius/study/runner.h"
#include "clausius/study/time_step.h"
#include "clausius/study/xyz.h"

namespace clausius {

namespace {

constexpr double kTrialSeconds = 1;         // of processor time for the trials of all cases
constexpr double kLeastTrialSeconds = 0.1;  // of one case
constexpr double kMostWithFixed = 5;        // times that, where most of it is the same for any run
// The first trial: collisions per particle, or part of the duration.
constexpr double kFirstCollisions = 0.02;
constexpr double kFirstPart = 1e-4;
// From one trial to the next.
constexpr double kLeastGrowth = 6;
constexpr double kMostGrowth = 50;
// Of a particle, as a state and as a snapshot.
constexpr double kStateBytes = 50, kStateBytesOfBody = 110;
constexpr double kSnapshotBytes = 80, kSnapshotBytesOfBody = 140;
// What is written of a frame, in its lines of extended XYZ: these and the table of pictures.
constexpr double kFrameTexts = 2.5;

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// What a short run of a study did and cost.
struct Trial {
  double seconds = 0;
  double under_way = 0;  // of these: what takes longer the longer the run
  double collisions = 0;
  double time = 0;         // simulated
  double energy_left = 1;  // part of that at the start
  bool is_whole = false;
};

/// Runs the part `part` of everything, for `most_seconds` at the most.
Trial run_part(StudyConfig study, const Snapshot& initial, double part, double most_seconds) {
  const auto some = [part](std::int64_t count) {
    return static_cast<std::int64_t>(std::llround(part * static_cast<double>(count)));
  };
  study.equilibrate *= part;
  if (study.measure) *study.measure *= part;
  if (study.duration) *study.duration *= part;
  study.samples = std::max<std::int64_t>(1, some(study.samples));
  study.trajectory = some(study.trajectory);
  study.collision_log = some(study.collision_log);
  study.checks.clear();
  study.until.reset();
  std::atomic<bool> interrupt = false;
  RunHooks hooks;
  const double begin = cpu_now();
  hooks.interrupt = &interrupt;
  hooks.progress = [&](const Progress&) { interrupt = cpu_now() - begin > most_seconds; };
  const StudyResult result = run_study(study, initial, hooks);
  Trial trial;
  trial.seconds = cpu_now() - begin;
  trial.under_way = result.cpu_seconds;
  trial.collisions = static_cast<double>(result.counters.collisions);
  trial.time = result.equilibration.simulated_time + result.measurement.simulated_time;
  if (result.energy_initial > 0) trial.energy_left = result.energy_final / result.energy_initial;
  trial.is_whole = part >= 1 && !result.interrupted;
  return trial;
}

/// Collisions over time as a trial had them, going on by Haff's law, T = T₀/(1 + t/τ)², where the
/// gas cools.
class Course {
 public:
  /// @param steady as drives keep a gas
  Course(const Trial& trial, bool steady) {
    const double slowed = 1 / std::sqrt(trial.energy_left) - 1;
    if (slowed > 1e-9 && !steady) haff_time_ = trial.time / slowed;
    rate_ = trial.collisions / scaled(trial.time);
  }
  [[nodiscard]] double collisions_until(double time) const { return rate_ * scaled(time); }
  [[nodiscard]] double time_of(double collisions) const {
    const double scaled = collisions / rate_;
    return std::isfinite(haff_time_) ? haff_time_ * portable::expm1(scaled / haff_time_) : scaled;
  }

 private:
  [[nodiscard]] double scaled(double time) const {
    return std::isfinite(haff_time_) ? haff_time_ * portable::log1p(time / haff_time_) : time;
  }
  double haff_time_ = std::numeric_limits<double>::infinity();
  double rate_ = 0;
};

/// Processor time of writing a frame of a trajectory.
double seconds_of_frame(const Snapshot& snapshot) {
  const double begin = cpu_now();
  std::ostringstream text;
  write_xyz(text, snapshot);
  return kFrameTexts * (cpu_now() - begin);
}

/// Adds the cost of one case.
void add_case(const StudyConfig& study, double most_seconds, Cost& cost) {
  const double begin = cpu_now();
  const Snapshot initial = make_initial_state(study);
  cost.cpu_seconds += cpu_now() - begin;
  if (study.trajectory > 0)
    cost.cpu_seconds += seconds_of_frame(initial) * static_cast<double>(study.trajectory);

  const double per_particle = study.equilibrate + study.measure.value_or(0);
  double part = study.measure ? std::min(1.0, kFirstCollisions / per_particle) : kFirstPart;
  Trial before, last;
  double spent = 0;
  while (true) {
    before = last;
    last = run_part(study, initial, part, most_seconds);
    spent += last.seconds;
    if (last.is_whole || last.under_way > 0.5 * most_seconds ||
        spent > kMostWithFixed * most_seconds)
      break;
    part = std::min(
        1.0, part * std::clamp(0.5 * most_seconds / last.under_way, kLeastGrowth, kMostGrowth));
  }

  const auto particles = static_cast<double>(study.particles());
  double collisions = last.collisions, seconds = last.seconds;
  if (!last.is_whole) {
    const Course course(last, !study.drives.empty());
    collisions = 0.5 * per_particle * particles;
    double time = 0;
    if (last.collisions > 0) time = course.time_of(collisions);
    if (study.duration) {
      time += *study.duration;
      collisions = course.collisions_until(time);
    }
    // Steps cost the same whatever happens in them; else it is the collisions that cost.
    const bool by_time = study.engine.mode == Mode::time_step || last.collisions == 0;
    const auto work = [by_time](const Trial& trial) {
      return by_time ? trial.time : trial.collisions;
    };
    const double more = (by_time ? time : collisions) - work(last);
    const bool grew = work(last) > 1.5 * work(before) && last.seconds > before.seconds;
    seconds += more * (grew ? (last.seconds - before.seconds) / (work(last) - work(before))
                            : last.seconds / work(last));
  }
  cost.collisions += collisions;
  cost.cpu_seconds += seconds;
  const bool spheres = study.spheres_only();
  const double snapshot = particles * (spheres ? kSnapshotBytes : kSnapshotBytesOfBody);
  const double frame = snapshot + particles * (spheres ? kStateBytes : kStateBytesOfBody);
  cost.memory_bytes +=
      2 * snapshot + frame * static_cast<double>(study.trajectory) +
      kSampleBytes * static_cast<double>(study.samples) +
      kLoggedBytes * std::min(static_cast<double>(study.collision_log), collisions);
}

}  // namespace

Cost predict_cost(const StudyConfig& study) {
  const auto cases = static_cast<double>(1 + study.series.values.size());
  const double seconds = std::max(kLeastTrialSeconds, kTrialSeconds / cases);
  Cost cost;
  StudyConfig alone = study;
  alone.series = {};
  alone.replicas = 1;
  add_case(alone, seconds, cost);
  for (const std::string& value : study.series.values) {
    StudyConfig one = series_case(study, value);
    one.replicas = 1;
    add_case(one, seconds, cost);
  }
  const auto replicas = static_cast<double>(study.replicas);
  cost.collisions *= replicas;
  cost.cpu_seconds *= replicas;
  cost.memory_bytes *= replicas;
  return cost;
}

}  // namespace clausius
