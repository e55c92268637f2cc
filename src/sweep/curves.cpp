#include "sweep/curves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "clausius/core/constants.h"
#include "clausius/core/errors.h"
#include "clausius/report/run_folder.h"
#include "report/csv.h"
#include "report/readable_unit.h"
#include "report/words.h"
#include "study/results/observable_columns.h"
#include "study/results/theory_curves.h"
#include "sweep/reference_lines.h"

namespace clausius {

namespace fs = std::filesystem;

namespace {

/// A point of a curve.
struct CurvePoint {
  std::size_t curve = 0;
  double x = 0, value = 0, error = 0, theory = 0, z = 0;
};

/// A line of reference: the law of this index, for the gas of one of the curves.
struct Reference {
  std::size_t law = 0;
  std::vector<double> x, values;
  bool operator==(const Reference&) const = default;
};

/// A unit for all numbers of an axis, and the largest of them.
struct Axis {
  std::string unit;
  double largest = 0;
  bool is_log = false;

  [[nodiscard]] ReadableUnit readable() const { return readable_unit(largest, unit); }
};

Table table_of(std::string name, const std::vector<CurvePoint>& rows, const Axis& x,
               const Axis& y) {
  Table table{std::move(name), {}};
  std::vector<std::int64_t> curves;
  curves.reserve(rows.size());
  for (const CurvePoint& row : rows) curves.push_back(static_cast<std::int64_t>(row.curve) + 1);
  table.columns.push_back({"curve", "1", std::move(curves)});
  const double in_x = x.readable().factor, in_y = y.readable().factor;
  for (const auto& [column, member, factor] : {std::tuple("x", &CurvePoint::x, in_x),
                                               {"value", &CurvePoint::value, in_y},
                                               {"error", &CurvePoint::error, in_y},
                                               {"theory", &CurvePoint::theory, in_y},
                                               {"z", &CurvePoint::z, 1.0}}) {
    std::vector<double> values;
    values.reserve(rows.size());
    for (const CurvePoint& row : rows) values.push_back(row.*member * factor);
    table.columns.push_back({column, "1", std::move(values)});
  }
  return table;
}

/// Whether numbers belong on a logarithmic axis: a wide range, with most of them at its lower end.
bool is_wide(std::vector<double> numbers) {
  constexpr double kWide = 20, kLower = 0.25;
  std::erase_if(numbers, [](double x) { return !std::isfinite(x); });
  if (numbers.empty()) return false;
  std::sort(numbers.begin(), numbers.end());
  const double least = numbers.front(), most = numbers.back();
  return least > 0 && most > kWide * least && numbers[numbers.size() / 2] < kLower * (least + most);
}

/// The curves of one source.
class Curves {
 public:
  Curves(const CurveSource& source, const CurveChoice& choice)
      : points_(source.folder), choice_(choice), source_name_(source.name) {
    x_key_ = choice.x.empty() ? only_key() : points_.key("--x", choice.x);
    if (!points_.has_numbers(x_key_))
      throw InputError("--x " + x_key_, "has values that are not numbers; allowed: another key");
    if (choice.by)
      by_.push_back(points_.key("--by", *choice.by));
    else
      for (const std::string& key : points_.keys())
        if (key != x_key_) by_.push_back(key);
  }

  [[nodiscard]] const PointTable& points() const { return points_; }
  [[nodiscard]] const std::string& x_key() const { return x_key_; }

  /// Adds the names of the curves and their points, in the order of x.
  void add(std::vector<std::string>& names, std::vector<CurvePoint>& rows) {
    first_curve_ = names.size();
    const std::vector<double> x = numbers_of_column(x_key_), values = numbers_of_column(choice_.y),
                              errors = numbers_of_column(choice_.y + "_error"),
                              theories = numbers_of_column(choice_.y + "_theory"),
                              zs = numbers_of_column(choice_.y + "_z");
    const std::size_t first_row = rows.size();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::string name = name_of(i);
      const auto found =
          std::find(names.begin() + static_cast<std::ptrdiff_t>(first_curve_), names.end(), name);
      const auto curve = static_cast<std::size_t>(found - names.begin());
      if (found == names.end()) {
        names.push_back(name);
        rows_of_first_.push_back(i);
      }
      rows.push_back(
          {curve, x[i], values[i], std::isnan(errors[i]) ? 0 : errors[i], theories[i], zs[i]});
    }
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(first_row), rows.end(),
                     [](const CurvePoint& a, const CurvePoint& b) {
                       return std::pair(a.curve, a.x) < std::pair(b.curve, b.x);
                     });
  }

