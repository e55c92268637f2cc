#pragma once

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// Volume (area) of all particles together.
double filled_volume(const StudyConfig& study);

/// Finds the size of the box where a density is given, and the regions that are the whole box by
/// default. Edges are infinite where they cannot be known.
void resolve_size(StudyConfig& study, Faults& faults);

/// Refuses what only numbers can tell: particles without room in the box or in memory, walls that
/// crush the gas, and runs that could not come to an end. Each check is left out where a key on
/// which it depends is at fault.
void check_room(const StudyConfig& study, Faults& faults);

}  // namespace clausius
