#pragma once

#include <vector>

#include "clausius/measure/measurement.h"

namespace clausius {

/// All measurements of the program, in the order of observables.csv.
const std::vector<ListedMeasurement>& all_measurements();

}  // namespace clausius
