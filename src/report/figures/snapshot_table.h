#pragma once

#include <cstddef>
#include <vector>

#include "clausius/measure/declaration.h"
#include "clausius/study/runner.h"

namespace clausius {

/// Columns of pictures seen along z, which several tables have.
inline constexpr DeclaredColumn kRadiusColumn{"radius", "Radius of the sphere.",
                                              &UnitNames::length};
inline constexpr DeclaredColumn kBoxColumn{"box_AXIS", "Length of the box.", &UnitNames::length};
inline constexpr DeclaredColumn kXColumn{"x", "Position along x.", &UnitNames::length};
inline constexpr DeclaredColumn kYColumn{"y", "Position along y.", &UnitNames::length};
inline constexpr DeclaredColumn kZColumn{"z", "Position along z.", &UnitNames::length};

/// Declarations of the tables `snapshot` and `outlines`.
DeclaredTable declared_snapshot();
DeclaredTable declared_outlines();

/// The particles in order of ascending z: drawn in this order, upper ones cover lower ones.
std::vector<std::size_t> order_along_z(const Snapshot& snapshot);

/// `snapshot`: positions and velocities of the particles, for pictures and animations, in the
/// frames of the trajectory and at the start and the end. One row per particle, in order_along_z();
/// a rigid body has a row for each of the balls by which it is drawn, the first of which has its
/// velocity. No columns without a trajectory and for more than 5000 particles or 20000 balls; of
/// long trajectories frames are left out evenly.
Table snapshot_table(const StudyResult& result);

/// `outlines`: the obstacles seen along z, with one row per corner, or one for a ball with its
/// radius (others: radius 0). No columns without obstacles.
Table outlines_table(const StudyConfig& config);

}  // namespace clausius
