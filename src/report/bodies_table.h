#pragma once

#include "clausius/measure/results.h"
#include "clausius/study/runner.h"

namespace clausius {

/// `bodies`: where the members of rigid bodies are, for pictures seen along z. A row a member: its
/// axis is the segment centre ± half, its points all those within `radius` of it. A few bodies are
/// shown at all instants of the trajectory, many at the last one; of very many those nearest to the
/// viewer (with the largest z). The farthest stand first. No columns for a gas of spheres.
Table bodies_table(const StudyResult& result);

}  // namespace clausius
