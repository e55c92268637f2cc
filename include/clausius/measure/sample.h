#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clausius/core/vec.h"
#include "clausius/engine/state.h"
#include "clausius/measure/results.h"

/// \file Data that measurements receive: the gas of a run, its state at a sample, and what happened
/// between two samples.

namespace clausius {

/// Sums over the particles of one species at one instant.
struct SpeciesMoments {
  std::int64_t count = 0;   ///< particles
  double speed = 0;         ///< Σ |v|; in a polydisperse gas of the velocities themselves
  double speed_sq = 0;      ///< Σ v²
  double speed_fourth = 0;  ///< Σ v⁴
  double speed_sixth = 0;   ///< Σ v⁶
  double speed_eighth = 0;  ///< Σ v⁸
  double energy = 0;        ///< Σ ½ m v²
  /// Σ ½ L·ω of the rotations that collisions can change; for parcels the energy of their
  /// reservoirs.
  double rotational_energy = 0;
  /// Σ ½ L·ω of the other rotations: the spin of a collinear body about its axis, or of a smooth
  /// ball about its centre.
  double kept_energy = 0;

  /// Energy that is shared among the degrees of freedom.
  [[nodiscard]] double thermal_energy() const { return energy + rotational_energy; }

  /// ⟨v⁴⟩/⟨v²⟩². @pre not all particles are at rest
  [[nodiscard]] double kurtosis() const {
    return speed_fourth * static_cast<double>(count) / (speed_sq * speed_sq);
  }
  /// ⟨v⁶⟩/⟨v²⟩³. @pre not all particles are at rest
  [[nodiscard]] double sixth_ratio() const {
    const double mean_sq = speed_sq / static_cast<double>(count);
    return speed_sixth / (speed_sq * mean_sq * mean_sq);
  }
  /// One standard error of kurtosis() for independent particles.
  [[nodiscard]] double kurtosis_error() const;
};

/// v² of the particles of each species, in order of their ids.
using SquaredSpeeds = std::vector<std::vector<double>>;

/// Sums over the collisions of a time interval.
template <int Dim>
struct CollisionTotals {
  std::int64_t collisions = 0;       ///< between particles
  std::int64_t wall_collisions = 0;  ///< with walls and obstacles
  double missed = 0;                 ///< contacts that steps of a given length would miss
  double virial = 0;  ///< Σ impulse·separation over the collisions and steps of pairs
  /// Sums over the hits of one face of the box.
  struct Face {
    double impulse = 0;                ///< Σ of the momentum given to the wall along its normal
    Vec<Dim> drag = Vec<Dim>::Zero();  ///< Σ of the momentum given to the wall along its surface
    double work = 0;                   ///< Σ of the energy given by the motion of the wall
    double heat = 0;                   ///< Σ of the energy given by the wall as a heat bath
    Face& operator+=(const Face& other) {
      impulse += other.impulse;
      drag += other.drag;
      work += other.work;
      heat += other.heat;
      return *this;
    }
    template <class Archive>
    void serialize(Archive& archive) {
      archive(impulse, drag, work, heat);
    }
  };
  std::array<Face, 2 * Dim> faces{};  ///< 2·axis + (0 at the origin, 1 at L)
  double shear_work = 0;              ///< work done by the moving images of a sheared box
  [[nodiscard]] double wall_impulse() const {
    double sum = 0;
    for (const Face& face : faces) sum += face.impulse;
    return sum;
  }

  CollisionTotals& operator+=(const CollisionTotals& other) {
    collisions += other.collisions;
    wall_collisions += other.wall_collisions;
    missed += other.missed;
    virial += other.virial;
    for (std::size_t face = 0; face < faces.size(); ++face) faces[face] += other.faces[face];
    shear_work += other.shear_work;
    return *this;
  }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(collisions, wall_collisions, missed, virial, faces, shear_work);
  }
};

/// What happened between two samples of the measured part.
template <int Dim>
struct Interval {
  CollisionTotals<Dim> totals;
  std::vector<double> suffered;  ///< collisions suffered by the particles of each species
  double end = 0;                ///< absolute time
  double duration = 0;
  double kt_time = 0;       ///< ∫ k_BT dt
  double root_kt_time = 0;  ///< ∫ √(k_BT) dt
  double path = 0;          ///< ∫ Σ|v| dt: the path of all particles together
  double cooling = 0;       ///< −Δ ln T
  double haff_slope = 0;    ///< Δ(1/√(k_BT)), linear in time in the homogeneous cooling state
  double work = 0;          ///< energy given by drives

  /// Adds the interval that follows this one.
  Interval& operator+=(const Interval& next);

  template <class Archive>
  void serialize(Archive& archive) {
    archive(totals, suffered, end, duration, kt_time, root_kt_time, path, cooling, haff_slope,
            work);
  }
};

class GasTheory;
struct MeasurementOptions;
template <int Dim>
class Books;
template <int Dim>
class History;

/// The gas of a run and what is known about the run so far.
template <int Dim>
struct Measured {
  const Gas<Dim>& gas;
  const UnitNames& units;
  const std::vector<std::string>& species_names;  ///< names by index of the species
  const std::vector<double>& count;               ///< number of particles of each species
  bool moves;  ///< whether particles move at the start or something sets them in motion

  // Used by the program's own measurements; the types are not installed, see
  // src/measure/measured_run.h.
  const MeasurementOptions& options;
  const GasTheory& theory;
  const Books<Dim>& books;
  const History<Dim>& history;

  /// All intervals of the measured part combined, up to the last sample.
  [[nodiscard]] const Interval<Dim>& total() const;
  /// Mean number of collisions of a particle with others in these intervals.
  [[nodiscard]] double collisions_per_particle() const;
  /// Number of rotational degrees of freedom of a species that collisions can change.
  [[nodiscard]] int rotations(std::size_t species) const {
    return rotational_degrees(gas, species);
  }
  /// Whether any particle has such a degree of freedom.
  [[nodiscard]] bool rotates() const;
  /// Name of an observable of one species: "_" and the name of the species are appended if there
  /// are several.
  [[nodiscard]] std::string name_of(const std::string& observable, std::size_t species) const {
    return count.size() < 2 ? observable : observable + '_' + species_names[species];
  }
};

/// The gas at one instant; computed once for all measurements.
template <int Dim>
struct Sample {
  const Measured<Dim>& run;
  /// The state in the box; without positions (empty list) unless a measurement requests them.
  const State<Dim>& in_box;
  /// The state with peculiar velocities: relative to the flow of a gas that is sheared or lies
  /// between walls that slide or move, otherwise as in the box. In a polydisperse gas the velocity
  /// of each particle is multiplied by √(m/M), where M is the mass of its species, so that energies
  /// and laws of velocities are those of particles of the mass M.
  const State<Dim>& state;
  SquaredSpeeds squared_speeds;         ///< squares of the peculiar velocities
  std::vector<SpeciesMoments> moments;  ///< moments of the peculiar velocities, by species
  double flow_energy = 0;               ///< kinetic energy minus that of the peculiar velocities
};

}  // namespace clausius
