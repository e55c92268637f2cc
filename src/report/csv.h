#pragma once

#include <filesystem>
#include <ostream>

#include "clausius/measure/results.h"

namespace clausius {

/// Writes `table` as CSV: one header line with the names of the columns, each followed by its unit
/// as in `time [s]` (pure numbers, numbers in reduced units and text have none), then one line per
/// row. Numbers are the shortest that read back exactly (doubles are always recognisable: "1.0");
/// text and header cells that contain a comma, a quote or a line break are quoted (RFC 4180, lines
/// end in line feeds).
/// @pre all columns have the same length.
void write_csv(std::ostream& stream, const Table& table);

/// Reads what write_csv() or an earlier version of it wrote, with headers such as `time[s]` and
/// `collisions[1]`; the table is named after the file. A column becomes integers if every cell is
/// one, otherwise doubles if every cell is one, otherwise text; one with a unit must hold numbers.
/// @throws std::runtime_error if the file cannot be read or is no such table, naming the line.
Table read_csv(const std::filesystem::path& file);

}  // namespace clausius