  /// Adds theory between the points where it depends on the study alone, and the lines of
  /// reference, each once.
  void add_lines(const std::vector<CurvePoint>& rows, std::vector<CurvePoint>& theory,
                 std::vector<Reference>& references) const {
    for (std::size_t i = 0; i < rows_of_first_.size(); ++i) {
      const std::size_t curve = first_curve_ + i;
      std::vector<double> values, theories;
      for (const CurvePoint& row : rows) {
        if (row.curve != curve) continue;
        values.push_back(row.x);
        theories.push_back(row.theory);
      }
      const auto study_at = [&](const std::string& value) { return study(i, value); };
      const TheoryCurves curves(values, study_at);
      const std::vector<double>* line = curves.curve(choice_.y, values, theories);
      for (std::size_t k = 0; line != nullptr && k < line->size(); ++k)
        theory.push_back({curve, curves.x()[k], kNaN, kNaN, (*line)[k], kNaN});
      for (std::size_t k = 0; k < choice_.references.size(); ++k) {
        Reference one{k, curves.x(), {}};
        for (const double x : one.x)
          one.values.push_back(reference_at(k, study_at(key_literal(x))));
        if (std::find(references.begin(), references.end(), one) == references.end())
          references.push_back(std::move(one));
      }
    }
  }

 private:
  [[nodiscard]] std::string only_key() const {
    if (points_.keys().size() == 1) return points_.keys().front();
    throw InputError("--x", fmt::format("is needed, because several keys are varied; allowed: {}",
                                        fmt::join(points_.short_names(), ", ")));
  }
  [[nodiscard]] std::vector<double> numbers_of_column(const std::string& name) const {
    return numbers_in(find_column(points_.table(), name));
  }
  /// Name of the curve to which a row belongs.
  [[nodiscard]] std::string name_of(std::size_t row) const {
    std::vector<std::string> parts;
    if (!source_name_.empty()) parts.push_back(source_name_);
    for (const std::string& key : by_)
      parts.push_back(value_in_words(key, points_.literal_of(key, row), points_.study().si_units,
                                     points_.study().dimensions));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
  /// The study at a value of the key of x; the other keys as in the first row of a curve.
  [[nodiscard]] StudyConfig study(std::size_t curve, const std::string& value) const {
    std::vector<Override> changes;
    for (const std::string& key : points_.keys())
      if (key != x_key_) changes.push_back({key, points_.literal_of(key, rows_of_first_[curve])});
    changes.push_back({x_key_, value});
    return points_.study_at(changes);
  }
  [[nodiscard]] double reference_at(std::size_t k, const StudyConfig& study) const {
    return reference_value(reference_line(choice_.references[k], choice_.y), choice_.y, study)
        .value_or(kNaN);
  }

  PointTable points_;
  const CurveChoice& choice_;
  std::string source_name_, x_key_;
  std::vector<std::string> by_;
  std::size_t first_curve_ = 0;
  std::vector<std::size_t> rows_of_first_;  // of each curve the first row of the table
};

/// The axes of the figure.
std::pair<Axis, Axis> axes_of(const Curves& first, const CurveChoice& choice,
                              const std::vector<CurvePoint>& rows) {
  const StudyConfig& study = first.points().study();
  const QuantityWords key = words_of_key(first.x_key());
  Axis x{key.unit(study.si_units, study.dimensions)}, y{first.points().observable(choice.y).unit};
  std::vector<double> xs, ys;
  for (const CurvePoint& row : rows) {
    xs.push_back(row.x);
    ys.push_back(row.value - row.error);
    x.largest = std::max(x.largest, std::abs(row.x));
    for (const double value : {row.value, row.theory})
      if (std::isfinite(value)) y.largest = std::max(y.largest, std::abs(value));
  }
  const bool is_auto = choice.log == "auto";
  x.is_log = is_auto ? is_wide(xs) : choice.log.find('x') != std::string::npos;
  y.is_log = is_auto ? is_wide(ys) : choice.log.find('y') != std::string::npos;
  for (const auto& [axis, numbers] : {std::pair(&x, &xs), {&y, &ys}})
    if (axis->is_log &&
        std::none_of(numbers->begin(), numbers->end(), [](double v) { return v > 0; }))
      throw InputError("--log " + choice.log,
                       "needs positive numbers; allowed: none, for these values");
  return {x, y};
}

/// The points of the references, without those far beyond the results, which would be pressed
/// together.
std::vector<CurvePoint> reference_rows(const std::vector<Reference>& references, const Axis& y) {
  constexpr double kBeyond = 1.3;
  std::vector<CurvePoint> rows;
  for (std::size_t i = 0; i < references.size(); ++i)
    for (std::size_t k = 0; k < references[i].x.size(); ++k)
      if (std::abs(references[i].values[k]) <= kBeyond * y.largest)
        rows.push_back({i, references[i].x[k], kNaN, kNaN, references[i].values[k], kNaN});
  return rows;
}

/// The name of each line of reference for the legend, where each law stands once.
std::vector<std::string> reference_names(const std::vector<Reference>& references,
                                         const CurveChoice& choice) {
  std::vector<std::string> names;
  for (const Reference& one : references) {
    const std::string& words = reference_line(choice.references[one.law], choice.y).words;
    const bool is_named = std::find(names.begin(), names.end(), words) != names.end();
    names.push_back(is_named ? "" : words);
  }
  return names;
}

/// The title that all have; empty if they differ.
std::string common_title(const std::vector<Curves>& all) {
  const std::string title = all.front().points().study().title;
  const bool is_common = std::all_of(all.begin(), all.end(), [&](const Curves& one) {
    return one.points().study().title == title;
  });
  return is_common ? title : "";
}

}  // namespace

