#pragma once

#include <vector>

#include "clausius/measure/declaration.h"

namespace clausius {

/// What run folders hold: what studies report, the observables as a table, and the tables for
/// figures.
std::vector<MeasurementKind> report_kinds();

}  // namespace clausius
