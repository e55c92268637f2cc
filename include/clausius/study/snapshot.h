#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clausius/core/vec.h"
#include "clausius/engine/state.h"
#include "clausius/study/config.h"

namespace clausius {

/// The state of a gas whatever its dimension, for files and results: a value for each particle by
/// id in each list that is not empty; two-dimensional vectors have z = 0.
struct Snapshot {
  double time = 0;
  int dimensions = 3;
  std::vector<double> size;          ///< `dimensions` edges
  std::vector<bool> periodic;        ///< per axis
  std::vector<std::string> species;  ///< name of each particle's species, by id
  std::vector<Vec<3>> position, velocity;
  /// For rigid bodies: from the frame in which the species is written to space. Else empty.
  std::vector<Eigen::Quaterniond> orientation{};
  std::vector<Vec<3>> angular_velocity{};  ///< in space; of rough spheres too
  std::vector<double> internal_energy{};   ///< of the reservoirs of parcels
  std::vector<std::uint8_t> label{};       ///< index of the label; empty where there are none
  /// By name of a species: its largest extent from the centre of mass along each axis of the frame
  /// in which it is written; of spheres the radius. For programs that draw the file.
  std::map<std::string, Vec<3>, std::less<>> half_extents{};
};

/// The gas of `config` as the engine knows it; an unset contact duration becomes 0 (off). If any
/// species is more than a sphere, all are rigid bodies.
/// @pre config.dimensions == Dim
template <int Dim>
Gas<Dim> make_gas(const StudyConfig& config);

/// The snapshot as the engine knows it: names of species become indices into `config.species`,
/// orientations are brought to length 1.
/// @pre every species of the snapshot stands in `config`, and both have Dim dimensions
template <int Dim>
State<Dim> to_state(const Snapshot& snapshot, const StudyConfig& config);

/// Snapshot::half_extents of a study.
std::map<std::string, Vec<3>, std::less<>> half_extents(const StudyConfig& config);

/// The inverse of to_state: exactly, but for orientations and angular velocities of rigid bodies,
/// which come back to rounding.
template <int Dim>
Snapshot to_snapshot(const State<Dim>& state, const StudyConfig& config);

}  // namespace clausius
