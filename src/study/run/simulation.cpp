#include "clausius/study/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <istream>
#include <iterator>
#include <ostream>
#include <stdexcept>

#include "clausius/core/archive.h"
#include "core/system/checksum.h"
#include "engine/problems.h"
#include "study/run/checkpoint.h"
#include "study/run/motion.h"
#include "study/run/saved_run.h"
#include "study/start/initial.h"

namespace clausius {

namespace {

constexpr std::string_view kAdviceToPrograms =
    "collisions never happen in this gas: run for time_units(...) instead";

// @throws InputError unless `count` is above 0 and finite
void require_positive(const char* what, double count) {
  if (!(count > 0) || !std::isfinite(count))
    throw InputError(
        {"", 0, 0, what, fmt::format("{} is out of range; allowed: a number above 0", count)});
}

template <int Dim>
Setup<Dim> setup_of(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options,
                    std::vector<std::string> names) {
  std::vector<Problem> problems = find_problems(gas, start, options);
  if (!names.empty() && names.size() != gas.species.size())
    problems.push_back(
        {"", 0, 0, "species_names",
         fmt::format("a list of {}; allowed: a name for each species", names.size())});
  if (!problems.empty()) throw InputError(std::move(problems));
  for (std::size_t s = names.size(); s < gas.species.size(); ++s)
    names.push_back(std::to_string(s));
  return Setup<Dim>(gas, start, options, std::move(names));
}

template <int Dim>
Setup<Dim> setup_of(const StudyConfig& study) {
  require_read(study);
  if (study.dimensions != Dim)
    throw InputError(study.problem_at(
        "box.dimensions",
        fmt::format("{} dimensions; allowed: {} in a Simulation<{}>", study.dimensions, Dim, Dim)));
  return Setup<Dim>(study, make_initial_state(study));
}

}  // namespace

template <int Dim>
class Simulation<Dim>::Parts final : private Motion<Dim>::Pauses {
 public:
  Parts(Setup<Dim> setup, std::string its_study)
      : study(std::move(its_study)), motion(std::move(setup), {}, kAdviceToPrograms) {}

  // The remaining part of a run.
  struct Plan {
    bool is_active = false, measures = false;
    double begin = 0, end = 0;  // times; end is `never` for a run that counts collisions
    std::int64_t first_collision = 0, last_collision = 0;
    double per_sample = 0;                      // collisions per particle
    std::int64_t samples = 0, next_sample = 1;  // for a run over a given time

    template <class Archive>
    void serialize(Archive& archive) {
      archive(is_active, measures, begin, end, first_collision, last_collision, per_sample, samples,
              next_sample);
    }
  };

  // A repeated action.
  struct Call {
    double time = Motion<Dim>::kForever;              // interval
    std::int64_t collisions = Motion<Dim>::kNoLimit;  // interval
    std::function<void(const Simulation&)> call;
    std::int64_t done = 0;
  };

  std::int64_t number_of(RunLength length) const {
    const bool is_each = length.unit == RunLength::Unit::collisions_per_particle;
    return is_each ? pair_collisions(length.value, motion.particles())
                   : static_cast<std::int64_t>(std::max(1.0, std::ceil(length.value)));
  }

  void begin(RunLength length, std::int64_t samples, bool measures) {
    require_positive("length", length.value);
    require_positive("samples", static_cast<double>(samples));
    Engine<Dim>& engine = motion.engine();
    plan = {true,
            measures,
            motion.time(),
            Motion<Dim>::kForever,
            motion.collisions(),
            Motion<Dim>::kNoLimit};
    plan.samples = samples;
    if (length.unit == RunLength::Unit::time) {
      plan.end = engine.next_stop(plan.begin + length.value);
    } else {
      const std::int64_t number = number_of(length);
      plan.last_collision = plan.first_collision + number;
      plan.per_sample =
          2 * static_cast<double>(number) / motion.particles() / static_cast<double>(samples);
    }
    if (!(plan.end > plan.begin))
      throw InputError(
          {"", 0, 0, "length",
           fmt::format("{} is below the rounding of times at {}; allowed: a longer time",
                       length.value, plan.begin)});
    motion.begin_samples(plan.per_sample);
    if (measures && !motion.recorder().books().measuring()) motion.recorder().begin(engine.state());
  }

