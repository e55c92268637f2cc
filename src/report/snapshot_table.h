#pragma once

#include <cstddef>
#include <vector>

#include "clausius/measure/results.h"
#include "clausius/study/runner.h"

namespace clausius {

/// The particles from the lowest z up: in this order the upper ones are drawn over the lower.
std::vector<std::size_t> order_along_z(const Snapshot& snapshot);

/// `snapshot`: where the particles of a gas of spheres or disks are and how they move, for pictures
/// and animations, in the frames of the trajectory with the start and the end about them. A row a
/// particle, in order_along_z(). No columns without a trajectory, for rigid bodies and
/// for more than 5000 particles; of long trajectories frames are left out evenly.
Table snapshot_table(const StudyResult& result);

/// `outlines`: of the obstacles, seen along z: a row a corner of one, or a ball with its radius
/// (others: radius 0). No columns without obstacles.
Table outlines_table(const StudyConfig& config);

}  // namespace clausius
