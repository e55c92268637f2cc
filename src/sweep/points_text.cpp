#include "sweep/points_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "report/readable_unit.h"
#include "report/terminal.h"
#include "report/text_table.h"
#include "study/observable_columns.h"
#include "sweep/curves.h"

namespace clausius {

namespace {

/// The cells of an observable at a point: value with error, theory, z.
std::vector<std::string> cells_of(const PointTable& points, const std::string& name,
                                  std::size_t row, double factor) {
  const auto number = [&](const std::string& suffix) -> std::optional<double> {
    const std::vector<double> numbers = numbers_in(find_column(points.table(), name + suffix));
    return numbers.empty() || std::isnan(numbers[row]) ? std::nullopt : std::optional(numbers[row]);
  };
  const auto scaled = [&](const std::string& suffix) {
    std::optional<double> value = number(suffix);
    if (value) *value *= factor;
    return value;
  };
  const std::optional<double> value = scaled(""), error = scaled("_error"),
                              theory = scaled("_theory"), z = number("_z");
  return {value ? measured_text(*value, error) : "",
          value && theory ? text_beside(*theory, *value, error) : "",
          z ? fmt::format("{:+.1f} σ", *z) : ""};
}

}  // namespace

std::string points_text(const PointTable& points, bool colour) {
  using Align = TextTable::Align;
  const Paint paint(colour);
  std::vector<std::string> head = points.short_names();
  std::vector<Align> align(head.size(), Align::left);
  std::vector<std::pair<std::string, double>> shown;
  for (const std::string& name : main_observables(points)) {
    const Table::Column& column = points.observable(name);
    double largest = 0;
    for (const double value : numbers_in(&column))
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const ReadableUnit unit = readable_unit(largest, column.unit);
    const bool is_plain = unit.name.empty() || unit.name == "1" || unit.name == "reduced";
    shown.emplace_back(name, unit.factor);
    head.insert(head.end(),
                {is_plain ? name : fmt::format("{} ({})", name, unit.name), "theory", "z"});
    align.insert(align.end(), 3, Align::right);
  }
  if (head.empty()) return "";
  TextTable grid(std::move(align));
  grid.add(std::move(head));
  for (std::size_t row = 0; row < points.rows(); ++row) {
    std::vector<std::string> cells;
    for (const std::string& key : points.keys()) cells.push_back(points.text_of(key, row));
    for (const auto& [name, factor] : shown)
      for (std::string& cell : cells_of(points, name, row, factor))
        cells.push_back(std::move(cell));
    grid.add(std::move(cells));
  }
  return grid.text(
      [&](std::size_t row, const std::string& line) { return row == 0 ? paint.dim(line) : line; });
}

}  // namespace clausius
