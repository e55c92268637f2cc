#pragma once

#include "clausius/measure/results.h"
#include "clausius/study/runner.h"

namespace clausius {

/// `snapshot`: where the particles of a gas of spheres or disks are and how they move, for pictures
/// and animations, in the frames of the trajectory with the start and the end about them. A row a
/// particle; those farthest along z first. No columns without a trajectory, for rigid bodies and
/// for more than 5000 particles; of long trajectories frames are left out evenly.
Table snapshot_table(const StudyResult& result);

/// `outlines`: of the obstacles, seen along z: a row a corner of one, or a ball with its radius
/// (others: radius 0). No columns without obstacles.
Table outlines_table(const StudyConfig& config);

}  // namespace clausius
