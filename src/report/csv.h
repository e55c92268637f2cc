#pragma once

#include <filesystem>
#include <ostream>

#include "clausius/measure/results.h"

namespace clausius {

/// Writes `table` as CSV: one header line with a cell `name[unit]` (`name` alone for text), then
/// one line per row. Numbers are the shortest that read back exactly (a double always shows that it
/// is none of the integers: "1.0"); text and header cells are
/// quoted where they hold a comma, a quote or a line break (RFC 4180, lines end in "\n").
/// @pre all columns have the same length.
void write_csv(std::ostream& stream, const Table& table);

/// Reads what write_csv() wrote; the table is named after the file. Columns without a unit are
/// text; the others become integers where every cell is one, doubles elsewhere.
/// @throws std::runtime_error if the file cannot be read or is no such table, naming the line.
Table read_csv(const std::filesystem::path& file);

}  // namespace clausius
