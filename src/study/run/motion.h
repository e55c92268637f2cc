#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "clausius/core/archive.h"
#include "engine/engine.h"
#include "measure/run_recorder.h"
#include "study/run/pace.h"
#include "study/run/schedule.h"
#include "study/run/setup.h"
#include "study/start/periodic_images.h"

namespace clausius {

/// The interval between samples in a run that counts collisions, or one of several parts of it.
struct ToNextSample {
  double begin = 0;
  std::int64_t collisions = 0;  ///< number of collisions at its begin
  double end = 0;
  std::int64_t parts_left = 0;  ///< parts that follow this one before the next sample

  template <class Archive>
  void serialize(Archive& archive) {
    archive(begin, collisions, end, parts_left);
  }
};

/// Time since the last collision.
struct TimeInVain {
  double flights = 0;    ///< in mean free times, by theory
  double crossings = 0;  ///< in times in which a typical particle crosses the box

  template <class Archive>
  void serialize(Archive& archive) {
    archive(flights, crossings);
  }
};

/// Moves the gas of a run: its engine, the drives that act on it, and all observers.
template <int Dim>
class Motion {
 public:
  static constexpr double kForever = Engine<Dim>::kForever;
  static constexpr std::int64_t kNoLimit = Engine<Dim>::kNoLimit;

  /// Called between the periods, of about a tenth of a second, in which the gas is moved. The
  /// motion of the gas does not depend on it.
  class Pauses {
   public:
    virtual ~Pauses() = default;
    [[nodiscard]] virtual bool must_stop() const = 0;
    /// Called before each period, and instead of it if the run `stops`.
    virtual void before_stretch(bool /*stops*/) {}
    /// Latest time and number of collisions at which the next pause must occur.
    [[nodiscard]] virtual double next_time() const { return kForever; }
    [[nodiscard]] virtual std::int64_t next_collision() const { return kNoLimit; }
    virtual void after_stretch() {}
  };

  /// @param more   additional measurements
  /// @param advice what to do if collisions are counted that never happen, in words
  Motion(Setup<Dim> setup, const std::vector<ListedMeasurement>& more, std::string_view advice);
  Motion(const Motion&) = delete;
  Motion& operator=(const Motion&) = delete;

  /// Adds an observer, which must outlive the motion.
  void show_to(Observer<Dim>& observer) { everyone_.others.push_back(&observer); }

  /// Moves the gas to `until`, or until the total number of collisions is `last_collision`.
  /// @return false if it was stopped before
  /// @throws SimulationError also if the collisions that are counted never happen
  bool advance(double until, std::int64_t last_collision, Pauses& pauses);
  /// Moves the gas up to the total `last_collision`, and calls `take` at equal times, about every
  /// `per_particle` collisions of a particle, until it returns enough. Once begin_samples() was
  /// called, the intervals are corrected if their number would be wrong.
  /// @param equal_intervals for a gas that keeps its temperature
  bool sample_until(std::int64_t last_collision, double per_particle, bool equal_intervals,
                    Pauses& pauses, const std::function<void()>& take,
                    const std::function<bool()>& is_enough);
  /// Restarts the search for the intervals between samples, one every `per_particle` collisions; 0
  /// for samples at given times.
  void begin_samples(double per_particle);

  /// Counts from now on how often particles cross the periodic edges.
  void count_images();
  [[nodiscard]] PeriodicImages<Dim>& images() { return images_; }
  [[nodiscard]] const PeriodicImages<Dim>& images() const { return images_; }

  [[nodiscard]] const Setup<Dim>& setup() const { return setup_; }
  [[nodiscard]] const Gas<Dim>& gas() const { return setup_.gas; }
  [[nodiscard]] const State<Dim>& start() const { return setup_.start; }
  [[nodiscard]] Engine<Dim>& engine() { return *engine_; }
  [[nodiscard]] const Engine<Dim>& engine() const { return *engine_; }
  [[nodiscard]] RunRecorder<Dim>& recorder() { return recorder_; }
  [[nodiscard]] const RunRecorder<Dim>& recorder() const { return recorder_; }
  [[nodiscard]] double time() const { return engine_->time(); }
  [[nodiscard]] std::int64_t collisions() const { return engine_->counters().collisions; }
  [[nodiscard]] double particles() const { return static_cast<double>(setup_.start.size()); }
  [[nodiscard]] bool is_by_steps() const { return setup_.engine.mode == Mode::time_step; }
  /// The state for a sample, without positions if no measurement needs them.
  [[nodiscard]] State<Dim> look(bool with_positions) const;
  [[nodiscard]] const MeasuredRate& rate() const { return rate_; }
  [[nodiscard]] double collisions_per_second() const { return stretch_.collisions_per_second(); }

  /// Everything but the engine.
  template <class Archive>
  void serialize(Archive& archive) {
    archive(recorder_, interval_, spacing_, pace_, rate_, in_vain_, images_);
    for (Drive<Dim>& drive : setup_.drives) archive(drive);
    if constexpr (Archive::is_loading::value) {
      require(images_.is_possible(setup_.start.size()), "holds impossible paths");
      if (images_.is_on()) show_to(images_);
    }
  }

 private:
  struct Everyone final : Observer<Dim> {
    explicit Everyone(RunRecorder<Dim>& its_recorder) : recorder(its_recorder) {}
    void on_collision(const CollisionRecord<Dim>& collision) override {
      recorder.on_collision(collision);
      for (Observer<Dim>* one : others) one->on_collision(collision);
    }
    void on_step(const CollisionRecord<Dim>& step) override {
      recorder.on_step(step);
      for (Observer<Dim>* one : others) one->on_step(step);
    }
    void on_passage(double time, double work) override {
      recorder.on_passage(time, work);
      for (Observer<Dim>* one : others) one->on_passage(time, work);
    }
    RunRecorder<Dim>& recorder;
    std::vector<Observer<Dim>*> others;
  };

  void advance_driven(double until, std::int64_t last_collision, const Pauses& pauses);
  [[nodiscard]] double next_action() const;
  void act();
  [[nodiscard]] double crossing_time(double kt) const;
  [[nodiscard]] bool is_set_in_motion() const;
  void give_up_without_collisions(double dt);
  void begin_interval(std::int64_t parts_left);
  /// @param energy kinetic energy of the gas now
  void end_interval(double energy);

  Setup<Dim> setup_;
  std::string_view advice_;
  RunRecorder<Dim> recorder_;
  Everyone everyone_;
  PeriodicImages<Dim> images_;
  std::unique_ptr<Engine<Dim>> engine_;

  std::optional<ToNextSample> interval_;  // current interval
  double spacing_ = 0;                    // spacing of the samples; 0: none taken yet
  std::optional<Pace> pace_;              // of the samples since begin_samples()
  MeasuredRate rate_;
  TimeInVain in_vain_;  // of a run that counts collisions

  Stretch stretch_;  // adapts to the speed of the machine; never affects results
};

}  // namespace clausius
