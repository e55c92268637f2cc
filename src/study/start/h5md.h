#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/study/config.h"
#include "clausius/study/snapshot.h"
#include "study/start/xyz.h"

namespace clausius {

/// Whether this build has the HDF5 library. Without it the functions below throw.
bool has_hdf5();

/// Whether a start file is one of H5MD, by the end of its name: .h5 or .h5md.
bool is_h5md(const std::filesystem::path& file);

/// Writes frames as H5MD 1.1 (de Buyl, Colberg & Höfling, Comput. Phys. Commun. 185 (2014) 1546):
/// in `/particles/all` the box with its edges as vectors, position, velocity, and orientation,
/// angular_velocity, internal_energy, label and hits where there are any, the species by number
/// (an enumeration with their names), mass and, of spheres, radius; in `/observables` the numbers
/// of a table over its column `time`; in `/parameters/clausius` what Surroundings say at each
/// frame, and the study. Numbers are stored as they are.
/// @pre frames are of one gas, that of `study`; at least one
/// @throws std::runtime_error if it cannot be written
void write_h5md(const std::filesystem::path& file, const std::vector<Snapshot>& frames,
                const StudyConfig& study, const Table* over_time);

/// Reads the last frame of a file of H5MD, from the first group of particles; see
/// read_last_xyz_frame(). Species are named by the enumeration, else by their number.
XyzFrame read_last_h5md_frame(const std::filesystem::path& file, LineFaults& faults);

}  // namespace clausius
