#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/engine/options.h"
#include "clausius/engine/state.h"

namespace clausius {

class SaveArchive;  // core/archive.h
class LoadArchive;

/// What an audit found wrong, and the particles it concerns.
struct AuditFault {
  std::string what;  ///< in words, with its numbers
  std::vector<std::uint32_t> ids;
};

/// Carries a gas of hard particles through time. One implementation per mode and queue behind it;
/// the calls here are few and coarse, so being virtual costs nothing.
template <int Dim>
class Engine {
 public:
  static constexpr double kForever = std::numeric_limits<double>::infinity();
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  virtual ~Engine() = default;

  /// Advances to absolute time `until`, or until `collisions` more particle–particle collisions
  /// have happened, whichever comes first; in the latter case time() is that of the last one.
  /// `observer` (may be null) sees every collision.
  /// The time-step mode carries out whole steps, so there may be more collisions, and looks for
  /// overlaps at `until` besides, which leaves none but is a shorter step: see next_stop().
  /// After StopReason::reached_time, time() is at least `until`, and more by rounding only.
  /// @throws SimulationError if simulated time stands still for 10⁶ events, as in an inelastic
  ///         collapse with the rule off; the message names the particles.
  virtual StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) = 0;

  /// Has advance() look at a flag every few milliseconds, and return soon after it is raised.
  /// @param flag to be alive as long as the engine; nullptr: none
  void interrupt_on(const std::atomic<bool>* flag) { interrupt_ = flag; }
  [[nodiscard]] bool is_interrupted() const { return interrupt_ != nullptr && interrupt_->load(); }

  /// The first instant from `time` on at which stopping leaves the trajectory as it is: `time`
  /// itself, or the end of a step.
  [[nodiscard]] virtual double next_stop(double time) const { return time; }

  /// Changes the motion at time() from outside (see Drive): from now on every particle has the
  /// velocity, and a rigid body the angular momentum, that it has in `state`, which is state() but
  /// for them. No collision: free flights go on.
  virtual void set_velocities(const State<Dim>& state) = 0;

  [[nodiscard]] virtual double time() const = 0;
  /// Positions (wrapped into the box) and velocities at time(), by id.
  [[nodiscard]] virtual State<Dim> state() const = 0;
  /// As state(), but where that is cheaper without positions (their list is then empty): most
  /// observers look at how particles move only.
  [[nodiscard]] virtual State<Dim> motion() const { return state(); }
  [[nodiscard]] virtual EngineCounters counters() const = 0;
  /// Memory held by the engine, in bytes.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  /// Hash of all particle records (position, velocity, own time), in order of ids: equal for two
  /// runs exactly when their trajectories are the same bit for bit.
  [[nodiscard]] virtual std::uint64_t record_hash() const = 0;

  /// Compares what the engine relies on with what slow and obvious searches say, between two calls
  /// of advance(); changes nothing. Of every particle: that it is in the cell it is filed in and
  /// stays there until its next event, that this event is not overdue and is queued, that whom it
  /// is to hit then it touches then. Of pairs: that no contact comes before the next events of
  /// both, sought among all particles and images; in the time-step mode, which has no events, that
  /// none overlap.
  /// @param most_pairs to look at: every particle beside all others if they are that many, else
  ///        particles spread evenly, others each time
  /// @return the first few faults; empty if all is well
  [[nodiscard]] virtual std::vector<AuditFault> audit(std::int64_t most_pairs) const = 0;

  /// Where it stands, between two calls of advance(); and back, in an engine made of the same gas,
  /// start and options. From then on it goes on bit for bit as the one that was saved.
  virtual void save_to(SaveArchive& archive) const = 0;
  /// @throws ArchiveError
  virtual void load_from(LoadArchive& archive) = 0;

 private:
  const std::atomic<bool>* interrupt_ = nullptr;
};

/// The engine of the mode asked for, for smooth spheres (Dim = 3) and disks (Dim = 2) and,
/// event-driven, for rigid bodies.
/// @pre every edge of the box is at least two of the largest diameters on periodic axes, one
///      diameter between walls; no two particles overlap by more than rounding.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                         const EngineOptions& options = {});

/// The deepest overlap of any pair (nearest image) or of a particle with a wall, in units of the
/// smallest diameter (of the members of bodies); 0 where nothing overlaps. Cost O(N) by cells.
struct Overlap {
  double depth = 0;  ///< in units of the smallest diameter
  std::uint32_t first =
      0;  ///< ids of the deepest pair; second is CollisionRecord::kWall for a wall
  std::uint32_t second = 0;
  std::int64_t count = 0;  ///< of overlaps deeper than kOverlapTolerance
};
/// Depth of overlap, in smallest diameters, that is rounding: positions round to 1e-16 of a box
/// that may be 10⁵ diameters wide.
inline constexpr double kOverlapTolerance = 1e-9;
template <int Dim>
Overlap deepest_overlap(const Gas<Dim>& gas, const State<Dim>& state);

/// Grows spheres event by event (Lubachevsky & Stillinger 1990) from `start`, in which every
/// diameter is `scale` (< 1) times that of `gas`, until they have the diameters of `gas`.
/// Velocities of the result are meaningless (thermalised anew by the caller).
/// @throws SimulationError if the gas jams before, Interrupted when the flag `interrupt` goes up.
template <int Dim>
State<Dim> grow_spheres(const Gas<Dim>& gas, const State<Dim>& start, double scale,
                        double growth_rate, const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
