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

/// A fault found by an audit, and the particles that it concerns.
struct AuditFault {
  std::string what;  ///< description, with its numbers
  std::vector<std::uint32_t> ids;
};

/// Moves a gas of hard particles through time. There is one implementation per mode and queue;
/// calls are few and coarse, so that virtual dispatch costs nothing.
template <int Dim>
class Engine {
 public:
  static constexpr double kForever = std::numeric_limits<double>::infinity();
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

  virtual ~Engine() = default;

  /// Advances to absolute time `until`, or until `collisions` more particle–particle collisions
  /// have happened, whichever comes first; in the latter case time() is the time of the last one.
  /// `observer` (may be null) receives every collision.
  /// The time-step mode carries out whole steps, so that there may be more collisions. It also
  /// tests for overlaps at `until` and removes them, which acts as a shorter step: see next_stop().
  /// After StopReason::reached_time, time() is at least `until`, larger by rounding only.
  /// @throws SimulationError if simulated time stands still for 10⁶ events, as in an inelastic
  /// collapse with the rule off; the message names the particles.
  virtual StopReason advance(double until, std::int64_t collisions, Observer<Dim>* observer) = 0;

  /// Makes advance() read a flag every few milliseconds and return soon after it is raised.
  /// @param flag must live as long as the engine; nullptr: none
  void interrupt_on(const std::atomic<bool>* flag) { interrupt_ = flag; }
  [[nodiscard]] bool is_interrupted() const { return interrupt_ != nullptr && interrupt_->load(); }

  /// The first instant from `time` on at which stopping does not change the trajectory: `time`
  /// itself, or the end of a step.
  [[nodiscard]] virtual double next_stop(double time) const { return time; }

  /// Changes the motion at time() from outside (see Drive): from now on every particle has the
  /// velocity, and a rigid body the angular momentum, that it has in `state`, which is otherwise
  /// state(). This is no collision: free flights continue.
  virtual void set_velocities(const State<Dim>& state) = 0;

  /// As set_velocities() for `factor` times all velocities, at no cost, where nothing but these
  /// gives the gas a time: then partners and places of contacts stay, and only times change. The
  /// total momentum, which may be rounding, is multiplied, too.
  /// @return false, with nothing changed, if that is not so, or if velocities should be set anew
  ///         after many factors
  [[nodiscard]] virtual bool multiply_velocities(double /*factor*/) { return false; }

  [[nodiscard]] virtual double time() const = 0;
  /// Positions (wrapped into the box) and velocities at time(), by id.
  [[nodiscard]] virtual State<Dim> state() const = 0;
  /// As state(), but without positions (empty list) if that is cheaper, because most observers need
  /// only velocities.
  [[nodiscard]] virtual State<Dim> motion() const { return state(); }
  /// The velocities of motion() in the memory of the engine, which change as it advances, where
  /// they are kept as such: of spheres and disks that fly straight.
  [[nodiscard]] virtual VelocitiesInPlace velocities_in_place() const { return {}; }
  [[nodiscard]] virtual EngineCounters counters() const = 0;
  /// How threads have shared the gas since the engine was made.
  [[nodiscard]] virtual ThreadUse thread_use() const { return {}; }
  /// Memory held by the engine, in bytes.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  /// Hash of all particle records (position, velocity, own time), in order of ids: equal for two
  /// runs exactly if their trajectories are identical bit for bit.
  [[nodiscard]] virtual std::uint64_t record_hash() const = 0;

  /// Compares the engine's data with slow, independent searches, between two calls of advance();
  /// changes nothing. For every particle: it is in the cell in which it is filed and stays there
  /// until its next event; this event is not overdue and is queued; its predicted partner touches
  /// it then. For pairs: no contact comes before the next events of both, searched among all
  /// particles and images; in the time-step mode, which has no events, no two overlap.
  /// @param most_pairs number of pairs to test: every particle with all others if that is enough,
  /// else evenly spread particles, different ones each time
  /// @return the first few faults; empty if there are none
  [[nodiscard]] virtual std::vector<AuditFault> audit(std::int64_t most_pairs) const = 0;

  /// Saves the state between two calls of advance(); load_from() loads it into an engine made of
  /// the same gas, start and options, which then continues bit for bit as the saved one.
  virtual void save_to(SaveArchive& archive) const = 0;
  /// @throws ArchiveError
  virtual void load_from(LoadArchive& archive) = 0;

 private:
  const std::atomic<bool>* interrupt_ = nullptr;
};

/// Makes the engine for the requested mode, for smooth spheres (Dim = 3) and disks (Dim = 2) and,
/// event-driven, for rigid bodies.
/// @pre every edge of the box is at least two of the largest diameters on periodic axes, one
///      diameter between walls; no two particles overlap by more than rounding.
template <int Dim>
std::unique_ptr<Engine<Dim>> make_engine(const Gas<Dim>& gas, const State<Dim>& start,
                                         const EngineOptions& options = {});

/// Why a gas is not moved by as many threads as the options ask for, in words; empty if it is.
template <int Dim>
std::string why_fewer_threads(const Gas<Dim>& gas, const State<Dim>& start,
                              const EngineOptions& options);

/// The deepest overlap of any pair (nearest image) or of a particle with a wall, in units of the
/// smallest diameter (of the members of bodies); 0 if nothing overlaps. Cost O(N) by cells.
struct Overlap {
  double depth = 0;  ///< in units of the smallest diameter
  std::uint32_t first =
      0;  ///< ids of the deepest pair; second is CollisionRecord::kWall for a wall
  std::uint32_t second = 0;
  std::int64_t count = 0;  ///< number of overlaps deeper than overlap_tolerance()
};
/// Least depth of overlap, in smallest diameters, that is not attributed to rounding.
inline constexpr double kOverlapTolerance = 1e-9;
/// Depth of overlap, in smallest diameters, that is attributed to rounding: of positions, to 1e-16
/// of the box, which may be far wider than the smallest member of a body.
template <int Dim>
double overlap_tolerance(const Gas<Dim>& gas) {
  return kOverlapTolerance + 1e-14 * gas.box.size.maxCoeff() / smallest_diameter(gas);
}
template <int Dim>
Overlap deepest_overlap(const Gas<Dim>& gas, const State<Dim>& state);

/// Grows spheres event by event (Lubachevsky & Stillinger 1990) from `start`, in which every
/// diameter is `scale` (< 1) times that of `gas`, until they have the diameters of `gas`.
/// Velocities of the result are meaningless (the caller draws them anew).
/// @throws SimulationError if the gas jams before, Interrupted if the flag `interrupt` is raised.
template <int Dim>
State<Dim> grow_spheres(const Gas<Dim>& gas, const State<Dim>& start, double scale,
                        double growth_rate, const std::atomic<bool>* interrupt = nullptr);

}  // namespace clausius
