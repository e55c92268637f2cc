#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clausius/engine/observer.h"
#include "clausius/measure/declaration.h"
#include "clausius/measure/results.h"
#include "clausius/measure/sample.h"

/// \file How something is measured in a run: a class behind Measurement, and a ListedMeasurement
/// that says what it reports and makes it.

namespace clausius {

class SaveArchive;
class LoadArchive;

/// What a measurement is shown. Samples of the measured part, with velocities, always are.
struct Sees {
  bool collisions = false;  ///< of the measured part
  bool positions = false;   ///< at the samples
  bool first_part = false;  ///< the samples of the first part (equilibration) as well
};

/// Why the gas is not in the state that theory is about.
struct Doubt {
  std::string why;
  /// Nothing that theory says of this gas is to be judged by; else only what is a mean over a
  /// series.
  bool of_all_theory = false;
};

/// Something that is measured in a run. It is made at the start (see ListedMeasurement), shown what
/// it asks for, and can change nothing.
template <int Dim>
class Measurement {
 public:
  virtual ~Measurement() = default;
  [[nodiscard]] virtual Sees sees() const { return {}; }

  /// The measured part begins.
  virtual void begin(const Sample<Dim>& /*now*/) {}
  /// In order of time, particle–particle and particle–wall; only if sees().collisions.
  virtual void on_collision(const CollisionRecord<Dim>& /*collision*/) {}
  /// An interval of the measured part has ended: before each sample, and before the end.
  virtual void on_interval(const Interval<Dim>& /*interval*/, const Measured<Dim>& /*run*/) {}
  /// An equal-time sample of the measured part, whose row is the last one of the history.
  virtual void on_sample(const Sample<Dim>& /*sample*/) {}
  /// The end of the run: an instant that may be that of a collision and counts as no sample, or
  /// the last sample again.
  virtual void end(const Sample<Dim>& /*last*/) {}

  /// What has been found so far, each with a declared name; asked for at any time after begin(),
  /// but not of a gas in which nothing moves.
  [[nodiscard]] virtual std::vector<Observable> observables(const Measured<Dim>& /*run*/) const {
    return {};
  }
  [[nodiscard]] virtual std::vector<Table> tables(const Measured<Dim>& /*run*/) const { return {}; }
  [[nodiscard]] virtual std::optional<Doubt> doubt(const Measured<Dim>& /*run*/) const {
    return std::nullopt;
  }
  /// Labels that it has given to the particles, by id, for the frames of a trajectory; empty: none.
  /// @param time not before the last collision
  [[nodiscard]] virtual std::vector<std::uint8_t> labels(double /*time*/) { return {}; }

  /// For checkpoints; see SavedMeasurement. @throws ArchiveError
  virtual void save_to(SaveArchive& archive) const = 0;
  virtual void load_from(LoadArchive& archive) = 0;
};

/// A measurement that keeps what its `serialize` names, see core/archive.h (which its source must
/// include): `class Mine final : public SavedMeasurement<Mine, Dim>`.
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

/// A measurement that keeps nothing: what it reports follows from the books and the history.
template <int Dim>
class ViewOfBooks : public Measurement<Dim> {
 public:
  void save_to(SaveArchive& /*archive*/) const final {}
  void load_from(LoadArchive& /*archive*/) final {}
};

/// Makes a measurement of the gas at the start of a run; null where it is not switched on or has no
/// meaning in this gas.
template <int Dim>
using MakeMeasurement = std::function<std::unique_ptr<Measurement<Dim>>(const Sample<Dim>& start)>;

/// A measurement as a list of them names it: what it declares, and how it is made.
struct ListedMeasurement {
  std::function<MeasurementKind()> kind;  ///< may be empty: it reports nothing
  MakeMeasurement<2> make_2d;             ///< may be empty: not in two dimensions
  MakeMeasurement<3> make_3d;             ///< likewise
};

}  // namespace clausius
