#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clausius/measure/declaration.h"

namespace clausius {

/// What run folders hold: what studies report, the observables as a table, and the tables for
/// figures.
std::vector<MeasurementKind> report_kinds();

/// Content of a table of the run folder; empty for every other file.
std::string meaning_of_table(const std::filesystem::path& name);

}  // namespace clausius