Figure draw_curves(const RunFolder& files, const std::vector<CurveSource>& sources,
                   const CurveChoice& choice, FigureFormat format, FigureStyle style,
                   const StopDrawing& stop) {
  std::vector<Curves> all;
  std::vector<std::string> names;
  std::vector<CurvePoint> rows, smooth;
  std::vector<Reference> references;
  for (const std::string& name : choice.references) (void)reference_line(name, choice.y);
  all.reserve(sources.size());
  for (const CurveSource& source : sources) {
    all.emplace_back(source, choice);
    (void)all.back().points().observable(choice.y);
    all.back().add(names, rows);
  }
  for (const Curves& one : all) one.add_lines(rows, smooth, references);
  const auto [x, y] = axes_of(all.front(), choice, rows);

  const std::string& x_key = all.front().x_key();
  const std::string x_short = choice.x.empty() ? x_key.substr(x_key.rfind('.') + 1) : choice.x;
  const std::string name = file_name(fmt::format("{}_over_{}", choice.y, x_short));
  // The tables beside the script, and their names for it.
  const auto write = [&, &x = x, &y = y](const std::string& suffix,
                                         const std::vector<CurvePoint>& lines) {
    if (lines.empty()) return std::string();
    const Table table = table_of(name + suffix, lines, x, y);
    files.write(fs::path("figures") / (table.name + ".csv"),
                [&](std::ostream& stream) { write_csv(stream, table); });
    return table.name + ".csv";
  };
  const bool has_theory = std::any_of(
      rows.begin(), rows.end(), [](const CurvePoint& row) { return std::isfinite(row.theory); });
  std::string about;
  for (const auto& [variable, text] :
       {std::pair("run_title", common_title(all)),
        {"x_name", words_of_key(x_key).words},
        {"x_unit", x.readable().name},
        {"y_name", words_of_observable(choice.y)},
        {"y_unit", y.readable().name},
        {"curves", write("", rows)},
        {"theory_curves", write("_theory", smooth)},
        {"reference_curves", write("_reference", reference_rows(references, y))}})
    about += fmt::format("{} = {}\n", variable, gnuplot_string(text));
  about += fmt::format("has_theory = {}\nlogarithmic_x = {}\nlogarithmic_y = {}\n",
                       has_theory ? 1 : 0, x.is_log ? 1 : 0, y.is_log ? 1 : 0);
  const Table columns = table_of("", {}, x, y);
  for (std::size_t k = 0; k < columns.columns.size(); ++k)
    about += fmt::format("curves_{} = {}\n", columns.columns[k].name, k + 1);
  about +=
      gnuplot_list("curve", names) + gnuplot_list("reference", reference_names(references, choice));
  return draw_figure(files, name, "sweep.gp", about, format, style, stop);
}

Figure draw_curves(const fs::path& folder, const CurveChoice& choice, FigureFormat format,
                   FigureStyle style, const StopDrawing& stop) {
  return draw_curves(RunFolder::open(folder), {{folder, ""}}, choice, format, style, stop);
}

std::vector<std::string> main_observables(const PointTable& points) {
  constexpr std::size_t kMostUnasked = 3;
  const StudyConfig& study = points.study();
  std::vector<std::string> asked = study.series.show, names;
  for (const CheckConfig& check : study.checks) asked.push_back(check.observable);
  if (study.sweep.until) asked.push_back(study.sweep.until->observable);
  if (study.sweep.refine) asked.push_back(*study.sweep.refine);
  for (const std::string& name : points.observables())
    if (std::find(asked.begin(), asked.end(), name) != asked.end()) names.push_back(name);
  if (!asked.empty()) return names;
  for (const std::string& name : points.observables())
    if (names.size() < kMostUnasked && points.has_theory(name)) names.push_back(name);
  return names;
}

std::vector<CurveChoice> main_curves(const fs::path& folder) {
  const PointTable points(folder);
  std::vector<CurveChoice> choices;
  for (std::size_t k = 0; k < points.keys().size(); ++k) {
    if (!points.has_numbers(points.keys()[k])) continue;
    for (const std::string& name : main_observables(points))
      choices.push_back({points.short_names()[k], name, {}});
    break;
  }
  return choices;
}

}  // namespace clausius
