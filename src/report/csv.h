#pragma once

#include <filesystem>
#include <ostream>

#include "clausius/measure/results.h"

namespace clausius {

/// Writes `table` as CSV: one header line with the names of the columns, with the unit behind it as
/// in `time [s]` (pure numbers, numbers in reduced units and text have none), then one line per
/// row. Numbers are the shortest that read back exactly (a double always shows that it is none of
/// the integers: "1.0"); text and header cells are quoted where they hold a comma, a quote or a
/// line break (RFC 4180, lines end in "\n").
/// @pre all columns have the same length.
void write_csv(std::ostream& stream, const Table& table);

/// Reads what write_csv() wrote, or an earlier version of it with heads as `time[s]` and
/// `collisions[1]`; the table is named after the file. A column becomes integers where every cell
/// is one, else doubles where every cell is one, else text; one with a unit must hold numbers.
/// @throws std::runtime_error if the file cannot be read or is no such table, naming the line.
Table read_csv(const std::filesystem::path& file);

}  // namespace clausius
