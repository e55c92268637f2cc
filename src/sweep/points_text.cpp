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
#include "study/results/observable_columns.h"
#include "sweep/curves.h"

namespace clausius {

namespace {

/// An observable at all points, in a unit that is easy to read.
struct ShownObservable {
  std::vector<double> values, errors, theories, z;  ///< empty where there is no such column
  double factor;                                    ///< of the unit

  ShownObservable(const PointTable& points, const std::string& name, double of_unit)
      : factor(of_unit) {
    for (const auto& [suffix, numbers] : {std::pair("", &values), std::pair("_error", &errors),
                                          std::pair("_theory", &theories), std::pair("_z", &z)})
      *numbers = numbers_in(find_column(points.table(), name + suffix));
  }

  /// The cells of a point: value with error, theory, z.
  [[nodiscard]] std::vector<std::string> cells(std::size_t row) const {
    const auto number = [&](const std::vector<double>& numbers, double times) {
      return numbers.empty() || std::isnan(numbers[row]) ? std::nullopt
                                                         : std::optional(numbers[row] * times);
    };
    const std::optional<double> value = number(values, factor), error = number(errors, factor),
                                theory = number(theories, factor);
    return {value ? measured_text(*value, error) : "",
            value && theory ? text_beside(*theory, *value, error) : "", z_text(number(z, 1))};
  }
};

}  // namespace

std::string points_text(const PointTable& points, bool colour) {
  using Align = TextTable::Align;
  const Paint paint(colour);
  std::vector<std::string> head = points.short_names();
  std::vector<Align> align(head.size(), Align::left);
  std::vector<ShownObservable> shown;
  for (const std::string& name : main_observables(points)) {
    const Table::Column& column = points.observable(name);
    double largest = 0;
    for (const double value : numbers_in(&column))
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const ReadableUnit unit = readable_unit(largest, column.unit);
    const std::string in_unit = unit_text(unit.name);
    shown.emplace_back(points, name, unit.factor);
    head.insert(head.end(),
                {in_unit.empty() ? name : fmt::format("{} ({})", name, in_unit), "theory", "z"});
    align.insert(align.end(), 3, Align::right);
  }
  if (head.empty()) return "";
  TextTable grid(std::move(align));
  grid.add(std::move(head));
  for (std::size_t row = 0; row < points.rows(); ++row) {
    std::vector<std::string> cells;
    for (const std::string& key : points.keys()) cells.push_back(points.text_of(key, row));
    for (const ShownObservable& one : shown)
      for (std::string& cell : one.cells(row)) cells.push_back(std::move(cell));
    grid.add(std::move(cells));
  }
  return with_faint_heading(grid, paint);
}

}  // namespace clausius
