#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "measure/measured_run.h"

namespace clausius {

/// Keeps the books and the history of a run and shows it to its measurements. As an observer of the
/// engine it must be shown every collision; the cost is a few additions each, and what the
/// measurements that are switched on do.
///
/// A run has two parts, the first (equilibration) being seen in the history only. Stationary
/// quantities are measured between samples; their errors are block averages over these intervals.
template <int Dim>
class RunRecorder final : public Observer<Dim> {
 public:
  /// All measurements of the program, and `more` after them.
  /// @pre at least one particle
  RunRecorder(const Gas<Dim>& gas, const State<Dim>& start, MeasurementOptions options,
              const std::vector<ListedMeasurement>& more = {});

  void on_collision(const CollisionRecord<Dim>& collision) override {
    run_.books.add(collision);
    for (Measurement<Dim>* one : watching_) one->on_collision(collision);
  }
  void on_passage(double /*time*/, double work) override { run_.books.add_shear_work(work); }
  /// To be told what energy a drive has given to the gas.
  void add_work(double energy) { run_.books.add_work(energy); }

  /// Ends the first part. @pre the state of this instant
  void begin(const State<Dim>& state);
  /// An equal-time sample of either part.
  /// @param state without positions, see Engine::motion(), unless these are looked at
  void sample(const State<Dim>& state);
  /// Whether samples need them.
  [[nodiscard]] bool looks_at_positions() const;
  /// Ends the second part; the instant may be that of a collision and counts as no sample.
  void end(const State<Dim>& state);
  /// Shows the measurements the state at which the run may end or go on.
  void look_at_end(const State<Dim>& state);
  /// One more measurement, after the others.
  /// @throws std::logic_error in the second part
  void add(std::unique_ptr<Measurement<Dim>> measurement);

  [[nodiscard]] std::vector<Observable> observables() const;
  [[nodiscard]] std::vector<Table> tables() const;
  /// Why the gas is not in the homogeneous, steady state that its theory is about; empty where
  /// nothing speaks against that.
  [[nodiscard]] std::string doubt() const;
  [[nodiscard]] const Measured<Dim>& run() const { return run_.seen; }
  [[nodiscard]] const Books<Dim>& books() const { return run_.books; }
  /// Label of each particle at `time`, see Labels; empty where there are none, and before the
  /// second part.
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
  /// Shows collisions to who sees them, or to nobody.
  void watch(bool watches);
  void end_interval(const Sample<Dim>& sample);
  [[nodiscard]] Doubt first_doubt() const;

  MeasuredRun<Dim> run_;
  std::vector<std::unique_ptr<Measurement<Dim>>> measurements_;  // in the order of the list
  std::vector<Measurement<Dim>*> watching_;  // those that are shown collisions now
  State<Dim> peculiar_;                      // of a sheared gas: the last state seen
};

}  // namespace clausius
