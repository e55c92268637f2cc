#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clausius/measure/results.h"
#include "measure/history.h"

namespace clausius {

/// Adds a column to the table: `value` for each row of the history.
template <typename Value>
void add_column(Table& table, const std::vector<HistoryRow>& rows, std::string name,
                std::string unit, Value value) {
  std::vector<decltype(value(rows.front()))> values;
  values.reserve(rows.size());
  for (const HistoryRow& row : rows) values.push_back(value(row));
  table.columns.push_back({std::move(name), std::move(unit), std::move(values)});
}

/// For adding such columns to the table.
inline auto columns_of(const std::vector<HistoryRow>& rows, Table& table) {
  return [&](std::string name, std::string unit, auto value) {
    add_column(table, rows, std::move(name), std::move(unit), value);
  };
}

/// Columns of a table that begins with the times of its rows.
inline auto columns_in_time(const std::vector<HistoryRow>& rows, Table& table,
                            const UnitNames& units) {
  const auto column = columns_of(rows, table);
  column("time", units.time, [](const HistoryRow& r) { return r.time; });
  column("collisions_per_particle", "1",
         [](const HistoryRow& r) { return r.collisions_per_particle; });
  return column;
}

/// The index of a row.
inline std::size_t index_of(const HistoryRow& row, const std::vector<HistoryRow>& rows) {
  return static_cast<std::size_t>(&row - rows.data());
}

}  // namespace clausius
