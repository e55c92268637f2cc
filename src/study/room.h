#pragma once

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// Refuses what only numbers can tell: particles without room in the box or in memory, walls that
/// crush the gas, and runs that could not come to an end. Each check is left out where a key on
/// which it depends is at fault.
void check_room(const StudyConfig& study, Faults& faults);

}  // namespace clausius