  StopReason go_on(const Simulation& owner) {
    if (!plan.is_active) throw std::logic_error("no run was interrupted");
    whose_ = &owner;
    const bool by_time = plan.last_collision == Motion<Dim>::kNoLimit;
    if (!(by_time ? go_for_time() : go_for_collisions())) return StopReason::interrupted;
    plan.is_active = false;
    if (plan.measures) motion.recorder().look_at_end(motion.engine().state());
    return by_time ? StopReason::reached_time : StopReason::reached_collisions;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    std::size_t measured = measurements, called = calls.size();
    archive(motion, plan, measured, called);
    require(measured == measurements, "has other measurements");
    require(called == calls.size(), "has other callbacks");
    for (Call& one : calls) archive(one.done);
  }

  std::uint64_t start_checksum() const {
    std::vector<double> gas;
    for (const SphereSpecies& one : motion.gas().species)
      gas.insert(gas.end(), {one.diameter, one.mass});
    return checksum(to_bytes(motion.start(), motion.gas().box.size, gas));
  }

  std::string study;  // resolved study; empty for a gas made in code
  Motion<Dim> motion;
  Plan plan;
  std::vector<Call> calls;
  std::vector<std::unique_ptr<Observer<Dim>>> observers;
  std::size_t measurements = 0;  // number of added measurements
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* interrupt = nullptr;

 private:
  bool go_for_time() {
    const double duration = plan.end - plan.begin;
    for (; plan.next_sample <= plan.samples; ++plan.next_sample) {
      const double part = static_cast<double>(plan.next_sample) / static_cast<double>(plan.samples);
      const double time =
          plan.next_sample == plan.samples
              ? plan.end
              : std::min(motion.engine().next_stop(plan.begin + duration * part), plan.end);
      // Steps may be longer than the interval between samples.
      if (!(time > motion.time())) continue;
      if (!motion.advance(time, Motion<Dim>::kNoLimit, *this)) return false;
      sample();
    }
    return true;
  }

  bool go_for_collisions() {
    const bool is_steady = plan.measures && !motion.setup().cools;
    return motion.sample_until(
        plan.last_collision, plan.per_sample, is_steady, *this, [this] { sample(); },
        [] { return false; });
  }

  void sample() { motion.recorder().sample(motion.look(false)); }

  // --- between the periods ---

  bool must_stop() const override { return interrupt != nullptr && interrupt->load(); }

  double time_of_next(const Call& one) const {
    return one.time == Motion<Dim>::kForever
               ? one.time
               : motion.start().time + static_cast<double>(one.done + 1) * one.time;
  }
  static std::int64_t collision_of_next(const Call& one) {
    return one.collisions == Motion<Dim>::kNoLimit ? one.collisions
                                                   : (one.done + 1) * one.collisions;
  }

  double next_time() const override {
    double next = Motion<Dim>::kForever;
    for (const Call& one : calls) next = std::min(next, time_of_next(one));
    return next;
  }

  std::int64_t next_collision() const override {
    std::int64_t next = Motion<Dim>::kNoLimit;
    for (const Call& one : calls) next = std::min(next, collision_of_next(one));
    return next;
  }

  void after_stretch() override {
    for (Call& one : calls) {
      bool is_due = false;
      for (; motion.time() >= time_of_next(one) || motion.collisions() >= collision_of_next(one);
           ++one.done)
        is_due = true;
      if (is_due) one.call(*whose_);
    }
    if (progress)
      progress({plan.measures ? "measuring" : "equilibrating", fraction(),
                motion.collisions_per_second()});
  }

  // Completed fraction of the run.
  double fraction() const {
    const double part = plan.last_collision == Motion<Dim>::kNoLimit
                            ? (motion.time() - plan.begin) / (plan.end - plan.begin)
                            : static_cast<double>(motion.collisions() - plan.first_collision) /
                                  static_cast<double>(plan.last_collision - plan.first_collision);
    return std::min(1.0, part);
  }

