#pragma once

#include "clausius/study/config.h"

namespace clausius {

class Faults;

/// Refuses quantitative impossibilities: particles without room in the box or in memory, walls that
/// crush the gas, and runs that could not end. Each check is skipped if a key on which it depends
/// is at fault.
void check_room(const StudyConfig& study, Faults& faults);

}  // namespace clausius
