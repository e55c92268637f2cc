#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "clausius/measure/sample.h"

/// \file How something is measured in a run: a class behind Measurement, and a ListedMeasurement
/// that declares what it reports and makes it.

namespace clausius {

class SaveArchive;
class LoadArchive;
class GrowingFile;

/// Opens a file of this name that is written in the course of a run.
using OpenFile = std::function<GrowingFile&(const std::string& name)>;

/// Data that a measurement requests. It always receives the samples of the measured part, with
/// velocities; the rest costs time and is delivered on request.
struct Sees {
  bool collisions = false;  ///< every collision of the measured part, and what drives do
  bool positions = false;   ///< positions at the samples
  bool first_part = false;  ///< the samples of the first part (equilibration) as well
};

/// Reason why the gas is not as theories assume.
struct Doubt {
  std::string why;  ///< the reason, in words
  /// True: no value of this gas may be judged by theory, whatever that assumes.
  bool of_all_theory = false;
  Assumption fails = Assumption::steady;  ///< the assumption that does not hold

  Doubt(std::string reason, Assumption assumption) : why(std::move(reason)), fails(assumption) {}
  explicit Doubt(std::string reason = {}, bool all = false)
      : why(std::move(reason)), of_all_theory(all) {}
};

/// Something that is measured in a run. It is made at the start (see ListedMeasurement and
/// Simulation::add), receives the data that it requests, and cannot change anything. Derive from
/// SavedMeasurement, which implements the last two members.
template <int Dim>
class Measurement {
 public:
  virtual ~Measurement() = default;
  /// Data that the measurement requests; always the same.
  [[nodiscard]] virtual Sees sees() const { return {}; }

  /// Called once after the measurement was made, if rows of a table that may be long can go to a
  /// file instead of memory. `run` remains valid.
  virtual void write_to(const OpenFile& /*open*/, const Measured<Dim>& /*run*/) {}
  /// Called once, when the measured part begins.
  virtual void begin(const Sample<Dim>& /*now*/) {}
  /// Called for every collision between two particles, or of a particle with a wall or an obstacle,
  /// in order of time; only if sees().collisions.
  virtual void on_collision(const CollisionRecord<Dim>& /*collision*/) {}
  /// Called when a drive has changed the velocities of particles in flight, in order of time with
  /// the collisions; only if sees().collisions.
  virtual void on_drive(const State<Dim>& /*state*/) {}
  /// Called when an interval of the measured part has ended: before each sample and before the end.
  virtual void on_interval(const Interval<Dim>& /*interval*/, const Measured<Dim>& /*run*/) {}
  /// Called at the equal-time samples of the measured part.
  virtual void on_sample(const Sample<Dim>& /*sample*/) {}
  /// Called at the end of the run: at the last sample again, or at the instant of a collision,
  /// which does not count as a sample. In a Simulation more samples may follow.
  virtual void end(const Sample<Dim>& /*last*/) {}

  /// The results so far, each with a declared name (see MeasurementKind) and its unit. May be
  /// called at any time after begin(), but not in a gas in which nothing moves.
  [[nodiscard]] virtual std::vector<Observable> observables(const Measured<Dim>& /*run*/) const {
    return {};
  }
  /// Tables for the run folder.
  [[nodiscard]] virtual std::vector<Table> tables(const Measured<Dim>& /*run*/) const { return {}; }
  /// Reason why an assumption of theories does not hold, if the measurement finds one.
  [[nodiscard]] virtual std::optional<Doubt> doubt(const Measured<Dim>& /*run*/) const {
    return std::nullopt;
  }
  /// Labels that the measurement has given to the particles, by id, for the frames of a trajectory;
  /// empty: none.
  /// @param time not before the last collision
  [[nodiscard]] virtual std::vector<std::uint8_t> labels(double /*time*/) { return {}; }

  /// For checkpoints: see SavedMeasurement. @throws ArchiveError
  virtual void save_to(SaveArchive& archive) const = 0;
  virtual void load_from(LoadArchive& archive) = 0;
};

/// A measurement whose checkpoint holds the data that its member `serialize` lists, see
/// core/archive.h (which its source must include):
///
///     template <int Dim>
///     class Mine final : public SavedMeasurement<Mine<Dim>, Dim> {
///      public:
///       template <class Archive>
///       void serialize(Archive& archive) { archive(sum_, hits_); }
///       …
template <class Own, int Dim>
class SavedMeasurement : public Measurement<Dim> {
 public:
  void save_to(SaveArchive& archive) const final { pass(archive, static_cast<const Own&>(*this)); }
  void load_from(LoadArchive& archive) final { pass(archive, static_cast<Own&>(*this)); }

 private:
  template <class Archive, class Object>
  static void pass(Archive& archive, Object& own) {
    archive(own);
  }
};

/// A measurement without data of its own: its results follow from data that every run keeps.
template <int Dim>
class ViewOfBooks : public Measurement<Dim> {
 public:
  void save_to(SaveArchive& /*archive*/) const final {}
  void load_from(LoadArchive& /*archive*/) final {}
};

/// Makes a measurement of the gas at the start of a run; null if it is not switched on or has no
/// meaning in this gas.
template <int Dim>
using MakeMeasurement = std::function<std::unique_ptr<Measurement<Dim>>(const Sample<Dim>& start)>;

/// A measurement as RunHooks::measurements lists it: its declaration and its factories.
struct ListedMeasurement {
  std::function<MeasurementKind()> kind;  ///< declaration of what it reports; empty: nothing
  MakeMeasurement<2> make_2d;             ///< empty: not made in two dimensions
  MakeMeasurement<3> make_3d;             ///< empty: not made in three dimensions
  /// Whether it is right in polydisperse gases, in which the velocities of a Sample are scaled.
  bool in_polydisperse_gases = true;
};

}  // namespace clausius
