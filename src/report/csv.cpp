#include "report/csv.h"

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "core/system/files.h"
#include "measure/csv_cells.h"

namespace clausius {

namespace {

std::string cell_text(const std::string& value) { return csv_cell(value); }
template <class Number>
std::string cell_text(Number value) {
  std::array<char, kLongestCsvNumber> text;
  return {text.data(), put_csv_number(text.data(), value)};
}

std::size_t row_count(const Table::Column& column) {
  return std::visit([](const auto& values) { return values.size(); }, column.values);
}

/// Splits "name [unit]"; old tables also have "name[unit]" and, for pure numbers, "name[1]".
/// Otherwise a number in brackets is part of a key: "particle[0]".
std::pair<std::string, std::string> name_and_unit(const std::string& head) {
  const std::size_t bracket = head.rfind('[');
  if (bracket == std::string::npos || bracket == 0 || head.back() != ']') return {head, ""};
  std::string unit = head.substr(bracket + 1, head.size() - bracket - 2);
  if (unit != "1" && unit.find_first_not_of("0123456789") == std::string::npos) return {head, ""};
  return {head.substr(0, head[bracket - 1] == ' ' ? bracket - 1 : bracket), std::move(unit)};
}

using Row = std::vector<std::string>;

/// Splits CSV text into rows of cells, with quotes resolved.
std::vector<Row> split_rows(const std::string& text, const std::string& file) {
  std::vector<Row> rows;
  Row row;
  std::string cell;
  bool in_quotes = false;
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') ++line;
    if (in_quotes) {
      if (c != '"') {
        cell += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        cell += '"';
        ++i;
      } else {
        in_quotes = false;
      }
    } else if (c == '"') {
      in_quotes = true;
    } else if (c == ',' || c == '\n') {
      row.push_back(std::move(cell));
      cell.clear();
      if (c == ',') continue;
      if (!rows.empty() && row.size() != rows.front().size())
        throw std::runtime_error(file + ':' + std::to_string(line - 1) + ": " +
                                 std::to_string(row.size()) + " cells; the header has " +
                                 std::to_string(rows.front().size()));
      rows.push_back(std::move(row));
      row.clear();
    } else {
      cell += c;
    }
  }
  if (in_quotes || !cell.empty() || !row.empty())
    throw std::runtime_error(file + ": ends in the middle of a line");
  if (rows.empty()) throw std::runtime_error(file + ": no header line");
  return rows;
}

template <typename Number>
std::optional<Number> parsed(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

/// All cells of column `index` below the header as numbers; unset if one is not a number.
/// @param exactly whether only numbers as write_csv() writes them are accepted
template <typename Number>
std::optional<std::vector<Number>> parsed_column(const std::vector<Row>& rows, std::size_t index,
                                                 bool exactly) {
  std::vector<Number> numbers;
  numbers.reserve(rows.size() - 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto number = parsed<Number>(rows[i][index]);
    if (!number || (exactly && cell_text(*number) != rows[i][index])) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// The values of column `index`: numbers if all cells are, otherwise text.
/// @param has_unit whether they must be numbers
std::optional<ColumnValues> values_of(const std::vector<Row>& rows, std::size_t index,
                                      bool has_unit) {
  if (auto integers = parsed_column<std::int64_t>(rows, index, !has_unit)) return *integers;
  if (auto doubles = parsed_column<double>(rows, index, !has_unit)) return *doubles;
  if (has_unit) return std::nullopt;
  std::vector<std::string> cells;
  cells.reserve(rows.size() - 1);
  for (std::size_t i = 1; i < rows.size(); ++i) cells.push_back(rows[i][index]);
  return cells;
}

}  // namespace

void write_csv(std::ostream& stream, const Table& table) {
  const auto& columns = table.columns;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (row_count(columns[k]) != row_count(columns[0]))
      throw std::logic_error("table " + table.name + ": column " + columns[k].name +
                             " differs in length from the first");
    stream << (k > 0 ? "," : "") << csv_head(columns[k].name, columns[k].unit);
  }
  stream << '\n';
  const std::size_t rows = columns.empty() ? 0 : row_count(columns[0]);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k > 0) stream << ',';
      std::visit([&](const auto& values) { stream << cell_text(values[i]); }, columns[k].values);
    }
    stream << '\n';
  }
}

Table read_csv(const std::filesystem::path& file) {
  std::string text;
  try {
    text = read_regular_file(file);
  } catch (const std::runtime_error& fault) {
    throw std::runtime_error(file.string() + ": " + fault.what());
  }
  const std::vector<Row> rows = split_rows(text, file.string());

  Table table;
  table.name = file.stem().string();
  for (std::size_t k = 0; k < rows.front().size(); ++k) {
    auto [name, unit] = name_and_unit(rows.front()[k]);
    auto values = values_of(rows, k, !unit.empty());
    if (!values)
      throw std::runtime_error(file.string() + ": column " + name +
                               " holds a cell that is not a number");
    const bool is_text = std::holds_alternative<std::vector<std::string>>(*values);
    if (unit.empty() && !is_text) unit = "1";
    table.columns.push_back({std::move(name), std::move(unit), std::move(*values)});
  }
  return table;
}

}  // namespace clausius
