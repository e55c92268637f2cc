#include "study/results/cost.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <limits>
#include <sstream>

#include "clausius/study/runner.h"
#include "core/elementary.h"
#include "measure/kept_in_memory.h"
#include "study/results/memory.h"
#include "study/results/step_length.h"
#include "study/run/journal.h"
#include "study/start/initial.h"
#include "study/start/xyz.h"
#include "theory/estimates.h"

namespace clausius {

namespace {

constexpr double kTrialSeconds = 1;         // processor time for the trials of all cases
constexpr double kLeastTrialSeconds = 0.1;  // processor time for one case
constexpr double kMostWithFixed = 5;        // factor on that if most of it is fixed cost
// Limit of the part of a trial that grows with the run in this case.
constexpr double kMostlyFixed = 0.25;
// First trial: collisions per particle, or fraction of the duration.
constexpr double kFirstCollisions = 0.02;
constexpr double kFirstPart = 1e-4;
// Growth factor from one trial to the next.
constexpr double kLeastGrowth = 6;
constexpr double kMostGrowth = 50;
// Copies of a checkpoint while it is written, in addition to the states that a trial keeps: those
// passed on, and the bytes of the file with its spare capacity.
constexpr double kCheckpointCopies = 3;
// Bytes per frame in extended XYZ, with the table of pictures.
constexpr double kFrameTexts = 2.5;
// Processor time for writing a row of a long collision log.
constexpr double kRowSeconds = 2e-6;
// Trials use a part of the box with at most this many particles.
constexpr double kMostTried = 50000, kMostBodiesTried = 5000;
// The time per collision grows with this power of the number of particles, as fewer of them fit
// into the caches: 0.05 for dense gases, 0.17 for dilute ones.
constexpr double kPowerOfCaches = 0.1;
constexpr std::size_t kMostCasesTried = 12;  // of a series; each represents its neighbours

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Results and cost of a short run of a study.
struct Trial {
  double seconds = 0;
  double under_way = 0;  // part of the memory that grows with the duration
  double collisions = 0;
  double time = 0;         // simulated time
  double energy_left = 1;  // energy relative to the start
  bool is_whole = false;
  double checkpoint_bytes = 0;
};

/// The study in a part of its box, with everything in it reduced accordingly: the longest edges are
/// halved until there are few enough particles.
StudyConfig part_of_box(StudyConfig study) {
  const auto particles = static_cast<double>(study.particles());
  const double most = study.spheres_only() ? kMostTried : kMostBodiesTried;
  if (study.placement == Placement::file || study.placement == Placement::listed) return study;
  std::vector<double> by(study.size.size(), 1);  // factor for each edge
  double part = 1;
  for (; part * particles > most; part /= 2) {
    const auto longest = static_cast<std::size_t>(
        std::max_element(study.size.begin(), study.size.end()) - study.size.begin());
    study.size[longest] /= 2;
    by[longest] /= 2;
  }
  if (part == 1) return study;
  const auto scale = [&by](std::vector<double>& place) {
    for (std::size_t axis = 0; axis < place.size() && axis < by.size(); ++axis)
      place[axis] *= by[axis];
  };
  const double least = *std::min_element(by.begin(), by.end());
  for (StudySpecies& species : study.species) {
    const auto count = static_cast<double>(species.count);
    species.count = std::max<std::int64_t>(1, std::llround(part * count));
    if (species.amount) *species.amount *= static_cast<double>(species.count) / count;
    scale(species.region_low);
    scale(species.region_high);
  }
  for (WallConfig& wall : study.walls) wall.amplitude *= least;
  for (std::size_t axis = 0; axis < by.size(); ++axis) study.gravity[axis] /= by[axis];
  for (ObstacleConfig& obstacle : study.obstacles) {
    for (std::vector<double>* place : {&obstacle.centre, &obstacle.low, &obstacle.high})
      scale(*place);
    for (std::vector<double>& vertex : obstacle.vertices) scale(vertex);
    obstacle.radius *= least;
    obstacle.position *= by[obstacle.axis];
    // A hole keeps its width, because particles pass through it.
  }
  for (PhaseWindow& window : study.windows) {
    scale(window.region_low);
    scale(window.region_high);
  }
  for (LabelStart& label : study.labels)
    if (label.count) *label.count = std::llround(part * static_cast<double>(*label.count));
  return study;
}

/// Runs the fraction `part` of the study, for at most `most_seconds`.
Trial run_part(StudyConfig study, const Snapshot& initial, double part, double most_seconds) {
  const auto some = [part](std::int64_t count) {
    return static_cast<std::int64_t>(std::llround(part * static_cast<double>(count)));
  };
  study.equilibrate *= part;
  if (study.measure) *study.measure *= part;
  if (study.duration) *study.duration *= part;
  study.samples = std::max<std::int64_t>(1, some(study.samples));
  // Longer ones go to files in a run.
  const auto frames = static_cast<std::int64_t>(
      kParticlesInMemory / std::max(1.0, static_cast<double>(study.particles())));
  study.trajectory = std::min(some(study.trajectory), frames);
  study.collision_log = std::min(some(study.collision_log), kCollisionsInMemory);
  study.checks.clear();
  study.until.reset();
  std::atomic<bool> interrupt = false;
  RunHooks hooks;
  const double begin = cpu_now();
  hooks.interrupt = &interrupt;
  hooks.progress = [&](const Progress&) { interrupt = cpu_now() - begin > most_seconds; };
  Trial trial;
  hooks.checkpoint = [&trial](const std::vector<std::string>& runs) {
    trial.checkpoint_bytes = 0;
    for (const std::string& run : runs) trial.checkpoint_bytes += static_cast<double>(run.size());
  };
  const StudyResult result = run_study(study, initial, hooks);
  trial.seconds = cpu_now() - begin;
  trial.under_way = result.cpu_seconds;
  trial.collisions = static_cast<double>(result.counters.collisions);
  trial.time = result.equilibration.simulated_time + result.measurement.simulated_time;
  if (result.energy_initial > 0) trial.energy_left = result.energy_final / result.energy_initial;
  trial.is_whole = part >= 1 && !result.interrupted;
  return trial;
}

/// Collisions over time extrapolated from a trial, by Haff's law, T = T₀/(1 + t/τ)², if the gas
/// cools.
class Course {
 public:
  /// @param steady whether drives keep the energy of the gas
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

/// Processor time for writing a frame of a trajectory.
double seconds_of_frame(const Snapshot& snapshot) {
  const double begin = cpu_now();
  std::ostringstream text;
  write_xyz(text, snapshot);
  return kFrameTexts * (cpu_now() - begin);
}

double first_part(const StudyConfig& study) {
  return study.measure ? std::min(1.0, kFirstCollisions / (study.equilibrate + *study.measure))
                       : kFirstPart;
}

/// Runs replicas in parallel for a moment, so that the process has allocated their memory.
void try_replicas(const StudyConfig& study, double most_seconds) {
  StudyConfig some = part_of_box(study);
  const std::int64_t cores = tbb::this_task_arena::max_concurrency();
  some.replicas = std::min(some.replicas, 2 * cores);
  run_part(some, make_initial_state(some), first_part(some), most_seconds);
}

/// Predicts the cost of `whole` from trials of a part of its box.
Cost cost_of_case(const StudyConfig& whole, double most_seconds) {
  const StudyConfig study = part_of_box(whole);
  const double begin = cpu_now();
  const Snapshot initial = make_initial_state(study);
  double fixed = cpu_now() - begin;
  // The initial and final states are written in every run.
  fixed += seconds_of_frame(initial) * static_cast<double>(study.trajectory + 1);

  const double per_particle = study.equilibrate + study.measure.value_or(0);
  double part = first_part(study);
  Trial before, last;
  double spent = 0;
  for (int trials = 1;; ++trials) {
    before = last;
    last = run_part(study, initial, part, most_seconds);
    spent += last.seconds;
    // A single trial does not separate fixed cost from cost that grows with the run.
    if (last.is_whole || (trials > 1 && (last.under_way > 0.5 * most_seconds ||
                                         spent > kMostWithFixed * most_seconds)))
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
    if (last.collisions > 0)
      time = course.time_of(collisions);
    else if (study.spheres_only() && start_speeds(study).kt > 0)
      time = per_particle / estimated_collision_rate(mixture_of(study), start_speeds(study).kt);
    if (study.duration) {
      time += *study.duration;
      collisions = course.collisions_until(time);
    }
    // Time steps cost the same whatever happens in them; otherwise collisions determine the cost.
    const bool by_time = study.engine.mode == Mode::time_step || last.collisions == 0;
    const auto work = [by_time](const Trial& trial) {
      return by_time ? trial.time : trial.collisions;
    };
    const double more = (by_time ? time : collisions) - work(last);
    // If most of a trial is fixed cost, its scatter exceeds the part that is to be measured.
    const bool mostly_fixed = last.under_way < kMostlyFixed * last.seconds;
    const auto spent_on = [mostly_fixed](const Trial& trial) {
      return mostly_fixed ? trial.under_way : trial.seconds;
    };
    const bool grew = work(last) > 1.5 * work(before) && spent_on(last) > spent_on(before);
    seconds += more * (grew ? (spent_on(last) - spent_on(before)) / (work(last) - work(before))
                            : spent_on(last) / work(last));
  }
  const auto all = static_cast<double>(whole.particles());
  const RunMemory memory = memory_of(whole);
  Cost cost;
  cost.parts = all / particles;
  cost.collisions = cost.parts * collisions;
  cost.cpu_seconds = cost.parts * (fixed + portable::pow(cost.parts, kPowerOfCaches) * seconds);
  // The final checkpoint is kept if it is not large; long runs also keep intermediate ones.
  const double checkpoint = cost.parts * last.checkpoint_bytes;
  const bool is_written =
      keeps_end(study.keep_checkpoint, checkpoint) || cost.cpu_seconds > study.checkpoint_every;
  const double frames = static_cast<double>(study.trajectory);
  const double logged = std::min(static_cast<double>(study.collision_log), cost.collisions);
  const bool is_long = writes_frames_to_file(whole);
  const bool is_long_log = study.collision_log > kCollisionsInMemory;
  if (is_long_log) cost.cpu_seconds += kRowSeconds * logged;
  const RunText text = text_of(whole);
  cost.file_bytes =
      (is_long ? text.frame * frames : 0) + (is_long_log ? text.collision * logged : 0);
  cost.memory_bytes =
      (is_written ? kCheckpointCopies * checkpoint : 0) + 2 * memory.snapshot +
      memory.frame * (is_long ? std::min(frames, kParticlesInMemory / all) : frames) +
      memory.sample * static_cast<double>(study.samples) +
      (is_long_log ? 0 : memory.collision * logged);
  return cost;
}

}  // namespace

Cost predict_cost(const StudyConfig& study) {
  const std::vector<std::string>& values = study.series.values;
  // Trials of the study itself and of as many cases of its series as time allows, evenly spread.
  const std::size_t step = (values.size() + kMostCasesTried - 1) / kMostCasesTried;
  const std::size_t tried = 1 + (step > 0 ? (values.size() + step - 1) / step : 0);
  const double seconds = std::max(kLeastTrialSeconds, kTrialSeconds / static_cast<double>(tried));
  Cost cost;
  const auto add = [&](StudyConfig one, std::size_t times) {
    one.series = {};
    one.replicas = 1;
    const Cost more = cost_of_case(one, seconds);
    const double weight = static_cast<double>(times) * static_cast<double>(study.replicas);
    cost.collisions += weight * more.collisions;
    cost.cpu_seconds += weight * more.cpu_seconds;
    cost.memory_bytes += weight * more.memory_bytes;
    // Other replicas write no such files.
    cost.file_bytes += static_cast<double>(times) * more.file_bytes;
    cost.parts = std::max(cost.parts, more.parts);
  };
  if (study.replicas > 1) {
    StudyConfig side_by_side = study;
    side_by_side.series = {};
    try_replicas(side_by_side, seconds);
  }
  add(study, 1);
  for (std::size_t i = 0; i < values.size(); i += step)
    add(series_case(study, values[i]), std::min(step, values.size() - i));
  return cost;
}

double relative_cost(const StudyConfig& study) {
  const auto particles = static_cast<double>(study.particles());
  double per_particle = study.equilibrate + study.measure.value_or(0);
  if (study.duration) {
    const bool has_theory = study.is_placed() && study.spheres_only() && particles > 1;
    const double kt = has_theory ? start_speeds(study).kt : 0;
    per_particle +=
        *study.duration * (kt > 0 ? estimated_collision_rate(mixture_of(study), kt) : 1);
  }
  return static_cast<double>(study.replicas) * particles * (1 + 0.5 * per_particle);
}

}  // namespace clausius