  const Simulation* whose_ = nullptr;  // set during a run
};

template <int Dim>
Simulation<Dim>::Simulation(const Gas<Dim>& gas, const State<Dim>& start,
                            const EngineOptions& options, std::vector<std::string> species_names)
    : parts_(std::make_unique<Parts>(setup_of(gas, start, options, std::move(species_names)), "")) {
}

template <int Dim>
Simulation<Dim>::Simulation(const StudyConfig& study)
    : parts_(std::make_unique<Parts>(setup_of<Dim>(study), study.resolved_toml)) {}

template <int Dim>
Simulation<Dim>::~Simulation() = default;
template <int Dim>
Simulation<Dim>::Simulation(Simulation&& other) noexcept = default;
template <int Dim>
Simulation<Dim>& Simulation<Dim>::operator=(Simulation&& other) noexcept = default;

template <int Dim>
void Simulation<Dim>::adopt(std::unique_ptr<Measurement<Dim>> measurement) {
  parts_->motion.recorder().add(std::move(measurement));
  ++parts_->measurements;
}

template <int Dim>
void Simulation<Dim>::adopt(std::unique_ptr<Observer<Dim>> observer) {
  parts_->motion.show_to(*observer);
  parts_->observers.push_back(std::move(observer));
}

template <int Dim>
void Simulation<Dim>::every(RunLength length, std::function<void(const Simulation&)> call) {
  require_positive("every", length.value);
  typename Parts::Call one;
  if (length.unit == RunLength::Unit::time) {
    one.time = length.value;
    one.done = static_cast<std::int64_t>((time() - parts_->motion.start().time) / one.time);
  } else {
    one.collisions = parts_->number_of(length);
    one.done = parts_->motion.collisions() / one.collisions;
  }
  one.call = std::move(call);
  parts_->calls.push_back(std::move(one));
}

template <int Dim>
void Simulation<Dim>::on_progress(const std::function<void(const Progress&)>& call) {
  parts_->progress = call;
}

template <int Dim>
void Simulation<Dim>::interrupt_on(const std::atomic<bool>* flag) {
  parts_->interrupt = flag;
  parts_->motion.engine().interrupt_on(flag);
}

template <int Dim>
StopReason Simulation<Dim>::equilibrate(RunLength length, std::int64_t samples) {
  if (parts_->motion.recorder().books().measuring())
    throw std::logic_error("equilibrate() comes before run(): the measured part has begun");
  parts_->begin(length, samples, false);
  return parts_->go_on(*this);
}

template <int Dim>
StopReason Simulation<Dim>::run(RunLength length, std::int64_t samples) {
  parts_->begin(length, samples, true);
  return parts_->go_on(*this);
}

template <int Dim>
StopReason Simulation<Dim>::resume() {
  return parts_->go_on(*this);
}

template <int Dim>
double Simulation<Dim>::time() const {
  return parts_->motion.time();
}

template <int Dim>
const Gas<Dim>& Simulation<Dim>::gas() const {
  return parts_->motion.gas();
}

template <int Dim>
State<Dim> Simulation<Dim>::state() const {
  return parts_->motion.engine().state();
}

template <int Dim>
VelocitiesInPlace Simulation<Dim>::velocities_in_place() const {
  return parts_->motion.engine().velocities_in_place();
}

template <int Dim>
EngineCounters Simulation<Dim>::counters() const {
  return parts_->motion.engine().counters();
}

template <int Dim>
std::uint64_t Simulation<Dim>::record_hash() const {
  return parts_->motion.engine().record_hash();
}

template <int Dim>
std::vector<Observable> Simulation<Dim>::observables() const {
  return parts_->motion.recorder().observables();
}

template <int Dim>
Observable Simulation<Dim>::observable(const std::string& name) const {
  const std::vector<Observable> all = observables();
  if (const Observable* found = find_observable(all, name)) return *found;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Observable& one : all) names.push_back(one.name);
  throw InputError(
      {"", 0, 0, name,
       fmt::format("is not measured here; allowed: {}",
                   names.empty() ? "none before a run" : fmt::to_string(fmt::join(names, ", ")))});
}

template <int Dim>
std::vector<Table> Simulation<Dim>::tables() const {
  return parts_->motion.recorder().tables();
}

template <int Dim>
const Measured<Dim>& Simulation<Dim>::measured() const {
  return parts_->motion.recorder().run();
}

template <int Dim>
void Simulation<Dim>::save(std::ostream& out) const {
  write_checkpoint(out,
                   {program_name(),
                    parts_->study,
                    {saved_run<Dim>(parts_->start_checksum(), *parts_, parts_->motion.engine())}});
}

template <int Dim>
void Simulation<Dim>::load(std::istream& in) {
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const Checkpoint found = read_checkpoint(bytes);
  if (const auto why = difference(found, {program_name(), parts_->study, {}}))
    throw ArchiveError(*why);
  require(found.runs.size() == 1, "was not saved by a Simulation");
  load_run(found.runs[0], parts_->start_checksum(), "belongs to another gas or start", *parts_,
           parts_->motion.engine());
}

template class Simulation<2>;
template class Simulation<3>;

}  // namespace clausius
