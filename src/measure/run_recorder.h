#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/declaration.h"
#include "clausius/measure/measurement.h"
#include "measure/measured_run.h"
#include "measure/walls/measured_flow.h"

namespace clausius {

/// Keeps the books and the history of a run and passes data to its measurements. As an observer of
/// the engine it must receive every collision; the cost is a few additions each, plus that of the
/// measurements that are switched on.
///
/// A run has two parts, of which the first (equilibration) appears in the history only. Stationary
/// quantities are measured between samples; their errors are block averages over these intervals.
template <int Dim>
class RunRecorder final : public Observer<Dim> {
 public:
  /// Uses all measurements of the program, and `more` after them.
  /// @pre at least one particle
  RunRecorder(const Gas<Dim>& gas, const State<Dim>& start, MeasurementOptions options,
              const std::vector<ListedMeasurement>& more = {});

  void on_collision(const CollisionRecord<Dim>& collision) override {
    run_.books.add(collision);
    for (Measurement<Dim>* one : watching_) one->on_collision(collision);
  }
  void on_step(const CollisionRecord<Dim>& step) override { run_.books.add_step(step); }
  void on_passage(double /*time*/, double work) override { run_.books.add_shear_work(work); }
  /// Records the energy that a drive has given to the gas, and the state in which it leaves it.
  void on_drive(double energy, const State<Dim>& state) {
    run_.books.add_work(energy);
    for (Measurement<Dim>* one : watching_) one->on_drive(state);
  }

  /// Lets measurements write long tables to files.
  void write_to(const OpenFile& open) {
    for (const auto& one : measurements_) one->write_to(open, run_.measured);
  }
  /// Ends the first part. @pre `state` is the state of this instant
  void begin(const State<Dim>& state);
  /// Takes an equal-time sample of either part.
  /// @param state without positions, see Engine::motion(), unless measurements need them
  void sample(const State<Dim>& state);
  /// Whether the flow of the gas is subtracted from the velocities of samples.
  [[nodiscard]] bool sees_flow() const { return run_.gas.boundary.is_sheared() || flow_; }
  /// Whether samples need positions.
  [[nodiscard]] bool looks_at_positions() const;
  /// Ends the second part; the instant may be that of a collision and does not count as a sample.
  void end(const State<Dim>& state);
  /// Passes the state at which the run may end or continue to the measurements.
  void look_at_end(const State<Dim>& state);
  /// Adds a measurement after the others.
  /// @throws std::logic_error in the second part
  void add(std::unique_ptr<Measurement<Dim>> measurement);

  [[nodiscard]] std::vector<Observable> observables() const;
  [[nodiscard]] std::vector<Table> tables() const;
  /// Reasons why assumptions of theories do not hold; none if they do.
  [[nodiscard]] std::vector<Doubt> doubts() const;
  [[nodiscard]] const Measured<Dim>& run() const { return run_.measured; }
  [[nodiscard]] const Books<Dim>& books() const { return run_.books; }
  /// Label of each particle at `time`, see Labels; empty if there are none, and before the second
  /// part.
  [[nodiscard]] std::vector<std::uint8_t> labels(double time);

  template <class Archive>
  void serialize(Archive& archive) {
    bool watches = !watching_.empty();
    archive(run_.books, run_.history, watches);
    for (const auto& one : measurements_) {
      if constexpr (Archive::is_loading::value)
        one->load_from(archive);
      else
        one->save_to(archive);
    }
    if constexpr (Archive::is_loading::value) watch(watches);
  }

 private:
  [[nodiscard]] Sample<Dim> sample_of(const State<Dim>& in_box);
  /// Passes collisions to the measurements that request them.
  void watch(bool watches);
  void end_interval(const Sample<Dim>& sample);
  /// Takes what `part` records; if memory ends in the middle of it, nothing is reported any more,
  /// because some measurements have it and others have not.
  template <class Part>
  void as_a_whole(const Part& part) {
    if (!is_whole_) return;
    is_whole_ = false;
    part();
    is_whole_ = true;
  }

  MeasuredRun<Dim> run_;
  std::vector<std::unique_ptr<Measurement<Dim>>> measurements_;  // in the order of the list
  std::vector<MeasurementKind> kinds_;                           // declarations, one for each
  std::vector<Measurement<Dim>*> watching_;  // those that receive collisions now
  bool is_whole_ = true;                     // whether no part was broken off
  std::optional<MeasuredFlow<Dim>> flow_;    // between walls that slide or move
  State<Dim> peculiar_;                      // for a gas that flows: the last state passed on
};

}  // namespace clausius
