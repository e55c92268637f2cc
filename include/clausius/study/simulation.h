#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/options.h"
#include "clausius/engine/state.h"
#include "clausius/measure/measurement.h"
#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "clausius/study/runner.h"

namespace clausius {

/// Length of a simulation, or interval of a repeated action: in simulated time, in collisions
/// between particles, or in mean collisions per particle (each collision adds 2/N).
struct RunLength {
  enum class Unit { time, collisions, collisions_per_particle };
  Unit unit = Unit::time;
  double value = 0;  ///< above 0
};
[[nodiscard]] inline RunLength time_units(double time) { return {RunLength::Unit::time, time}; }
[[nodiscard]] inline RunLength collisions(std::int64_t count) {
  return {RunLength::Unit::collisions, static_cast<double>(count)};
}
[[nodiscard]] inline RunLength collisions_per_particle(double count) {
  return {RunLength::Unit::collisions_per_particle, count};
}

/// A gas that a program moves step by step, observes and measures.
///
///     Simulation<3> simulation(gas, start);  // throws InputError with all that is wrong
///     auto& hits = simulation.add<StrongestHit<3>>();  // a measurement or an observer
///     simulation.equilibrate(collisions_per_particle(20));
///     simulation.run(collisions_per_particle(100));
///     std::cout << simulation.observable("mean_free_path").value;
///
/// Lengths, masses and times are in any consistent units; k_BT is an energy. All quantities that a
/// run of a study compares with theory are measured, and whatever is added. The trajectory is the
/// same, bit for bit, on every machine, independent of observers and stops.
template <int Dim>
class Simulation {
 public:
  /// Simulates the gas from this start.
  /// @param species_names names used in observables of one species; by default "0", "1", …
  /// @throws InputError with all faults of the gas, the start and the options: numbers out of
  /// range, lists of the wrong length, features that exclude each other, overlaps
  Simulation(const Gas<Dim>& gas, const State<Dim>& start, const EngineOptions& options = {},
             std::vector<std::string> species_names = {});
  /// Simulates the gas of a study, placed as the study says, with its drives and with everything
  /// that its section [run] switches on. Replicas, series, checks and the length of the run are not
  /// used.
  /// @throws InputError if the study has not Dim dimensions, or its particles cannot be placed
  explicit Simulation(const StudyConfig& study);
  ~Simulation();
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;

  // --- observers and measurements ---

  /// Makes a measurement (a class behind Measurement<Dim>) or an observer (behind Observer<Dim>),
  /// which the simulation owns and calls. There may be any number of either.
  /// @throws std::logic_error if a measurement is added after the measured part has begun
  template <class Watcher, class... Arguments>
  Watcher& add(Arguments&&... arguments) {
    auto watcher = std::make_unique<Watcher>(std::forward<Arguments>(arguments)...);
    Watcher& added = *watcher;
    adopt(std::move(watcher));
    return added;
  }
  /// Calls `call` repeatedly, each time after the given time or number of collisions, counted from
  /// the start; with Mode::time_step at the end of that step.
  void every(RunLength length, std::function<void(const Simulation&)> call);
  /// Calls `call` about ten times a second during a run.
  void on_progress(const std::function<void(const Progress&)>& call);
  /// Makes runs stop within some milliseconds when the flag is raised, which must outlive the
  /// simulation; nullptr: no flag.
  void interrupt_on(const std::atomic<bool>* flag);

  // --- runs ---

  /// Moves the gas without measuring; its history is kept.
  /// @param samples number of equal-time samples
  /// @return reached_time, reached_collisions or interrupted
  /// @throws InputError unless the length and the number of samples are above 0; std::logic_error
  /// after run(); SimulationError if time stands still or no two particles ever collide
  StopReason equilibrate(RunLength length, std::int64_t samples = 200);
  /// Moves the gas and measures; several runs make one measured part. Errors follow from the
  /// scatter between samples: fewer than about 20 samples give none.
  /// @return, @throws as equilibrate()
  StopReason run(RunLength length, std::int64_t samples = 200);
  /// Continues a run that was interrupted, even before it was saved, to the same end.
  /// @throws std::logic_error if none was
  StopReason resume();

  // --- results ---

  [[nodiscard]] double time() const;  ///< absolute time
  [[nodiscard]] const Gas<Dim>& gas() const;
  /// Positions and velocities of all particles now, by id.
  [[nodiscard]] State<Dim> state() const;
  /// The velocities of state() in the memory of the engine, where they are kept as such: of spheres
  /// and disks that fly straight. They change as the gas moves on, and last as long as this object.
  [[nodiscard]] VelocitiesInPlace velocities_in_place() const;
  [[nodiscard]] EngineCounters counters() const;
  /// Equal for two simulations exactly when their trajectories are the same bit for bit.
  [[nodiscard]] std::uint64_t record_hash() const;
  /// All results up to the last sample, each with its theory if that is known.
  [[nodiscard]] std::vector<Observable> observables() const;
  /// The observable of this name. @throws InputError listing the known names if there is none
  [[nodiscard]] Observable observable(const std::string& name) const;
  [[nodiscard]] std::vector<Table> tables() const;
  /// The gas and what is known of its run, as measurements receive it.
  [[nodiscard]] const Measured<Dim>& measured() const;

  // --- saving and restoring ---

  /// Saves the state of the simulation with all its measurements, but not the data of observers.
  /// Allowed between runs, after an interrupted one, or from a callback of every().
  void save(std::ostream& out) const;
  /// Restores what save() wrote, in a simulation made of the same gas, start and options, with the
  /// same measurements and callbacks. It then continues bit for bit as the saved one.
  /// @throws ArchiveError if the bytes come from another program, gas or start, or are damaged; the
  /// simulation must not be used afterwards
  void load(std::istream& in);

 private:
  class Parts;
  void adopt(std::unique_ptr<Measurement<Dim>> measurement);
  void adopt(std::unique_ptr<Observer<Dim>> observer);

  std::unique_ptr<Parts> parts_;
};

}  // namespace clausius
