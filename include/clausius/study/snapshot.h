#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clausius/core/vec.h"
#include "clausius/engine/state.h"
#include "clausius/study/config.h"

namespace clausius {

/// What a frame says of a gas beside its particles, so that a run that starts from it goes on as
/// the one that wrote it would have.
struct Surroundings {
  double start = 0;  ///< absolute time from which walls, obstacles, shear and drives count theirs
  /// Position of the walls along their axes, of face 2·axis + (0 at the origin, 1 at the far end);
  /// empty if none moves.
  std::vector<double> walls{};
  /// Displacement along x of the image one box up along y, within half an edge; of sheared boxes.
  std::optional<double> shear_offset{};
  std::vector<double> drive_intervals{};  ///< times between two actions of each drive; 0 if single
};

/// State of a gas of either dimension, for files and results: each list that is not empty holds a
/// value for each particle by id; two-dimensional vectors have z = 0.
struct Snapshot {
  double time = 0;
  int dimensions = 3;
  std::vector<double> size;          ///< `dimensions` edge lengths
  std::vector<bool> periodic;        ///< per axis
  std::vector<std::string> species;  ///< name of each particle's species, by id
  std::vector<Vec<3>> position, velocity;
  /// Orientations of rigid bodies: from the frame in which the species is written to space;
  /// otherwise empty.
  std::vector<Eigen::Quaterniond> orientation{};
  std::vector<Vec<3>> angular_velocity{};  ///< in space; also of rough spheres
  std::vector<double> internal_energy{};   ///< energies of the reservoirs of parcels
  std::vector<std::uint8_t> label{};       ///< index of the label; empty if there are none
  std::vector<std::uint32_t> hits{};       ///< as State::hits
  std::vector<double> diameter{};          ///< as State::diameter
  /// Crossings of the periodic edges by each particle since the start of the measured part, those
  /// towards higher coordinates less those back, where the run counts them: the position plus these
  /// multiples of the edge vectors of the frame is continuous in time. Otherwise empty.
  std::vector<std::array<std::int32_t, 3>> image{};
  /// Unset: nothing counts its time, or counts it from `time` on.
  std::optional<Surroundings> surroundings{};
  std::vector<std::string> warnings{};  ///< of what a file has that was not used, or has not
  /// Largest extent of each species (by name) from the centre of mass along each axis of the frame
  /// in which it is written; for spheres the radius. For programs that draw the file.
  std::map<std::string, Vec<3>, std::less<>> half_extents{};
};

/// The gas of `config` for the engine; an unset contact duration becomes 0 (off). If any species is
/// more than a sphere, all are rigid bodies.
/// @pre config.dimensions == Dim
template <int Dim>
Gas<Dim> make_gas(const StudyConfig& config);

/// The snapshot for the engine: names of species become indices into `config.species`, orientations
/// are normalised.
/// @pre `config` has every species of the snapshot, and both have Dim dimensions
template <int Dim>
State<Dim> to_state(const Snapshot& snapshot, const StudyConfig& config);

/// Sets the ranges of the diameters of polydisperse species to those of a state.
template <int Dim>
void set_ranges(const State<Dim>& state, Gas<Dim>& gas);

/// Sets the time from which walls, obstacles and shear count theirs, as a snapshot says.
template <int Dim>
void set_clock(const Snapshot& from, Gas<Dim>& gas);

/// Snapshot::half_extents for a study.
std::map<std::string, Vec<3>, std::less<>> half_extents(const StudyConfig& config);

/// Inverse of to_state, exact except for the rounding of orientations and angular velocities of
/// rigid bodies.
template <int Dim>
Snapshot to_snapshot(const State<Dim>& state, const StudyConfig& config);

}  // namespace clausius
