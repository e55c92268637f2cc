#pragma once

#include "clausius/measure/declaration.h"
#include "clausius/study/runner.h"

namespace clausius {

/// Declaration of the table `bodies`.
DeclaredTable declared_bodies();

/// `bodies`: the members of rigid bodies, for pictures seen along z. One row per member: its axis
/// is the segment centre ± half, and it consists of all points within `radius` of it. A few bodies
/// are shown at all instants of the trajectory, many only at the last one; of very many those
/// nearest to the viewer (with the largest z). The farthest come first. No columns for a gas of
/// spheres.
Table bodies_table(const StudyResult& result);

}  // namespace clausius
